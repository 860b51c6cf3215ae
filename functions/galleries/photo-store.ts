import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import { type Recall, recallNothing } from '#functions/shared/edge/recall.ts'
import { chunks } from '#functions/shared/table/chunks.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Item, Table, Update, Write } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import { afterHours, type Clock, stamp, systemClock } from '#functions/shared/time/clock.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import { Photo } from '#schema/entities/photo.ts'
import { storedRenditions } from '#schema/entities/renditions.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId, PhotoId, UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { lowestPriceOfPhoto } from '#schema/web-size.ts'
import { galleryKeys } from './gallery-keys.ts'
import { makeCover, passCoverOn, passLeftCoverOn } from './photo-cover-store.ts'
import { exceptionNote, isKeptBack } from './photo-exception.ts'
import { listPhotos, type Paging, type PhotoPage } from './photo-list-store.ts'
import { photoNumberStore, photoNumberWrites } from './photo-number-store.ts'
import { placedIn } from './photo-order.ts'
import { photoOrderStore } from './photo-order-store.ts'
import { photoPricingStore } from './photo-pricing-store.ts'
import { photoRenderingStore } from './photo-rendering-store.ts'
import { photoSetStore } from './photo-set-store.ts'
import { photoTakedownStore } from './photo-takedown-store.ts'
import { photoTermStore, photoTermWrites } from './photo-term-store.ts'
import { deletion, listing, photoKeys, sweepPlace } from './photo-writes.ts'
import { type Changed, changeStock, countedOut, pricedTags, pricePut, stockStore } from './stock-store.ts'

/** Records a photo with its words and, where it is on sale, its price; refused where its id was taken before. */
export const photoMade = (photo: Photo): Write[] => {
  const place = photo.state === 'pending' ? sweepPlace(photo.id, new Date(photo.createdAt)) : {}
  const renditions = storedRenditions(photo.renditions)
  const item = { ...photoKeys.photo(photo.id), ...photo, renditions, ...listing(photo), ...place }
  const price = photo.state === 'ready' ? [pricePut(photo)] : []
  return [put(item, 'absent'), ...price, ...photoTermWrites.made(photo)]
}

/**
 * An upload tried again is pending once more, and waits from `at` for the file under its key. A key that it did not have is
 * one more file of it. Refused when it is ready, or was restarted elsewhere.
 */
export const uploadRestart = (photo: Photo, uploadKey: string, at: Date): { after: Photo; write: Update } => {
  const uploadsAgain = photo.uploadsAgain + (uploadKey === photo.uploadKey ? 0 : 1)
  const fields = {
    ...({ state: 'pending', reason: null, original: null } as const),
    ...{ uploadKey, uploadsAgain, version: photo.version + 1 },
  }
  const after: Photo = { ...photo, ...fields }
  const write = update(photoKeys.photo(photo.id), {
    set: { ...fields, ...listing(after), ...sweepPlace(photo.id, at) },
    remove: ['askedAgain'],
    when: { version: is.equal(photo.version), state: is.oneOf(['pending', 'failed']) },
  })
  return { after, write }
}

type Changes = Partial<Pick<Photo, 'title' | 'description' | 'pricePence' | 'webPence' | 'isFeatured' | 'isExcepted'>>

/** Of an order of many photos, so many are marked side by side. */
const markedAtOnce = 25

/**
 * Photos: reachable by id for carts, listed by gallery in two lists (shown and hidden).
 * @param recall Tells the edge of what an edit made untrue. A further photo that becomes ready does not: a gallery that
 * fills would be called back all the time, and shows them all five minutes later.
 * @param now Says what has left the lists by itself.
 */
export const photoStore = (table: Table, recall: Recall = recallNothing, now: Clock = systemClock) => {
  const terms = photoTermStore(table)
  const numbers = photoNumberStore(table)
  const stock = stockStore(table, recall)

  const find = async (id: PhotoId): Promise<Photo | undefined> => {
    const item = await table.get(photoKeys.photo(id))
    return item && Photo.parse(item)
  }

  const markAll = async (photos: readonly Pick<Photo, 'id'>[], set: Item): Promise<void> => {
    for (const some of chunks(photos, markedAtOnce)) {
      await Promise.all(some.map(({ id }) => table.write(update(photoKeys.photo(id), { set, when: 'present' }))))
    }
  }

  return {
    ...terms,
    ...numbers,
    ...stock,
    ...photoRenderingStore(table, recall, now),
    ...photoTakedownStore(table, recall, now),
    ...photoOrderStore(table, recall, now),
    ...photoPricingStore(table, recall, now),
    ...photoSetStore(table, recall),
    find,

    /** @throws AppError `photo_not_found`, also for somebody else's photo. */
    async getOwn(id: PhotoId, owner: UserId): Promise<Photo> {
      const photo = await find(id)
      if (photo?.photographerId !== owner || photo.state === 'deleted') throw new AppError('photo_not_found')
      return photo
    },

    /** Those of these ids that exist, in no order. */
    async getMany(ids: readonly PhotoId[], { consistent = true } = {}): Promise<Photo[]> {
      const items = await table.getMany(
        ids.map((id) => photoKeys.photo(id)),
        { consistent },
      )
      return items.map((item) => Photo.parse(item))
    },

    /**
     * Photos and their galleries together, as they were a moment ago: for what is shown of them, never for what is decided.
     */
    async getWithHomes(refs: readonly { readonly photoId: PhotoId; readonly galleryId: GalleryId }[]) {
      const keys = refs.flatMap(({ photoId, galleryId }) => [photoKeys.photo(photoId), galleryKeys.gallery(galleryId)])
      const items = await table.getMany(keys, { consistent: false })
      return {
        photos: items.filter(({ SK }) => SK === 'PHOTO').map((item) => Photo.parse(item)),
        galleries: items.filter(({ SK }) => SK === 'GALLERY').map((item) => Gallery.parse(item)),
      }
    },

    /** Photos that are for sale, in the order of their gallery. */
    async listShown(
      galleryId: GalleryId,
      { after, sort, limit = limits.gallery.photosPerPage }: Paging = {},
    ): Promise<PhotoPage> {
      return listPhotos(table, photoKeys.shownIn(galleryId), { after, sort, limit })
    },

    /** Photos that only their owner sees: pending, failed, or kept without a preview. */
    async listHidden(
      galleryId: GalleryId,
      { after, limit = limits.gallery.photosPerPage }: Paging = {},
    ): Promise<PhotoPage> {
      return listPhotos(table, photoKeys.hiddenIn(galleryId), { after, limit })
    },

    async create(photo: Photo): Promise<void> {
      const written = await table.transact(photoMade(photo))
      if (!written.ok) throw new AppError('changed_meanwhile')
    },

    /** Before an order is opened: as long as it may still be paid, the files that it names are not swept. */
    async hold(photos: readonly Pick<Photo, 'id' | 'isOrdered' | 'heldUntil'>[], at: Date): Promise<void> {
      const { filesHeldDays, filesHeldAnewDays } = limits.order
      const least = stamp(afterHours(at, 24 * (filesHeldDays - filesHeldAnewDays)))
      const heldUntil = stamp(afterHours(at, 24 * filesHeldDays))
      await markAll(
        photos.filter((photo) => !photo.isOrdered && (photo.heldUntil === null || photo.heldUntil < least)),
        { heldUntil },
      )
    },

    /** They were sold: whatever becomes of them, their files are never swept. */
    markOrdered: (photos: readonly Pick<Photo, 'id' | 'isOrdered'>[]): Promise<void> =>
      markAll(
        photos.filter(({ isOrdered }) => !isOrdered),
        { isOrdered: true },
      ),

    /** The same of what comes into orders of its whole gallery that were paid for before. */
    markGiven: (photos: readonly Pick<Photo, 'id' | 'isOrdered' | 'isGiven'>[]): Promise<void> =>
      markAll(
        photos.filter(({ isOrdered, isGiven }) => !isOrdered || !isGiven),
        { isOrdered: true, isGiven: true },
      ),

    /**
     * An upload tried again, see `uploadRestart`.
     * @throws AppError `changed_meanwhile` when it is ready, or was restarted elsewhere.
     */
    async restart(photo: Photo, uploadKey: string, at: Date): Promise<Photo> {
      const written = await table.write(uploadRestart(photo, uploadKey, at).write)
      if (!written.ok) throw new AppError('changed_meanwhile')
      return Photo.parse(written.item)
    },

    /**
     * An edit. A photo becomes ready, or fails, without a new version: then its place in the lists is another than that of
     * the photo that was read, and the edit is written on what it has become.
     * @throws AppError `changed_meanwhile` when another edit came first.
     */
    async save(photo: Photo, changes: Changes, { version }: { version: number }): Promise<Photo> {
      const words = photoTermWrites.edited(photo, { ...photo, ...changes })
      // New words before the edit and old ones after it: what is found is checked, what is not is missed.
      await write(table, words.made)
      const saved = await saveEdit(table, { photo, changes, version, now })
      const isPriceOther = await stock.showMoved(photo.galleryId, saved, now())
      if (isPriceOther) await recall(pricedTags(photo))
      else if (saved.before.state === 'ready') await recall([edgeTags.gallery(photo.galleryId)])
      await write(table, words.removed)
      return saved.after
    },

    /**
     * Also while the photo is drawn anew or removed elsewhere: the cover is what it is at the moment of the write.
     * @throws AppError `photo_not_found` when it is not shown any more, `gallery_not_found` when its gallery is gone.
     */
    async makeCover(photo: Photo): Promise<void> {
      await makeCover(table, photo, now)
      await recall([edgeTags.gallery(photo.galleryId)])
    },

    /** Where the cover is a photo that is shown no more, the next one shown becomes it. Repeating it changes nothing. */
    async passCoverOn(galleryId: GalleryId): Promise<void> {
      await passLeftCoverOn(table, galleryId, now)
      await recall([edgeTags.gallery(galleryId)])
    },

    /**
     * Takes a photo out of its gallery. The record stays, since orders and proofs name it; what becomes of its files the
     * sweep decides. The next photo shown becomes the cover if this one was. Repeating it finishes what a call left that
     * ended early.
     */
    async remove(photo: Photo, at: Date): Promise<void> {
      const changed = await changeStock(table, {
        ...photo,
        now,
        plan: (present, gallery) => {
          if (present.state === 'deleted') return undefined
          const { set, remove } = deletion(present, at, 'present')
          const gone = { set: { ...set }, remove: [...(remove ?? [])] }
          // It may just have become ready: then it counts.
          if (present.state !== 'ready') return { photo: gone }
          return { photo: gone, ...countedOut(gallery, { photo: present, now }), leaves: present }
        },
      })
      await write(table, photoTermWrites.removed(photo))
      // Numbers may have been read since the photo was.
      await write(table, photoNumberWrites.removed(changed?.before ?? photo))
      const isPriceOther = await stock.showMoved(photo.galleryId, changed, now())
      const mayBeShown = photo.state === 'ready' || photo.state === 'deleted' || changed?.before.state === 'ready'
      if (!mayBeShown) return
      await passCoverOn(table, photo, { now, chore: changed?.coverChore })
      await recall(isPriceOther ? pricedTags(photo) : [edgeTags.gallery(photo.galleryId)])
    },

    /** Takes every photo out of a gallery that is gone, a hundred at a time. Repeating it goes on where it stopped. */
    async removeAll(galleryId: GalleryId, at: Date, mayGoOn = () => {}): Promise<void> {
      for (const list of [photoKeys.shownIn(galleryId), photoKeys.hiddenIn(galleryId)]) {
        const read = (after?: Item) => table.query({ index: 'by-owner', partition: list, limit: 100, after })
        for await (const page of eachPage(read)) {
          mayGoOn()
          const gone = page.items.map((item) => deletion(Photo.parse(item), at, 'present'))
          if (gone.length > 0) await table.transact(gone)
        }
      }
      await terms.clearPhotoTerms(galleryId, mayGoOn)
      await numbers.clearPhotoNumbers(galleryId, mayGoOn)
      await stock.clearPrices(galleryId)
    },
  }
}
export type PhotoStore = ReturnType<typeof photoStore>

const write = async (table: Table, writes: readonly Write[]): Promise<void> => {
  if (writes.length > 0) await table.transact(writes)
}

type Edit = {
  readonly photo: Photo
  readonly changes: Changes
  readonly version: number
  readonly now: Clock
}

/** @throws AppError `changed_meanwhile` when another edit came first. */
const saveEdit = async (table: Table, { photo, changes, version, now }: Edit): Promise<Changed & { after: Photo }> => {
  let after = photo
  const changed = await changeStock(table, {
    ...photo,
    now,
    plan: (seen, gallery) => {
      if (seen.version !== version || seen.state === 'deleted') return undefined
      const placed = gallery && placedIn(gallery, seen)
      // A price that is set while all are being priced is not for that pricing to change.
      const isSet = changes.pricePence !== undefined || changes.webPence !== undefined
      const priceRun = isSet ? (gallery?.priceRun ?? seen.priceRun) : seen.priceRun
      const exception = exceptionNote(seen, changes.isExcepted ?? seen.isExcepted, now())
      const edit = { ...changes, ...exception, ...placed, priceRun, version: version + 1 }
      after = Photo.parse({ ...seen, ...edit })
      const isPriced = seen.state === 'ready' && lowestPriceOfPhoto(after) !== lowestPriceOfPhoto(seen)
      return {
        photo: { set: { ...edit, ...listing(after) } },
        ...(isPriced && { leaves: seen, comes: after }),
        growsWholes: seen.state === 'ready' && isKeptBack(seen) && !isKeptBack(after),
      }
    },
  })
  if (!changed) throw new AppError('changed_meanwhile')
  return { ...changed, after }
}
