import type { Refund, Sale } from './facts.ts'
import { inParts, total } from './pence.ts'
import { priced } from './sale.ts'

/** For each line of a sale in its order: what went back for good, by refund or lost dispute, and what is withdrawn. */
export type ReturnedOfLine = { refundedPence: number; lostPence: number; withdrawnPence: number }

/** Spreads an amount over what is left of the lines, and says what did not fit. */
const takeFrom = (amountPence: number, left: readonly number[]) => {
  const fits = Math.min(amountPence, total(left))
  return { taken: inParts(fits, left), over: amountPence - fits }
}

const plus = (a: readonly number[], b: readonly number[]) => a.map((amount, place) => amount + (b[place] ?? 0))
const minus = (a: readonly number[], b: readonly number[]) => a.map((amount, place) => amount - (b[place] ?? 0))

/**
 * What each refund took of each line. They are spread in the order in which they were created, each over what the ones
 * before it left, whether those failed since or not; so a failure moves nothing of another refund. The lines that a
 * refund names come first, as far as they reach, also with what a failed refund gave back to them; the others carry the
 * rest. Only where nothing else is left is what failed refunds gave back taken again.
 */
const spreadRefunds = (nets: readonly number[], refunds: readonly Refund[]): number[][] => {
  let left = [...nets]
  let givenBack = nets.map(() => 0)
  return refunds.map(({ amountPence, lines, undone }) => {
    const named = nets.map((_, place) => lines.includes(place + 1))
    const all = nets.map(() => true)
    let open = amountPence
    let taken = nets.map(() => 0)
    for (const chosen of lines.length === 0 ? [all] : [named, all]) {
      const fresh = takeFrom(open, among(left, chosen))
      const again = takeFrom(fresh.over, among(givenBack, chosen))
      left = minus(left, fresh.taken)
      givenBack = minus(givenBack, again.taken)
      taken = plus(taken, plus(fresh.taken, again.taken))
      open = again.over
    }
    if (open > 0) throw new Error(`a refund of ${amountPence}p is more than was left of the charge`)
    if (undone) givenBack = plus(givenBack, taken)
    return taken
  })
}

const among = (amounts: readonly number[], chosen: readonly boolean[]): number[] =>
  amounts.map((amount, place) => (chosen[place] ? amount : 0))

/** Disputes come after all refunds: first what is lost, then what is still withdrawn, each over what is left. */
export const returnedOf = (sale: Sale): ReturnedOfLine[] => {
  const nets = priced(sale).map(({ netPence }) => netPence)
  const none = nets.map(() => 0)
  const refunded = spreadRefunds(nets, sale.refunds).reduce(
    (all, taken, place) => (sale.refunds[place]?.undone ? all : plus(all, taken)),
    none,
  )
  const withdrawn = (stage: 'open' | 'closed') =>
    total(
      sale.disputes
        .filter((dispute) => dispute.stage === stage)
        .map((dispute) => dispute.withdrawnPence - dispute.reinstatedPence),
    )
  const lost = takeFrom(withdrawn('closed'), minus(nets, refunded)).taken
  const open = takeFrom(withdrawn('open'), minus(minus(nets, refunded), lost)).taken
  return nets.map((_, place) => ({
    refundedPence: refunded[place] ?? 0,
    lostPence: lost[place] ?? 0,
    withdrawnPence: open[place] ?? 0,
  }))
}
