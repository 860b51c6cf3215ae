import { subscribe } from '../billing/subscribing.ts'
import { behaviourOf, type Holder, newCard } from '../payments/cards.ts'
import { askHolder, bookCharge, holderRefused, newIntent, refusePayment, takePayment } from '../payments/charging.ts'
import type { CheckoutSession, PaymentIntent, PaymentMethod } from '../wire.ts'
import type { World } from '../world.ts'
import { customerDetails } from './checkout-sessions.ts'
import { expireSession } from './expiry.ts'

/** What became of an attempt to pay. `asking` waits for the card's holder. */
export type Attempt =
  | { outcome: 'paid'; redirect: string }
  | { outcome: 'asking' }
  | { outcome: 'refused'; message: string }
  | { outcome: 'closed'; reason: 'complete' | 'expired' }

/** Pays an open session as its buyer would on the hosted page. */
export const pay = (world: World, session: CheckoutSession, payment: { number: string; holder: Holder }): Attempt => {
  const closed = closedReason(world, session)
  if (closed) return { outcome: 'closed', reason: closed }
  const { number, holder } = payment
  session.customer_details = customerDetails(holder.email, holder.name)
  const { refusal, asksHolder } = behaviourOf(number)
  const intent = intentOf(world, session)
  const method = newCard(world, { number, holder, customer: session.customer })
  if (refusal) {
    refusePayment(world, intent, { method, refusal })
    return refused(world, session, refusal.message)
  }
  if (asksHolder) {
    askHolder(world, intent, { method, url: world.page(`/c/pay/${session.id}`) })
    return { outcome: 'asking' }
  }
  return complete(world, session, { intent, method, asked: false })
}

/** The card's holder answers the bank's question. */
export const answerBank = (world: World, session: CheckoutSession, confirms: boolean): Attempt => {
  const closed = closedReason(world, session)
  if (closed) return { outcome: 'closed', reason: closed }
  const asked = askedIntent(world, session)
  if (!asked) return refused(world, session, 'There is nothing to confirm. Start the payment again.')
  const { intent, method } = asked
  if (!confirms) return refused(world, session, holderRefused(world, intent, method))
  return complete(world, session, { intent, method, asked: true })
}

/** The payment of a session that waits for the card's holder, if it does. */
export const askedIntent = (world: World, session: CheckoutSession) => {
  const intent = world.state.paymentIntents.find(world.state.checkoutPlans.find(session.id)?.intent ?? '')
  const method = world.state.paymentMethods.find(intent?.payment_method ?? '')
  return intent?.status === 'requires_action' && method ? { intent, method } : undefined
}

/** Why a session cannot be paid, if it cannot; a session whose time is over is ended on the way. */
export const closedReason = (world: World, session: CheckoutSession): 'complete' | 'expired' | undefined => {
  if (session.status === 'open' && session.expires_at <= world.now()) expireSession(world, session)
  if (session.status === 'complete') return 'complete'
  return session.status === 'expired' ? 'expired' : undefined
}

const planOf = (world: World, session: CheckoutSession) => {
  const plan = world.state.checkoutPlans.find(session.id)
  if (!plan) throw new Error(`The session ${session.id} has lost its lines.`)
  return plan
}

const refused = (world: World, session: CheckoutSession, message: string): Attempt => {
  planOf(world, session).lastRefusal = message
  return { outcome: 'refused', message }
}

/** The payment of a session, made at the first attempt as Stripe does. */
const intentOf = (world: World, session: CheckoutSession): PaymentIntent => {
  const plan = planOf(world, session)
  const existing = plan.intent === null ? undefined : world.state.paymentIntents.find(plan.intent)
  if (existing) return existing
  const intent = newIntent(world, {
    amount: session.amount_total ?? 0,
    customer: session.customer,
    description: plan.description,
    metadata: { ...plan.metadata },
    transferGroup: plan.transferGroup,
  })
  plan.intent = intent.id
  if (session.mode === 'payment') {
    session.payment_intent = intent.id
    world.state.checkoutSessions.put(session)
  }
  return intent
}

type Paying = { intent: PaymentIntent; method: PaymentMethod; asked: boolean }

const complete = (world: World, session: CheckoutSession, { intent, method, asked }: Paying): Attempt => {
  planOf(world, session).lastRefusal = null
  if (session.mode === 'subscription') {
    const charged = subscribe(world, session, { intent, method })
    close(world, session, charged ? 'paid' : 'no_payment_required')
  } else {
    const charge = takePayment(world, intent, { method, asked })
    close(world, session, 'paid')
    bookCharge(world, charge)
  }
  return { outcome: 'paid', redirect: successUrl(session) }
}

/** The session is done; its page is gone. */
const close = (world: World, session: CheckoutSession, paid: 'paid' | 'no_payment_required') => {
  session.status = 'complete'
  session.payment_status = paid
  session.url = null
  world.state.checkoutSessions.put(session)
  world.emit('checkout.session.completed', session)
}

const successUrl = (session: CheckoutSession) =>
  (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
