import { paymentsBusy } from '#functions/payments/busy-payments.ts'
import type { Payments } from '#functions/payments/payments.ts'
import { delays, quotas } from './limits.ts'
import { rateOf } from './load.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** Stripe on the clock: each call takes its time, and is told to slow down beyond the endpoint's rate. */
export const pacedStripe =
  (perSecond: number = quotas.stripeEndpoint.most) =>
  (payments: Payments, clock: VirtualClock): Payments => {
    const creating = rateOf(clock, perSecond, 'Stripe')
    const reading = rateOf(clock, perSecond, 'Stripe')
    return {
      ...payments,
      createSession: async (session, key) => {
        await clock.wait(delays.stripe.ms)
        return creating.take() ? payments.createSession(session, key) : { kind: 'not_executed', isBusy: true }
      },
      findSession: async (id) => {
        await clock.wait(delays.stripe.ms)
        if (!reading.take()) throw paymentsBusy()
        return payments.findSession(id)
      },
    }
  }
