import type * as z from 'zod'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { OrderView } from '#schema/api/orders.ts'
import type { Order, OrderFile, OrderItem } from '#schema/entities/order.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId } from '#schema/ids.ts'
import { sumPence } from '#schema/money.ts'
import { soldAsOf } from '#schema/web-size.ts'
import { growsUntil } from './grow-wholes.ts'
import type { OrderFileStore } from './order-file-store.ts'
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
 * Pictures of what was bought. Everything of it is as it was bought but the little pictures: those of the moment of sale are
 * replaced when a gallery's watermark changes, so the photo's present ones are shown. Of what is taken down, alone or with
 * its gallery, no link to a picture is given out: one opens the whole gallery. The file stays the buyer's.
 */
const presentPictures = (
  { links }: Pick<OrderViewParts, 'links'>,
  seen: Awaited<ReturnType<PhotoStore['getWithHomes']>>,
) => {
  const present = new Map(seen.photos.map((photo) => [photo.id, photo]))
  const dark = new Set(seen.galleries.filter(({ takedown }) => takedown !== null).map(({ id }) => id))
  return async (
    photo: Pick<OrderFile, 'photoId' | 'renditions' | 'thumbhash' | 'width' | 'height'>,
    home: GalleryId,
  ) =>
    dark.has(home) || present.get(photo.photoId)?.state === 'taken_down'
      ? null
      : links.picture(present.get(photo.photoId) ?? photo, home)
}

/** An order as its buyer sees it. */
export const orderView = async (
  { links, photos, orders, now }: OrderViewParts,
  order: Order,
  items: readonly OrderItem[],
): Promise<z.input<typeof OrderView>> => {
  const halves = items.flatMap((item) => otherHalfOf(item) ?? [])
  const [seen, others] = await Promise.all([photos.getWithHomes(items), halves.length > 0 ? orders.bought(halves) : []])
  const homes = new Map(seen.galleries.map((gallery) => [gallery.id, gallery]))
  const present = new Map(seen.photos.map((photo) => [photo.id, photo]))
  // A link opens the whole gallery: whoever only began to pay would keep it whatever becomes of the gallery.
  const pictureOf = order.status === 'completed' ? presentPictures({ links }, seen) : async () => null
  const otherOf = (item: OrderItem) => {
    const half = otherHalfOf(item)
    return others.find((other) => other.item.orderId === half?.orderId && other.item.line === half.line)
  }
  return {
    ...order,
    customerEmail: order.isReaddressed ? '' : order.customerEmail,
    items: await Promise.all(
      items.map(async (item) => ({
        ...item,
        picture: await pictureOf(item, item.galleryId),
        growsUntil:
          item.kind === 'gallery' && order.paidAt !== null && !isRefunded(item)
            ? stamp(growsUntil(order.paidAt))
            : null,
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

/** A page of the files of a line that is a whole gallery; none before it is paid, and none once its price went back. */
export const listOrderFiles =
  (
    parts: OrderViewParts & { orders: OrderStore; inWholes: Pick<OrderFileStore, 'page'> },
  ): Operation<typeof api.orders.endpoints.files> =>
  async ({ params: { orderId, line }, query: { from } }) => {
    const order = await parts.orders.get(orderId)
    const item = await parts.orders.item(orderId, line)
    if (order.status !== 'completed' || item.kind !== 'gallery' || isRefunded(item)) throw new AppError('not_purchased')
    const { files, next } = await parts.inWholes.page({ orderId, line }, from)
    const { galleryId } = item
    const bought = files.map(({ file: { photoId } }) => ({ photoId, galleryId }))
    const pictureOf = presentPictures(parts, await parts.photos.getWithHomes(bought))
    return {
      files: await Promise.all(
        files.map(async ({ number, file }) => ({
          ...file,
          number,
          picture: await pictureOf(file, galleryId),
          hasWebSize: file.webKey !== null,
          webPx: webPxOf(file),
        })),
      ),
      next,
    }
  }
