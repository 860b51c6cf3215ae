import * as z from 'zod'
import type { PaymentEvent } from '#schema/events/payment.ts'

/** What of ours an event of Stripe's makes us look at again. Others are acknowledged and forgotten. */
const EventKinds = z.enum(['session', 'charge', 'transfer', 'account', 'bank', 'subscription'])
export type EventKind = z.infer<typeof EventKinds>

/** By the endpoint at Stripe that they come from: its platform's own events, and those of connected accounts. */
const kinds = {
  platform: {
    session: [
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.async_payment_failed',
      'checkout.session.expired',
    ],
    charge: [
      'charge.refunded',
      'charge.refund.updated',
      'refund.created',
      'refund.updated',
      'refund.failed',
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ],
    transfer: ['transfer.reversed', 'transfer.updated'],
    subscription: [
      'customer.subscription.created',
      'customer.subscription.updated',
      'customer.subscription.deleted',
      'invoice.paid',
      'invoice.payment_failed',
    ],
    account: [],
    bank: [],
  },
  connect: {
    account: [
      'account.updated',
      'capability.updated',
      'account.external_account.created',
      'account.external_account.updated',
      'account.external_account.deleted',
      'account.application.deauthorized',
    ],
    bank: ['payout.paid', 'payout.failed', 'payout.canceled'],
    session: [],
    charge: [],
    transfer: [],
    subscription: [],
  },
} as const satisfies Record<PaymentEvent['source'], Record<EventKind, readonly string[]>>
type Kinds = typeof kinds
export type EventType = { [S in keyof Kinds]: Kinds[S][keyof Kinds[S]] }[keyof Kinds][number]

/** `undefined` for an event that concerns nothing of ours, or that came by the other endpoint. */
export const kindOfEvent = (type: string, source: PaymentEvent['source']): EventKind | undefined => {
  const known: Readonly<Record<EventKind, readonly string[]>> = kinds[source]
  return EventKinds.options.find((kind) => known[kind].includes(type))
}

/** Which events each endpoint at Stripe is to send: of Stripe's own names, or the set-up does not compile. */
export const eventTypesOf = (source: PaymentEvent['source']): EventType[] => Object.values(kinds[source]).flat()

/** The types that say that a checkout's session was paid or will not be. */
export const sessionEventTypes = (): string[] => [...kinds.platform.session]

/** The types that say something of a subscription, of either endpoint. */
export const subscriptionEventTypes = (): string[] => [...kinds.platform.subscription, 'checkout.session.completed']

/** The types that say something of a refund or a dispute: its beginning, its end and what lies between. */
export const returnEventTypes = (): string[] => [...kinds.platform.charge]

/** The types that say that something of a transfer was taken back. */
export const transferEventTypes = (): string[] => [...kinds.platform.transfer]
