import { listOperation, type Operation } from '../http/operation.ts'
import { behaviourOf, type Refusal } from '../payments/cards.ts'
import { bookCharge, newIntent, refusePayment, takePayment } from '../payments/charging.ts'
import type { Invoice, PaymentIntent, PaymentMethod, Subscription } from '../wire.ts'
import type { World } from '../world.ts'

const DAY_S = 24 * 60 * 60
/** Pauses between the tries to collect a renewal, as Stripe's retry schedule can be set. */
const RETRY_AFTER_DAYS = [3, 5, 7]

export const subscriptionOf = (invoice: Invoice) => {
  const subscription = invoice.parent?.subscription_details?.subscription
  return typeof subscription === 'string' ? subscription : null
}

export const invoiceOperations: readonly Operation[] = [
  listOperation({
    path: '/v1/invoices',
    filters: {},
    candidates: ({ world }) => world.state.invoices.all(),
  }),
]

type Billing = {
  reason: NonNullable<Invoice['billing_reason']>
  amount: number
  period: { start: number; end: number }
}

/**
 * How long the invoice of a renewal stays a draft: an hour after `invoice.created` was taken
 * (https://docs.stripe.com/invoicing/integration/workflow-transitions; up to 72 hours when nobody takes it, not played).
 */
const DRAFT_FOR_S = 60 * 60

/** An invoice for a period of `subscription`: that of a renewal is a draft for an hour, the first one is final at once. */
export const newInvoice = (world: World, subscription: Subscription, billing: Billing): Invoice => {
  const id = world.newId('in')
  const [item] = subscription.items.data
  const customer = world.state.customers.find(subscription.customer)
  const { reason, amount, period } = billing
  const isRenewal = reason === 'subscription_cycle'
  const parent = (type: 'subscription_details') => ({
    quote_details: null,
    subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
    type,
  })
  const product = world.state.products.find(item?.price.product ?? '')
  const invoice: Invoice = {
    id,
    object: 'invoice',
    account_country: 'GB',
    account_name: 'Darkslide',
    account_tax_ids: null,
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_paid_off_stripe: 0,
    amount_remaining: amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: isRenewal ? period.start + DRAFT_FOR_S : null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: world.now(),
    currency: 'gbp',
    custom_fields: null,
    customer: subscription.customer,
    customer_account: null,
    customer_address: null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: isRenewal ? null : world.now(),
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
      data: [
        {
          id: world.newId('il'),
          object: 'line_item',
          amount,
          currency: 'gbp',
          description: product?.name ?? null,
          discount_amounts: [],
          discountable: true,
          discounts: [],
          invoice: id,
          livemode: false,
          metadata: { ...subscription.metadata },
          parent: {
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: null,
              proration: false,
              proration_details: null,
              subscription: subscription.id,
              subscription_item: item?.id ?? '',
            },
            type: 'subscription_item_details',
          },
          period,
          pretax_credit_amounts: [],
          pricing: {
            price_details: { price: item?.price.id ?? '', product: item?.price.product ?? '' },
            type: 'price_details',
            unit_amount_decimal: null,
          },
          quantity: item?.quantity ?? 1,
          quantity_decimal: null,
          subscription: subscription.id,
          subtotal: amount,
          taxes: [],
        },
      ],
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: id.slice(-8).toUpperCase(),
    on_behalf_of: null,
    parent: parent('subscription_details'),
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.start,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: isRenewal ? 'draft' : 'open',
    status_transitions: {
      finalized_at: isRenewal ? null : world.now(),
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: null,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
  world.state.invoices.put(invoice)
  subscription.latest_invoice = id
  world.emit('invoice.created', invoice)
  if (!isRenewal) world.emit('invoice.finalized', invoice)
  return invoice
}

/** A draft becomes final, and can be paid. */
export const finalizeInvoice = (world: World, invoice: Invoice) => {
  invoice.status = 'open'
  invoice.effective_at = world.now()
  invoice.automatically_finalizes_at = null
  invoice.status_transitions.finalized_at = world.now()
  world.emit('invoice.finalized', invoice)
}

/** The money of an invoice has come, or none was due. */
export const settleInvoice = (world: World, invoice: Invoice) => {
  invoice.status = 'paid'
  invoice.attempted = true
  invoice.attempt_count += invoice.amount_due > 0 ? 1 : 0
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = world.now()
  world.emit('invoice.paid', invoice)
  world.emit('invoice.payment_succeeded', invoice)
}

const declinedLater: Refusal = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
}

/** Tries to collect an open invoice from its customer's card; says why if that is refused. */
export const collect = (world: World, invoice: Invoice): Refusal | undefined => {
  const subscription = world.state.subscriptions.find(subscriptionOf(invoice) ?? '')
  const method = world.state.paymentMethods.find(subscription?.default_payment_method ?? '')
  if (!subscription || !method) return declinedLater
  const intent = newIntent(world, {
    amount: invoice.amount_due,
    customer: subscription.customer,
    description: 'Subscription update',
    metadata: {},
    transferGroup: null,
  })
  const refusal = refusalLater(world, method)
  if (refusal) {
    refusePayment(world, intent, { method, refusal })
    postpone(world, invoice)
    return refusal
  }
  chargeInvoice(world, invoice, { intent, method })
  if (subscription.status === 'past_due') {
    subscription.status = 'active'
    world.emit('customer.subscription.updated', subscription, { previous: { status: 'past_due' } })
  }
  return undefined
}

export const chargeInvoice = (
  world: World,
  invoice: Invoice,
  paid: { intent: PaymentIntent; method: PaymentMethod },
) => {
  const charge = takePayment(world, paid.intent, { method: paid.method, asked: false })
  settleInvoice(world, invoice)
  bookCharge(world, charge)
}

const refusalLater = (world: World, method: PaymentMethod): Refusal | undefined => {
  const card = world.state.savedCards.find(method.id)
  if (!card) return declinedLater
  const { refusal, failsLater } = behaviourOf(card.number)
  const failsNow = card.failNext || failsLater === true
  card.failNext = false
  return refusal ?? (failsNow ? declinedLater : undefined)
}

const postpone = (world: World, invoice: Invoice) => {
  const days = RETRY_AFTER_DAYS[invoice.attempt_count]
  invoice.attempted = true
  invoice.attempt_count++
  // Counted from when this try was due, so that a clock that jumps makes the tries it jumped over.
  const dueAt = invoice.next_payment_attempt ?? world.now()
  invoice.next_payment_attempt = days === undefined ? null : dueAt + days * DAY_S
  world.emit('invoice.payment_failed', invoice)
}
