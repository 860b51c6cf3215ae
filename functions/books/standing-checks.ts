import { type Bucket, bucketNames, sellerAccount } from '#functions/payments/journal-entries.ts'
import { afterMs } from '#functions/shared/time/clock.ts'
import type { Discount } from '#schema/entities/discount.ts'
import type { Balance, Earning } from '#schema/entities/earning.ts'
import type { JournalEntry } from '#schema/entities/journal.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import type { BucketSums } from '#schema/events/books.ts'
import type { UserId } from '#schema/ids.ts'
import { feeOf, type SignedPence, sumPence } from '#schema/money.ts'

/**
 * What must hold of money at every moment (docs/money.md, "Checked, not hoped"), as functions of what is stored. The simulator
 * runs them after every step, `ops verify` over a whole table, and the nightly job `checkSums`, `checkEntry` and `checkLines`
 * over everybody who earned something. What needs Stripe's side as well is in `compare-sessions.ts`, `compare-returns.ts` and
 * `compare-transfers.ts`, and for tests in `test/support/payments/calm-checks.ts`. A subject is an id that may be logged.
 */
export type Violation = { readonly rule: string; readonly subject: string; readonly found: string }

/** Collects the invariants that do not hold. */
export const checker = (subject: string) => {
  const violations: Violation[] = []
  return {
    violations,
    same: (rule: string, found: unknown, expected: unknown) => {
      if (found !== expected) violations.push({ rule, subject, found: `${found}, expected ${expected}` })
    },
    holds: (rule: string, isTrue: boolean, found: string) => {
      if (!isTrue) violations.push({ rule, subject, found })
    },
  }
}

/** The sum of an amount of each. */
export const total = <T>(list: readonly T[], amount: (each: T) => number): number => sumPence(list.map(amount))

/** Frozen, a share has nothing that could be paid or pay a debt; not frozen, nothing of it is held. */
const isFreezeKept = ({ frozen, heldPence, pendingPence, availablePence }: Earning): boolean =>
  frozen ? pendingPence === 0 && availablePence <= 0 : heldPence === 0

export type OrderFacts = {
  order: Order
  items: readonly OrderItem[]
  earnings: readonly Earning[]
  /** The journal's entry of the sale, once there is one. */
  sale: JournalEntry | undefined
}

/** M2 to M5, M8 and M21 for one order. */
export const checkOrder = ({ order, items, earnings, sale }: OrderFacts): Violation[] => {
  const { same, holds, violations } = checker(order.number)
  same(
    'M2 total',
    total(items, (item) => item.netPence),
    order.totalPence,
  )
  same('M2 item count', items.length, order.itemCount)
  same('M3 fee of the total', order.feePence, feeOf(order.totalPence))
  same(
    'M3 fees of the lines',
    total(items, (item) => item.feePence),
    order.feePence,
  )
  for (const item of items) {
    same('M2 net', item.netPence, sumPence([item.pricePence, -item.discountPence]))
    same('M3 share', item.sharePence, sumPence([item.netPence, -item.feePence]))
  }
  const isCompleted = order.status === 'completed'
  const sellers = new Set(items.map(({ photographerId }) => photographerId))
  same('M5 shares', earnings.length, isCompleted ? sellers.size : 0)
  for (const earning of earnings) {
    const ofSeller = items.filter(({ photographerId }) => photographerId === earning.sellerId)
    same(
      'M3 seller share',
      earning.amountPence,
      total(ofSeller, (item) => item.sharePence),
    )
    same(
      'M8 buckets',
      total(bucketNames, (name) => earning[name]),
      earning.amountPence,
    )
    const { soldBy } = earning
    if (soldBy) {
      const of = (name: 'grossPence' | 'amountPence' | 'returnedPence') => total(soldBy.offers, (offer) => offer[name])
      same('M3 paid by offer', of('grossPence'), earning.grossPence)
      same('M3 share by offer', of('amountPence'), earning.amountPence)
      same('M17 given back by offer', of('returnedPence'), earning.returnedPence)
    }
    holds('M18 frozen money', isFreezeKept(earning), `${earning.frozen ? 'frozen' : 'free'}, ${earning.heldPence} held`)
    const reserved = earning.lines.filter(({ state }) => state === 'reserved' || state === 'unknown')
    same(
      'M15 reserved lines',
      total(reserved, (line) => line.amountPence),
      earning.reservedPence,
    )
  }
  if (isCompleted) {
    same('M4 captured', total(earnings, (each) => each.amountPence) + order.feePence, order.totalPence)
    same('M10 sale in the journal', sale !== undefined, order.totalPence > 0)
    holds('M6 charge', order.totalPence === 0 || order.chargeId !== null, 'completed without a charge')
  }
  if (sale)
    same(
      'M10 sale',
      total(sale.legs, (leg) => leg.amountPence),
      0,
    )
  holds('M21 free', order.chargeId === null || order.totalPence > 0, 'a charge for nothing')
  holds('M17 refunded', order.refundedPence <= order.totalPence, `${order.refundedPence} of ${order.totalPence}`)
  return violations
}

/** M13 and M14: a transfer pays one line, and what a share calls paid is what its transfers brought and did not lose again. */
export const checkLines = ({ orderNumber, lines, paidPence }: Earning): Violation[] => {
  const { same, violations } = checker(orderNumber)
  const sent = lines.filter(({ state }) => state === 'transferred')
  same('M13 transfers', new Set(sent.map(({ transferId }) => transferId)).size, sent.length)
  same(
    'M14 lines',
    total(sent, ({ amountPence, reversedPence }) => amountPence - reversedPence),
    paidPence,
  )
  return violations
}

export type SellerFacts = {
  balance: Balance
  earnings: readonly Earning[]
  /** Every entry that moved this seller's money: of its sales and of its ledger. */
  entries: readonly JournalEntry[]
}

export type SellerSums = {
  balance: Balance
  /** What the shares come to. */
  shares: BucketSums & { amountPence: number }
  /** What the journal brought into each bucket. */
  journal: BucketSums
}

/** M1, M9 and M10 for one seller: the sums are those of the shares, and those of the journal. */
export const checkSums = ({ balance, shares, journal }: SellerSums): Violation[] => {
  const { same, holds, violations } = checker(balance.userId)
  for (const name of bucketNames) {
    same(`M9 ${name}`, balance[name], shares[name])
    same(`M10 ${name}`, balance[name], journal[name])
    holds('M1', name === 'availablePence' || balance[name] >= 0, `${name} is ${balance[name]}`)
  }
  same('M9 total earned', balance.totalEarnedPence, shares.amountPence)
  return violations
}

/** M10: the legs of an entry sum to zero. */
export const checkEntry = (sellerId: UserId, { legs }: JournalEntry): Violation[] => {
  const { same, violations } = checker(sellerId)
  same(
    'M10 legs',
    total(legs, (leg) => leg.amountPence),
    0,
  )
  return violations
}

/** What an entry brings into each of a seller's buckets. */
export const broughtBy = (sellerId: UserId, entries: readonly JournalEntry[]): BucketSums => {
  const legs = Map.groupBy(
    entries.flatMap((entry) => entry.legs),
    ({ account }) => account,
  )
  const brought = (name: Bucket) => total(legs.get(sellerAccount(sellerId, name)) ?? [], (leg) => leg.amountPence)
  return mapBuckets(brought)
}

/** An amount of each bucket. */
export const mapBuckets = (amountOf: (name: Bucket) => number): Record<Bucket, SignedPence> => ({
  pendingPence: sumPence([amountOf('pendingPence')]),
  availablePence: sumPence([amountOf('availablePence')]),
  heldPence: sumPence([amountOf('heldPence')]),
  reservedPence: sumPence([amountOf('reservedPence')]),
  paidPence: sumPence([amountOf('paidPence')]),
  disputedPence: sumPence([amountOf('disputedPence')]),
  reversedPence: sumPence([amountOf('reversedPence')]),
})

/** The same of everything that is stored of one seller. */
export const checkSeller = ({ balance, earnings, entries }: SellerFacts): Violation[] => [
  ...checkSums({
    balance,
    shares: {
      ...mapBuckets((name) => total(earnings, (earning) => earning[name])),
      amountPence: total(earnings, (earning) => earning.amountPence),
    },
    journal: broughtBy(balance.userId, entries),
  }),
  ...entries.flatMap((entry) => checkEntry(balance.userId, entry)),
]

const hour = 3_600_000
const holdMs = 48 * hour

/** M11: nothing is released early, and nothing that is due waits for long. */
export const checkHold = (earning: Earning, now: Date): Violation[] => {
  const { holds, violations } = checker(earning.orderNumber)
  const paidAt = new Date(earning.paidAt)
  const wasReleased = earning.availablePence > 0 || earning.reservedPence > 0 || earning.paidPence > 0
  holds('M11 early', !wasReleased || now >= afterMs(paidAt, holdMs), `released by ${now.toISOString()}`)
  return violations
}

/** M21: a code was used as often as it counts, and never more than it may be, but by orders paid after they were given up. */
export const checkDiscount = (discount: Discount, useCount: number): Violation[] => {
  const { same, holds, violations } = checker(`discount of ${discount.percent}%`)
  same('M21 uses', discount.uses, useCount)
  const { maxUses, uses, lateUses } = discount
  holds('M21 maximum', maxUses === null || uses - lateUses <= maxUses, `${uses} uses, ${lateUses} of them late`)
  return violations
}
