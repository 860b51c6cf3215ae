import * as z from 'zod'
import { type Chore, choreDone, choreNow, chorePut } from '#functions/chores/chore-writes.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Key, Table } from '#functions/shared/table/writes.ts'
import { assert, is, update } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { Cover } from '#schema/entities/gallery.ts'
import { Photo } from '#schema/entities/photo.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import { galleryKeys } from './gallery-keys.ts'
import { listPhotos } from './photo-list-store.ts'
import { anotherCover, coverOf, mostStates, photoKeys, stillShown, storedCover } from './photo-writes.ts'

const WithCover = z.object({ cover: Cover.nullable().default(null) })
/** Which photo is the cover, `null` for none; `undefined` where the gallery is gone. */
const coverNow = async (table: Table, gallery: Key): Promise<PhotoId | null | undefined> => {
  const item = await table.get(gallery)
  return item && (WithCover.parse(item).cover?.photoId ?? null)
}

/**
 * Makes a shown photo the cover of its gallery, as it is drawn at the moment of the write, with its focal point in the middle.
 * @throws AppError `photo_not_found` when it is not shown any more, `gallery_not_found` when its gallery is gone.
 */
export const makeCover = async (table: Table, photo: Photo, now: Clock): Promise<void> => {
  const gallery = galleryKeys.gallery(photo.galleryId)
  let seen: Photo | undefined = photo
  return retried(mostStates, 'changed_meanwhile', async () => {
    if (seen?.state !== 'ready') throw new AppError('photo_not_found')
    const before = await coverNow(table, gallery)
    if (before === undefined) throw new AppError('gallery_not_found')
    const written = await table.transact([
      assert(photoKeys.photo(photo.id), stillShown(seen)),
      update(gallery, {
        set: before === photo.id ? { cover: storedCover(coverOf(seen)) } : anotherCover(seen),
        when: before === null ? { cover: is.absentOr(is.equal(null)) } : { 'cover.photoId': is.equal(before) },
      }),
      toBeCut(photo, now),
    ])
    if (written.ok) return
    const item = await table.get(photoKeys.photo(photo.id))
    seen = item && Photo.parse(item)
    return tryAgain
  })
}

type Leaving = Pick<Photo, 'id' | 'galleryId'>

/**
 * The next photo shown becomes the gallery's cover if this one was.
 * @param chore What the photo left to do with its gallery, done by this.
 * @throws AppError `changed_meanwhile` when others write all the while; then the timed job does the chore.
 */
export const passCoverOn = async (
  table: Table,
  photo: Leaving,
  { now, chore }: { now: Clock; chore?: Chore | undefined },
): Promise<void> => {
  const gallery = galleryKeys.gallery(photo.galleryId)
  await retried(mostStates, 'changed_meanwhile', async () => {
    if ((await coverNow(table, gallery)) !== photo.id) return
    const next = await heirOf(table, photo)
    const passed = await table.transact([
      ...(next ? [assert(photoKeys.photo(next.id), stillShown(next)), toBeCut(photo, now)] : []),
      update(gallery, {
        set: anotherCover(next),
        when: { 'cover.photoId': is.equal(photo.id) },
      }),
    ])
    return passed.ok ? undefined : tryAgain
  })
  if (chore) await table.write(choreDone(chore))
}

/** The same where nobody knows which photo left: where the cover is one that is shown no more. */
export const passLeftCoverOn = async (table: Table, galleryId: GalleryId, now: Clock): Promise<void> => {
  const id = await coverNow(table, galleryKeys.gallery(galleryId))
  if (!id) return
  const item = await table.get(photoKeys.photo(id))
  if (item && Photo.parse(item).state === 'ready') return
  await passCoverOn(table, { id, galleryId }, { now })
}

/** The timed job has a new cover's pieces cut; until then phones show it as others do. */
const toBeCut = ({ galleryId }: Leaving, now: Clock) => chorePut(choreNow(now, 'cut-cover', galleryId))

/** The list may lag behind, so those that it names first are looked at themselves. */
const heirOf = async (table: Table, { id, galleryId }: Leaving): Promise<Photo | undefined> => {
  const { photos } = await listPhotos(table, photoKeys.shownIn(galleryId), { limit: 10 })
  const others = photos.filter((each) => each.id !== id)
  if (others.length === 0) return undefined
  const items = await table.getMany(others.map((each) => photoKeys.photo(each.id)))
  const shown = new Map(items.map((item) => [item.id, Photo.parse(item)]))
  return others.map((each) => shown.get(each.id)).find((each) => each?.state === 'ready')
}
