import { shownPicture } from '#functions/galleries/shown-picture.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { api } from '#schema/api/all.ts'
import { priceOrder } from '#schema/money.ts'
import type { ReadCart } from './cart.ts'
import type { ReadCode } from './redeem-code.ts'

type Parts = { readCart: ReadCart; readCode: ReadCode; links: Pick<MediaLinks, 'picture'> }

/** Prices what is left of a cart, and names what is not for sale any more, or locked. */
export const quoteCart =
  ({ readCart, readCode, links }: Parts): Operation<typeof api.orders.endpoints.quote> =>
  async ({ body, headers, caller, address }) => {
    const { offers, unavailable, locked } = await readCart(body.photoIds, { grants: body.grants, caller })
    const discount = await readCode(body.discountCode, { caller, headers, address, cart: body.photoIds })
    const discountPercent = discount?.percent ?? 0
    const priced = priceOrder(
      offers.map(({ photo }) => photo.pricePence),
      discountPercent,
    )
    const lines = await Promise.all(
      offers.map(async ({ photo, gallery }) => ({
        photoId: photo.id,
        title: photo.title,
        galleryTitle: gallery.title,
        photographerName: gallery.photographerName,
        pricePence: photo.pricePence,
        picture: await shownPicture(links, gallery, photo),
      })),
    )
    return { lines, unavailable, locked, summary: { ...priced, discountPercent } }
  }
