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
import { galleryKeys } from './gallery-keys.ts'
import { makeCover, passCoverOn } from './photo-cover-store.ts'
import { listPhotos, type Paging, type PhotoPage } from './photo-list-store.ts'
import { photoTermStore, photoTermWrites } from './photo-term-store.ts'
import {
  coverOf,
  deletion,
  listing,
  mostStates,
  photoKeys,
  sweepAttributes,
  sweepPlace,
  waitsFor,
} from './photo-writes.ts'

/** What the render function found out about a photo. */
export type Rendered = Pick<
  Photo,
  | 'fileFormat'
  | 'width'
  | 'height'
  | 'thumbhash'
  | 'capturedAt'
  | 'renditions'
  | 'watermark'
  | 'webKey'
  | 'original'
  | 'bytes'
>

/**
 * Photos: reachable by id for carts, listed by gallery in two lists (shown and hidden).
 * @param recall Tells the edge of what an edit made untrue. A further photo that becomes ready does not: a gallery that
 * fills would be called back all the time, and shows them all five minutes later.
 */
export const photoStore = (table: Table, recall: Recall = recallNothing) => ({
  ...photoTermStore(table),

  /** What shows the photo, and what lies of its gallery's pictures, once some of them are gone. */
  async recallGallery({ galleryId }: Pick<Photo, 'galleryId'>, areFilesGone = false): Promise<void> {
    await recall([edgeTags.gallery(galleryId), ...(areFilesGone ? [edgeTags.pictures(galleryId)] : [])])
  },

  async find(id: PhotoId): Promise<Photo | undefined> {
    const item = await table.get(photoKeys.photo(id))
    return item && Photo.parse(item)
  },

  /** @throws AppError `photo_not_found`, also for somebody else's photo. */
  async getOwn(id: PhotoId, owner: UserId): Promise<Photo> {
    const photo = await this.find(id)
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

  /**
   * The one transition to ready, together with the gallery's count and, for its first photo, its cover. An event that
   * comes twice or late finds a photo that waits no more, or for another file, and changes nothing.
   * @returns whether this call made it ready.
   */
  async becomeReady(photo: Photo, rendered: Rendered): Promise<boolean> {
    const ready: Photo = { ...photo, ...rendered, state: 'ready', reason: null }
    const fields = { ...rendered, state: 'ready', reason: null, ...listing(ready) }
    for (const isFirst of [true, false]) {
      const result = await table.transact([
        update(photoKeys.photo(photo.id), { set: fields, remove: sweepAttributes, when: waitsFor(photo) }),
        update(galleryKeys.gallery(photo.galleryId), {
          set: isFirst ? { cover: coverOf(ready) } : {},
          add: { photoCount: 1 },
          when: isFirst ? { cover: is.equal(null) } : { cover: is.present },
        }),
      ])
      // With its first photo a gallery has a price and a cover in every list.
      if (result.ok && isFirst) await recall([edgeTags.gallery(photo.galleryId), edgeTags.owner(photo.photographerId)])
      if (result.ok) return true
      if (result.failures[0]) return false
    }
    // The gallery is gone: its photos go with it.
    return false
  },

  /** New renditions of a photo that is ready already, after a change of watermark or privacy; the cover follows. */
  async replaceRenditions(photo: Photo, rendered: Rendered): Promise<boolean> {
    const renewed: Photo = { ...photo, ...rendered }
    const swap = update(photoKeys.photo(photo.id), {
      set: {
        fileFormat: rendered.fileFormat,
        renditions: rendered.renditions,
        watermark: rendered.watermark,
        webKey: rendered.webKey,
      },
      when: { state: is.equal('ready') },
    })
    const asCover = update(galleryKeys.gallery(photo.galleryId), {
      set: { cover: coverOf(renewed) },
      when: { 'cover.photoId': is.equal(photo.id) },
    })
    const together = await table.transact([swap, asCover])
    const isDone = together.ok || (together.failures[0] === undefined && (await table.write(swap)).ok)
    if (isDone) await this.recallGallery(photo)
    return isDone
  },

  /** The end of a photo that cannot be shown: failed, or kept without a preview, with the reason its owner reads. */
  async settle(photo: Photo, state: 'failed' | 'kept', reason: string, original: Photo['original']): Promise<boolean> {
    const settled = { ...photo, state }
    const written = await table.write(
      update(photoKeys.photo(photo.id), {
        set: { state, reason, original, ...listing(settled) },
        remove: sweepAttributes,
        when: waitsFor(photo),
      }),
    )
    return written.ok
  },

  /**
   * Says that this photo could not be drawn, without a judgement of its file: a delivery of its message that succeeds
   * later still makes it ready.
   */
  async giveUp(photo: Photo, reason: string): Promise<boolean> {
    return this.settle(photo, 'failed', reason, null)
  },

  /**
   * Takes a photo off sale whose file cannot be delivered; its owner reads why, and can upload it anew. Repeating it
   * changes nothing.
   * @returns whether this call did it.
   */
  async withdraw(photo: Photo, reason: string): Promise<boolean> {
    const failed = { ...photo, state: 'failed' as const }
    const result = await table.transact([
      update(photoKeys.photo(photo.id), {
        set: { state: 'failed', reason, ...listing(failed) },
        when: { state: is.equal('ready'), uploadKey: is.equal(photo.uploadKey) },
      }),
      update(galleryKeys.gallery(photo.galleryId), {
        add: { photoCount: -1 },
        when: { photoCount: is.atLeast(1) },
      }),
    ])
    if (result.ok) await passCoverOn(table, photo)
    if (result.ok) await this.recallGallery(photo)
    return result.ok
  },

  /** Before an order is opened: whatever becomes of it, the files that it names are never swept. */
  async markOrdered(photos: readonly Pick<Photo, 'id' | 'isOrdered'>[]): Promise<void> {
    const unmarked = photos.filter(({ isOrdered }) => !isOrdered)
    await Promise.all(
      unmarked.map(({ id }) => table.write(update(photoKeys.photo(id), { set: { isOrdered: true }, when: 'present' }))),
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
    const terms = photoTermWrites.edited(photo, { ...photo, ...changes })
    // New words before the edit and old ones after it: what is found is checked, what is not is missed.
    await write(table, terms.made)
    let seen = photo
    const saved = await retried(mostStates, 'changed_meanwhile', async () => {
      const written = await table.write(
        update(photoKeys.photo(photo.id), {
          set: { ...changes, version: version + 1, ...listing({ ...seen, ...changes }) },
          when: { version: is.equal(version), state: is.equal(seen.state) },
        }),
      )
      if (written.ok && photo.state === 'ready') await this.recallGallery(photo)
      if (written.ok) return Photo.parse(written.item)
      const now = written.before && Photo.parse(written.before)
      if (now?.version !== version || now.state === 'deleted') throw new AppError('changed_meanwhile')
      seen = now
      return tryAgain
    })
    await write(table, terms.removed)
    return saved
  },

  /**
   * Also while the photo is drawn anew or removed elsewhere: the cover is what it is at the moment of the write.
   * @throws AppError `photo_not_found` when it is not shown any more, `gallery_not_found` when its gallery is gone.
   */
  async makeCover(photo: Photo): Promise<void> {
    await makeCover(table, photo)
    await this.recallGallery(photo)
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
      seen = await this.find(photo.id)
      return tryAgain
    })
    await write(table, photoTermWrites.removed(photo))
    if (photo.state !== 'ready' && seen?.state !== 'ready') return
    await passCoverOn(table, photo)
    await this.recallGallery(photo)
  },

  /**
   * The operator takes a shown photo out of sight; doing it again only passes the cover on, should the first call have
   * ended before that. @returns whether this call did.
   */
  async takeDown(photo: Photo, reason: string, alongside: readonly Write[]): Promise<boolean> {
    const set = { state: 'taken_down', reason, ...listing({ ...photo, state: 'taken_down' }) }
    const result = await table.transact([
      update(photoKeys.photo(photo.id), { set, when: { state: is.equal('ready') } }),
      update(galleryKeys.gallery(photo.galleryId), {
        add: { photoCount: -1 },
        when: { photoCount: is.atLeast(1) },
      }),
      ...alongside,
    ])
    if (result.ok || photo.state === 'taken_down') {
      await passCoverOn(table, photo)
      await this.recallGallery(photo, true)
    }
    return result.ok
  },

  /** Shows it again. A gallery that has no cover takes it. @returns whether this call did. */
  async putBack(photo: Photo, alongside: readonly Write[]): Promise<boolean> {
    const back: Photo = { ...photo, state: 'ready', reason: null }
    for (const isFirst of [true, false]) {
      const result = await table.transact([
        update(photoKeys.photo(photo.id), {
          set: { state: 'ready', reason: null, ...listing(back) },
          when: { state: is.equal('taken_down') },
        }),
        update(galleryKeys.gallery(photo.galleryId), {
          set: isFirst ? { cover: coverOf(back) } : {},
          add: { photoCount: 1 },
          when: isFirst ? { cover: is.equal(null) } : { cover: is.present },
        }),
        ...alongside,
      ])
      if (result.ok) await this.recallGallery(photo)
      if (result.ok) return true
      if (result.failures[0]) return false
    }
    return false
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
    await this.clearPhotoTerms(galleryId)
  },
})
export type PhotoStore = ReturnType<typeof photoStore>

const write = async (table: Table, writes: readonly Write[]): Promise<void> => {
  if (writes.length > 0) await table.transact(writes)
}

/** @returns false when the photo is in another state by now. */
const removeAs = async (table: Table, photo: Photo, at: Date): Promise<boolean> => {
  const gone = deletion(photo.id, at, { state: is.equal(photo.state) })
  if (photo.state === 'ready') {
    const countDown = update(galleryKeys.gallery(photo.galleryId), {
      add: { photoCount: -1 },
      when: { photoCount: is.atLeast(1) },
    })
    const counted = await table.transact([gone, countDown])
    if (counted.ok) return true
    if (counted.failures[0]) return false
    // The gallery is gone, or counts none: nothing to count down, and the photo goes all the same.
  }
  return (await table.write(gone)).ok
}
