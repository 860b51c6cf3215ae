import type * as z from 'zod'
import { exceptedSince } from '#functions/galleries/photo-exception.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { shownPicture } from '#functions/galleries/shown-picture.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { api } from '#schema/api/all.ts'
import type { CartAsk, CartLine, CartOffer } from '#schema/api/orders.ts'
import { paintOf } from '#schema/brand-paint.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { limits } from '#schema/limits.ts'
import { noPence, type Pence, pence } from '#schema/money.ts'
import { nextStep, type PricedCart } from '#schema/pricing.ts'
import { webOfferOf } from '#schema/web-size.ts'
import type { Offer, ReadCart } from './cart.ts'
import { nearWholes, withPaidLeft } from './near-wholes.ts'
import { requireFitting } from './photos-inside.ts'
import { shownOf } from './price-offers.ts'
import type { ReadCode } from './redeem-code.ts'
import type { TellOfCart } from './tell-of-cart.ts'

type Parts = {
  photos: Pick<PhotoStore, 'countPaid'>
  readCart: ReadCart
  readCode: ReadCode
  sessions: Pick<GallerySessions, 'subjectOf'>
  throttle: Pick<Throttle, 'take'>
  links: Pick<MediaLinks, 'picture'>
  minimumOrder: () => Pence
  tellOfCart: TellOfCart
}

/**
 * Prices what is left of a cart, and names what is not for sale any more, or locked. Anybody may ask, so what is asked for
 * is counted: by the browser, and all that come without a session as one.
 */
export const quoteCart =
  ({
    photos,
    readCart,
    readCode,
    sessions,
    throttle,
    links,
    minimumOrder,
    tellOfCart,
  }: Parts): Operation<typeof api.orders.endpoints.quote> =>
  async ({ body, headers, caller, address }) => {
    const asked = [...body.items, ...body.photoIds.map((photoId): CartAsk => ({ photoId, size: 'original' }))]
    const { galleryIds, grants } = body
    const weight = Math.max(1, asked.length + galleryIds.length)
    await throttle.take('quotedItems', await sessions.subjectOf({ caller, headers }, address), weight)
    // Not beside it: what one browser is refused would count against all carts of its network.
    await throttle.take('quotedItemsPerAddress', address, weight)
    // The checkout decides; a price that was changed in this moment is shown by the next look.
    const visitor = { grants, caller }
    const { offers, wholes, ...missing } = await readCart({ items: asked, galleryIds }, visitor, { consistent: false })
    const photographers = [...offers, ...wholes].map(({ gallery }) => gallery.photographerId)
    const cart = [...asked.map(({ photoId }) => photoId), ...galleryIds]
    const asker = { caller, headers, address, cart, photographers, openedOrders: body.openedOrders }
    const codes = await readCode(body.discountCode, asker)
    const { priced, discount } = shownOf({ offers, wholes }, codes)
    requireFitting(priced)
    const near = await withPaidLeft(photos, nearWholes({ offers, wholes }, priced, codes))
    const discountPercent = discount?.percent ?? 0
    const soldAlone = priced.sold.filter((sold) => sold.kind === 'photo')
    const soldWhole = priced.sold.filter((sold) => sold.kind === 'gallery')
    const inWhole = soldWhole.map(({ gallery }) => gallery)
    const telling = tellOfCart(offers, inWhole, { caller, headers, address })
    const lineOf = async (
      { photo, gallery, size, pricePence, upgraded }: Offer,
      netPence: Pence,
    ): Promise<z.input<typeof CartLine>> => ({
      photoId: photo.id,
      size,
      isUpgrade: upgraded !== undefined,
      sizes: sizesOf(photo),
      title: photo.title,
      galleryTitle: gallery.title,
      photographerName: gallery.photographerName,
      pricePence,
      netPence,
      picture: await shownPicture(links, gallery, photo),
      ...exceptedSince(photo),
    })
    const lines = await Promise.all(soldAlone.map((sold) => lineOf(sold.offer, sold.priced.netPence)))
    const inside = await Promise.all(
      soldWhole.flatMap(({ instead }) => instead.map((offer) => lineOf(offer, offer.pricePence))),
    )
    const whole = await Promise.all(
      soldWhole.map(async ({ gallery, instead, isSwitched, priced: { pricePence, netPence } }) => ({
        galleryId: gallery.id,
        galleryTitle: gallery.title,
        photographerName: gallery.photographerName,
        photoCount: gallery.photoCount,
        pricePence,
        netPence,
        picture: await shownPicture(links, gallery, gallery.cover),
        photoIds: instead.map(({ photo }) => photo.id),
        isSwitched,
      })),
    )
    const steps = await cartOffers(
      photos,
      soldAlone.map(({ offer }) => offer),
      priced,
    )
    await telling
    const summary = { ...priced, discountPence: priced.codePence, discountPercent }
    return {
      lines,
      wholes: whole,
      inside,
      offers: steps,
      near: near.map(({ gallery, wholePence, morePence }) => ({
        galleryId: gallery.id,
        galleryTitle: gallery.title,
        photographerName: gallery.photographerName,
        photoCount: gallery.photoCount,
        wholePence,
        morePence,
      })),
      ...missing,
      summary,
      minimumPence: minimumOrder(),
      brand: brandOf([...offers, ...wholes].map(({ gallery }) => gallery)),
    }
  }

const brandOf = (galleries: readonly Gallery[]) => {
  const [first, ...others] = galleries
  if (!first || others.some(({ photographerId }) => photographerId !== first.photographerId)) return null
  return paintOf(first.brand)
}

/** What there is to choose from, with the pixels of each. */
const sizesOf = (photo: Offer['photo']): z.input<typeof CartLine>['sizes'] => {
  const { pricePence, width, height } = photo
  const webPence = webOfferOf(photo)
  const { displayPx } = limits.rendition
  const longest = Math.max(width, height)
  const scaled = (side: number) => Math.round((side * displayPx) / longest)
  return {
    original: { pricePence, width, height },
    web: webPence === null ? null : { pricePence: webPence, width: scaled(width), height: scaled(height) },
  }
}

/** A cart may have 500 galleries: of so many it is counted what there is still to choose from. */
const mostCounted = 20

/** What each gallery with steps takes off, in the cart's order. */
const cartOffers = (
  photos: Parts['photos'],
  offers: readonly Offer[],
  priced: Pick<PricedCart, 'galleries'>,
): Promise<CartOffer[]> =>
  Promise.all(
    [...new Map(offers.map(({ gallery }) => [gallery.id, gallery])).values()]
      .filter(({ priceSteps }) => priceSteps.length > 0)
      .map(async (gallery, index) => {
        const { percent, offerPence } = priced.galleries.get(gallery.id) ?? { percent: 0, offerPence: noPence }
        const next = index < mostCounted ? await nextOf(photos, offers, gallery) : null
        return { galleryId: gallery.id, galleryTitle: gallery.title, percent, savedPence: offerPence, next }
      }),
  )

/**
 * The next step at the lowest price that the cart knows of this gallery: for the dearer ones more is saved. None where too
 * few photos that cost something are left to be chosen; those that are in the cart as upgrades cannot be chosen again.
 */
const nextOf = async (
  photos: Parts['photos'],
  offers: readonly Offer[],
  gallery: Gallery,
): Promise<CartOffer['next']> => {
  const own = offers.filter((offer) => offer.gallery.id === gallery.id)
  const prices = own.filter(({ upgraded }) => upgraded === undefined).map(({ pricePence }) => pricePence)
  if (prices.length === 0) return null
  const next = nextStep(prices, gallery.priceSteps, pence(Math.min(...prices)))
  if (!next) return null
  const needed = own.length + next.more
  return (await photos.countPaid(gallery, needed)) >= needed ? next : null
}
