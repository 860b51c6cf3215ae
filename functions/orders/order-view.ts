import type * as z from 'zod'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { OrderView } from '#schema/api/orders.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'

/** A photo whose whole price went back to the buyer; one that was free stays the buyer's. */
export const isRefunded = ({ netPence, refundedPence }: Pick<OrderItem, 'netPence' | 'refundedPence'>): boolean =>
  netPence > 0 && refundedPence >= netPence

export const orderView = async (
  links: Pick<MediaLinks, 'picture'>,
  order: Order,
  items: readonly OrderItem[],
): Promise<z.input<typeof OrderView>> => ({
  ...order,
  items: await Promise.all(
    items.map(async (item) => ({
      ...item,
      picture: await links.picture(item, item.galleryId),
      isRefunded: isRefunded(item),
      hasWebSize: item.webKey !== null,
    })),
  ),
})
