import { choreNow, chorePut } from '#functions/chores/chore-writes.ts'
import { isWanted } from '#functions/mail/mail-preferences.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId, PhotoId, UserId } from '#schema/ids.ts'
import { paths } from '#schema/paths.ts'
import { carryProfile } from './carry-profile.ts'
import type { GalleryStore } from './gallery-store.ts'
import { checkOf } from './number-check.ts'
import type { PhotoStore } from './photo-store.ts'

type Parts = {
  galleries: GalleryStore
  photos: PhotoStore
  profiles: ProfileStore
  storage: Pick<Storage, 'list' | 'remove'>
  ids: Pick<IdMaker, 'mail'>
  siteUrl: () => string
  /** Makes the CDN forget what it holds under these paths, where `*` may end one, and these tags behind `#`. */
  callBack: (paths: readonly string[]) => Promise<void>
  /** Whether the owner has an export that may hold something that was there at a time: its end is told with the takedown. */
  mayExportHold: (userId: UserId, since: string) => Promise<boolean>
  /** Removes what the owner has exported, where that may hold something that was there at a time. */
  forgetExport: (userId: UserId, since: string) => Promise<void>
  now: Clock
}
type Subject =
  | { readonly what: 'gallery'; readonly id: GalleryId }
  | { readonly what: 'photo'; readonly id: PhotoId }
  | { readonly what: 'page'; readonly id: UserId }

/** How often a write that another overtook is made again. */
const maxAttempts = 5

/**
 * The operator takes a gallery, a photo or a public page out of sight, with a reason for its owner, or lifts that with
 * `null`. What strangers see goes with the write; then the files that were shown are removed and the CDN's copies called
 * back, so that within minutes an address which somebody kept opens nothing but what their own browser holds. An export that
 * may hold it goes as well, and can be asked for again. Originals and what was sold stay. Lifted, pictures are drawn anew. What breaks off is done by the same call again.
 * @returns whether it was changed: asked again, nothing is, and nobody is told twice.
 * @throws AppError when there is no such thing, or `photo_not_found` for a photo that nobody is shown.
 */
export const takeDown =
  (parts: Parts) =>
  async (subject: Subject, reason: string | null): Promise<boolean> => {
    if (subject.what === 'gallery') return ofGallery(parts, subject.id, reason)
    return subject.what === 'photo' ? ofPhoto(parts, subject.id, reason) : ofPage(parts, subject.id, reason)
  }

const takedownOf = (reason: string | null, now: Clock) => (reason === null ? null : { at: stamp(now()), reason })

const ofGallery = async (parts: Parts, id: GalleryId, reason: string | null): Promise<boolean> => {
  const { galleries, profiles, now } = parts
  return retried(maxAttempts, 'changed_meanwhile', async () => {
    const gallery = await galleries.findKept(id)
    const profile = gallery && (await profiles.find(gallery.photographerId))
    if (!gallery || !profile) throw new AppError('gallery_not_found')
    const isDown = gallery.takedown !== null
    if (isDown === (reason !== null)) {
      if (isDown) await removeCopies(parts, gallery, mediaKeys.renditionsIn(id))
      return false
    }
    const isExportGone = reason !== null && (await parts.mayExportHold(gallery.photographerId, gallery.createdAt))
    const { kind } = await galleries.setTakedown(gallery, takedownOf(reason, now), {
      at: now(),
      owner: profileUnchanged(profile),
      chores: reason === null && gallery.deletedAt === null ? [choreNow(now, 'rerender-gallery', id)] : [],
      alongside: mailTo(parts, profile, { what: 'gallery', title: gallery.title, reason, isExportGone }),
    })
    if (kind !== 'saved') return tryAgain
    if (reason !== null) await removeCopies(parts, gallery, mediaKeys.renditionsIn(id))
    return true
  })
}

const ofPhoto = async (parts: Parts, id: PhotoId, reason: string | null): Promise<boolean> => {
  const { photos, profiles, now } = parts
  const photo = await photos.find(id)
  const profile = photo && (await profiles.find(photo.photographerId))
  if (!photo || !profile || !(photo.state === 'ready' || photo.state === 'taken_down')) {
    throw new AppError('photo_not_found')
  }
  const isDown = photo.state === 'taken_down'
  const files = mediaKeys.renditionsOf({ galleryId: photo.galleryId, photoId: id })
  if (isDown === (reason !== null)) {
    if (reason !== null) {
      await photos.takeDown(photo, reason, [])
      await removeCopies(parts, { ...photo, id: photo.galleryId }, files)
    }
    return false
  }
  const isExportGone = reason !== null && (await parts.mayExportHold(photo.photographerId, photo.createdAt))
  const mail = mailTo(parts, profile, { what: 'photo', title: photo.title, reason, isExportGone })
  // Its gallery has one photo more, of which nobody knows whether its numbers were read.
  const chores = [choreNow(now, 'rerender-gallery', photo.galleryId), checkOf(photo.galleryId, now())].map(chorePut)
  const isDone =
    reason === null ? await photos.putBack(photo, [...mail, ...chores]) : await photos.takeDown(photo, reason, mail)
  if (!isDone) throw new AppError('changed_meanwhile')
  if (reason !== null) await removeCopies(parts, { ...photo, id: photo.galleryId }, files)
  return true
}

const ofPage = async (parts: Parts, id: UserId, reason: string | null): Promise<boolean> => {
  const { profiles, now } = parts
  const profile = await profiles.find(id)
  if (!profile) throw new AppError('photographer_not_found')
  const isNew = (profile.pageTakedown !== null) !== (reason !== null)
  if (isNew) {
    const changes = { pageTakedown: takedownOf(reason, now) }
    const mail = mailTo(parts, profile, { what: 'page', title: profile.displayName, reason, isExportGone: false })
    const alongside = [...mail, chorePut(choreNow(now, 'carry-profile', id))]
    await profiles.save(id, changes, { version: profile.version, alongside })
  }
  // Its galleries leave the lists at once; what breaks off is done by the chore.
  await carryProfile(parts)(id)
  await parts.callBack([`#${edgeTags.owner(id)}`])
  return isNew
}

type Copied = { id: GalleryId; photographerId: UserId; createdAt: string }
/** @param subject Of a photo, with the id of its gallery. */
const removeCopies = async (parts: Parts, subject: Copied, prefixes: readonly string[]): Promise<void> => {
  // What everybody can see goes first: should the rest break off, the chore does it.
  await removeShown(parts, subject.id, prefixes)
  await parts.forgetExport(subject.photographerId, subject.createdAt)
}

/** The pictures below a prefix, at the bucket first: the CDN would fetch again what is still there. */
const removeShown = async (
  { storage, callBack }: Parts,
  galleryId: GalleryId,
  prefixes: readonly string[],
): Promise<void> => {
  for (const prefix of prefixes) {
    for (;;) {
      const keys = await storage.list('renditions', prefix)
      if (keys.length === 0) break
      await storage.remove('renditions', keys)
    }
  }
  await callBack([...prefixes.map((prefix) => `/${prefix}*`), `#${edgeTags.gallery(galleryId)}`])
}

type TakedownNotice = { what: Subject['what']; title: string; reason: string | null; isExportGone: boolean }

const mailTo = ({ ids, siteUrl, now }: Parts, profile: Profile, notice: TakedownNotice): Write[] => {
  const { what, title, reason, isExportGone } = notice
  if (!isWanted('taken-down', profile)) return []
  const common = { id: ids.mail(), to: profile.email, at: now() }
  const data = { name: profile.displayName, what, title, url: siteUrl() + paths.dashboard() }
  return [
    reason === null
      ? outboxPut({ ...common, template: 'takedown-lifted', data })
      : outboxPut({ ...common, template: 'taken-down', data: { ...data, reason, isExportGone } }),
  ]
}
