import { useCart } from '#frontend/shared/cart/cart.tsx'
import { type CartItem, isInWhole, sizeOf } from '#frontend/shared/cart/cart-items.ts'
import { hasCode } from '#frontend/shared/cart/checkout-draft.ts'
import { useBoughtWhole } from '#frontend/shared/orders/bought-photos.ts'
import type { PhotoView } from '#schema/api/views.ts'
import { type Pence, ratioOf, sumPence, takePence } from '#schema/money.ts'
import { isNearWhole, priceTogether } from '#schema/pricing.ts'
import { pricePenceOf } from './cart-item-of.ts'
import type { WallGallery } from './queries.ts'

type SoldGallery = Pick<WallGallery, 'id' | 'priceSteps' | 'wholePence' | 'photoCount'>

/** What some photos of a gallery cost once they are in the cart, before any code. */
export type Together = {
  /** At their list prices, in the sizes in which they lie in the cart already. */
  readonly listPence: number
  /** What the gallery takes off them, with what else of it lies in the cart. */
  readonly percent: number
  /** What those cost beside it that lie in the cart as upgrades: a price of their own, of which nothing is taken off. */
  readonly upgradePence: number
  /** What the cart asks for them, where they are sold as photos; upgrades are in it. */
  readonly pence: Pence
  /** Whether other photos of the gallery lie in the cart. */
  readonly hasOthers: boolean
  /**
   * `inCart`: the whole gallery lies in the cart, and they are in it. `same`: with what lies in the cart they cost as much as
   * the whole, and are sold as that. `near`: it costs so much more.
   */
  readonly whole:
    | { readonly kind: 'none' }
    | { readonly kind: 'inCart' }
    | { readonly kind: 'same'; readonly pence: Pence; readonly isCertain: boolean }
    | { readonly kind: 'near'; readonly morePence: Pence }
}

/**
 * What these photos of a gallery cost in the cart as it is. With a code that only the server can price, the cart may ask
 * less: then no difference is named, and it is not certain that the whole is what is sold.
 * @param loaded What the page knows of the gallery's photos: their prices are newer than those in the cart.
 */
export const useTogether = (
  gallery: SoldGallery,
  chosen: readonly CartItem[],
  loaded: readonly PhotoView[],
): Together => {
  const { items } = useCart()
  const isBought = useBoughtWhole(gallery.id) !== ''
  const known = new Map<string, PhotoView>(loaded.map((photo) => [photo.id, photo]))
  // An upgrade has its own price.
  const atPresent = (item: CartItem): CartItem => {
    const photo = item.upgradeOf === undefined ? known.get(item.photoId) : undefined
    return photo ? { ...item, pricePence: pricePenceOf(photo, sizeOf(item)) } : item
  }
  const isSold = (item: CartItem) => isInWhole(item, gallery.id) && item.pricePence > 0
  const inCart = new Map(items.map((item) => [item.photoId, atPresent(item)]))
  // What is in the cart already stays of the size that it has there.
  const asInCart = chosen.map((item) => inCart.get(item.photoId) ?? atPresent(item))
  const mine = asInCart.filter(isSold)
  const ids = new Set(mine.map(({ photoId }) => photoId))
  const others = [...inCart.values()].filter((item) => isSold(item) && !ids.has(item.photoId))
  const pricesOf = (some: readonly CartItem[]) => some.map(({ pricePence }) => pricePence)
  const { priceSteps: steps, wholePence, photoCount } = gallery
  const offer = { steps, ...(wholePence !== null && { whole: { pricePence: wholePence, photos: photoCount } }) }
  const all = [...others, ...mine]
  const together = priceTogether(pricesOf(all), offer)
  const { percent } = priceTogether(pricesOf(all), { steps })
  const listPence = sumPence(pricesOf(mine))
  const upgradePence = sumPence(pricesOf(asInCart.filter(({ upgradeOf }) => upgradeOf !== undefined)))
  // Of free photos alone nothing is sold. How many of them a gallery has is not known: with one of them, others may be.
  const isPaidLeft = () => {
    const upgrades = items.filter((item) => item.galleryId === gallery.id && item.upgradeOf !== undefined)
    const taken = new Set([...all, ...upgrades].map(({ photoId }) => photoId))
    if (loaded.some(({ id, pricePence }) => pricePence > 0 && !taken.has(id))) return true
    return photoCount > taken.size && loaded.every(({ pricePence }) => pricePence > 0)
  }
  const wholeOf = (): Together['whole'] => {
    if (inCart.has(gallery.id)) return { kind: 'inCart' }
    if (wholePence === null || mine.length === 0) return { kind: 'none' }
    if (together.isWhole) return { kind: 'same', pence: wholePence, isCertain: !hasCode() }
    const isOffered = !isBought && isPaidLeft() && isNearWhole(together.pence, wholePence) && !hasCode()
    return isOffered ? { kind: 'near', morePence: takePence(wholePence, together.pence) } : { kind: 'none' }
  }
  return {
    listPence,
    percent,
    upgradePence,
    pence: takePence(listPence + upgradePence, ratioOf(listPence, percent, 100)),
    hasOthers: others.length > 0,
    whole: wholeOf(),
  }
}
