import type { AskedLine, Code, Offers } from './prices.ts'

// What the model is told: what happened at Stripe and in time, and nothing that the product worked out.

/** A refund of a charge. `lines` names lines of the order by their place from 1; empty means all of them. */
export type Refund = {
  amountPence: number
  lines: readonly number[]
  /** A refund that failed or was canceled gave back what it had taken. */
  undone: boolean
}

/**
 * A dispute by its balance transactions. `inquiry`: the bank only asks, no money moved. `open`: the bank has not decided
 * about what it withdrew. `closed`: what was not reinstated is lost.
 */
export type Dispute = { stage: 'inquiry' | 'open' | 'closed'; withdrawnPence: number; reinstatedPence: number }

/** A transfer of a part of the sale to a photographer's account, and how much of it was reversed. */
type Transfer = { seller: string; amountPence: number; reversedPence: number }

/** A sale that was paid, or was free. Refunds and disputes are in the order in which they were created. */
export type Sale = {
  orderId: string
  /** What was asked for, in the cart's order. Photos that cost as much as their whole gallery are one line of the order. */
  lines: readonly AskedLine[]
  /** What each gallery took off when it was sold. */
  offers: ReadonlyMap<string, Offers>
  code: Code | undefined
  /** Milliseconds: when the card was charged. */
  paidAt: number
  refunds: readonly Refund[]
  disputes: readonly Dispute[]
  transfers: readonly Transfer[]
}

/** What one photographer has of one sale: these seven always sum to their share. */
export type Parts = {
  pendingPence: number
  availablePence: number
  heldPence: number
  reservedPence: number
  paidPence: number
  disputedPence: number
  reversedPence: number
}

export const noParts: Parts = {
  pendingPence: 0,
  availablePence: 0,
  heldPence: 0,
  reservedPence: 0,
  paidPence: 0,
  disputedPence: 0,
  reversedPence: 0,
}
