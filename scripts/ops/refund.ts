import type { OrderStore } from '#functions/orders/order-store.ts'
import { isRefunded } from '#functions/orders/refunded.ts'
import { type ConvergeCharge, convergeChargeBooks } from '#functions/payments/converge-charge.ts'
import { liveStripe } from '#functions/payments/live.ts'
import type { Answer, ChargeHistory, Payments } from '#functions/payments/payments.ts'
import { linesFrom, linesText } from '#functions/payments/refund-lines.ts'
import { linesBack, refundKey, refundPlan, type Wanted } from '#functions/payments/refund-order.ts'
import type { RefundStore } from '#functions/payments/refund-store.ts'
import { type NewRefund, stripeRefund } from '#functions/payments/stripe-refund.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSettling } from '#functions/stripe-events/live.ts'
import { AppError } from '#schema/errors.ts'
import { OrderId } from '#schema/ids.ts'
import { sumPence } from '#schema/money.ts'
import { type Command, type Input, Refusal, type Say } from './command.ts'

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

const afterOf = ({ after, 'amount-pence': amount }: Input['values']): number | undefined => {
  if (typeof after !== 'string') return undefined
  if (typeof amount !== 'string') throw new Refusal('--after is for --amount-pence.')
  if (!/^\d{1,9}$/.test(after)) throw new Refusal('Name what refunds come to so far in whole pence.')
  return Number(after)
}

export const refund: Command = {
  name: 'refund',
  summary: 'gives a buyer money back, and the photographers’ shares with it',
  help: `ORDER-ID [--lines 1,3-5 | --amount-pence N --after M] [--apply]

ORDER-ID begins with ord_ and is in the buyer's link. Without options everything that is left of the order is given back;
--lines gives back these photos, --amount-pence an amount that is spread over all; an order under review, whose payment is
not what it should be, is given back whole. While a bank only asks (an inquiry), giving back everything ends it. A photo that was given back whole can
no longer be downloaded. Without --apply nothing happens but a sentence, which names --after: what all refunds of the order
come to so far, also those that came back, in pence. With it the same line gives an amount once, however often it is said.`,
  options: {
    lines: { type: 'string' },
    'amount-pence': { type: 'string' },
    after: { type: 'string' },
    apply: { type: 'boolean', default: false },
  },
  run: async ({ positionals: [id], values }, { target, say }) => {
    const orderId = OrderId.safeParse(id)
    if (!orderId.success) throw new Refusal('Name the order by its id.')
    const wanted = wantedOf(values)
    await target.actAs('functions/stripe-events/converge.lambda.ts')
    const settling = liveSettling(systemLog('ops'))
    const booksFollow = convergeChargeBooks(settling)
    const parts = { ...settling, booksFollow, refund: stripeRefund(liveStripe), where: target.name, say }
    const asked = { orderId: orderId.data, wanted, afterPence: afterOf(values), isApplied: values.apply === true }
    await giveBack(parts)(asked)
  },
}

type Parts = {
  orders: Pick<OrderStore, 'get' | 'items' | 'bought'>
  refunds: Pick<RefundStore, 'listOf'>
  payments: Pick<Payments, 'findCharge'>
  refund: (wanted: NewRefund, idempotencyKey: string) => Promise<Answer<{ id: string }>>
  convergeCharge: ConvergeCharge
  /** What is decided by the books does not wait for a photographer's reversal. */
  booksFollow: ConvergeCharge
  /** The stage's name. */
  where: string
  say: Say
}
type Asked = {
  orderId: OrderId
  wanted: Wanted
  /** What refunds of the order came to, in pence, when an amount was decided on. */
  afterPence?: number | undefined
  isApplied: boolean
}

/**
 * Gives money back, once however often the same is asked for. Everything is decided by what Stripe says of the payment and
 * by books that follow it; what all refunds came to before, those that failed included, is part of Stripe's key, and only
 * grows. An amount, which the order itself cannot tell from a second one, is for the sum that was named with it.
 * @throws Refusal where nothing is given back, or where it is not known.
 */
export const giveBack =
  ({ orders, refunds, payments, refund, convergeCharge, booksFollow, where, say }: Parts) =>
  async ({ orderId, wanted, afterPence, isApplied }: Asked): Promise<void> => {
    const { chargeId, number } = await orders.get(orderId)
    const before = chargeId === null ? [] : await refundsOf({ payments, chargeId })
    const beforePence = sumPence(before.map(({ amountPence }) => amountPence))

    const isDone = async (converge: ConvergeCharge): Promise<boolean> => {
      if (chargeId === null) return true
      return converge(chargeId).then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError) return false
          throw error
        },
      )
    }
    const sayDone = async (done: string): Promise<void> => {
      // Before anything else is done: this is what must not be asked for again in another way.
      say(done)
      if (!(await isDone(convergeCharge))) say('The books follow by themselves: what was paid out is asked back later.')
    }

    const made = madeBefore(before, { ...wanted, afterPence })
    if (made && isApplied) {
      const end = made.status === 'failed' ? ', which came back' : ''
      return sayDone(`${inPounds(made.amountPence)} of ${number} was given back already: ${made.id}${end}.`)
    }
    if (wanted.amountPence !== undefined && isApplied) requireAfter(beforePence, afterPence)
    if (isApplied && !(await isDone(booksFollow)))
      throw new Refusal('The books cannot follow Stripe just now, so nothing was given back. Say it again later.')

    const order = await orders.get(orderId)
    const { disputes } = await refunds.listOf(order.id)
    const items = await orders.items(order.id)
    const plan = refundPlan(order, { items, disputes }, wanted)
    if (plan.kind === 'refused') throw new Refusal(plan.why)
    const amount = plan.amountPence === null ? 'Everything that was paid' : inPounds(plan.amountPence)
    const what = `${amount} of ${order.number}${plan.lines === null ? '' : `, lines ${linesText(plan.lines)}`}`
    const back = linesBack(order, items, plan)
    const upgrades = await orders.bought(back.flatMap(({ upgradedBy }) => upgradedBy ?? []))
    for (const { order: other, item } of upgrades)
      if (other.status === 'completed' && !isRefunded(item) && item.netPence > 0)
        say(
          `${other.number} upgrades what goes back, and brings nothing without it: give it back as well, with refund ${other.id} --lines ${item.line}.`,
        )
    if (!isApplied) {
      const earlier = beforePence === 0 ? '' : ` ${inPounds(beforePence)} was given back before.`
      const after = wanted.amountPence === undefined ? '' : `--after ${beforePence} `
      return say(`Would give back ${what} on ${where}.${earlier} Say ${after}--apply to do it.`)
    }
    if (chargeId === null) throw new Refusal('Nothing was paid for it.')
    const give = () => refund({ chargeId, ...plan }, refundKey(orderId, plan, beforePence))
    const first = await give()
    // Stripe answers the same request with what it made of it.
    const answer = first.kind === 'unknown' ? await give() : first
    if (answer.kind === 'refused')
      throw new Refusal(`Stripe refuses: ${answer.code}. It says the same to the same command for a day.`)
    if (answer.kind !== 'done') throw new Refusal('Stripe did not answer clearly. The same command again is safe.')
    await sayDone(`Gave back ${what}: ${answer.value.id}.`)
  }

const inPounds = (pence: number): string => `£${(pence / 100).toFixed(2)}`

type MadeRefund = ChargeHistory['refunds'][number]

/** All that Stripe has of a payment, in the order in which it was made. */
const refundsOf = async ({ payments, chargeId }: Pick<Parts, 'payments'> & { chargeId: string }) => {
  const found = await payments.findCharge(chargeId)
  return (found?.refunds ?? []).toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

/** The refund that an amount was asked for as, where that was done. */
const madeBefore = (
  before: readonly MadeRefund[],
  { amountPence, afterPence }: Pick<Wanted, 'amountPence'> & Pick<Asked, 'afterPence'>,
): MadeRefund | undefined =>
  before.find(
    (each, place) =>
      each.amountPence === amountPence && sumPence(before.slice(0, place).map((one) => one.amountPence)) === afterPence,
  )

const requireAfter = (beforePence: number, afterPence: number | undefined): void => {
  if (afterPence === undefined)
    throw new Refusal(`Say --after ${beforePence}, what refunds of it come to so far: said twice, it is given once.`)
  if (afterPence !== beforePence)
    throw new Refusal(
      `Refunds of it come to ${beforePence} pence, not ${afterPence}: nothing was given back. Look at what was, then say --after ${beforePence}.`,
    )
}
