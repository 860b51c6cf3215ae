import type * as z from 'zod'
import { shownPicture } from '#functions/galleries/shown-picture.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { api } from '#schema/api/all.ts'
import type { CartAsk, CartLine, CartOffer } from '#schema/api/orders.ts'
import { paintOf } from '#schema/brand-paint.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { limits } from '#schema/limits.ts'
import { noPence, type Pence, pence } from '#schema/money.ts'
import { nextStep, type PricedCart } from '#schema/pricing.ts'
import { webOfferOf } from '#schema/web-size.ts'
import type { Offer, ReadCart } from './cart.ts'
import { cheapestOf } from './price-offers.ts'
import type { ReadCode } from './redeem-code.ts'
import type { TellOfCart } from './tell-of-cart.ts'

type Parts = {
  readCart: ReadCart
  readCode: ReadCode
  links: Pick<MediaLinks, 'picture'>
  minimumOrder: () => Pence
  tellOfCart: TellOfCart
}

/** Prices what is left of a cart, and names what is not for sale any more, or locked. */
export const quoteCart =
  ({ readCart, readCode, links, minimumOrder, tellOfCart }: Parts): Operation<typeof api.orders.endpoints.quote> =>
  async ({ body, headers, caller, address }) => {
    const asked = [...body.items, ...body.photoIds.map((photoId): CartAsk => ({ photoId, size: 'original' }))]
    const { offers, unavailable, locked } = await readCart(asked, { grants: body.grants, caller })
    const photographers = offers.map(({ photo }) => photo.photographerId)
    const asker = { caller, headers, address, cart: asked.map(({ photoId }) => photoId), photographers }
    const { priced, discount } = cheapestOf(offers, await readCode(body.discountCode, asker))
    const discountPercent = discount?.percent ?? 0
    const telling = tellOfCart(offers, { caller, headers, address })
    const lines = await Promise.all(
      offers.map(async ({ photo, gallery, size, pricePence, upgraded }, index) => ({
        photoId: photo.id,
        size,
        isUpgrade: upgraded !== undefined,
        sizes: sizesOf(photo),
        title: photo.title,
        galleryTitle: gallery.title,
        photographerName: gallery.photographerName,
        pricePence,
        netPence: priced.lines[index]?.netPence ?? pricePence,
        picture: await shownPicture(links, gallery, photo),
      })),
    )
    await telling
    const summary = { ...priced, discountPence: priced.codePence, discountPercent }
    return {
      lines,
      offers: cartOffers(offers, priced),
      unavailable,
      locked,
      summary,
      minimumPence: minimumOrder(),
      logo: logoOf(offers),
    }
  }

const logoOf = (offers: readonly Offer[]) => {
  const [first, ...others] = offers
  if (!first || others.some(({ photo }) => photo.photographerId !== first.photo.photographerId)) return null
  return paintOf(first.gallery.brand)?.logo ?? null
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

/** What each gallery with steps takes off, in the cart's order. */
const cartOffers = (offers: readonly Offer[], priced: PricedCart): CartOffer[] =>
  [...new Map(offers.map(({ gallery }) => [gallery.id, gallery])).values()]
    .filter(({ priceSteps }) => priceSteps.length > 0)
    .map((gallery) => {
      const { percent, offerPence } = priced.galleries.get(gallery.id) ?? { percent: 0, offerPence: noPence }
      const next = nextOf(offers, gallery)
      return { galleryId: gallery.id, galleryTitle: gallery.title, percent, savedPence: offerPence, next }
    })

/** The next step at the lowest price that the cart knows of this gallery: for the dearer ones more is saved. */
const nextOf = (offers: readonly Offer[], { id, priceSteps, photoCount }: Gallery): CartOffer['next'] => {
  const counted = offers.filter(({ gallery, upgraded }) => gallery.id === id && upgraded === undefined)
  const prices = counted.map(({ pricePence }) => pricePence)
  if (prices.length === 0) return null
  const next = nextStep(prices, priceSteps, pence(Math.min(...prices)))
  return next && prices.length + next.more <= photoCount ? next : null
}
