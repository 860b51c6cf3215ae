import type { ChoreStore } from '#functions/chores/chore-store.ts'
import type { Chore } from '#functions/chores/chore-writes.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { checkOf } from '#functions/galleries/number-chores.ts'
import { isUnread } from '#functions/galleries/photo-number-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
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
        return handOn(parts, task)
      case 'read-photo':
        return readPhoto({ ...parts, noted }, task.photoId)
    }
  }
}

const isSwitchedOn = async ({ galleries }: Parts, id: GalleryId): Promise<boolean> =>
  (await galleries.find(id))?.numbers === true

const handOn = async (
  parts: Parts,
  { galleryId, after }: Extract<NumberTask, { kind: 'read-gallery' }>,
): Promise<void> => {
  const { photos, send, chores, now } = parts
  if (!(await isSwitchedOn(parts, galleryId))) return
  const page = await photos.listShown(galleryId, { after, limit: handedOnAtOnce })
  const tasks = page.photos.filter(isUnread).map(({ id }): NumberTask => ({ kind: 'read-photo', photoId: id }))
  const rest: NumberTask[] = page.next ? [{ kind: 'read-gallery', galleryId, after: placeOf(page.next) }] : []
  await send('NUMBERS_QUEUE_URL', [...tasks, ...rest])
  // There may be nothing to read.
  if (!page.next) await chores.put(checkOf(galleryId, now()))
}

type PhotoParts = Parts & { noted: Set<string> }

/** What was switched off, deleted or read meanwhile is left, and nothing of it stays. */
const readPhoto = async (parts: PhotoParts, photoId: PhotoId): Promise<void> => {
  const { photos, turn, budget, log } = parts
  const photo = await photos.find(photoId)
  if (!photo || !(await isWanted(parts, photo))) return
  // Before it is read, since a delivery may break off after that; one that was read or removed may have been the last.
  await leaveCheck(parts, photo.galleryId)
  if (!isUnread(photo)) return
  const jpeg = photo.webKey === null ? undefined : await parts.storage.read('deliveries', { key: photo.webKey })
  if (jpeg === undefined) return log.warn('no file to read numbers in', { photoId })
  // Before the budget, since who finds it busy comes again.
  await turn()
  const now = parts.now()
  const profile = await parts.profiles.find(photo.photographerId)
  const most = profile ? numbersAMonth(profile, now) : 0
  if (!(await budget.take(photo.photographerId, { most, now }))) return readNextMonth(parts, photo, most)
  const found = await read(parts, photo, { jpeg, now })
  const isKept = await photos.saveNumbers(photo, found)
  log.info(isKept ? 'numbers read' : 'numbers discarded', { photoId, numbers: found.length })
  await isWanted(parts, photo)
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
const leaveCheck = async ({ chores, noted, now }: PhotoParts, galleryId: GalleryId): Promise<void> => {
  const check = checkOf(galleryId, now())
  if (noted.has(noteOf(check))) return
  await chores.put(check)
  noted.add(noteOf(check))
}

const noteOf = ({ kind, subject, dueAt }: Chore): string => `${kind} ${subject} ${dueAt}`

/** What the month has no room for is read in the next one, of whoever may have some then. */
const readNextMonth = async ({ chores, noted, now, log }: PhotoParts, photo: Photo, most: number): Promise<void> => {
  log.info('numbers wait for their month', { photoId: photo.id, most })
  const chore: Chore = { kind: 'read-numbers', subject: photo.galleryId, dueAt: stamp(nextMonth(now())) }
  if (most === 0 || noted.has(noteOf(chore))) return
  // The chore of the switch itself goes before it.
  const isLeft = await chores.leave(chore)
  if (!isLeft) throw busy('This gallery is just being handed on.')
  noted.add(noteOf(chore))
}
