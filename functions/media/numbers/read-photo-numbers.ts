import type { ChoreStore } from '#functions/chores/chore-store.ts'
import type { Chore } from '#functions/chores/chore-writes.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { checkOf } from '#functions/galleries/number-check.ts'
import { isUnread } from '#functions/galleries/photo-number-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { hasUnread } from '#functions/galleries/stock-rules.ts'
import { numbersAMonth } from '#functions/profiles/numbers-plan.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { busy, isOutage } from '#functions/shared/http/outage.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { Turn } from '#functions/shared/pace/turns.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import { placeOf } from '#functions/shared/table/pages.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { NumberTask } from '#schema/events/numbers.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import { type NumberBudget, nextMonth } from './number-budget-store.ts'
import { type FoundNumber, type ReadNumbers, UnreadablePicture } from './read-numbers.ts'

type Parts = {
  galleries: Pick<GalleryStore, 'find'>
  photos: Pick<PhotoStore, 'find' | 'listShown' | 'saveNumbers' | 'forgetNumbersOf'>
  profiles: Pick<ProfileStore, 'find'>
  chores: Pick<ChoreStore, 'leave' | 'put'>
  budget: Pick<NumberBudget, 'take' | 'giveBack'>
  storage: Pick<Storage, 'read'>
  readNumbers: ReadNumbers
  /** Of the account's calls of the engine. */
  turn: Turn
  send: Send
  now: Clock
  log: Log
}

/** Photos of a switched-on gallery that one message hands on; others get their turn behind each hundred of a race. */
const handedOnAtOnce = 100

/** What arrives in the queue of photos to be read (decision 138). @throws AppError `unavailable` while the engine is busy. */
export const readPhotoNumbers = (parts: Parts) => {
  /** Chores that were left: a race of which nothing more is read this month says so once, not 60,000 times. */
  const noted = new Set<string>()
  return async (task: NumberTask): Promise<void> => {
    switch (task.kind) {
      case 'read-gallery':
        return handOn({ ...parts, noted }, task)
      case 'read-photo':
        return readPhoto({ ...parts, noted }, task.photoId)
    }
  }
}

type Noting = Parts & { noted: Set<string> }

const handOn = async (
  parts: Noting,
  { galleryId, after }: Extract<NumberTask, { kind: 'read-gallery' }>,
): Promise<void> => {
  const { galleries, photos, send, chores, now } = parts
  const gallery = await galleries.find(galleryId)
  if (!gallery?.numbers) return
  // Its photos would each be put off to the next month: it is put off once.
  if ((await mostOf(parts, gallery)) === 0) {
    await chores.put(checkOf(galleryId, now()))
    return hasUnread(gallery) ? readNextMonth(parts, galleryId) : undefined
  }
  const page = await photos.listShown(galleryId, { after, limit: handedOnAtOnce })
  const tasks = page.photos.filter(isUnread).map(({ id }): NumberTask => ({ kind: 'read-photo', photoId: id }))
  const rest: NumberTask[] = page.next ? [{ kind: 'read-gallery', galleryId, after: placeOf(page.next) }] : []
  await send('NUMBERS_QUEUE_URL', [...tasks, ...rest])
  // There may be nothing to read.
  if (!page.next) await chores.put(checkOf(galleryId, now()))
}

const isSwitchedOn = async ({ galleries }: Parts, id: GalleryId): Promise<boolean> =>
  (await galleries.find(id))?.numbers === true

/** In how many photos of this month numbers are read for whose gallery or photo it is. */
const mostOf = async ({ profiles, now }: Parts, { photographerId }: Pick<Photo, 'photographerId'>): Promise<number> => {
  const profile = await profiles.find(photographerId)
  return profile ? numbersAMonth(profile, now()) : 0
}

/** What was switched off, deleted or read meanwhile is left, and nothing of it stays. */
const readPhoto = async (parts: Noting, photoId: PhotoId): Promise<void> => {
  const { photos, turn, budget, log } = parts
  const photo = await photos.find(photoId)
  if (!photo || !(await isWanted(parts, photo))) return
  // Before it is read, since a delivery may break off after that; one that was read or removed may have been the last.
  await leaveCheck(parts, photo.galleryId)
  if (!isUnread(photo)) return
  // It is read once it has one.
  if (photo.webKey === null) return log.warn('no file to read numbers in', { photoId })
  const jpeg = await parts.storage.read('deliveries', { key: photo.webKey })
  if (jpeg === undefined) return withoutFile(parts, photo)
  // Before the budget, since who finds it busy comes again.
  await turn()
  const now = parts.now()
  const most = await mostOf(parts, photo)
  if (!(await budget.take(photo.photographerId, { most, now }))) return readNextMonth(parts, photo.galleryId)
  const found = await read(parts, photo, { jpeg, now })
  const isKept = await photos.saveNumbers(photo, found)
  log.info(isKept ? 'numbers read' : 'numbers discarded', { photoId, numbers: found.length })
  await isWanted(parts, photo)
}

/**
 * One whose file is gone counts as read, without numbers, as one that cannot be read does: no later look would find more. One
 * that was only drawn anew meanwhile has another file by now.
 */
const withoutFile = async ({ photos, log }: Parts, { id, webKey }: Photo): Promise<void> => {
  const present = await photos.find(id)
  if (!present || !isUnread(present)) return
  if (present.webKey !== webKey) throw busy('This photo is just being drawn anew.')
  log.warn('the file to read numbers in is gone', { photoId: id })
  await photos.saveNumbers(present, [])
}

/** A gallery that is switched off keeps nothing that was read, also where that was under way. */
const isWanted = async (parts: Parts, photo: Photo): Promise<boolean> => {
  const isOn = await isSwitchedOn(parts, photo.galleryId)
  if (!isOn) await parts.photos.forgetNumbersOf(photo.id)
  return isOn
}

const read = async (
  { readNumbers, budget, log }: Parts,
  photo: Photo,
  { jpeg, now }: { jpeg: Uint8Array; now: Date },
): Promise<FoundNumber[]> => {
  try {
    return await readNumbers(jpeg)
  } catch (error) {
    // Another try would read as little; it is looked at no more.
    if (error instanceof UnreadablePicture) {
      log.warn('no numbers can be read', { photoId: photo.id, why: error.message })
      return []
    }
    await budget.giveBack(photo.photographerId, now)
    throw isOutage(error) ? busy('Very many photos are being read at this moment.') : error
  }
}

/** Once in two minutes, however many photos of the gallery are read here meanwhile. */
const leaveCheck = async ({ chores, noted, now }: Noting, galleryId: GalleryId): Promise<void> => {
  const check = checkOf(galleryId, now())
  if (noted.has(noteOf(check))) return
  await chores.put(check)
  noted.add(noteOf(check))
}

const noteOf = ({ kind, subject, dueAt }: Chore): string => `${kind} ${subject} ${dueAt}`

/**
 * What the month has no room for is read in the next one, of whoever may have some then: also of who has none now, and may
 * have subscribed again.
 */
const readNextMonth = async ({ chores, noted, now, log }: Noting, galleryId: GalleryId): Promise<void> => {
  const chore: Chore = { kind: 'read-numbers', subject: galleryId, dueAt: stamp(nextMonth(now())) }
  if (noted.has(noteOf(chore))) return
  log.info('numbers wait for their month', { galleryId })
  // The chore of the switch itself goes before it.
  const isLeft = await chores.leave(chore)
  if (!isLeft) throw busy('This gallery is just being handed on.')
  noted.add(noteOf(chore))
}
