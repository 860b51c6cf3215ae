import { wholeOfferOf } from '#functions/galleries/whole-offer.ts'
import type { DiscountStore } from '#functions/orders/discount-store.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { isRefunded } from '#functions/orders/refunded.ts'
import type { ConvergeOrder } from '#functions/payments/converge.ts'
import type { Put } from '#functions/shared/table/writes.ts'
import { afterMs, type Clock } from '#functions/shared/time/clock.ts'
import type { CartAsk, Checkout } from '#schema/api/orders.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import type { OrderId, SessionId } from '#schema/ids.ts'
import { askedOnce } from './cart.ts'
import { type CartOrders, type CartStore, cartPut } from './cart-store.ts'
import { fingerprintOf } from './idempotency-store.ts'
import { type Choice, priceOffers } from './price-offers.ts'

/**
 * One buyer's one cart, whatever tab it is sent from: the browser's own secret, the photos and galleries and the buyer, as one hash.
 * Name and email are no secret, so they alone never lead to somebody's order.
 */
export const cartOf = (session: SessionId, { items, galleries, customer }: Checkout): string =>
  fingerprintOf([
    session,
    [...askedOnce(items).map(wishOf), ...new Set(galleries.map(({ galleryId }) => galleryId))].toSorted(),
    customer.name,
    customer.email,
  ])

/** An Original is its photo's id, as in carts that knew nothing else. */
export const wishOf = ({ photoId, size, upgradeOf }: CartAsk): string =>
  [photoId, ...(size === 'web' ? ['web'] : []), ...(upgradeOf ? [upgradeOf.orderId, upgradeOf.line] : [])].join(' ')

/** How long the same cart sent again is taken for the order that was paid, and not for another wish. */
const paidMinutes = 30

/** What is known of a cart: `order`, if it is to be gone on with, and the write that says which order is its now. */
type SameCart = { readonly order?: Order; readonly remember: (orderId: OrderId, at: Date) => Put }
/** @param before The cart's orders, where they were read already. */
export type FindSameCart = (
  session: SessionId,
  checkout: Checkout,
  choice: Choice,
  before?: CartOrders,
) => Promise<SameCart>

type Parts = {
  carts: CartStore
  orders: Pick<OrderStore, 'find' | 'items'>
  discounts: Pick<DiscountStore, 'findByHash'>
  converge: ConvergeOrder
  now: Clock
}

/**
 * Finds the order that this browser has opened for the same cart and that may still be paid, or was just paid: two tabs
 * with two keys pay once. An order at other prices than today's is not gone on with, nor is one with another discount
 * code, unless it was paid: who has bought a cart in one tab does not pay it again in another where the code was left out.
 */
export const sameCart = (parts: Parts): FindSameCart => {
  const { carts, orders, now } = parts
  return async (session, checkout, choice, read) => {
    const isSame = async (order: Order) =>
      isUnderWay(order, now()) && !isDearer(order, checkout) && (await isAsItWas(parts, order, choice))
    const fingerprint = cartOf(session, checkout)
    const code = fingerprintOf([checkout.discountCode ?? null])
    const before = read ?? (await carts.ordersOf(fingerprint))
    const remember = (orderId: OrderId, at: Date): Put => cartPut(fingerprint, before, { orderId, code, at })
    const own = before.find((each) => each.code === code)
    const order = own && (await orders.find(own.orderId))
    if (order && (await isSame(order))) return { remember, order }
    // Its own among them: who saw a lower price since may have paid it all the same.
    const all = await Promise.all(
      before.map(async (each) => paidOf(parts, each === own ? order : await orders.find(each.orderId))),
    )
    for (const paid of all) if (paid && (await isSame(paid))) return { remember, order: paid }
    return { remember }
  }
}

/** The order, if it was paid or a bank is about to; Stripe is asked, since its news may be on the way. */
const paidOf = async ({ converge }: Parts, order: Order | undefined): Promise<Order | undefined> => {
  if (order?.status !== 'awaiting_payment') return order
  if (order.sessionId === null) return undefined
  const answer = await converge(order.sessionId)
  return answer.kind === 'settled' && answer.order.status !== 'awaiting_payment' ? answer.order : undefined
}

const isUnderWay = ({ status, paidAt, refundedPence, lostPence, disputed }: Order, now: Date): boolean => {
  if (status === 'failed' || status === 'expired' || disputed) return false
  // What went back of an order under review may be bought again.
  if (status === 'review') return refundedPence === 0 && lostPence === 0
  // It may have been opened long before: a page to pay on that ran out is followed by another one.
  return paidAt === null || afterMs(new Date(paidAt), paidMinutes * 60_000) > now
}

/** The buyer has seen a lower price since: a code that took nothing then, and was not used, takes something now. */
const isDearer = ({ status, totalPence }: Order, { seenTotalPence }: Checkout): boolean =>
  status === 'awaiting_payment' && seenTotalPence !== undefined && totalPence > seenTotalPence

/**
 * None of its lines went back, for that may be bought again, and it has what is sold of the cart today: photos and whole
 * galleries cost what they did, and galleries take off what they did. It is priced with its own code, of which the terms
 * never change. While it can be paid it costs no more than today: a whole gallery of which a code includes photos costs
 * less by each photo that it loses, and more by each that it gets. Then the order keeps the price that was agreed on.
 */
const isAsItWas = async ({ orders, discounts }: Parts, order: Order, choice: Choice): Promise<boolean> => {
  const { discountCodeHash, status } = order
  const [items, discount] = await Promise.all([
    orders.items(order.id),
    discountCodeHash === null ? undefined : discounts.findByHash(discountCodeHash),
  ])
  if (items.some(isRefunded)) return false
  const { galleries, sold, totalPence } = priceOffers(choice, discount)
  if (status === 'awaiting_payment' && order.totalPence > totalPence) return false
  const ordered = new Map(items.map((item) => [item.kind === 'gallery' ? item.galleryId : item.photoId, item]))
  const found = sold.map((line): OrderItem | undefined => {
    if (line.kind === 'gallery') {
      const item = ordered.get(line.gallery.id)
      return item?.pricePence === line.priced.pricePence ? item : undefined
    }
    const { photo, gallery, size, upgraded } = line.offer
    const item = ordered.get(photo.id)
    if (item) {
      const percent = upgraded ? 0 : galleries.get(gallery.id)?.percent
      const isSame = item.pricePence === line.priced.pricePence && item.size === size && item.stepPercent === percent
      return isSame ? item : undefined
    }
    // It is in the whole gallery that was the cheaper way when that had fewer photos.
    const whole = upgraded ? undefined : ordered.get(gallery.id)
    return whole?.pricePence === wholeOfferOf(gallery)?.wholePence ? whole : undefined
  })
  return found.every((item) => item !== undefined) && new Set(found).size === items.length
}
