import type { OrderId } from '#schema/ids.ts'

/**
 * How a call that changes something at Stripe ended (docs/money.md, "Response classes").
 * - `done`: persist the outcome.
 * - `refused`: a definite no, remembered by Stripe under the key; another try needs another key.
 * - `not_executed`: nothing happened and nothing is remembered; the same key later.
 * - `unknown`: it may have happened; the same key later, never another one.
 */
export type Answer<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'not_executed' }
  | { readonly kind: 'unknown' }

export type Charge = {
  readonly id: string
  readonly amountPence: number
  readonly currency: string
  /** When the buyer paid, in Stripe's time. */
  readonly createdAt: Date
}

/** A Checkout Session with the payment behind it, as far as an order cares. */
export type CheckoutSession = {
  readonly id: string
  readonly url: string | null
  readonly status: 'open' | 'complete' | 'expired'
  readonly isPaid: boolean
  readonly totalPence: number
  readonly currency: string
  readonly isLive: boolean
  readonly expiresAt: Date
  /** From our metadata; `null` when the session is not ours or was altered. */
  readonly orderId: string | null
  readonly stage: string | null
  readonly paymentIntentId: string | null
  readonly hasPaymentFailed: boolean
  readonly charge: Charge | null
}

export type NewSession = {
  readonly orderId: OrderId
  readonly orderNumber: string
  readonly customerEmail: string
  readonly lines: readonly { readonly name: string; readonly amountPence: number }[]
  readonly expiresAt: Date
}

/** The card provider, as far as checkout cares. Reads throw AppError `unavailable` when it cannot be reached. */
export type Payments = {
  /** Whether real money moves. */
  readonly isLive: () => Promise<boolean>
  readonly createSession: (session: NewSession, idempotencyKey: string) => Promise<Answer<CheckoutSession>>
  /** `undefined` when there is none of that id in this mode. */
  readonly findSession: (sessionId: string) => Promise<CheckoutSession | undefined>
  /** A page of the sessions made since a moment, of every state, and where to go on. */
  readonly listSessions: (since: Date, after?: string) => Promise<{ sessions: CheckoutSession[]; next?: string }>
}
