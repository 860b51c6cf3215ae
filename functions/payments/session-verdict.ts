import { afterMs, epochSeconds } from '#functions/shared/time/clock.ts'
import type { Order } from '#schema/entities/order.ts'
import { limits } from '#schema/limits.ts'
import type { Charge, CheckoutSession } from './payments.ts'

/** What Stripe's account of a payment means for the order. */
export type Verdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'processing' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'expired' }
  /** The current session is not the one that was looked at: what became of an older one changes nothing. */
  | { readonly kind: 'superseded' }
  | { readonly kind: 'paid'; readonly charge: Charge; readonly paymentIntentId: string }
  /** Money was or may be taken that is not this order's to the penny: a person must look. */
  | { readonly kind: 'mismatch'; readonly reason: string }

type Judged = Pick<Order, 'id' | 'totalPence' | 'sessionId' | 'sessionStartedAt'>

/** Compares a session with its order: the same answer for the same session, whoever asks and in whatever order. */
export const verdictOf = (order: Judged, session: CheckoutSession, isLive: boolean): Verdict => {
  if (session.isPaid) return verdictOfPaid(order, session, isLive)
  if (order.sessionId !== null ? order.sessionId !== session.id : isOfEarlierAttempt(order, session))
    return { kind: 'superseded' }
  if (session.status === 'expired') return { kind: 'expired' }
  if (session.status === 'open') return { kind: 'open' }
  return { kind: session.hasPaymentFailed ? 'failed' : 'processing' }
}

/** The present attempt's session is not noted yet. When a session ends follows from when its attempt began. */
const isOfEarlierAttempt = ({ sessionStartedAt }: Judged, { expiresAt }: CheckoutSession): boolean => {
  const endsAt = afterMs(new Date(sessionStartedAt), limits.order.checkoutLifeMinutes * 60_000)
  // Stripe keeps whole seconds.
  return epochSeconds(expiresAt) < epochSeconds(endsAt)
}

const verdictOfPaid = (order: Judged, session: CheckoutSession, isLive: boolean): Verdict => {
  const { charge, paymentIntentId } = session
  const mismatch = (reason: string): Verdict => ({ kind: 'mismatch', reason })
  if (session.orderId !== order.id) return mismatch('order_id')
  if (session.isLive !== isLive) return mismatch('mode')
  if (session.currency !== 'gbp') return mismatch('currency')
  if (session.totalPence !== order.totalPence) return mismatch('amount')
  // Paid without a charge is what a session of nothing is; ours never is.
  if (charge === null || paymentIntentId === null) return mismatch('no_charge')
  if (charge.amountPence !== order.totalPence || charge.currency !== 'gbp') return mismatch('captured_amount')
  return { kind: 'paid', charge, paymentIntentId }
}
