import type { Earning } from '#schema/entities/earning.ts'
import type { OrderItem } from '#schema/entities/order.ts'
import type { Dispute, Refund } from '#schema/entities/refund.ts'
import { pence, ratioOf, splitPence, sumPence } from '#schema/money.ts'
import type { BucketChange } from './journal-entries.ts'

/**
 * What went back of an order, as a function of all its refunds and disputes together: the same whatever order they were
 * told in. Nothing here depends on what was applied before.
 */
export type Returned = {
  /** By line number. */
  readonly refundedPence: ReadonlyMap<number, number>
  readonly lostPence: ReadonlyMap<number, number>
  readonly disputedPence: ReadonlyMap<number, number>
  readonly isFrozen: boolean
}
type Line = Pick<OrderItem, 'line' | 'netPence'>

export const returnedOf = (
  items: readonly Line[],
  { refunds, disputes }: { refunds: readonly Refund[]; disputes: readonly Dispute[] },
): Returned => {
  const refundedPence = spreadRefunds(items, refunds)
  const open = disputes.filter(isOpen)
  const lostPence = spreadOver(items, refundedPence, lostOf(disputes))
  const disputedPence = spreadOver(items, summed(refundedPence, lostPence), sumPence(open.map(outOf)))
  return { refundedPence, lostPence, disputedPence, isFrozen: open.length > 0 }
}

type Taken = Pick<Dispute, 'stage'> & { readonly amountPence: number; readonly outPence: number | null }
const isOpen = ({ stage }: Pick<Dispute, 'stage'>): boolean => stage === 'inquiry' || stage === 'withdrawn'
/** What a dispute has taken and not given back: what its balance transactions say, whatever its stage is called. */
const outOf = ({ outPence, stage, amountPence }: Taken): number =>
  outPence ?? (stage === 'withdrawn' || stage === 'lost' ? amountPence : 0)
/** What disputes that are over took for good: all of a lost one, of one that was won what did not come back. */
const lostOf = (disputes: readonly Taken[]): number =>
  sumPence(disputes.filter((dispute) => !isOpen(dispute)).map(outOf))

/**
 * In the order they were made, each over what the ones before it left, also those that failed since: so a failure gives
 * back exactly what it took, and moves nothing of another refund from photographer to photographer. What a failure gave
 * back is taken again once nothing else is left of it. A refund that names lines is for those, as far as they reach;
 * everything else is spread over all.
 */
const spreadRefunds = (items: readonly Line[], refunds: readonly Refund[]): Map<number, number> => {
  /** By line: what any refund ever took, what failures gave back of it, and what stays away. */
  let touched: Spread = new Map()
  let back: Spread = new Map()
  let gone: Spread = new Map()
  for (const refund of refunds.toSorted(byAge)) {
    let left: number = refund.amountPence
    for (const lines of refund.lines === null ? [items] : [namedOf(items, refund.lines), items]) {
      const fresh = spreadOver(lines, touched, left)
      touched = summed(touched, fresh)
      left = sumPence([left, -totalOf(fresh)])
      const again = spreadOver(
        lines.map(({ line }) => ({ line, netPence: back.get(line) ?? 0 })),
        new Map(),
        left,
      )
      back = summed(back, negated(again))
      left = sumPence([left, -totalOf(again)])
      const taken = summed(fresh, again)
      if (refund.status === 'failed') back = summed(back, taken)
      else gone = summed(gone, taken)
    }
  }
  return gone
}

type Spread = Map<number, number>
const namedOf = <T extends { line: number }>(items: readonly T[], lines: readonly number[]): T[] =>
  items.filter(({ line }) => lines.includes(line))

/** Stripe counts time in seconds: of two in the same one the ids decide, so that every reader finds the same order. */
const byAge = (a: Refund, b: Refund): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1

/** Splits an amount over the lines by what is left of each; never more than that. */
const spreadOver = (
  items: readonly { readonly line: number; readonly netPence: number }[],
  taken: ReadonlyMap<number, number>,
  amount: number,
): Map<number, number> => {
  const left = items.map(({ line, netPence }) => sumPence([netPence, -(taken.get(line) ?? 0)]))
  const parts = splitPence(pence(Math.min(amount, sumPence(left))), left)
  return new Map(items.map(({ line }, index) => [line, parts[index] ?? 0]))
}

const negated = (spread: Spread): Spread => new Map([...spread].map(([line, amount]) => [line, sumPence([-amount])]))
const totalOf = (spread: ReadonlyMap<number, number>): number => sumPence([...spread.values()])
const summed = (a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): Map<number, number> =>
  new Map(
    [...new Set([...a.keys(), ...b.keys()])].map((line) => [line, sumPence([a.get(line) ?? 0, b.get(line) ?? 0])]),
  )

/** What the buyer has back of a payment, whatever the order's total. A refund that is under way has not arrived. */
export const givenBackPence = ({
  refunds,
  disputes,
}: {
  refunds: readonly (Pick<Refund, 'status'> & { readonly amountPence: number })[]
  disputes: readonly Taken[]
}): number =>
  sumPence([
    ...refunds.filter(({ status }) => status === 'succeeded').map(({ amountPence }) => amountPence),
    lostOf(disputes),
  ])

export type ShareTarget = {
  /** What the buyer has back for the seller's photos. */
  returnedPence: number
  reversedPence: number
  disputedPence: number
  isFrozen: boolean
}

/**
 * What that takes of one seller's share. For a refund R of what was paid N with the share E it is
 * floor((2ER + N) / 2N), so that R = N takes exactly E, and parts never sum to more.
 */
export const shareTarget = (
  { sellerId, amountPence, grossPence }: Pick<Earning, 'sellerId' | 'amountPence' | 'grossPence'>,
  items: readonly OrderItem[],
  returned: Returned,
): ShareTarget => {
  const lines = items.filter(({ photographerId }) => photographerId === sellerId).map(({ line }) => line)
  const of = (spread: ReadonlyMap<number, number>) => sumPence(lines.map((line) => spread.get(line) ?? 0))
  const shareOf = (amount: number): number => (grossPence === 0 ? 0 : ratioOf(amountPence, amount, grossPence))
  const gone = sumPence([of(returned.refundedPence), of(returned.lostPence)])
  const reversedPence = shareOf(gone)
  const disputedPence = sumPence([shareOf(sumPence([gone, of(returned.disputedPence)])), -reversedPence])
  return { returnedPence: gone, reversedPence, disputedPence, isFrozen: returned.isFrozen }
}

/**
 * How the buckets get from where they are to the target. What is taken comes out of the hold first, then out of what is
 * available, which may go below zero; what comes back goes where it would be by now. While a share is frozen all that
 * would be pending or available is `held`. Which of the two it is needs no note: the end of the hold decides, also after.
 */
export const moveTo = (earning: Earning, target: ShareTarget, now: Date): BucketChange => {
  const reversed = sumPence([target.reversedPence, -earning.reversedPence])
  const disputed = sumPence([target.disputedPence, -earning.disputedPence])
  const free = sumPence([-reversed, -disputed])
  const place = target.isFrozen ? frozenPlace : freePlace
  const after = place(earning, free, new Date(earning.releaseAt) > now)
  return {
    pendingPence: sumPence([after.pendingPence, -earning.pendingPence]),
    availablePence: sumPence([after.availablePence, -earning.availablePence]),
    heldPence: sumPence([after.heldPence, -earning.heldPence]),
    disputedPence: disputed,
    reversedPence: reversed,
  }
}

type Free = Pick<Earning, 'pendingPence' | 'availablePence' | 'heldPence'>
type FreeSums = Record<keyof Free, number>

const frozenPlace = ({ pendingPence, availablePence, heldPence }: Free, change: number): FreeSums => {
  const sum = sumPence([pendingPence, availablePence, heldPence, change])
  return { pendingPence: 0, availablePence: Math.min(0, sum), heldPence: Math.max(0, sum) }
}

const freePlace = (before: Free, change: number, isInHold: boolean): FreeSums => {
  const pending = sumPence([before.pendingPence, isInHold ? before.heldPence : 0])
  const fromHold = change < 0 ? -Math.min(pending, -change) : isInHold ? change : 0
  const available = sumPence([before.availablePence, isInHold ? 0 : before.heldPence])
  return {
    pendingPence: sumPence([pending, fromHold]),
    availablePence: sumPence([available, change, -fromHold]),
    heldPence: 0,
  }
}

/** Where money goes that a payout gives back to a share: what it is short of is made good, frozen or not. */
export const givenBack = ({ frozen, availablePence }: Earning, amountPence: number): BucketChange => {
  if (!frozen) return { availablePence: amountPence }
  const owed = Math.min(amountPence, Math.max(0, -availablePence))
  return { availablePence: owed, heldPence: sumPence([amountPence, -owed]) }
}
