import type { DisputeStage, RefundStatus } from '#schema/entities/refund.ts'
import type { OrderId, PayoutId, UserId } from '#schema/ids.ts'

/**
 * How a call that changes something at Stripe ended (docs/money.md, "Calls to Stripe").
 * - `done`: persist the outcome.
 * - `refused`: a definite no, remembered by Stripe under the key; another try needs another key.
 * - `not_executed`: nothing happened and nothing is remembered; the same key later. `isBusy`: in a moment.
 * - `unknown`: it may have happened; the same key later, never another one. `isOtherRequest`: the key was used before
 *   with other content, so it will never answer this request.
 */
export type Answer<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'not_executed'; readonly isBusy?: true }
  | { readonly kind: 'unknown'; readonly isOtherRequest?: true }

/** From a moment on, until before another one or until now. */
export type Period = { readonly since: Date; readonly until?: Date }

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
  /** @throws AppError `unavailable` where Stripe cannot be asked: no key yet, or one of the other mode. Asks nothing. */
  readonly requireSetUp: () => Promise<void>
  readonly createSession: (session: NewSession, idempotencyKey: string) => Promise<Answer<CheckoutSession>>
  /** `undefined` when there is none of that id in this mode. */
  readonly findSession: (sessionId: string) => Promise<CheckoutSession | undefined>
  /** Closes a page to pay on: from then on nobody pays there. `refused` where it was paid or had run out before. */
  readonly endSession: (sessionId: string, idempotencyKey: string) => Promise<Answer<{ id: string }>>
  /** Every refund and dispute of a charge, as they are now. */
  readonly findCharge: (chargeId: string) => Promise<ChargeHistory | undefined>
  /**
   * The charges of whose refunds or disputes something was told since a moment, webhook or not, a page at a time: also the
   * end of what began long before. It is kept for 30 days (Stripe API reference, "Events").
   */
  readonly listReturns: (period: Period, after?: string) => Promise<{ chargeIds: string[]; next?: string }>
  /**
   * The sessions of which was told since a moment that they were paid, failed or ran out, webhook or not, a page at a time:
   * whenever they were made, and none that is still open.
   */
  readonly listEnded: (period: Period, after?: string) => Promise<{ sessionIds: string[]; next?: string }>
  /** A page of the sessions made since a moment, of every state, and where to go on. */
  readonly listSessions: (period: Period, after?: string) => Promise<{ sessions: CheckoutSession[]; next?: string }>
}

/** What happened to a charge since it was paid. */
export type ChargeHistory = {
  readonly id: string
  /** From our metadata. */
  readonly orderId: string | null
  readonly stage: string | null
  /** What was taken, in the smallest unit of its currency. */
  readonly amountPence: number
  readonly refunds: readonly {
    readonly id: string
    readonly amountPence: number
    readonly status: RefundStatus
    /** `null` for all lines; `unreadable` when somebody wrote something there that names no lines. */
    readonly lines: readonly number[] | 'unreadable' | null
    readonly createdAt: Date
  }[]
  readonly disputes: readonly {
    readonly id: string
    readonly amountPence: number
    readonly stage: DisputeStage
    readonly outPence: number
    readonly entries: number
    readonly createdAt: Date
  }[]
}

/** The platform's own balance at the provider. Reads throw AppError `unavailable` when it cannot answer now. */
export type PlatformAccount = {
  /** What can be used now; below zero while the platform owes the provider. */
  readonly availablePence: () => Promise<number>
  /** How the balance goes to the platform's bank; `minimumPence` is what an automatic payout leaves there. */
  readonly payoutSchedule: () => Promise<{ readonly isManual: boolean; readonly minimumPence: number }>
  /** Whether anything was booked at `moment` or before, and nothing was sent to the bank since. */
  readonly hasLainSince: (moment: Date) => Promise<boolean>
}

export type NewTransfer = {
  readonly orderId: OrderId
  readonly payoutId: PayoutId
  readonly sellerId: UserId
  readonly accountId: string
  readonly chargeId: string
  readonly amountPence: number
}
export type Transfer = {
  readonly id: string
  readonly amountPence: number
  readonly reversedPence: number
  /** From our metadata; `null` for a transfer that is not ours. */
  readonly orderId: string | null
  readonly payoutId: string | null
  readonly sellerId: string | null
  readonly stage: string | null
}

/** What the photographer's account there can do. */
export type PayAccountState = {
  readonly id: string
  readonly canReceive: boolean
  readonly detailsSubmitted: boolean
  readonly disabledReason: string | null
}

/** Money on its way from a photographer's account there to their bank: the provider sends it by its own calendar. */
export type BankPayout = {
  readonly id: string
  readonly amountPence: number
  readonly state: 'under_way' | 'arrived' | 'returned' | 'cancelled'
  /** When it arrived or came back; while it is under way, when it is expected. */
  readonly endedAt: Date
}

/** The card provider, as far as photographers are paid. Reads throw AppError `unavailable` when it cannot be reached. */
export type PayoutProvider = {
  readonly createTransfer: (transfer: NewTransfer, idempotencyKey: string) => Promise<Answer<Transfer>>
  readonly findTransfer: (transferId: string) => Promise<Transfer | undefined>
  /** The transfers of one order to one account, whatever made them. */
  readonly listTransfers: (order: { orderId: OrderId; accountId: string }) => Promise<Transfer[]>
  /** A page of the transfers made since a moment, to whomever, and where to go on. */
  readonly listMadeTransfers: (period: Period, after?: string) => Promise<{ transfers: Transfer[]; next?: string }>
  /** A page of the transfers of which something was taken back since a moment, however old they are. */
  readonly listReversed: (period: Period, after?: string) => Promise<{ transferIds: string[]; next?: string }>
  readonly reverseTransfer: (
    reversal: { transferId: string; amountPence: number },
    idempotencyKey: string,
  ) => Promise<Answer<{ id: string }>>
  readonly createAccount: (
    photographer: { userId: UserId; email: string },
    idempotencyKey: string,
  ) => Promise<Answer<PayAccountState>>
  /** `undefined` when the account is gone or no longer connected to us. */
  readonly findAccount: (accountId: string) => Promise<PayAccountState | undefined>
  /** The newest payouts of an account to its bank; none for an account that is gone. */
  readonly listBankPayouts: (accountId: string) => Promise<BankPayout[]>
  /** Where the photographer enters details, or sees the account once it is complete. */
  readonly accountPage: (account: PayAccountState) => Promise<string>
}
