import type { OrderStore } from '#functions/orders/order-store.ts'
import type { Put } from '#functions/shared/table/writes.ts'
import { afterMs, type Clock } from '#functions/shared/time/clock.ts'
import type { Checkout } from '#schema/api/orders.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import type { OrderId, SessionId } from '#schema/ids.ts'
import type { Offer } from './cart.ts'
import { type CartStore, cartPut } from './cart-store.ts'
import { fingerprintOf } from './idempotency-store.ts'
import { priceOffers } from './price-offers.ts'

/**
 * One buyer's one cart, whatever tab it is sent from: the browser's own secret, the photos, the buyer and the code, as
 * one hash. Name and email are no secret, so they alone never lead to somebody's order.
 */
const cartOf = (session: SessionId, { items, customer, discountCode }: Checkout): string =>
  fingerprintOf([
    session,
    [...new Set(items.map(({ photoId }) => photoId))].toSorted(),
    customer.name,
    customer.email,
    discountCode ?? null,
  ])

/** How long the same cart sent again is taken for the order that was paid, and not for another wish. */
const paidMinutes = 30

/** What is known of a cart: `order`, if it is to be gone on with, and the write that says which order is its now. */
type SameCart = { readonly order?: Order; readonly remember: (orderId: OrderId, at: Date) => Put }
export type FindSameCart = (session: SessionId, checkout: Checkout, offers: readonly Offer[]) => Promise<SameCart>

type Parts = { carts: CartStore; orders: Pick<OrderStore, 'find' | 'items'>; now: Clock }

/**
 * Finds the order that this browser has opened for the same cart and that may still be paid, or was just paid: two tabs
 * with two keys pay once. An order at other prices than today's is not gone on with.
 */
export const sameCart =
  ({ carts, orders, now }: Parts): FindSameCart =>
  async (session, checkout, offers) => {
    const fingerprint = cartOf(session, checkout)
    const before = await carts.orderOf(fingerprint)
    const remember = (orderId: OrderId, at: Date): Put => cartPut(fingerprint, before, { orderId, at })
    const order = before && (await orders.find(before))
    const isSame = order && isUnderWay(order, now()) && isAtPrices(await orders.items(order.id), offers)
    return { remember, ...(isSame && { order }) }
  }

const isUnderWay = ({ status, createdAt, refundedPence, lostPence, disputed }: Order, now: Date): boolean => {
  if (status === 'failed' || status === 'expired') return false
  // What went back, of an order under review as well, may be bought again.
  if (refundedPence > 0 || lostPence > 0 || disputed) return false
  return status !== 'completed' || afterMs(new Date(createdAt), paidMinutes * 60_000) > now
}

/** Its photos cost what they did, and their galleries take off what they did. */
const isAtPrices = (items: readonly OrderItem[], offers: readonly Offer[]): boolean => {
  const sold = new Map(items.map((item) => [item.photoId, item]))
  const { galleries } = priceOffers(offers, undefined)
  return offers.every(({ photo, gallery }) => {
    const item = sold.get(photo.id)
    return item?.pricePence === photo.pricePence && item.stepPercent === galleries.get(gallery.id)?.percent
  })
}
