import type * as z from 'zod'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { OrderView } from '#schema/api/orders.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import { sumPence } from '#schema/money.ts'

/** A photo whose whole price went back to the buyer, by refund or lost dispute; one that was free stays the buyer's. */
export const isRefunded = ({
  netPence,
  refundedPence,
  lostPence,
}: Pick<OrderItem, 'netPence' | 'refundedPence' | 'lostPence'>): boolean =>
  netPence > 0 && sumPence([refundedPence, lostPence]) >= netPence

/** The web size is drawn with the display, of the same pixels. */
const webPxOf = ({ renditions }: Pick<OrderItem, 'renditions'>): number =>
  Math.max(0, ...renditions.filter(({ kind }) => kind === 'display').flatMap(({ width, height }) => [width, height]))

export type OrderViewParts = {
  links: Pick<MediaLinks, 'picture'>
  photos: Pick<PhotoStore, 'getWithHomes'>
}

/**
 * An order as its buyer sees it. Everything is as it was bought but the little pictures: those of the moment of sale are
 * replaced when a gallery's watermark changes, so the photo's present ones are shown. Of what is taken down, alone or with
 * its gallery, no link to a picture is given out: one opens the whole gallery. The file stays the buyer's.
 */
export const orderView = async (
  { links, photos }: OrderViewParts,
  order: Order,
  items: readonly OrderItem[],
): Promise<z.input<typeof OrderView>> => {
  const seen = await photos.getWithHomes(items)
  const present = new Map(seen.photos.map((photo) => [photo.id, photo]))
  const dark = new Set(seen.galleries.filter(({ takedown }) => takedown !== null).map(({ id }) => id))
  return {
    ...order,
    items: await Promise.all(
      items.map(async (item) => ({
        ...item,
        picture:
          dark.has(item.galleryId) || present.get(item.photoId)?.state === 'taken_down'
            ? null
            : await links.picture(present.get(item.photoId) ?? item, item.galleryId),
        returnedPence: sumPence([item.refundedPence, item.lostPence]),
        isRefunded: isRefunded(item),
        hasWebSize: item.webKey !== null,
        webPx: webPxOf(item),
      })),
    ),
  }
}
