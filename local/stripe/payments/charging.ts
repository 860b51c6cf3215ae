import type { Charge, PaymentIntent, PaymentMethod } from '../wire.ts'
import { PLATFORM, type World } from '../world.ts'
import { book, cardFeePence, settlesOn } from './balance-ledger.ts'
import { behaviourOf, methodDetails, type Refusal } from './cards.ts'

type Intended = {
  amount: number
  customer: string | null
  description: string | null
  metadata: Record<string, string>
  transferGroup: string | null
}

/** A payment that has yet to be tried. */
export const newIntent = (world: World, intended: Intended): PaymentIntent => {
  const id = world.newId('pi')
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: intended.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${world.newId('s').slice(2)}`,
    confirmation_method: 'automatic',
    created: world.now(),
    currency: 'gbp',
    customer: intended.customer,
    customer_account: null,
    description: intended.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: intended.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: intended.transferGroup,
  }
  world.state.paymentIntents.put(intent)
  world.emit('payment_intent.created', intent)
  return intent
}

const approved = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  seller_message: 'Payment complete.',
  type: 'authorized',
}

type ChargeStatus = { status: 'succeeded' | 'pending' } | { status: 'failed'; refusal: Refusal }

const newCharge = (
  world: World,
  intent: PaymentIntent,
  paid: { method: PaymentMethod; asked: boolean } & ChargeStatus,
) => {
  const refusal = paid.status === 'failed' ? paid.refusal : null
  const charge: Charge = {
    id: world.newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid.status === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: paid.method.billing_details,
    calculated_statement_descriptor: 'DARKSLIDE',
    captured: paid.status !== 'failed',
    created: world.now(),
    currency: 'gbp',
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: refusal
      ? {
          ...approved,
          network_status: 'declined_by_network',
          reason: refusal.declineCode,
          seller_message: 'The bank did not return any further details with this decline.',
          type: 'issuer_declined',
        }
      : approved,
    paid: paid.status !== 'failed',
    payment_intent: intent.id,
    payment_method: paid.method.id,
    payment_method_details: methodDetails(paid.method, paid.asked),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid.status,
    transfer_data: null,
    transfer_group: intent.transfer_group,
  }
  intent.latest_charge = charge.id
  intent.payment_method = paid.method.id
  intent.payment_method_types = [paid.method.type]
  return world.state.charges.put(charge)
}

/** The payment is refused; it may be tried again with another method. */
export const refusePayment = (
  world: World,
  intent: PaymentIntent,
  refused: { method: PaymentMethod; refusal: Refusal },
) => {
  const { method, refusal } = refused
  const charge = newCharge(world, intent, { method, asked: false, status: 'failed', refusal })
  failIntent(intent, { method, refusal, charge: charge.id })
  world.emit('charge.failed', charge)
  world.emit('payment_intent.payment_failed', intent)
  return charge
}

const failIntent = (intent: PaymentIntent, failed: { method: PaymentMethod; refusal: Refusal; charge?: string }) => {
  const { refusal, charge } = failed
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = {
    type: 'card_error',
    code: refusal.code,
    message: refusal.message,
    ...(refusal.declineCode ? { decline_code: refusal.declineCode } : {}),
    ...(charge ? { charge } : {}),
  }
}

/** The card's holder has to confirm with the bank first. */
export const askHolder = (world: World, intent: PaymentIntent, asking: { method: PaymentMethod; url: string }) => {
  intent.status = 'requires_action'
  intent.payment_method = asking.method.id
  intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url: asking.url, return_url: null } }
  world.emit('payment_intent.requires_action', intent)
}

export const holderRefused = (world: World, intent: PaymentIntent, method: PaymentMethod) => {
  const message = 'We are unable to authenticate your payment method. Choose a different one and try again.'
  failIntent(intent, { method, refusal: { code: 'payment_intent_authentication_failure', declineCode: null, message } })
  world.emit('payment_intent.payment_failed', intent)
  return message
}

/** The money is taken. Its balance transaction follows at once, told by `charge.updated` as with asynchronous capture. */
export const takePayment = (world: World, intent: PaymentIntent, paid: { method: PaymentMethod; asked: boolean }) => {
  const charge = newCharge(world, intent, { ...paid, status: 'succeeded' })
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.next_action = null
  intent.last_payment_error = null
  world.emit('charge.succeeded', charge)
  world.emit('payment_intent.succeeded', intent)
  return charge
}

/** Books a charge in the platform's balance. */
export const bookCharge = (world: World, charge: Charge) => {
  const number = charge.payment_method ? world.state.savedCards.find(charge.payment_method)?.number : undefined
  const transaction = book(world, {
    owner: PLATFORM,
    type: number === undefined ? 'payment' : 'charge',
    category: 'charge',
    amount: charge.amount,
    fee: cardFeePence(charge.amount),
    source: charge.id,
    ...(number !== undefined && behaviourOf(number).settlesAtOnce ? {} : { availableOn: settlesOn(world.now()) }),
  })
  charge.balance_transaction = transaction.id
  world.emit('charge.updated', charge, { previous: { balance_transaction: null } })
}
