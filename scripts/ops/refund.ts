import { isRefunded } from '#functions/orders/refunded.ts'
import { liveStripe } from '#functions/payments/live.ts'
import { linesFrom, linesText } from '#functions/payments/refund-lines.ts'
import { linesBack, refundKey, refundPlan, type Wanted } from '#functions/payments/refund-order.ts'
import { stripeRefund } from '#functions/payments/stripe-refund.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSettling } from '#functions/stripe-events/live.ts'
import { OrderId } from '#schema/ids.ts'
import { type Command, type Input, Refusal } from './command.ts'

const wantedOf = ({ lines, 'amount-pence': amount }: Input['values']): Wanted => {
  if (typeof lines === 'string' && typeof amount === 'string') throw new Refusal('Say --lines or --amount-pence.')
  if (typeof lines === 'string') {
    const named = linesFrom(lines)
    if (named === 'unreadable') throw new Refusal('Name lines as 1,3 or 1-40.')
    return { lines: named }
  }
  if (typeof amount !== 'string') return {}
  if (!/^[1-9]\d{0,8}$/.test(amount)) throw new Refusal('Name the amount in whole pence.')
  return { amountPence: Number(amount) }
}

export const refund: Command = {
  name: 'refund',
  summary: 'gives a buyer money back, and the photographers’ shares with it',
  help: `ORDER-ID [--lines 1,3-5 | --amount-pence N] [--apply]

ORDER-ID begins with ord_ and is in the buyer's link. Without options everything that is left of the order is given back;
--lines gives back these photos, --amount-pence an amount that is spread over all; an order under review, whose payment is
not what it should be, is given back whole. While a bank only asks (an inquiry), giving back everything ends it. A photo that was given back whole can
no longer be downloaded. Without --apply nothing happens but a sentence.`,
  options: {
    lines: { type: 'string' },
    'amount-pence': { type: 'string' },
    apply: { type: 'boolean', default: false },
  },
  run: async ({ positionals: [id], values }, { target, say }) => {
    const orderId = OrderId.safeParse(id)
    if (!orderId.success) throw new Refusal('Name the order by its id.')
    const wanted = wantedOf(values)
    await target.actAs('functions/stripe-events/converge.lambda.ts')
    const { orders, refunds, convergeCharge } = liveSettling(systemLog('ops'))
    const order = await orders.get(orderId.data)
    const { disputes } = await refunds.listOf(order.id)
    const items = await orders.items(order.id)
    const plan = refundPlan(order, { items, disputes }, wanted)
    if (plan.kind === 'refused') throw new Refusal(plan.why)
    const amount = plan.amountPence === null ? 'Everything that was paid' : `£${(plan.amountPence / 100).toFixed(2)}`
    const what = `${amount} of ${order.number}${plan.lines === null ? '' : `, lines ${linesText(plan.lines)}`}`
    const back = linesBack(order, items, plan)
    const upgrades = await orders.bought(back.flatMap(({ upgradedBy }) => upgradedBy ?? []))
    for (const { order: other, item } of upgrades)
      if (other.status === 'completed' && !isRefunded(item) && item.netPence > 0)
        say(
          `${other.number} upgrades what goes back, and brings nothing without it: give it back as well, with refund ${other.id} --lines ${item.line}.`,
        )
    if (values.apply !== true) return say(`Would give back ${what} on ${target.name}. Say --apply to do it.`)
    const { chargeId } = order
    if (chargeId === null) throw new Refusal('Nothing was paid for it.')
    const answer = await stripeRefund(liveStripe)({ chargeId, ...plan }, refundKey(order, plan))
    if (answer.kind !== 'done') {
      const why = answer.kind === 'refused' ? `Stripe refuses: ${answer.code}.` : 'Stripe did not answer clearly.'
      throw new Refusal(`${why} The same command again is safe.`)
    }
    await convergeCharge(chargeId)
    say(`Gave back ${what}: ${answer.value.id}.`)
  },
}
