import { expect, test } from 'vitest'
import { kindOfEvent } from '#functions/payments/event-kinds.ts'

/**
 * What the books depend on hearing, written a second time: the endpoints at Stripe are set up from the list that is
 * tested here, and what it leaves out is told to nobody.
 */
test.each([
  ['platform', 'checkout.session.completed', 'session'],
  ['platform', 'checkout.session.async_payment_succeeded', 'session'],
  ['platform', 'checkout.session.async_payment_failed', 'session'],
  ['platform', 'checkout.session.expired', 'session'],
  ['platform', 'charge.refunded', 'charge'],
  ['platform', 'refund.created', 'charge'],
  ['platform', 'refund.updated', 'charge'],
  ['platform', 'refund.failed', 'charge'],
  ['platform', 'charge.dispute.created', 'charge'],
  ['platform', 'charge.dispute.updated', 'charge'],
  ['platform', 'charge.dispute.funds_withdrawn', 'charge'],
  ['platform', 'charge.dispute.funds_reinstated', 'charge'],
  ['platform', 'charge.dispute.closed', 'charge'],
  ['platform', 'transfer.reversed', 'transfer'],
  ['platform', 'transfer.updated', 'transfer'],
  ['platform', 'customer.subscription.deleted', 'subscription'],
  ['platform', 'invoice.paid', 'subscription'],
  ['platform', 'invoice.payment_failed', 'subscription'],
  ['connect', 'account.updated', 'account'],
  ['connect', 'capability.updated', 'account'],
  ['connect', 'account.application.deauthorized', 'account'],
  ['connect', 'payout.paid', 'bank'],
  ['connect', 'payout.failed', 'bank'],
  ['connect', 'payout.canceled', 'bank'],
] as const)('the %s endpoint hears %s as news of a %s, and the other one does not', (source, type, kind) => {
  expect(kindOfEvent(type, source)).toBe(kind)
  expect(kindOfEvent(type, source === 'platform' ? 'connect' : 'platform')).toBeUndefined()
})
