import { choreNow, chorePut } from '#functions/chores/chore-writes.ts'
import type { Recall } from '#functions/shared/edge/recall.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Table, Update } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { GalleryId } from '#schema/ids.ts'
import { lowestPriceOfPhoto } from '#schema/web-size.ts'
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

/** A gallery that is being priced, and the prices of it. */
type Pricing = { readonly gallery: Gallery; readonly prices: Partial<Pick<Photo, 'pricePence' | 'webPence'>> }

const pricingIn = (gallery: Gallery | undefined): Pricing | undefined => {
  if (!gallery || (gallery.priceForAll === null && gallery.webForAll === null)) return undefined
  const { priceForAll, webForAll } = gallery
  return {
    gallery,
    prices: {
      ...(priceForAll !== null && { pricePence: priceForAll }),
      ...(webForAll !== null && { webPence: webForAll === 'none' ? null : webForAll }),
    },
  }
}

/** Whether the pricing has nothing to do with a photo: it costs that, or its price was set since. */
const isPriced = ({ gallery, prices }: Pricing, photo: Photo): boolean =>
  photo.priceRun >= gallery.priceRun ||
  ((prices.pricePence === undefined || prices.pricePence === photo.pricePence) &&
    (prices.webPence === undefined || prices.webPence === photo.webPence))

/** Whether a photo on sale has another lowest price: else its item beside the gallery stays, which no transaction names twice. */
const isOtherSale = (before: Photo, after: Photo): boolean =>
  before.state === 'ready' && lowestPriceOfPhoto(before) !== lowestPriceOfPhoto(after)

/** Puts one price on all photos of a gallery. Part of the photo store. */
export const photoPricingStore = (table: Table, recall: Recall, now: Clock) => {
  const stock = stockStore(table, recall)

  const pricingOf = async (id: GalleryId): Promise<Pricing | undefined> => {
    const item = await table.get(galleryKeys.gallery(id))
    return pricingIn(item && Gallery.parse(item))
  }

  const changesOf = ({ gallery, prices }: Pricing, { version }: Photo) => ({
    ...prices,
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
        const pricing = pricingIn(gallery)
        if (pricing?.gallery.priceRun !== priceRun) return undefined
        if (photo.state === 'deleted' || isPriced(pricing, photo)) return undefined
        const set = changesOf(pricing, photo)
        const after = { ...photo, ...set }
        const sale = isOtherSale(photo, after) && { leaves: photo, comes: after }
        return { photo: { set }, gallery: counted(pricing.gallery, 1), ...sale }
      },
    })
    await stock.showMoved(seen.galleryId, changed, now())
    return changed ? 1 : 0
  }

  /** Photos that are to be priced, together where none of them changed since the index had it. */
  const priceSome = async (pricing: Pricing, photos: readonly Photo[]): Promise<number> => {
    const { gallery } = pricing
    const first = photos[0]
    if (!first) return 0
    const sales = photos
      .map((photo) => ({ leaves: photo, comes: { ...photo, ...changesOf(pricing, photo) } }))
      .filter(({ leaves, comes }) => isOtherSale(leaves, comes))
    const isMoved = sales.some(({ leaves, comes }) =>
      movesLowest(gallery, { leaves: lowestPriceOfPhoto(leaves), comes: lowestPriceOfPhoto(comes) }),
    )
    const chore = isMoved ? choreNow(now, 'show-prices', gallery.id) : undefined
    const change = { photo: {}, gallery: counted(gallery, photos.length) }
    const ofGallery = galleryWrite(gallery, change, isMoved)
    const written = await table.transact([
      ...(ofGallery ? [ofGallery] : []),
      ...photos.map(
        (photo): Update =>
          update(photoKeys.photo(photo.id), { set: changesOf(pricing, photo), when: unchanged(photo) }),
      ),
      ...sales.flatMap(({ leaves, comes }) => [priceRemove(leaves), pricePut(comes)]),
      ...(chore ? [chorePut(chore)] : []),
    ])
    if (written.ok) {
      await stock.showMoved(gallery.id, { chore }, now())
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
     * Puts the prices that a gallery has for all of its photos on each of them, some thirty at a time, until there is none
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
          set: { priceForAll: null, webForAll: null },
          when: { priceRun: is.equal(pricing.gallery.priceRun) },
        }),
      )
    },
  }
}
