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

export type OrderViewParts = { links: Pick<MediaLinks, 'picture'>; photos: Pick<PhotoStore, 'getMany'> }

/**
 * An order as its buyer sees it. Everything is as it was bought but the little pictures: those of the moment of sale are
 * replaced when a gallery's watermark changes, so the photo's present ones are shown.
 */
export const orderView = async (
  { links, photos }: OrderViewParts,
  order: Order,
  items: readonly OrderItem[],
): Promise<z.input<typeof OrderView>> => {
  const present = new Map((await photos.getMany(items.map(({ photoId }) => photoId))).map((photo) => [photo.id, photo]))
  return {
    ...order,
    items: await Promise.all(
      items.map(async (item) => ({
        ...item,
        // The file stays the buyer's; of what is taken down no link to its pictures is given out.
        picture:
          present.get(item.photoId)?.state === 'taken_down'
            ? null
            : await links.picture(present.get(item.photoId) ?? item, item.galleryId),
        isRefunded: isRefunded(item),
        hasWebSize: item.webKey !== null,
        webPx: webPxOf(item),
      })),
    ),
  }
}
