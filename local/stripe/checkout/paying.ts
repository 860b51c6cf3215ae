import { subscribe } from '../billing/subscribing.ts'
import { behaviourOf, type Holder, newBankDebit, newCard } from '../payments/cards.ts'
import {
  askHolder,
  bookCharge,
  holderRefused,
  newIntent,
  refusePayment,
  returnDebit,
  sendDebit,
  settleDebit,
  takePayment,
} from '../payments/charging.ts'
import type { PendingDebit } from '../store/state.ts'
import type { CheckoutSession, PaymentIntent, PaymentMethod } from '../wire.ts'
import type { World } from '../world.ts'
import { customerDetails } from './checkout-sessions.ts'
import { expireSession } from './expiry.ts'

export type Instrument =
  | { kind: 'card'; number: string }
  /** A debit that the bank answers three days later. */
  | { kind: 'bank_debit'; outcome: 'succeeds' | 'fails' }

/** What became of an attempt to pay. `asking` waits for the card's holder. */
export type Attempt =
  | { outcome: 'paid' | 'processing'; redirect: string }
  | { outcome: 'asking' }
  | { outcome: 'refused'; message: string }
  | { outcome: 'closed'; reason: 'complete' | 'expired' }

const DEBIT_TAKES_S = 3 * 24 * 60 * 60

/** Pays an open session as its buyer would on the hosted page. */
export const pay = (
  world: World,
  session: CheckoutSession,
  payment: { instrument: Instrument; holder: Holder },
): Attempt => {
  const closed = closedReason(world, session)
  if (closed) return { outcome: 'closed', reason: closed }
  const { instrument, holder } = payment
  session.customer_details = customerDetails(holder.email, holder.name)
  if (instrument.kind === 'bank_debit') return payByDebit(world, session, { instrument, holder })

  const { refusal, asksHolder } = behaviourOf(instrument.number)
  const intent = intentOf(world, session)
  const method = newCard(world, { number: instrument.number, holder, customer: session.customer })
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
    receiptEmail: plan.receiptEmail,
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
const close = (world: World, session: CheckoutSession, paid: 'paid' | 'unpaid' | 'no_payment_required') => {
  session.status = 'complete'
  session.payment_status = paid
  session.url = null
  world.state.checkoutSessions.put(session)
  world.emit('checkout.session.completed', session)
}

const payByDebit = (
  world: World,
  session: CheckoutSession,
  { instrument, holder }: { instrument: { outcome: 'succeeds' | 'fails' }; holder: Holder },
): Attempt => {
  if (session.mode !== 'payment' || !session.payment_method_types.includes('bacs_debit')) {
    return refused(world, session, 'This payment cannot be made by bank debit.')
  }
  const intent = intentOf(world, session)
  sendDebit(world, intent, newBankDebit(world, holder))
  close(world, session, 'unpaid')
  world.state.pendingDebits.put({
    id: session.id,
    session: session.id,
    outcome: instrument.outcome,
    settlesAt: world.now() + DEBIT_TAKES_S,
  })
  return { outcome: 'processing', redirect: successUrl(session) }
}

/** The bank answers the debits whose time has come. */
export const answerDueDebits = (world: World) => {
  for (const debit of world.state.pendingDebits.all()) if (debit.settlesAt <= world.now()) answerDebit(world, debit)
}

export const answerDebit = (world: World, debit: PendingDebit) => {
  const session = world.state.checkoutSessions.find(debit.session)
  const intent = world.state.paymentIntents.find(session?.payment_intent ?? '')
  const charge = world.state.charges.find(intent?.latest_charge ?? '')
  world.state.pendingDebits.remove(debit.id)
  if (!session || !intent || !charge) return
  if (debit.outcome === 'succeeds') {
    settleDebit(world, intent, charge)
    session.payment_status = 'paid'
    world.emit('checkout.session.async_payment_succeeded', session)
  } else {
    returnDebit(world, intent, charge)
    world.emit('checkout.session.async_payment_failed', session)
  }
}

const successUrl = (session: CheckoutSession) =>
  (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
