import { areFreeGiven } from '#functions/galleries/free-photos.ts'
import type { GalleryAccess, Visitor } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { type WholeOffer, wholeOfferOf } from '#functions/galleries/whole-offer.ts'
import { isForSale, type SellablePhoto } from '#functions/orders/order-file.ts'
import { isOpen } from '#functions/orders/order-states.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { isRefunded } from '#functions/orders/refunded.ts'
import { sellsUpgrades } from '#functions/orders/upgrades.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { CartAsk } from '#schema/api/orders.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { OrderItem } from '#schema/entities/order.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId, OrderId, PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { maxPence, type Pence, sumPence } from '#schema/money.ts'
import { type BoughtLine, type PhotoSize, upgradePence, webOfferOf } from '#schema/web-size.ts'

/** A line of the Web size that is to be upgraded, and which order has it by now and is being paid. */
type Upgraded = { item: OrderItem; heldBy: OrderId | null }
export type Offer = {
  photo: SellablePhoto
  gallery: Gallery
  /** What is for sale: the Original where the Web size, which was asked for, is not. */
  size: PhotoSize
  pricePence: Pence
  upgraded?: Upgraded | undefined
}
/** `locked` photos are for sale to who opens their gallery again, upgrades of what was bought in it to who bought it; `unavailable` ones are not, or not to this visitor. */
type Cart = {
  offers: Offer[]
  unavailable: PhotoId[]
  /** Of the unavailable ones, those that cost nothing by now, and that this visitor may download. */
  free: PhotoId[]
  locked: PhotoId[]
  /** Galleries that were asked for as a whole. */
  wholes: WholeOffer[]
  unavailableGalleries: GalleryId[]
  lockedGalleries: GalleryId[]
}

type Parts = {
  photos: Pick<PhotoStore, 'getMany'>
  galleries: Pick<GalleryStore, 'getMany'>
  access: Pick<GalleryAccess, 'buyerStateOf'>
  orders: Pick<OrderStore, 'bought' | 'find'>
  now: Clock
}
/**
 * What of a cart can be bought by this visitor now, in the cart's order; a photo named twice counts once.
 * @throws AppError `cart_too_large` for too many photos, `cart_too_many_photographers`, `too_many_upgrades`,
 * `wholes_too_large`, `total_too_large` for more money than one order holds.
 * @param options.consistent `false` where nothing is decided: photos as they were a moment ago, for half of what reading
 * costs. Whether a gallery is open to the visitor is looked at as it stands, always.
 */
export type ReadCart = (
  asked: { readonly items: readonly CartAsk[]; readonly galleryIds: readonly GalleryId[] },
  visitor: Visitor,
  options?: { readonly consistent?: boolean },
) => Promise<Cart>

export const cartReader =
  ({ photos, galleries, access, orders, now }: Parts): ReadCart =>
  async ({ items, galleryIds }, visitor, { consistent = true } = {}) => {
    const asks = askedOnce(items)
    const wanted = asks.map(({ photoId }) => photoId)
    const wantedGalleries = [...new Set(galleryIds)]
    // @throws before anything is read: a thousand ids cost nothing.
    if (wanted.length + wantedGalleries.length > limits.cart.maxItems)
      throw new AppError('cart_too_large', { maxItems: limits.cart.maxItems })
    const upgrades = asks.flatMap(({ upgradeOf }) => upgradeOf ?? [])
    const { maxUpgrades } = limits.cart
    if (upgrades.length > maxUpgrades) throw new AppError('too_many_upgrades', { maxUpgrades })
    const cart: Cart = {
      ...{ offers: [], unavailable: [], free: [], locked: [] },
      ...{ wholes: [], unavailableGalleries: [], lockedGalleries: [] },
    }
    if (wanted.length + wantedGalleries.length === 0) return cart
    const found = new Map((await photos.getMany(wanted, { consistent })).map((photo) => [photo.id, photo]))

    const seenGalleries = async (ids: readonly Gallery['id'][]) => {
      const all = await galleries.getMany(ids)
      const states = await Promise.all(all.map((gallery) => access.buyerStateOf(gallery, visitor)))
      return new Map(all.map((gallery, index) => [gallery.id, { gallery, state: states[index] }]))
    }

    const [seen, upgradable] = await Promise.all([
      seenGalleries([...[...found.values()].map(({ galleryId }) => galleryId), ...wantedGalleries]),
      upgradableOf(orders, upgrades),
    ])

    for (const { photoId: id, size, upgradeOf } of asks) {
      const photo = found.get(id)
      const { gallery, state: visited } = (photo && seen.get(photo.galleryId)) ?? {}
      const upgraded = photo && upgradeOf && upgradedIn(photo, upgradable(upgradeOf))
      // Who bought it has seen it: its order opens it where its gallery has locked itself again.
      const state = upgraded && gallery && sellsUpgrades(gallery, now()) ? 'open' : visited
      // Before its price is looked at: of what is locked nobody is told more than that.
      if (isForSale(photo) && state === 'locked') cart.locked.push(id)
      // A free photo is downloaded where its gallery allows it and counts it; an order would go around both.
      else if (isForSale(photo) && photo.pricePence > 0 && gallery && state === 'open') {
        const sold = upgradeOf ? upgraded && upgradeSold(photo, upgraded) : sizeSold(photo, size)
        if (sold) cart.offers.push({ photo, gallery, ...sold })
        else cart.unavailable.push(id)
      } else {
        cart.unavailable.push(id)
        // In its gallery, which the order does not open.
        const isFree = isForSale(photo) && photo.pricePence === 0 && visited === 'open'
        if (isFree && gallery && areFreeGiven(gallery)) cart.free.push(id)
      }
    }
    for (const id of wantedGalleries) {
      const { gallery, state } = seen.get(id) ?? {}
      const whole = gallery && wholeOfferOf(gallery)
      if (whole && state === 'locked') cart.lockedGalleries.push(id)
      else if (whole && state === 'open') cart.wholes.push(whole)
      else cart.unavailableGalleries.push(id)
    }
    // Before anything is priced: with a code that includes photos the work grows with them.
    const inWholes = cart.wholes.reduce((count, { gallery }) => count + gallery.photoCount, 0)
    if (inWholes > limits.order.wholePhotosInAll) throw new AppError('wholes_too_large')
    const { maxPhotographers } = limits.cart
    const sellers = [...cart.offers, ...cart.wholes].map(({ gallery }) => gallery.photographerId)
    if (new Set(sellers).size > maxPhotographers)
      throw new AppError('cart_too_many_photographers', { maxPhotographers })
    const prices = [
      ...cart.offers.map(({ pricePence }) => pricePence),
      ...cart.wholes.map(({ wholePence }) => wholePence),
    ]
    if (sumPence(prices) > maxPence) throw new AppError('total_too_large')
    return cart
  }

/** Each photo once, as it is asked for first. */
export const askedOnce = (asked: readonly CartAsk[]): CartAsk[] =>
  [...new Map(asked.toReversed().map((ask) => [ask.photoId, ask])).values()].toReversed()

type Sold = Pick<Offer, 'size' | 'pricePence' | 'upgraded'>

const sizeSold = (photo: Photo, size: PhotoSize): Sold => {
  const webPence = size === 'web' ? webOfferOf(photo) : null
  return webPence === null ? { size: 'original', pricePence: photo.pricePence } : { size, pricePence: webPence }
}

/** A line that can be upgraded, where it is of this photo. */
const upgradedIn = (photo: Photo, upgraded: Upgraded | undefined): Upgraded | undefined =>
  upgraded?.item.photoId === photo.id ? upgraded : undefined

const upgradeSold = (photo: Photo, upgraded: Upgraded): Sold => ({
  size: 'original',
  pricePence: upgradePence(photo.pricePence, upgraded.item.pricePence),
  upgraded,
})

/** Finds the bought lines that can be upgraded: each once, and not where its price went back or a bank asks for it. */
const upgradableOf = async (orders: Parts['orders'], lines: readonly BoughtLine[]) => {
  const found = lines.length === 0 ? [] : await orders.bought(lines)
  const all = await Promise.all(
    found.map(async ({ order, item }): Promise<Upgraded | undefined> => {
      if (order.status !== 'completed' || order.disputed || item.size !== 'web' || isRefunded(item)) return undefined
      const heldBy = item.upgradedBy?.orderId ?? null
      const holder = heldBy === null ? undefined : await orders.find(heldBy)
      return holder === undefined || isOpen(holder.status) ? { item, heldBy } : undefined
    }),
  )
  return ({ orderId, line }: BoughtLine): Upgraded | undefined =>
    all.find((upgraded) => upgraded?.item.orderId === orderId && upgraded.item.line === line)
}
