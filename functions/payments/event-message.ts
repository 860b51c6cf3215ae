import type { PaymentEvent, StripeEvent } from '#schema/events/payment.ts'
import { kindOfEvent } from './event-kinds.ts'
import { idOf } from './stripe-client.ts'

/** What the worker is told of an event; `undefined` for one that concerns nothing of ours. */
export const messageOf = (event: StripeEvent, source: PaymentEvent['source']): PaymentEvent | undefined => {
  const { object } = event.data
  const kind = kindOfEvent(event.type, source)
  if (!kind || object.id === undefined) return undefined
  const isSubscription = kind === 'subscription' || (kind === 'session' && object.mode === 'subscription')
  const customerId = isSubscription ? idOf(object.customer) : undefined
  if (customerId === null) return undefined
  return {
    eventId: event.id,
    type: event.type,
    source,
    objectId: object.id,
    chargeId: idOf(object.charge),
    accountId: event.account ?? null,
    ...(customerId !== undefined && { customerId }),
  }
}
