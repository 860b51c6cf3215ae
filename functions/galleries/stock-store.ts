import { type Chore, choreDone, choreNow, chorePut } from '#functions/chores/chore-writes.ts'
import { galleryTags } from '#functions/shared/edge/edge-tags.ts'
import type { Recall } from '#functions/shared/edge/recall.ts'
import { removeAll } from '#functions/shared/table/remove-all.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Assert, Check, Expectation, Key, Put, Table, Update, Write } from '#functions/shared/table/writes.ts'
import { assert, is, put, remove, update } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { Gallery, priceLayout, wordLayout } from '#schema/entities/gallery.ts'
import { Photo } from '#schema/entities/photo.ts'
import { type PhotoOrder, usualOrder } from '#schema/entities/photo-order.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import { Pence } from '#schema/money.ts'
import { lowestPriceOfPhoto } from '#schema/web-size.ts'
import { galleryKeys } from './gallery-keys.ts'
import { listing, listingAttributes } from './gallery-writes.ts'
import { checkOf } from './number-check.ts'
import { isUnread } from './photo-number-store.ts'
import { anotherCover, photoKeys } from './photo-writes.ts'
import { asSeen, movesLowest, uploadPriceOf } from './stock-rules.ts'
import { termWrites } from './term-store.ts'

type Sale = Pick<Photo, 'id' | 'galleryId' | 'pricePence' | 'webPence' | 'webKey' | 'width' | 'height'>

const priceKey = (sale: Sale): Key =>
  galleryKeys.price(sale.galleryId, { photoId: sale.id, pricePence: lowestPriceOfPhoto(sale) })
export const pricePut = (sale: Sale): Put =>
  put({ ...priceKey(sale), photoId: sale.id, pricePence: lowestPriceOfPhoto(sale) }, 'always')
export const priceRemove = (sale: Sale): Write => remove(priceKey(sale), 'always')

export type GalleryPart = Pick<Update, 'set' | 'add'> & { readonly when?: Exclude<Expectation, string> }

/** What a change does to a photo. */
export type StockChange = {
  /** Without its condition: the photo is as it was read. */
  readonly photo: Omit<Update, 'kind' | 'key' | 'when'>
  /** What it changes of the gallery, where there is one. */
  readonly gallery?: GalleryPart
  /** The photo as it was on sale, and as it will be. */
  readonly leaves?: Sale | undefined
  readonly comes?: Sale | undefined
  /** Whether who bought the gallery whole gets more of it by this: a step of its stock has their orders looked at. */
  readonly growsWholes?: boolean
  readonly alongside?: readonly Write[]
}
export type Changed = {
  before: Photo
  /** To show the prices, where the lowest may have moved. */
  chore: Chore | undefined
  /** To pass the cover on, where it was the photo that left. */
  coverChore: Chore | undefined
}
type Plan = (photo: Photo, gallery: Gallery | undefined) => StockChange | undefined

/** Writers of one gallery that may come between a reading and its write, one after the other. */
const mostWriters = 20
/** A transaction takes 100 writes. */
const termsAtOnce = 90
const photosAtOnce = 40

/** An order as it was read: rows of earlier releases have none. */
const orderAsSeen = (order: PhotoOrder): Check =>
  order === usualOrder ? is.absentOr(is.equal(order)) : is.equal(order)

/** What decides about the places in a gallery is as it was read. */
export const orderUnchanged = ({ photoOrder, clocksVersion }: Gallery): Exclude<Expectation, string> => ({
  photoOrder: orderAsSeen(photoOrder),
  clocksVersion: asSeen(clocksVersion),
})

/** The photo is as it was read: whatever decides about its place and its sale. */
export const unchanged = ({
  state,
  version,
  uploadKey,
  original,
  listedBy,
  clockShift,
  handRank,
  webKey,
}: Photo): Exclude<Expectation, string> => ({
  // Its place follows from these, and they change without a new version.
  listedBy: orderAsSeen(listedBy),
  clockShift: asSeen(clockShift),
  handRank: handRank === null ? is.absentOr(is.equal(null)) : is.equal(handRank),
  state: is.equal(state),
  version: is.equal(version),
  uploadKey: is.equal(uploadKey),
  original: original === null ? is.equal(null) : is.different(null),
  // Whether its Web size may be sold; each drawing gives the file another name.
  webKey: webKey === null ? is.equal(null) : is.different(null),
})

/** The gallery's part: on the condition that the lowest price is what it was, or with a note that it must be looked for. */
export const galleryWrite = (gallery: Gallery, change: StockChange, isMoved: boolean): Update | Assert | undefined => {
  const { set, add, when } = change.gallery ?? {}
  if (!isMoved && !change.leaves && !change.comes && !change.gallery) return undefined
  const key = galleryKeys.gallery(gallery.id)
  const expected = { id: is.present, ...when, ...(isMoved ? {} : { stockVersion: asSeen(gallery.stockVersion) }) }
  if (!isMoved && !set && !add) return assert(key, expected)
  return update(key, { ...(set && { set }), add: { ...add, ...(isMoved && { stockVersion: 1 }) }, when: expected })
}

/** On the condition that a photo was not made the cover since its gallery was read. */
const whileNoCover = (change: StockChange, id: PhotoId): StockChange => ({
  ...change,
  gallery: { ...change.gallery, when: { ...change.gallery?.when, 'cover.photoId': is.absentOr(is.different(id)) } },
})

/**
 * Changes a photo together with what its gallery counts and sells, all or none. `plan` says what to do with both as they
 * are at this moment, or nothing to leave them; it is asked again when another write came first.
 * @returns the photo as it was before, and the chores that it leaves; `undefined` when nothing was changed.
 * @throws AppError `changed_meanwhile` when others write all the while.
 */
export const changeStock = async (
  table: Table,
  { id, galleryId, now, plan }: Pick<Photo, 'id' | 'galleryId'> & { now: Clock; plan: Plan },
): Promise<Changed | undefined> =>
  retried(mostWriters, 'changed_meanwhile', async () => {
    const items = await table.getMany([photoKeys.photo(id), galleryKeys.gallery(galleryId)])
    const stored = items.find(({ SK }) => SK === photoKeys.photo(id).SK)
    const itsGallery = items.find(({ SK }) => SK !== photoKeys.photo(id).SK)
    const gallery = itsGallery && Gallery.parse(itsGallery)
    const before = stored && Photo.parse(stored)
    const change = before && plan(before, gallery)
    if (!change) return undefined
    const { leaves, comes, growsWholes = false, alongside = [] } = change
    const isMoved =
      gallery !== undefined &&
      (growsWholes ||
        movesLowest(gallery, {
          leaves: leaves && lowestPriceOfPhoto(leaves),
          comes: comes && lowestPriceOfPhoto(comes),
        }))
    const isLeaving = leaves !== undefined && comes === undefined
    const isCoverLeaving = isLeaving && gallery?.cover?.photoId === id
    const chore = isMoved ? choreNow(now, 'show-prices', galleryId) : undefined
    const coverChore = isCoverLeaving ? choreNow(now, 'pass-cover-on', galleryId) : undefined
    const ofChange = isLeaving && !isCoverLeaving ? whileNoCover(change, id) : change
    const ofGallery = gallery && galleryWrite(gallery, ofChange, isMoved)
    const firsts = [
      update(photoKeys.photo(id), { ...change.photo, when: unchanged(before) }),
      ...(ofGallery ? [ofGallery] : []),
    ]
    const written = await table.transact([
      ...firsts,
      ...(leaves ? [priceRemove(leaves)] : []),
      ...(comes ? [pricePut(comes)] : []),
      ...[chore, coverChore].flatMap((each) => (each ? [chorePut(each)] : [])),
      ...alongside,
    ])
    if (written.ok) return { before, chore, coverChore }
    // What was asked for alongside does not hold: doing it again would not help.
    return written.failures.slice(0, firsts.length).some(Boolean) ? tryAgain : undefined
  })

/** What shows another lowest price: the gallery, and the lists of its photographer. */
export const pricedTags = ({ galleryId, photographerId }: Pick<Photo, 'galleryId' | 'photographerId'>): string[] =>
  galleryTags([{ id: galleryId, photographerId }])

/** One photo more, in the gallery's order, which is the cover where there is none. */
export const countedIn = (gallery: Gallery, photo: Photo): GalleryPart => ({
  add: { photoCount: 1, cameCount: 1 },
  ...(gallery.cover === null && { set: anotherCover(photo) }),
  when: {
    cover: gallery.cover === null ? is.equal(null) : is.different(null),
    ...orderUnchanged(gallery),
  },
})

/**
 * One photo less. A gallery that is gone, or counts none, has nothing to count down, and the photo goes all the same. Where
 * its numbers were not read, all that stay may be: that is looked for.
 */
export const countedOut = (
  gallery: Gallery | undefined,
  { photo, now }: { photo: Photo; now: Clock },
): Pick<StockChange, 'gallery'> & { alongside: Write[] } => ({
  ...(gallery &&
    gallery.photoCount > 0 && { gallery: { add: { photoCount: -1 }, when: { photoCount: is.atLeast(1) } } }),
  alongside: gallery?.numbers && isUnread(photo) ? [chorePut(checkOf(gallery.id, now()))] : [],
})

/** What is on sale in galleries, and the lowest price of it. Part of the photo store. */
export const stockStore = (table: Table, recall: Recall) => {
  const lowestOf = async (id: GalleryId): Promise<Pence | null> => {
    const { PK: partition } = galleryKeys.gallery(id)
    const paid = await table.query({ partition, sort: { between: galleryKeys.paidPrices }, limit: 1 })
    if (paid.items[0]) return Pence.parse(paid.items[0].pricePence)
    const free = await table.query({ partition, sort: { beginsWith: galleryKeys.freePrices }, limit: 1 })
    return free.items[0] ? Pence.parse(0) : null
  }

  const showPrices = async (
    id: GalleryId,
    { at, isAgain = false }: { at: Date; isAgain?: boolean },
  ): Promise<boolean> =>
    // Who wrote in between shows the prices too: after so many the last of them does.
    retried(mostWriters, { answer: false }, async () => {
      const item = await table.get(galleryKeys.gallery(id))
      const before = item && Gallery.parse(item)
      if (!before || before.layout < priceLayout) return false
      const lowestPence = await lowestOf(id)
      const set = {
        lowestPence,
        pricePence: lowestPence ?? uploadPriceOf(before),
        stockShown: before.stockVersion,
      }
      const after: Gallery = { ...before, ...set }
      const listed = listing(after, at)
      const isOther = before.lowestPence !== lowestPence
      const terms = isOther || isAgain ? termWrites.relisted(after, at) : []
      const written = await table.transact([
        update(galleryKeys.gallery(id), {
          set: { ...set, ...listed },
          ...(listed.publicKey === undefined && { remove: listingAttributes }),
          when: {
            version: is.equal(before.version),
            stockVersion: asSeen(before.stockVersion),
            ownerState: is.absentOr(is.equal(before.ownerState)),
          },
        }),
        ...terms.slice(0, termsAtOnce),
      ])
      if (!written.ok) return tryAgain
      for (let start = termsAtOnce; start < terms.length; start += 100) {
        await table.transact(terms.slice(start, start + 100))
      }
      if (isAgain) await recall(galleryTags([before]))
      return isOther
    })

  return {
    /**
     * How many photos on sale in a gallery cost something, counted up to `most`: one query of so many small items. Of a row
     * from before prices were kept beside it, all that are ready count.
     */
    async countPaid({ id, layout, photoCount }: Pick<Gallery, 'id' | 'layout' | 'photoCount'>, most: number) {
      const limit = Math.min(most, photoCount)
      if (layout < priceLayout || limit === 0) return limit
      const { PK: partition } = galleryKeys.gallery(id)
      const { items } = await table.query({ partition, sort: { between: galleryKeys.paidPrices }, limit })
      return items.length
    },

    /**
     * Looks for the lowest price of a gallery and shows it: on the gallery, in the lists, under its words. One read of the
     * cheapest, however many photos there are.
     * @param isAgain Whether an earlier call may have ended before all of it was written and told.
     * @returns whether it is another one.
     */
    showPrices,

    /**
     * Shows the prices after a change that may have moved the lowest; what fails is left to the timed job.
     * @returns whether the lowest is another one.
     */
    async showMoved(galleryId: GalleryId, changed: Pick<Changed, 'chore'> | undefined, at: Date): Promise<boolean> {
      const chore = changed?.chore
      if (!chore) return false
      try {
        const isOther = await showPrices(galleryId, { at })
        await table.write(choreDone(chore))
        return isOther
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return false
      }
    },

    /**
     * Writes the prices of photos that were on sale before galleries knew them. One that changed meanwhile is read anew.
     * Repeating it changes nothing.
     */
    async writePrices(photos: readonly Sale[]): Promise<void> {
      for (let start = 0; start < photos.length; start += photosAtOnce) {
        const some = photos.slice(start, start + photosAtOnce)
        const together = await table.transact(some.flatMap(priced))
        if (together.ok) continue
        for (const { id } of some) await writePrice(table, id)
      }
    },

    /** Says that all prices of a gallery are stored, and shows the lowest. */
    async setPriced(id: GalleryId, now: Clock): Promise<void> {
      const chore = choreNow(now, 'show-prices', id)
      await retried(mostWriters, 'unavailable', async () => {
        const item = await table.get(galleryKeys.gallery(id))
        const before = item && Gallery.parse(item)
        if (!before || before.layout < wordLayout) return undefined
        const written = await table.transact([
          update(galleryKeys.gallery(id), {
            set: { layout: Math.max(priceLayout, before.layout), uploadPence: uploadPriceOf(before) },
            add: { stockVersion: 1 },
            when: { version: is.equal(before.version), layout: is.equal(before.layout) },
          }),
          chorePut(chore),
        ])
        return written.ok ? undefined : tryAgain
      })
      await showPrices(id, { at: now(), isAgain: true })
      await table.write(choreDone(chore))
    },

    /** Removes the prices of a gallery that is gone. */
    clearPrices: (id: GalleryId): Promise<void> =>
      removeAll(table, { partition: galleryKeys.gallery(id).PK, sort: { beginsWith: galleryKeys.prices } }),
  }
}

const priced = (photo: Sale): Write[] => [
  assert(photoKeys.photo(photo.id), {
    state: is.equal('ready'),
    pricePence: is.equal(photo.pricePence),
    webPence: photo.webPence === null ? is.absentOr(is.equal(null)) : is.equal(photo.webPence),
  }),
  pricePut(photo),
]

const writePrice = async (table: Table, id: PhotoId): Promise<void> =>
  retried(mostWriters, 'unavailable', async () => {
    const item = await table.get(photoKeys.photo(id))
    const photo = item && Photo.parse(item)
    if (photo?.state !== 'ready') return undefined
    return (await table.transact(priced(photo))).ok ? undefined : tryAgain
  })
