import type { PaymentEvent } from '#schema/events/payment.ts'

/** What of ours an event of Stripe's makes us look at again. Others are acknowledged and forgotten. */
export type EventKind = 'session'

const platform: Readonly<Record<string, EventKind>> = {
  'checkout.session.completed': 'session',
  'checkout.session.async_payment_succeeded': 'session',
  'checkout.session.async_payment_failed': 'session',
  'checkout.session.expired': 'session',
}
const connect: Readonly<Record<string, EventKind>> = {}

/** `undefined` for an event that concerns nothing of ours, or that came by the other endpoint. */
export const kindOfEvent = (type: string, source: PaymentEvent['source']): EventKind | undefined => {
  const kinds = source === 'platform' ? platform : connect
  return Object.hasOwn(kinds, type) ? kinds[type] : undefined
}

export const isConvergedOn = (type: string, source: PaymentEvent['source']): boolean =>
  kindOfEvent(type, source) !== undefined
