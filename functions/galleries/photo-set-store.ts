import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import type { Recall } from '#functions/shared/edge/recall.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Table, Update } from '#functions/shared/table/writes.ts'
import { update } from '#functions/shared/table/writes.ts'
import { Photo } from '#schema/entities/photo.ts'
import type { GalleryId, PhotoId, SetId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { listPhotos, type Paging, type PhotoPage } from './photo-list-store.ts'
import { listing, photoKeys, setAttributes } from './photo-writes.ts'
import { unchanged } from './stock-store.ts'

type SetOfGallery = { readonly galleryId: GalleryId; readonly setId: SetId }
type Wanted = { readonly galleryId: GalleryId; readonly setId: SetId | null }

/** Writers of one photo that may come between a reading and its write, one after the other. */
const mostWriters = 20

const movedTo = (photo: Photo, setId: SetId | null): Photo => ({ ...photo, setId, version: photo.version + 1 })

/** In another set it has another place there; in none it has none. The gallery's own lists stay as they are. */
const moving = (photo: Photo, setId: SetId | null): Update => {
  const after = movedTo(photo, setId)
  return update(photoKeys.photo(photo.id), {
    set: { setId, version: after.version, ...listing(after) },
    ...(setId === null && { remove: setAttributes }),
    when: unchanged(photo),
  })
}

/** The sets that photos are in. Part of the photo store. */
export const photoSetStore = (table: Table, recall: Recall) => {
  const isIn = (photo: Photo | undefined, { galleryId }: Pick<Wanted, 'galleryId'>): photo is Photo =>
    photo !== undefined && photo.galleryId === galleryId && photo.state !== 'deleted'

  /** One that was changed since it was read. @param isDue Whether it still is to be moved. */
  const moveOne = async (id: PhotoId, wanted: Wanted, isDue: (photo: Photo) => boolean): Promise<Photo | undefined> =>
    retried(mostWriters, 'changed_meanwhile', async () => {
      const item = await table.get(photoKeys.photo(id))
      const photo = item && Photo.parse(item)
      if (!isIn(photo, wanted)) return undefined
      if (!isDue(photo)) return photo
      const { ok } = await table.write(moving(photo, wanted.setId))
      return ok ? movedTo(photo, wanted.setId) : tryAgain
    })

  const moveSome = async (photos: readonly Photo[], wanted: Wanted, isDue: (photo: Photo) => boolean) => {
    if (photos.length === 0) return []
    const together = await table.transact(photos.map((photo) => moving(photo, wanted.setId)))
    if (together.ok) return photos.map((photo) => movedTo(photo, wanted.setId))
    const moved: Photo[] = []
    for (const { id } of photos) moved.push(...[(await moveOne(id, wanted, isDue)) ?? []].flat())
    return moved
  }

  return {
    /** Photos of one set that are for sale, in the order of their gallery. */
    async listShownInSet(
      { galleryId, setId }: SetOfGallery,
      { after, sort, limit = limits.gallery.photosPerPage }: Paging = {},
    ): Promise<PhotoPage> {
      return listPhotos(table, photoKeys.shownInSet(galleryId, setId), { index: 'by-seller', after, sort, limit })
    },

    /**
     * Puts photos of a gallery into a set of it, or into none, together; where one of them changed meanwhile, one by one.
     * Repeating it changes nothing.
     * @param photos At most `limits.gallery.movedAtOnce`.
     * @returns them as they are now, without those that are gone.
     * @throws AppError `changed_meanwhile` where others write one of them all the while.
     */
    async putInSet(photos: readonly Photo[], wanted: Wanted): Promise<Photo[]> {
      const isDue = ({ setId }: Photo) => setId !== wanted.setId
      const ours = photos.filter((photo) => isIn(photo, wanted))
      const moved = await moveSome(ours.filter(isDue), wanted, isDue)
      if (moved.length > 0) await recall([edgeTags.gallery(wanted.galleryId)])
      return [...ours.filter((photo) => !isDue(photo)), ...moved]
    },

    /**
     * Takes all photos out of a set that its gallery has no more, fifty at a time. Breaking off loses nothing: what was
     * taken out is in the set's lists no longer. One that comes into it afterwards names a set that nobody knows.
     * @param mayGoOn Asked before each part.
     */
    async clearSet({ galleryId, setId }: SetOfGallery, mayGoOn = () => {}): Promise<void> {
      const isDue = (photo: Photo) => photo.setId === setId
      const limit = limits.gallery.movedAtOnce
      for (const list of [photoKeys.hiddenInSet(galleryId, setId), photoKeys.shownInSet(galleryId, setId)]) {
        const read = (after?: Paging['after']) => listPhotos(table, list, { index: 'by-seller', after, limit })
        for await (const { photos } of eachPage(read)) {
          mayGoOn()
          await moveSome(photos.filter(isDue), { galleryId, setId: null }, isDue)
        }
      }
    },
  }
}
