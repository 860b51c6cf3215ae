import type { PaymentEvent } from '#schema/events/payment.ts'

/** What of ours an event of Stripe's makes us look at again. Others are acknowledged and forgotten. */
export type EventKind = 'session' | 'charge' | 'transfer' | 'account' | 'bank' | 'subscription'

const kinds: Readonly<Record<PaymentEvent['source'], Readonly<Record<string, EventKind>>>> = {
  platform: {
    'checkout.session.completed': 'session',
    'checkout.session.async_payment_succeeded': 'session',
    'checkout.session.async_payment_failed': 'session',
    'checkout.session.expired': 'session',
    'charge.refunded': 'charge',
    'charge.refund.updated': 'charge',
    'refund.created': 'charge',
    'refund.updated': 'charge',
    'refund.failed': 'charge',
    'charge.dispute.created': 'charge',
    'charge.dispute.updated': 'charge',
    'charge.dispute.funds_withdrawn': 'charge',
    'charge.dispute.funds_reinstated': 'charge',
    'charge.dispute.closed': 'charge',
    'transfer.reversed': 'transfer',
    'transfer.updated': 'transfer',
    'customer.subscription.created': 'subscription',
    'customer.subscription.updated': 'subscription',
    'customer.subscription.deleted': 'subscription',
    'invoice.paid': 'subscription',
    'invoice.payment_failed': 'subscription',
  },
  connect: {
    'account.updated': 'account',
    'capability.updated': 'account',
    'account.external_account.created': 'account',
    'account.external_account.updated': 'account',
    'account.external_account.deleted': 'account',
    'account.application.deauthorized': 'account',
    'payout.paid': 'bank',
    'payout.failed': 'bank',
    'payout.canceled': 'bank',
  },
}

/** `undefined` for an event that concerns nothing of ours, or that came by the other endpoint. */
export const kindOfEvent = (type: string, source: PaymentEvent['source']): EventKind | undefined => {
  const known = kinds[source]
  return Object.hasOwn(known, type) ? known[type] : undefined
}

/** Which events each endpoint at Stripe is to send. */
export const eventTypesOf = (source: PaymentEvent['source']): string[] => Object.keys(kinds[source])

const typesOfKind = (wanted: EventKind): string[] =>
  Object.entries(kinds.platform).flatMap(([type, kind]) => (kind === wanted ? [type] : []))

/** The types that say something of a subscription, of either endpoint. */
export const subscriptionEventTypes = (): string[] => [...typesOfKind('subscription'), 'checkout.session.completed']

/** The types that say something of a refund or a dispute: its beginning, its end and what lies between. */
export const returnEventTypes = (): string[] => typesOfKind('charge')

/** The types that say that something of a transfer was taken back. */
export const transferEventTypes = (): string[] => typesOfKind('transfer')
