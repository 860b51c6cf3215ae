import type { Answer } from '#functions/payments/payments.ts'
import type { PaymentEvent } from '#schema/events/payment.ts'
import type { UserId } from '#schema/ids.ts'

/** A subscription at the card provider, as far as access depends on it. */
export type BilledSubscription = {
  readonly id: string
  /** unfinished: its first payment has not come, and may never. ended: nothing will be charged any more. */
  readonly state: 'unfinished' | 'active' | 'past_due' | 'cancelled' | 'ended'
  /** The end of the last period that is paid, which is not that of a period whose invoice is still open. */
  readonly paidUntil: Date | null
  readonly createdAt: Date
}

export type NewSubscription = {
  readonly userId: UserId
  readonly customerId: string
  /** When the first month begins; `null`: at once. */
  readonly firstPaymentAt: Date | null
}

/** What subscribing needs of the card provider. Reads throw AppError `unavailable` when it cannot answer now. */
export type Billing = {
  createCustomer: (
    customer: { userId: UserId; email: string },
    idempotencyKey: string,
  ) => Promise<Answer<{ id: string }>>
  /** All that a customer ever had, ended ones too. */
  listSubscriptions: (customerId: string) => Promise<BilledSubscription[]>
  /** A page of the news of subscriptions since a moment, newest first, and where to go on. */
  listNews: (since: Date, after?: string) => Promise<{ news: PaymentEvent[]; next?: string }>
  /** The page that the customer opened and neither completed nor let expire. */
  findOpenPage: (customerId: string) => Promise<string | undefined>
  createPage: (subscription: NewSubscription, idempotencyKey: string) => Promise<Answer<{ url: string }>>
  /** `undefined` when the customer is gone. */
  portalPage: (customerId: string) => Promise<string | undefined>
  /** Nothing is charged any more, also not what is overdue; what is paid stays. Doing it again changes nothing. */
  stopRenewal: (subscription: BilledSubscription) => Promise<Answer<void>>
  /** Forgets name, address and cards, and ends every subscription at once. One that is gone is done. */
  deleteCustomer: (customerId: string) => Promise<Answer<void>>
}
