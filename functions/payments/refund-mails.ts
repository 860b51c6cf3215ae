import { outboxPut } from '#functions/mail/outbox.ts'
import { orderUrl } from '#functions/orders/order-links.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import type { Refund, RefundStatus } from '#schema/entities/refund.ts'
import { limits } from '#schema/limits.ts'
import { soldAsOf, soldName } from '#schema/web-size.ts'

type Parts = { ids: Pick<IdMaker, 'mail'>; siteUrl: string }
type News = { refund: Refund; before: RefundStatus | undefined; items: readonly OrderItem[]; at: Date }

/**
 * What the buyer is told of a refund, to be written with the row that notes it, so that each is told once: that the card
 * provider sent it, and that the bank returned one they were told of. A refund that waits for money is no news yet.
 */
export const refundMails = ({ ids, siteUrl }: Parts, order: Order, { refund, before, items, at }: News): Write[] => {
  const { status, amountPence, lines } = refund
  const mail = { id: ids.mail(), to: order.customerEmail, at }
  const data = { name: order.customerName, orderNumber: order.number, orderUrl: orderUrl(siteUrl, order), amountPence }
  if (status === 'succeeded' && before !== 'succeeded' && before !== 'failed') {
    const titles = items.filter(({ line }) => lines?.includes(line)).map((item) => soldName(item.title, soldAsOf(item)))
    const { linesInMail } = limits.order
    const named = { titles: titles.slice(0, linesInMail), moreTitles: Math.max(0, titles.length - linesInMail) }
    return [outboxPut({ ...mail, template: 'refund-sent', data: { ...data, totalPence: order.totalPence, ...named } })]
  }
  return status === 'failed' && before === 'succeeded'
    ? [outboxPut({ ...mail, template: 'refund-returned', data })]
    : []
}
