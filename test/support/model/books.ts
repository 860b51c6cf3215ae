import { noParts, type Parts, type Sale } from './facts.ts'
import { halfUp, total } from './pence.ts'
import { returnedOf } from './returned.ts'
import { priced, type SellerSums, sellerSums, sellersOf } from './sale.ts'

const holdMs = 48 * 60 * 60_000

/** What of a share is under way in a payout that has not ended; seen from outside, since only the product decides it. */
type UnderWay = (orderId: string, seller: string) => number

export type When = {
  /** Milliseconds: the last time that due holds were released. A share whose 48 hours ended by then is no longer pending. */
  releasedAt: number
  underWay: UnderWay
}

/** A dispute freezes what is left of a sale until the bank has decided (M18); that is all of it while the bank only asks. */
export const isHeld = ({ disputes }: Pick<Sale, 'disputes'>): boolean =>
  disputes.some(({ stage }) => stage !== 'closed')

/** What of the share is gone with `returnedPence` of what buyers paid for it: to the nearest penny of the whole sum. */
const goneOf = ({ netPence, sharePence }: SellerSums, returnedPence: number) =>
  netPence === 0 ? 0 : halfUp(sharePence * returnedPence, netPence)

/**
 * Where the share of one photographer in one sale lies. What went back is taken from what they still have, and where
 * they have nothing left, available is what they owe. An open dispute holds
 * whatever they could have had.
 */
export const shareOf = (sale: Sale, seller: string, { releasedAt, underWay }: When): Parts => {
  const sums = sellerSums(sale, seller)
  const lines = returnedOf(sale).filter((_, place) => priced(sale)[place]?.seller === seller)
  const back = total(lines.map(({ refundedPence, lostPence }) => refundedPence + lostPence))
  const away = back + total(lines.map(({ withdrawnPence }) => withdrawnPence))
  const reversedPence = goneOf(sums, back)
  const disputedPence = goneOf(sums, away) - reversedPence
  const paidPence = total(
    sale.transfers
      .filter((transfer) => transfer.seller === seller)
      .map(({ amountPence, reversedPence }) => amountPence - reversedPence),
  )
  const reservedPence = underWay(sale.orderId, seller)
  const had = sums.sharePence - reversedPence - disputedPence - paidPence - reservedPence
  const parts = { ...noParts, reversedPence, disputedPence, paidPence, reservedPence }
  if (had < 0) return { ...parts, availablePence: had }
  if (isHeld(sale)) return { ...parts, heldPence: had }
  return releasedAt >= sale.paidAt + holdMs ? { ...parts, availablePence: had } : { ...parts, pendingPence: had }
}

const addParts = (a: Parts, b: Parts): Parts => ({
  pendingPence: a.pendingPence + b.pendingPence,
  availablePence: a.availablePence + b.availablePence,
  heldPence: a.heldPence + b.heldPence,
  reservedPence: a.reservedPence + b.reservedPence,
  paidPence: a.paidPence + b.paidPence,
  disputedPence: a.disputedPence + b.disputedPence,
  reversedPence: a.reversedPence + b.reversedPence,
})

/** A photographer's balance: the sum of their shares (M9), and all that they ever earned. */
export type Balance = { parts: Parts; earnedPence: number }

export const balanceOf = (sales: readonly Sale[], seller: string, when: When): Balance => {
  const theirs = sales.filter((sale) => sellersOf(sale).includes(seller))
  return {
    parts: theirs.map((sale) => shareOf(sale, seller, when)).reduce(addParts, noParts),
    earnedPence: total(theirs.map((sale) => sellerSums(sale, seller).sharePence)),
  }
}

/**
 * What one payout sends now: everything that is available. What is owed is netted from it; what is held pays no debt.
 */
export const payableOf = (sales: readonly Sale[], seller: string, when: When): number =>
  Math.max(0, balanceOf(sales, seller, when).parts.availablePence)
