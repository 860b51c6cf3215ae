import { afterHours, stamp } from '#functions/shared/time/clock.ts'
import { Earning, type SoldPhoto } from '#schema/entities/earning.ts'
import { JournalEntry } from '#schema/entities/journal.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import { limits } from '#schema/limits.ts'
import { addPence, negatePence } from '#schema/money.ts'
import { soldAsOf } from '#schema/web-size.ts'
import { bucketLegs, causeId, emptyBuckets } from './journal-entries.ts'
import { soldByOf } from './sold-by.ts'

type Sold = Pick<Order, 'id' | 'number' | 'totalPence' | 'feePence'>
type SoldWith = Sold & Pick<Order, 'discountCodeHash' | 'discountOwnerId'>
type Payment = { paidAt: Date; chargeId: string | null }

/** A line as its photographer's share tells of it. */
export const soldPhotoOf = (item: OrderItem): SoldPhoto => ({
  photoId: item.kind === 'gallery' ? item.galleryId : item.photoId,
  title: item.title,
  as: soldAsOf(item),
  netPence: item.netPence,
  sharePence: item.sharePence,
})

/** One share for each seller of an order, held for 48 hours after the payment. */
export const sharesOf = (order: SoldWith, items: readonly OrderItem[], { paidAt, chargeId }: Payment): Earning[] => {
  const bySeller = Map.groupBy(items, (item) => item.photographerId)
  return [...bySeller].map(([sellerId, lines]) => {
    const amountPence = addPence(lines.map(({ sharePence }) => sharePence))
    return Earning.parse({
      orderId: order.id,
      orderNumber: order.number,
      sellerId,
      photos: lines.slice(0, limits.order.photosInShare).map(soldPhotoOf),
      morePhotos: Math.max(0, lines.length - limits.order.photosInShare),
      grossPence: addPence(lines.map(({ netPence }) => netPence)),
      feePence: addPence(lines.map(({ feePence }) => feePence)),
      amountPence,
      ...emptyBuckets,
      pendingPence: amountPence,
      returnedPence: 0,
      soldBy: soldByOf(order, sellerId, lines),
      releaseAt: stamp(afterHours(paidAt, limits.payout.holdHours)),
      frozen: false,
      chargeId,
      lines: [],
      paidAt: stamp(paidAt),
      version: 0,
    })
  })
}

/** The sale in the journal: the buyer's money from Stripe, the fee to the platform, each share into its hold. */
export const saleEntry = (order: Sold, shares: readonly Earning[], paidAt: Date): JournalEntry =>
  JournalEntry.parse({
    id: causeId('sale', order.id),
    at: stamp(paidAt),
    cause: 'sale',
    orderIds: [order.id],
    payoutId: null,
    legs: [
      { account: 'stripe', amountPence: negatePence(order.totalPence) },
      { account: 'platform', amountPence: order.feePence },
      ...shares.flatMap(({ sellerId, amountPence }) => bucketLegs(sellerId, { pendingPence: amountPence })),
    ],
  })
