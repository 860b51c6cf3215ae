import { Stripe } from 'stripe'
import { messageOf } from '#functions/payments/event-message.ts'
import type { OperationRequest } from '#functions/shared/http/operation.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { type Clock, epochSeconds } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { type PaymentEvent, StripeEvent } from '#schema/events/payment.ts'

/** Both endpoints take the same request; they differ in whose events come and in the secret. */
type Delivery = Pick<OperationRequest<typeof api.payments.endpoints.stripeWebhook>, 'rawBody' | 'headers'>

type Parts = {
  source: PaymentEvent['source']
  /** The endpoint's signing secrets: two while they are being rolled. */
  secrets: () => Promise<readonly string[]>
  isLive: () => Promise<boolean>
  send: Send
  now: Clock
  log: Log
}

/** Stripe's own tolerance; an event of the future is as suspect as an old one. */
const toleranceSeconds = 300

/**
 * Takes an event in: the signature over the raw bytes, its age, the mode, then the queue, and only then 200. Nothing of
 * the event is believed but which object it is about.
 */
export const receiveEvent =
  ({ source, secrets, isLive, send, now, log }: Parts) =>
  async ({ rawBody, headers }: Delivery): Promise<{ received: true }> => {
    const payload = Buffer.from(rawBody).toString('utf8')
    const header = headers['stripe-signature']
    requireRecent(header, epochSeconds(now()))
    if (!(await secrets()).some((secret) => isSigned(payload, header, { secret, receivedAt: now().getTime() }))) {
      throw new AppError('invalid_signature')
    }
    const event = eventOf(payload)
    if (event.livemode !== (await isLive())) {
      if (source === 'platform') throw new AppError('invalid_signature')
      // Test events of connected accounts come to the live endpoint too (docs.stripe.com/connect/webhooks). Refused, they
      // would come again for days, and Stripe may switch the endpoint off.
      log.info('event of the other mode', { eventId: event.id, type: event.type })
      return { received: true }
    }
    const message = messageOf(event, source)
    if (message) await send('PAYMENT_EVENTS_QUEUE_URL', [message])
    log.info('event received', { eventId: event.id, type: event.type })
    return { received: true }
  }

/** The SDK looks at age only; its header has the form "t=1700000000,v1=…". */
const requireRecent = (header: string, nowSeconds: number) => {
  const signedAt = Number(/(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? Number.NaN)
  // Written so that a missing time is refused too.
  if (!(Math.abs(nowSeconds - signedAt) <= toleranceSeconds)) throw new AppError('invalid_signature')
}

const isSigned = (
  payload: string,
  header: string,
  { secret, receivedAt }: { secret: string; receivedAt: number },
): boolean => {
  try {
    return (
      Stripe.webhooks.signature?.verifyHeader(payload, header, secret, toleranceSeconds, undefined, receivedAt) === true
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false
    throw error
  }
}

/** @throws AppError `invalid_request` for what is signed but is no event. */
const eventOf = (payload: string): StripeEvent => {
  try {
    return StripeEvent.parse(JSON.parse(payload))
  } catch {
    throw new AppError('invalid_request')
  }
}
