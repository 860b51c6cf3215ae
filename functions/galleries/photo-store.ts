import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import { type Recall, recallNothing } from '#functions/shared/edge/recall.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Item, Table, Write } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import { Photo } from '#schema/entities/photo.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId, PhotoId, UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { makeCover, passCoverOn } from './photo-cover-store.ts'
import { listPhotos, type Paging, type PhotoPage } from './photo-list-store.ts'
import { photoRenderingStore } from './photo-rendering-store.ts'
import { photoTakedownStore } from './photo-takedown-store.ts'
import { photoTermStore, photoTermWrites } from './photo-term-store.ts'
import { countDown, deletion, listing, mostStates, photoKeys, sweepPlace } from './photo-writes.ts'

/**
 * Photos: reachable by id for carts, listed by gallery in two lists (shown and hidden).
 * @param recall Tells the edge of what an edit made untrue. A further photo that becomes ready does not: a gallery that
 * fills would be called back all the time, and shows them all five minutes later.
 */
export const photoStore = (table: Table, recall: Recall = recallNothing) => {
  const terms = photoTermStore(table)

  const find = async (id: PhotoId): Promise<Photo | undefined> => {
    const item = await table.get(photoKeys.photo(id))
    return item && Photo.parse(item)
  }

  return {
    ...terms,
    ...photoRenderingStore(table, recall),
    ...photoTakedownStore(table, recall),
    find,

    /** @throws AppError `photo_not_found`, also for somebody else's photo. */
    async getOwn(id: PhotoId, owner: UserId): Promise<Photo> {
      const photo = await find(id)
      if (photo?.photographerId !== owner || photo.state === 'deleted') throw new AppError('photo_not_found')
      return photo
    },

    /** Those of at most 100 ids that exist, in no order. */
    async getMany(ids: readonly PhotoId[]): Promise<Photo[]> {
      const items = await table.getMany([...new Set(ids)].map((id) => photoKeys.photo(id)))
      return items.map((item) => Photo.parse(item))
    },

    /** Photos that are for sale: featured first, then newest. */
    async listShown(
      galleryId: GalleryId,
      { after, limit = limits.gallery.photosPerPage }: Paging = {},
    ): Promise<PhotoPage> {
      return listPhotos(table, photoKeys.shownIn(galleryId), { after, limit })
    },

    /** Photos that only their owner sees: pending, failed, or kept without a preview. */
    async listHidden(
      galleryId: GalleryId,
      { after, limit = limits.gallery.photosPerPage }: Paging = {},
    ): Promise<PhotoPage> {
      return listPhotos(table, photoKeys.hiddenIn(galleryId), { after, limit })
    },

    async create(photo: Photo): Promise<void> {
      const place = photo.state === 'pending' ? sweepPlace(photo.id, new Date(photo.createdAt)) : {}
      const item = { ...photoKeys.photo(photo.id), ...photo, ...listing(photo), ...place }
      const written = await table.transact([put(item, 'absent'), ...photoTermWrites.made(photo)])
      if (!written.ok) throw new AppError('changed_meanwhile')
    },

    /** Before an order is opened: whatever becomes of it, the files that it names are never swept. */
    async markOrdered(photos: readonly Pick<Photo, 'id' | 'isOrdered'>[]): Promise<void> {
      const unmarked = photos.filter(({ isOrdered }) => !isOrdered)
      await Promise.all(
        unmarked.map(({ id }) =>
          table.write(update(photoKeys.photo(id), { set: { isOrdered: true }, when: 'present' })),
        ),
      )
    },

    /**
     * A failed upload tried again is pending once more, and waits from `at` for the file under its new key.
     * @throws AppError `changed_meanwhile` when it is ready, or was restarted elsewhere.
     */
    async restart(photo: Photo, uploadKey: string, at: Date): Promise<Photo> {
      const pending: Photo = { ...photo, state: 'pending', reason: null }
      const fields = { state: 'pending', reason: null, original: null, uploadKey, version: photo.version + 1 }
      const written = await table.write(
        update(photoKeys.photo(photo.id), {
          set: { ...fields, ...listing(pending), ...sweepPlace(photo.id, at) },
          remove: ['askedAgain'],
          when: { version: is.equal(photo.version), state: is.oneOf(['pending', 'failed']) },
        }),
      )
      if (!written.ok) throw new AppError('changed_meanwhile')
      return Photo.parse(written.item)
    },

    /**
     * An edit. A photo becomes ready, or fails, without a new version: then its place in the lists is another than that of
     * the photo that was read, and the edit is written again on what it has become.
     * @throws AppError `changed_meanwhile` when another edit came first.
     */
    async save(
      photo: Photo,
      changes: Partial<Pick<Photo, 'title' | 'description' | 'pricePence' | 'isFeatured'>>,
      { version }: { version: number },
    ): Promise<Photo> {
      const words = photoTermWrites.edited(photo, { ...photo, ...changes })
      // New words before the edit and old ones after it: what is found is checked, what is not is missed.
      await write(table, words.made)
      let seen = photo
      const saved = await retried(mostStates, 'changed_meanwhile', async () => {
        const written = await table.write(
          update(photoKeys.photo(photo.id), {
            set: { ...changes, version: version + 1, ...listing({ ...seen, ...changes }) },
            when: { version: is.equal(version), state: is.equal(seen.state) },
          }),
        )
        if (written.ok && photo.state === 'ready') await recall([edgeTags.gallery(photo.galleryId)])
        if (written.ok) return Photo.parse(written.item)
        const now = written.before && Photo.parse(written.before)
        if (now?.version !== version || now.state === 'deleted') throw new AppError('changed_meanwhile')
        seen = now
        return tryAgain
      })
      await write(table, words.removed)
      return saved
    },

    /**
     * Also while the photo is drawn anew or removed elsewhere: the cover is what it is at the moment of the write.
     * @throws AppError `photo_not_found` when it is not shown any more, `gallery_not_found` when its gallery is gone.
     */
    async makeCover(photo: Photo): Promise<void> {
      await makeCover(table, photo)
      await recall([edgeTags.gallery(photo.galleryId)])
    },

    /**
     * Takes a photo out of its gallery. The record stays, since orders and proofs name it; what becomes of its files the
     * sweep decides. The next photo shown becomes the cover if this one was. Repeating it changes nothing.
     */
    async remove(photo: Photo, at: Date): Promise<void> {
      let seen: Photo | undefined = photo
      await retried(mostStates + 1, 'changed_meanwhile', async () => {
        if (!seen || seen.state === 'deleted' || (await removeAs(table, seen, at))) return
        // It changed while it was being removed: it may just have become ready.
        seen = await find(photo.id)
        return tryAgain
      })
      await write(table, photoTermWrites.removed(photo))
      if (photo.state !== 'ready' && seen?.state !== 'ready') return
      await passCoverOn(table, photo)
      await recall([edgeTags.gallery(photo.galleryId)])
    },

    /** Takes every photo out of a gallery that is gone, a hundred at a time. Repeating it goes on where it stopped. */
    async removeAll(galleryId: GalleryId, at: Date): Promise<void> {
      for (const list of [photoKeys.shownIn(galleryId), photoKeys.hiddenIn(galleryId)]) {
        const read = (after?: Item) => table.query({ index: 'by-owner', partition: list, limit: 100, after })
        for await (const page of eachPage(read)) {
          const gone = page.items.map((item) => deletion(Photo.parse(item).id, at, 'present'))
          if (gone.length > 0) await table.transact(gone)
        }
      }
      await terms.clearPhotoTerms(galleryId)
    },
  }
}
export type PhotoStore = ReturnType<typeof photoStore>

const write = async (table: Table, writes: readonly Write[]): Promise<void> => {
  if (writes.length > 0) await table.transact(writes)
}

/** @returns false when the photo is in another state by now. */
const removeAs = async (table: Table, photo: Photo, at: Date): Promise<boolean> => {
  const gone = deletion(photo.id, at, { state: is.equal(photo.state) })
  if (photo.state === 'ready') {
    const counted = await table.transact([gone, countDown(photo)])
    if (counted.ok) return true
    if (counted.failures[0]) return false
    // The gallery is gone, or counts none: nothing to count down, and the photo goes all the same.
  }
  return (await table.write(gone)).ok
}
