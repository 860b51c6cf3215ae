import type * as z from 'zod'
import { checkDiscount, checkHold, checkOrder, checkSeller, type Violation } from '#functions/books/standing-checks.ts'
import { wasPaid } from '#functions/orders/order-states.ts'
import { balanceKeys, balanceOf } from '#functions/payments/balance-writes.ts'
import { Discount } from '#schema/entities/discount.ts'
import { Earning } from '#schema/entities/earning.ts'
import { JournalEntry } from '#schema/entities/journal.ts'
import { Order, OrderItem } from '#schema/entities/order.ts'
import { Dispute, Refund } from '#schema/entities/refund.ts'
import {
  checkOverdue,
  checkPaidOut,
  checkPayment,
  checkReturned,
  checkSettled,
  checkTransfers,
} from '#test/support/payments/calm-checks.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'

/** `ORDER#… / EARN#…` is `ORDER# EARN#`, `LEDGER#… / …` is `LEDGER# `; remembered, since it is asked of every item after every step. */
const kinds = new WeakMap<object, string>()
const kindOf = (item: Readonly<Record<string, unknown>>): string => {
  const known = kinds.get(item)
  if (known !== undefined) return known
  const [pk, sk] = [item.PK, item.SK].map((key) => String(key).replace(/#.*$/, '#'))
  const kind = pk === 'LEDGER#' ? 'LEDGER# ' : `${pk} ${sk}`
  kinds.set(item, kind)
  return kind
}

/** Parsing is most of the work of a check, and most items are as they were at the last one. */
const remembering = <T>(schema: z.ZodType<T>) => {
  const known = new WeakMap<object, T>()
  return (item: Readonly<Record<string, unknown>>): T => {
    const before = known.get(item)
    if (before !== undefined) return before
    const parsed = schema.parse(item)
    known.set(item, parsed)
    return parsed
  }
}
const orderOf = remembering(Order)
const lineOf = remembering(OrderItem)
const earningOf = remembering(Earning)
const entryOf = remembering(JournalEntry)

export type MoneyFacts = ReturnType<typeof moneyFacts>

/** Everything about money that the table holds, read from it whole. */
export const moneyFacts = (world: MoneyWorld) => {
  const items = world.table.peek()
  const kinds = Map.groupBy(items, kindOf)
  const under = (pk: string, sk: string) => kinds.get(`${pk} ${sk}`) ?? []
  const orders = under('ORDER#', 'META').map(orderOf)
  const lines = under('ORDER#', 'ITEM#').map(lineOf)
  const earnings = under('ORDER#', 'EARN#').map(earningOf)
  const sales = under('ORDER#', 'JOURNAL#').map(entryOf)
  const ledger = under('LEDGER#', '').map(entryOf)
  const sellers = new Set(earnings.map(({ sellerId }) => sellerId))
  const balances = [...sellers].map((userId) => {
    const { PK, SK } = balanceKeys.balance(userId)
    return balanceOf(userId, world.table.stored(PK, SK))
  })
  const discounts = under('DISCOUNT#', 'META').map((item) => ({
    discount: Discount.parse(item),
    uses: under('DISCOUNT#', 'USE#').filter(({ PK }) => PK === item.PK).length,
    /** Where a photographer counts them: of all mailboxes together. */
    mailboxUses: under('DISCOUNT#', 'EMAIL#')
      .filter(({ PK }) => PK === item.PK)
      .reduce((sum, { uses }) => sum + Number(uses), 0),
  }))
  return { orders, lines, earnings, entries: [...sales, ...ledger], sales, balances, discounts }
}

/** What Stripe itself says went back of an order: the truth that the rows must come to. */
const returnsAtStripe = (world: MoneyWorld, { id, chargeId }: Order) => {
  const of = <T extends { chargeId: string; id: string; createdAt: Date }>(list: readonly T[]) =>
    list
      .filter((each) => each.chargeId === chargeId)
      .map((each) => ({ ...each, orderId: id, createdAt: each.createdAt.toISOString() }))
      .toSorted((a, b) => (`${a.createdAt}${a.id}` < `${b.createdAt}${b.id}` ? -1 : 1))
  return {
    refunds: of(world.stripe.refunds()).map((refund) => Refund.parse(refund)),
    disputes: of(world.stripe.disputes()).map((dispute) => Dispute.parse(dispute)),
  }
}

/** What must hold after every single step, whatever was interrupted. */
export const violationsNow = (world: MoneyWorld, facts = moneyFacts(world)): Violation[] => {
  const sessions = new Map(world.stripe.sessions().map((session) => [session.id, session]))
  return [
    ...facts.orders.flatMap((order) =>
      checkOrder({
        order,
        items: facts.lines.filter(({ orderId }) => orderId === order.id),
        earnings: facts.earnings.filter(({ orderId }) => orderId === order.id),
        sale: facts.sales.find(({ orderIds }) => orderIds.includes(order.id)),
      }),
    ),
    ...facts.orders.flatMap((order) => checkPayment(order, sessions.get(order.sessionId ?? ''))),
    ...facts.orders.flatMap((order) => checkTransfers(order, world.stripe.transfers())),
    ...facts.balances.flatMap((balance) =>
      checkSeller({
        balance,
        earnings: facts.earnings.filter(({ sellerId }) => sellerId === balance.userId),
        entries: facts.entries.filter(({ legs }) =>
          legs.some(({ account }) => account.startsWith(`seller:${balance.userId}:`)),
        ),
      }),
    ),
    ...facts.earnings.flatMap((earning) => checkHold(earning, world.now())),
    ...facts.discounts.flatMap(({ discount, uses }) => checkDiscount(discount, uses)),
  ]
}

/** What must hold as well once everything on its way has arrived and the jobs have run. */
export const violationsAtRest = (world: MoneyWorld): Violation[] => {
  const { orders, lines, earnings, balances } = moneyFacts(world)
  return [
    ...violationsNow(world),
    ...balances.flatMap((balance) => checkPaidOut(balance, world.stripe.transfers())),
    ...orders
      .filter(({ status }) => wasPaid(status))
      .flatMap((order) =>
        checkReturned(
          {
            order,
            items: lines.filter(({ orderId }) => orderId === order.id),
            earnings: earnings.filter(({ orderId }) => orderId === order.id),
          },
          returnsAtStripe(world, order),
        ),
      ),
    ...world.stripe.sessions().flatMap((session) =>
      checkSettled(
        orders.find(({ id }) => id === session.orderId),
        session,
      ),
    ),
    ...earnings.flatMap((earning) => checkOverdue(earning, world.now())),
  ]
}
