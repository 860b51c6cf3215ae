import { isDeepStrictEqual } from 'node:util'
import type { ChoreStore } from '#functions/chores/chore-store.ts'
import { type Chore, choreNow } from '#functions/chores/chore-writes.ts'
import { type ChoreSteps, doChores } from '#functions/chores/do-chores.ts'
import { numbersAMonth } from '#functions/profiles/numbers-plan.ts'
import { ownerCopyOf, profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { accessEnds } from '#functions/profiles/trial-rules.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import { afterMs, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { isLongEnough, OwnGallery, shortCode, type UpdateGallery } from '#schema/api/galleries.ts'
import type { CameraClocks } from '#schema/entities/camera-clocks.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import { closingChores } from './closing-chores.ts'
import { completeProfile, isOfFirstLayout } from './complete-layout.ts'
import { gallerySlug } from './create-gallery.ts'
import { isOpenToAll, warningTime } from './gallery-access.ts'
import type { GalleryChore } from './gallery-chores.ts'
import { hashGalleryPassword } from './gallery-password.ts'
import type { GalleryStore } from './gallery-store.ts'
import { ownGallery } from './gallery-views.ts'
import { type Changes, withChanges } from './gallery-writes.ts'
import { markOf } from './shown-picture.ts'
import { uploadPriceOf } from './stock-rules.ts'

/** What an operation needs to change a gallery and to do the chores that follow. */
export type GalleryChangeParts = {
  galleries: GalleryStore
  profiles: ProfileStore
  chores: ChoreStore
  steps: ChoreSteps<GalleryChore>
  links: MediaLinks
  log: Log
  now: Clock
}

/** Changes the settings that are sent. Whoever edited an older version is told how the gallery looks now. */
export const updateGallery =
  (parts: GalleryChangeParts): Operation<typeof api.galleries.endpoints.update> =>
  async ({ params, body, caller }) => {
    const { galleries, profiles, links, now } = parts
    return retried(3, 'unavailable', async () => {
      const [before, profile] = await Promise.all([
        galleries.getOwn(params.galleryId, caller.userId),
        profiles.get(caller.userId),
      ])
      if (before.version !== body.version) throw await changedMeanwhile(links, before)
      refuseShortCode(before, body)
      if (body.numbers === true && !before.numbers && numbersAMonth(profile, now()) === 0) throw numbersRefused()
      const sent = await changesOf(before, body, now())
      const wanted = withChanges(before, sent)
      const changes = {
        ...sent,
        ...(isOrderedAnew(before, wanted) && { isOrdering: true }),
        ...(isRedrawn(before, wanted) && { drawRun: before.drawRun + 1 }),
      }
      if (changes.slug !== undefined && isOfFirstLayout(profile)) {
        await completeProfile(parts, profile)
        return tryAgain
      }
      const after = withChanges(before, changes)
      if (accessEnds(profile) <= now() && !takesDownOnly(before, after)) throw new AppError('trial_expired')
      const todo = choresOf(before, after, now)
      const saved = await galleries.save(
        before,
        { ...changes, ...ownerCopyOf(profile) },
        { at: now(), owner: profileUnchanged(profile), ...todo },
      )
      if (saved.kind === 'gone') throw new AppError('gallery_not_found')
      if (saved.kind === 'changed') throw await changedMeanwhile(links, saved.gallery)
      if (saved.kind === 'owner-changed') return tryAgain
      const due = todo.chores.filter(isDueNow)
      const outcomes = await doChores(parts, parts.steps)(due)
      // The photos of a small gallery stand where they belong by now.
      const isDone = due.some(({ kind }, place) => kind === 'order-photos' && outcomes[place] === 'done')
      return ownGallery(links, isDone ? { ...saved.gallery, isOrdering: false } : saved.gallery)
    })
  }

const isEarlier = (after: string | null, before: string | null): boolean =>
  after !== null && (before === null || new Date(after) < new Date(before))

/** What each setting may become without trial or subscription: taking down is never locked (rulings). */
const takesDown: { [S in keyof Gallery]?: (before: Gallery, after: Gallery) => boolean } = {
  isPublic: (_, after) => !after.isPublic,
  expiresAt: (before, after) => isEarlier(after.expiresAt, before.expiresAt),
  numbers: (_, after) => !after.numbers,
  // Follow from the two.
  accessVersion: () => true,
  drawRun: () => true,
}

const takesDownOnly = (before: Gallery, after: Gallery): boolean =>
  Gallery.keyof().options.every(
    (field) => isDeepStrictEqual(before[field], after[field]) || takesDown[field]?.(before, after) === true,
  )

/** Tells whoever edited an older version how the gallery looks now. */
export const changedMeanwhile = async (links: MediaLinks, gallery: Gallery): Promise<AppError> =>
  new AppError('changed_meanwhile', { current: OwnGallery.parse(await ownGallery(links, gallery)) })

/** A short code of before may stay; whoever changes it gives a longer one. */
const refuseShortCode = (before: Gallery, { accessCode }: UpdateGallery): void => {
  if (accessCode === undefined || accessCode === before.accessCode || isLongEnough(accessCode)) return
  throw new AppError('invalid_request', {}, [{ path: 'accessCode', message: shortCode }])
}

/** Each photo costs the platform a call, so that a trial has none of it. */
const numbersRefused = (): AppError =>
  new AppError('invalid_request', {}, [
    { path: 'numbers', message: 'Numbers are read for subscribers. Please subscribe to switch this on.' },
  ])

/** The sent settings in their stored form, and what follows from them. */
const changesOf = async (before: Gallery, body: UpdateGallery, now: Date): Promise<Changes> => {
  const { version: _, password, pricePence, ...settings } = body
  const changes: Changes = {
    ...settings,
    ...(pricePence !== undefined && pricePence !== uploadPriceOf(before) && { uploadPence: pricePence }),
    ...(settings.wholePence === null && before.wholePence !== null && { wholeUntil: stamp(now) }),
    ...(settings.clocks !== undefined && newClocks(before, settings.clocks)),
    ...(settings.title !== undefined && newSlug(before, settings.title)),
    ...(settings.numbers === true && !before.numbers && { numbersReadUpTo: null }),
    ...(password !== undefined && { passwordHash: password === null ? null : await hashGalleryPassword(password) }),
  }
  const isOtherAccess = accessRules.some((rule) => changes[rule] !== undefined && changes[rule] !== before[rule])
  return isOtherAccess ? { ...changes, accessVersion: before.accessVersion + 1 } : changes
}

/** Clocks that are sent as they are leave every photo where it stands. */
const newClocks = ({ clocks, clocksVersion }: Gallery, sent: CameraClocks): Pick<Changes, 'clocksVersion'> =>
  isDeepStrictEqual(clocks, sent) ? {} : { clocksVersion: clocksVersion + 1 }

/** A title that gives the same slug as the last one leaves the number that the address may have. */
const newSlug = ({ id, title }: Gallery, newTitle: string): Pick<Changes, 'slug'> => {
  const slug = gallerySlug(newTitle, id)
  return slug === gallerySlug(title, id) ? {} : { slug }
}

/** A change of one of these makes every earlier grant worthless (rulings). */
const accessRules = ['isPublic', 'accessCode', 'passwordHash', 'asksEmail', 'expiresAt'] as const

/** Whether a change puts photos elsewhere in their gallery. */
const isOrderedAnew = (before: Gallery, after: Gallery): boolean =>
  before.photoOrder !== after.photoOrder || before.clocksVersion !== after.clocksVersion

/**
 * Renditions are drawn anew when their mark changes, and when a gallery closes that was open to all: their addresses
 * may be known to anybody.
 */
const isRedrawn = (before: Gallery, after: Gallery): boolean =>
  markOf(before) !== markOf(after) || (isOpenToAll(before) && !isOpenToAll(after))

type Todo = { chores: Chore[]; dropped: Pick<Chore, 'kind' | 'subject'>[] }

/** A gallery that will expire is announced to its owner, and leaves the lists then. */
const choresOf = (before: Gallery, after: Gallery, now: Clock): Todo => {
  const isRecut = !isDeepStrictEqual(before.coverFocus, after.coverFocus)
  const { chores, dropped } = timedChoresOf(after, now)
  return {
    chores: [
      ...(isRedrawn(before, after) ? [choreNow(now, 'rerender-gallery', after.id)] : []),
      ...(isRecut ? [choreNow(now, 'cut-cover', after.id)] : []),
      ...(isOrderedAnew(before, after) ? [choreNow(now, 'order-photos', after.id)] : []),
      ...(before.numbers === after.numbers ? [] : [readingOf(after, now)]),
      ...chores,
    ],
    dropped,
  }
}

/** Longer than the list of photos lags behind: who became ready before the switch was pressed is in it then. */
const readAfterMs = 15_000
const readingOf = ({ id }: Gallery, now: Clock): Chore => ({
  kind: 'read-numbers',
  subject: id,
  dueAt: stamp(afterMs(now(), readAfterMs)),
})

/** What waits for a gallery's time, and what waits in vain. */
export const timedChoresOf = ({ id, isPublic, expiresAt }: Gallery, now: Clock): Todo => {
  const unlist = { kind: 'unlist-gallery', subject: id } as const
  const warn = { kind: 'warn-of-expiry', subject: id } as const
  const unlistAt = isPublic ? expiresAt : null
  const warnAt = expiresAt === null ? null : warningTime(expiresAt)
  const willWarn = warnAt !== null && new Date(warnAt) > now()
  const told = closingChores({ id, expiresAt }, now)
  return {
    chores: [
      ...(unlistAt === null ? [] : [{ ...unlist, dueAt: unlistAt }]),
      ...(willWarn ? [{ ...warn, dueAt: warnAt }] : []),
      ...told.chores,
    ],
    dropped: [...(unlistAt === null ? [unlist] : []), ...(willWarn ? [] : [warn]), ...told.dropped],
  }
}

const dueNow = ['rerender-gallery', 'cut-cover', 'order-photos'] as const
type DueNow = (typeof dueNow)[number]
const isDueNow = (chore: Chore): chore is Chore & { kind: DueNow } => dueNow.some((kind) => kind === chore.kind)
