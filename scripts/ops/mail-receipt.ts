import { liveOrders } from '#functions/orders/live.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { receiptAgain } from '#functions/orders/receipt.ts'
import { isTakenBack } from '#functions/orders/taken-back.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { liveIds } from '#functions/shared/live.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { type Clock, systemClock } from '#functions/shared/time/clock.ts'
import { OrderId } from '#schema/ids.ts'
import { formatPounds } from '#schema/money.ts'
import { Email, knownEmailOf } from '#schema/text.ts'
import { type Command, type Input, Refusal, type Say } from './command.ts'

export const mailReceipt: Command = {
  name: 'mail-receipt',
  summary: 'mails a buyer the receipt of an order again, also to another address than the one that was typed',
  help: `ORDER-ID [--to ADDRESS] [--apply]

ORDER-ID begins with ord_; it is in the payment's metadata at Stripe, and in the link of an order that cost nothing. The
receipt is sent within a minute, to the order's address: once for each time that this is said. An ADDRESS becomes the
order's, and has whatever else is sent about it. The receipt opens the photos to whoever has it: recognise the buyer first, by the last four digits of the card, since whoever
got the first one sees all else.
Without --apply nothing happens but a sentence; no address is shown.`,
  options: { to: { type: 'string' }, apply: { type: 'boolean', default: false } },
  run: async ({ positionals: [id], values }, { target, say }) => {
    const orderId = OrderId.safeParse(id)
    if (!orderId.success) throw new Refusal('Name the order by its id.')
    const to = addressOf(values)
    await target.actAs('functions/stripe-events/converge.lambda.ts')
    const parts = { ...liveOrders(), ids: liveIds(), siteUrl: setting('SITE_URL'), now: systemClock }
    await mailAgain({ ...parts, where: target.name, say })({
      orderId: orderId.data,
      to,
      isApplied: values.apply === true,
    })
  },
}

/** `undefined`: the order's own. */
const addressOf = ({ to }: Input['values']): Email | undefined => {
  if (typeof to !== 'string') return undefined
  const address = Email.safeParse(to)
  if (!address.success) throw new Refusal('--to names no address that mail could be sent to.')
  return address.data
}

type Parts = {
  orders: Pick<OrderStore, 'get' | 'items' | 'transact'>
  ids: Pick<IdMaker, 'mail'>
  siteUrl: string
  now: Clock
  /** The stage's name. */
  where: string
  say: Say
}
type Asked = { orderId: OrderId; to?: Email | undefined; isApplied: boolean }

/**
 * Puts an order's receipt into the outbox once more.
 * @throws Refusal where there is none to send, or nobody to send it to.
 */
export const mailAgain =
  ({ orders, ids, siteUrl, now, where, say }: Parts) =>
  async ({ orderId, to, isApplied }: Asked): Promise<void> => {
    const order = await orders.get(orderId)
    const { number, status, customerEmail } = order
    if (status !== 'completed') throw new Refusal(`${number} is ${status}: only a complete order has a receipt.`)
    if (customerEmail === '') throw new Refusal(`Nobody is named in ${number}: its buyer was erased.`)
    if (isTakenBack(order)) throw new Refusal(`All of ${number} was given back: its receipt would promise its photos.`)
    if (order.disputed) throw new Refusal(`A dispute about ${number} is open: answer that first.`)
    const isOther = to !== undefined && to !== knownEmailOf(customerEmail)
    const whose = isOther ? 'the other address, which becomes the order’s' : 'the order’s address'
    const what = `the receipt of ${number} to ${whose}`
    const back = order.refundedPence + order.lostPence
    const given = back > 0 ? ` ${formatPounds(back)} of it went back, and it lists all that was bought.` : ''
    if (!isApplied) return say(`Would mail ${what}, on ${where}.${given} Say --apply to do it.`)
    const items = await orders.items(orderId)
    const again = { items, at: now(), to: isOther ? to : customerEmail }
    const { ok } = await orders.transact(receiptAgain({ ids, siteUrl }, order, again))
    if (!ok) throw new Refusal(`${number} has changed meanwhile, so nothing was mailed. Say it again.`)
    say(`Mails ${what}, within a minute.`)
  }
