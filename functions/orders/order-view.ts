import type * as z from 'zod'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { OrderView } from '#schema/api/orders.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import { sumPence } from '#schema/money.ts'
import { soldAsOf } from '#schema/web-size.ts'
import type { OrderStore } from './order-store.ts'
import { isRefunded } from './refunded.ts'
import { otherHalfOf, sizesOwned, upgradeOf } from './upgrades.ts'

/** The web size is drawn with the display, of the same pixels. */
const webPxOf = ({ renditions }: Pick<OrderItem, 'renditions'>): number =>
  Math.max(0, ...renditions.filter(({ kind }) => kind === 'display').flatMap(({ width, height }) => [width, height]))

export type OrderViewParts = {
  links: Pick<MediaLinks, 'picture'>
  photos: Pick<PhotoStore, 'getWithHomes'>
  orders: Pick<OrderStore, 'bought'>
  now: Clock
}

/**
 * An order as its buyer sees it. Everything is as it was bought but the little pictures: those of the moment of sale are
 * replaced when a gallery's watermark changes, so the photo's present ones are shown. Of what is taken down, alone or with
 * its gallery, no link to a picture is given out: one opens the whole gallery. The file stays the buyer's.
 */
export const orderView = async (
  { links, photos, orders, now }: OrderViewParts,
  order: Order,
  items: readonly OrderItem[],
): Promise<z.input<typeof OrderView>> => {
  const halves = items.flatMap((item) => otherHalfOf(item) ?? [])
  const [seen, others] = await Promise.all([photos.getWithHomes(items), halves.length > 0 ? orders.bought(halves) : []])
  const homes = new Map(seen.galleries.map((gallery) => [gallery.id, gallery]))
  const otherOf = (item: OrderItem) => {
    const half = otherHalfOf(item)
    return others.find((other) => other.item.orderId === half?.orderId && other.item.line === half.line)
  }
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
        as: soldAsOf(item),
        hasOriginal: sizesOwned(item, otherOf(item)).has('original'),
        upgrade: upgradeOf(item, {
          photo: present.get(item.photoId),
          gallery: homes.get(item.galleryId),
          other: otherOf(item),
          now: now(),
        }),
        hasWebSize: item.webKey !== null && sizesOwned(item, otherOf(item)).has('web'),
        webPx: webPxOf(item),
      })),
    ),
  }
}
