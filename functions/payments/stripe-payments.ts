import type { Stripe } from 'stripe'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import type { DisputeStage, RefundStatus } from '#schema/entities/refund.ts'
import { StripeEvent } from '#schema/events/payment.ts'
import { sumPence } from '#schema/money.ts'
import { addresses, paths } from '#schema/paths.ts'
import { returnEventTypes, sessionEventTypes } from './event-kinds.ts'
import { messageOf } from './event-message.ts'
import type { Charge, CheckoutSession, NewSession, Payments, Period } from './payments.ts'
import { linesOf } from './refund-lines.ts'
import { change, createdIn, fromEpoch, idOf, read } from './stripe-client.ts'

/** Far more than a charge can have; as many as the SDK reads into one list. */
const mostOfOneCharge = 10_000

/** Everything a decision needs comes with the session, in one call. */
const expand = ['payment_intent.latest_charge']

export const stripePayments = (
  stripe: () => Promise<Stripe>,
  { siteUrl, stage, isLive }: { siteUrl: () => string; stage: () => string; isLive: () => Promise<boolean> },
): Payments => ({
  isLive,
  requireSetUp: async () => {
    await stripe()
  },
  createSession: async (session, idempotencyKey) => {
    const client = await stripe()
    const answer = await change(() =>
      client.checkout.sessions.create(sessionParams(session, { siteUrl: siteUrl(), stage: stage() }), {
        idempotencyKey,
      }),
    )
    return answer.kind === 'done' ? { kind: 'done', value: sessionOf(answer.value) } : answer
  },
  findSession: async (sessionId) => {
    const client = await stripe()
    const found = await read(() => client.checkout.sessions.retrieve(sessionId, { expand }))
    return found?.mode === 'payment' ? sessionOf(found) : undefined
  },
  endSession: async (sessionId, idempotencyKey) => {
    const client = await stripe()
    return change(() => client.checkout.sessions.expire(sessionId, {}, { idempotencyKey }))
  },
  findCharge: async (chargeId) => {
    const client = await stripe()
    const charge = await read(() => client.charges.retrieve(chargeId))
    if (!charge) return undefined
    const ofCharge = { charge: chargeId, limit: 100 }
    const [refunds, disputes] = await Promise.all([
      read(async () => (await stripe()).refunds.list(ofCharge).autoPagingToArray({ limit: mostOfOneCharge })),
      read(async () => (await stripe()).disputes.list(ofCharge).autoPagingToArray({ limit: mostOfOneCharge })),
    ])
    return {
      id: charge.id,
      orderId: charge.metadata.order_id ?? null,
      stage: charge.metadata.stage ?? null,
      amountPence: charge.amount_captured,
      refunds: (refunds ?? []).map((refund) => ({
        id: refund.id,
        amountPence: refund.amount,
        status: refundStatusOf(refund.status),
        lines: linesOf(refund.metadata),
        createdAt: fromEpoch(refund.created),
      })),
      disputes: (disputes ?? []).map(disputeOf),
    }
  },
  listReturns: async (period, after) => {
    const { messages, ...next } = await toldOf(await stripe(), returnEventTypes(), { period, after })
    return { chargeIds: [...new Set(messages.map(({ chargeId, objectId }) => chargeId ?? objectId))], ...next }
  },
  listEnded: async (period, after) => {
    const { messages, ...next } = await toldOf(await stripe(), sessionEventTypes(), { period, after })
    const ofOrders = messages.filter(({ customerId }) => customerId === undefined)
    return { sessionIds: [...new Set(ofOrders.map(({ objectId }) => objectId))], ...next }
  },
  listSessions: async (period, after) => {
    const client = await stripe()
    const page = await read(() =>
      client.checkout.sessions.list({
        limit: 100,
        created: createdIn(period),
        expand: expand.map((path) => `data.${path}`),
        ...(after !== undefined && { starting_after: after }),
      }),
    )
    const last = page?.has_more ? page.data.at(-1)?.id : undefined
    return {
      sessions: (page?.data ?? []).filter(({ mode }) => mode === 'payment').map(sessionOf),
      ...(last !== undefined && { next: last }),
    }
  },
})

type EventQuery = { period: Period; after: string | undefined }
/**
 * A page of what Stripe told of these types, newest first, webhook or not
 * (https://docs.stripe.com/api/events/list: `types` holds up to 20, `created` a range; kept for 30 days).
 */
const toldOf = async (client: Stripe, types: string[], { period, after }: EventQuery) => {
  const page = await read(() =>
    client.events.list({
      types,
      created: createdIn(period),
      limit: 100,
      ...(after !== undefined && { starting_after: after }),
    }),
  )
  const last = page?.has_more ? page.data.at(-1)?.id : undefined
  const messages = (page?.data ?? []).map((event) => messageOf(StripeEvent.parse(event), 'platform'))
  return { messages: messages.filter((message) => message !== undefined), ...(last !== undefined && { next: last }) }
}

/** The order's lines at the server's prices after discount, so that Stripe's total is ours by construction. */
const sessionParams = (
  { orderId, orderNumber, customerEmail, lines, expiresAt }: NewSession,
  { siteUrl, stage }: { siteUrl: string; stage: string },
): Stripe.Checkout.SessionCreateParams => {
  const metadata = { order_id: orderId, stage }
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    customer_email: customerEmail,
    line_items: lines.map(({ name, amountPence }) => ({
      quantity: 1,
      price_data: { currency: 'gbp', unit_amount: amountPence, product_data: { name } },
    })),
    // The buyer pays in pounds; a converted total would not be the order's.
    adaptive_pricing: { enabled: false },
    expires_at: epochSeconds(expiresAt),
    success_url: siteUrl + addresses.paidOrder('{CHECKOUT_SESSION_ID}'),
    cancel_url: siteUrl + paths.cart(),
    metadata,
    payment_intent_data: { transfer_group: orderId, description: `Darkslide order ${orderNumber}`, metadata },
    expand,
  }
}

const sessionOf = (session: Stripe.Checkout.Session): CheckoutSession => {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null
  const isComplete = session.status === 'complete'
  return {
    id: session.id,
    url: session.url,
    status: isComplete ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
    isPaid: session.payment_status === 'paid',
    totalPence: session.amount_total ?? 0,
    currency: session.currency ?? '',
    isLive: session.livemode,
    expiresAt: fromEpoch(session.expires_at),
    orderId: session.metadata?.order_id ?? null,
    stage: session.metadata?.stage ?? null,
    paymentIntentId: idOf(session.payment_intent),
    // Only a method that settles later can leave a completed session unpaid and then fail.
    hasPaymentFailed: isComplete && (intent?.status === 'requires_payment_method' || intent?.status === 'canceled'),
    charge: charge && chargeOf(charge),
  }
}

/** `requires_action` and `null` are refunds under way as well. */
const refundStatusOf = (status: string | null): RefundStatus => {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

/**
 * A dispute's balance transactions "show funds withdrawn and reinstated" (API reference, "The Dispute object"), without
 * the fee, which is the platform's.
 */
const disputeOf = ({ id, amount, status, balance_transactions: entries, created }: Stripe.Dispute) => {
  const isReinstated = entries.some((entry) => entry.amount > 0)
  return {
    id,
    amountPence: amount,
    stage: disputeStageOf(status, { isOut: entries.length > 0 && !isReinstated }),
    outPence: Math.max(0, sumPence(entries.map((entry) => -entry.amount))),
    entries: entries.length,
    createdAt: fromEpoch(created),
  }
}

/**
 * Stripe's statuses of a dispute (API reference, "The Dispute object", `status`). One that begins with "warning" is an
 * inquiry, which moves no money. An appeal follows a lost dispute: until it is won, the money is gone. One that is won
 * whose money is still out is not over: what comes back is known when it comes.
 */
const disputeStageOf = (status: string, { isOut }: { isOut: boolean }): DisputeStage => {
  if (status === 'warning_closed' || status === 'prevented') return 'inquiry_closed'
  if (status.startsWith('warning_')) return 'inquiry'
  if (status === 'lost' || status.startsWith('appeal_')) return 'lost'
  return status === 'won' && !isOut ? 'won' : 'withdrawn'
}

const chargeOf = (charge: Stripe.Charge): Charge => ({
  id: charge.id,
  amountPence: charge.amount_captured,
  currency: charge.currency,
  createdAt: fromEpoch(charge.created),
})
