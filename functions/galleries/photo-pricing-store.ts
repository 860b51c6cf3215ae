import { choreNow, chorePut } from '#functions/chores/chore-writes.ts'
import type { Recall } from '#functions/shared/edge/recall.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Table, Update } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { GalleryId } from '#schema/ids.ts'
import type { Pence } from '#schema/money.ts'
import { galleryKeys } from './gallery-keys.ts'
import { listPhotos } from './photo-list-store.ts'
import { photoKeys } from './photo-writes.ts'
import { movesLowest } from './stock-rules.ts'
import {
  changeStock,
  type GalleryPart,
  galleryWrite,
  pricedTags,
  pricePut,
  priceRemove,
  stockStore,
  unchanged,
} from './stock-store.ts'

/** A transaction takes 100 writes: three a photo, one for the gallery and one for its chore. */
const photosAtOnce = 32

/** A gallery that is being priced, and the price of it. */
type Pricing = { readonly gallery: Gallery; readonly pence: Pence }

/** Whether the pricing has nothing to do with a photo: it costs that, or its price was set since. */
const isPriced = ({ gallery, pence }: Pricing, { pricePence, priceRun }: Photo): boolean =>
  pricePence === pence || priceRun >= gallery.priceRun

/** Puts one price on all photos of a gallery. Part of the photo store. */
export const photoPricingStore = (table: Table, recall: Recall, now: Clock) => {
  const stock = stockStore(table, recall)

  const pricingOf = async (id: GalleryId): Promise<Pricing | undefined> => {
    const item = await table.get(galleryKeys.gallery(id))
    const gallery = item && Gallery.parse(item)
    return gallery && gallery.priceForAll !== null ? { gallery, pence: gallery.priceForAll } : undefined
  }

  const changesOf = ({ gallery, pence }: Pricing, { version }: Photo) => ({
    pricePence: pence,
    priceRun: gallery.priceRun,
    version: version + 1,
  })

  const counted = ({ priceRun }: Gallery, photos: number): GalleryPart => ({
    add: { pricedSoFar: photos },
    when: { priceRun: is.equal(priceRun) },
  })

  /** One that was changed since the index had it. @returns how many were priced. */
  const priceOne = async ({ gallery: { priceRun } }: Pricing, seen: Photo): Promise<number> => {
    const changed = await changeStock(table, {
      ...seen,
      now,
      plan: (photo, gallery) => {
        if (!gallery || gallery.priceForAll === null || gallery.priceRun !== priceRun) return undefined
        const pricing = { gallery, pence: gallery.priceForAll }
        if (photo.state === 'deleted' || isPriced(pricing, photo)) return undefined
        const set = changesOf(pricing, photo)
        const sale = photo.state === 'ready' && { leaves: photo, comes: { ...photo, ...set } }
        return { photo: { set }, gallery: counted(gallery, 1), ...sale }
      },
    })
    await stock.showMoved(seen.galleryId, changed, now())
    return changed ? 1 : 0
  }

  /** Photos that are to be priced, together where none of them changed since the index had it. */
  const priceSome = async (pricing: Pricing, photos: readonly Photo[]): Promise<number> => {
    const { gallery, pence } = pricing
    const first = photos[0]
    if (!first) return 0
    const onSale = photos.filter(({ state }) => state === 'ready')
    const isMoved = onSale.some(({ pricePence }) => movesLowest(gallery, { leaves: pricePence, comes: pence }))
    const chore = isMoved ? choreNow(now, 'show-prices', gallery.id) : undefined
    const change = { photo: {}, gallery: counted(gallery, photos.length) }
    const ofGallery = galleryWrite(gallery, change, isMoved)
    const written = await table.transact([
      ...(ofGallery ? [ofGallery] : []),
      ...photos.map(
        (photo): Update =>
          update(photoKeys.photo(photo.id), { set: changesOf(pricing, photo), when: unchanged(photo) }),
      ),
      ...onSale.flatMap((photo) => [priceRemove(photo), pricePut({ ...photo, pricePence: pence })]),
      ...(chore ? [chorePut(chore)] : []),
    ])
    if (written.ok) {
      await stock.showMoved(gallery.id, { before: first, chore }, now())
      return photos.length
    }
    let priced = 0
    for (const photo of photos) priced += await priceOne(pricing, photo)
    return priced
  }

  /** Goes once over all photos. @returns how many were priced, `undefined` where this pricing is over. */
  const priceOnce = async ({ gallery: { id, priceRun } }: Pricing, mayGoOn: () => void) => {
    let priced = 0
    // What becomes ready on the way is met in the second list.
    for (const list of [photoKeys.hiddenIn(id), photoKeys.shownIn(id)]) {
      for await (const { photos } of eachPage((after) => listPhotos(table, list, { after, limit: photosAtOnce }))) {
        mayGoOn()
        const pricing = await pricingOf(id)
        if (pricing?.gallery.priceRun !== priceRun) return undefined
        priced += await priceSome(
          pricing,
          photos.filter((photo) => !isPriced(pricing, photo)),
        )
      }
    }
    return priced
  }

  return {
    /**
     * Puts the price that a gallery has for all of its photos on each of them, some thirty at a time, until there is none
     * left: one that was put elsewhere on the way is found by going over them again. Breaking off loses nothing, for the next
     * call passes over those that have it. What its owner prices meanwhile stays as it is. Another pricing ends this one,
     * for it has its own call.
     * @param mayGoOn Asked before each part.
     */
    async priceAll(id: GalleryId, mayGoOn = () => {}): Promise<void> {
      const pricing = await pricingOf(id)
      if (!pricing) return
      let priced: number | undefined
      do priced = await priceOnce(pricing, mayGoOn)
      while (priced !== undefined && priced > 0)
      if (priced === undefined) return
      // Before it ends: a call that breaks off between the two tells it again.
      await recall(pricedTags({ galleryId: id, photographerId: pricing.gallery.photographerId }))
      await table.write(
        update(galleryKeys.gallery(id), {
          set: { priceForAll: null },
          when: { priceRun: is.equal(pricing.gallery.priceRun) },
        }),
      )
    },
  }
}
