import { outboxPut } from '#functions/mail/outbox.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Put, Write } from '#functions/shared/table/writes.ts'
import { assert, is, update } from '#functions/shared/table/writes.ts'
import { stamp } from '#functions/shared/time/clock.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import { limits } from '#schema/limits.ts'
import { soldAsOf, soldName } from '#schema/web-size.ts'
import { orderUrl } from './order-links.ts'
import { orderKeys } from './order-writes.ts'

type Parts = { ids: Pick<IdMaker, 'mail'>; siteUrl: string }
type Bought = { items: readonly OrderItem[]; at: Date }

/** The buyer's receipt, to the order's address: with the transaction that completes the order, and whenever it is sent again. */
export const receiptPut = ({ ids, siteUrl }: Parts, order: Order, { items, at }: Bought): Put =>
  outboxPut({
    id: ids.mail(),
    template: 'receipt',
    to: order.customerEmail,
    at,
    data: {
      name: order.customerName,
      orderNumber: order.number,
      orderUrl: orderUrl(siteUrl, order),
      paidAt: order.paidAt ?? stamp(at),
      lines: items.slice(0, limits.order.linesInMail).map((item) => ({
        title: soldName(item.title, soldAsOf(item)),
        pricePence: item.pricePence,
        photographerName: item.photographerName,
      })),
      moreLines: Math.max(0, items.length - limits.order.linesInMail),
      offerPence: order.offerPence,
      discountPence: order.discountPence,
      totalPence: order.totalPence,
      hasConsent: order.consent !== null,
    },
  })

/**
 * Sends the receipt of a complete order once more, unless its buyer was forgotten, or it got another address, since it was
 * read. An address other than the order's takes its place, so that it has what else is sent about the order, and goes with
 * the buyer who is forgotten; the order's page names it to nobody (decision 212).
 */
export const receiptAgain = (parts: Parts, order: Order, { to, ...bought }: Bought & { to: string }): Write[] => {
  const key = orderKeys.order(order.id)
  const when = { status: is.equal('completed'), customerEmail: is.equal(order.customerEmail) }
  return [
    to === order.customerEmail
      ? assert(key, when)
      : update(key, { set: { customerEmail: to, isReaddressed: true }, when }),
    receiptPut(parts, { ...order, customerEmail: to }, bought),
  ]
}
