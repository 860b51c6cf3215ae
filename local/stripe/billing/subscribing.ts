import { DateTime } from 'luxon'
import type {
  CheckoutSession,
  PaymentIntent,
  PaymentMethod,
  Plan,
  Price,
  Subscription,
  SubscriptionItem,
} from '../wire.ts'
import type { World } from '../world.ts'
import { chargeInvoice, newInvoice, settleInvoice } from './invoices.ts'
import { newCustomer } from './new-customer.ts'

type Sold = { intent: PaymentIntent; method: PaymentMethod }

/** Starts the subscription that a session sold, and pays its first invoice; true when money was taken. */
export const subscribe = (world: World, session: CheckoutSession, { intent, method }: Sold): boolean => {
  const { state } = world
  const plan = state.checkoutPlans.find(session.id)
  const customer =
    state.customers.find(session.customer ?? '') ??
    newCustomer(world, { email: session.customer_details?.email, name: session.customer_details?.name })
  keepCard(world, method, customer.id)
  intent.customer = customer.id
  state.paymentIntents.put(intent)

  const subscription = newSubscription(world, {
    customer: customer.id,
    prices: (plan?.lineItems ?? []).flatMap(({ price, quantity }) =>
      price ? [{ price, quantity: quantity ?? 1 }] : [],
    ),
    metadata: { ...plan?.subscriptionMetadata },
    description: plan?.description ?? null,
    trialEnd: plan?.trialEnd ?? null,
    method: method.id,
  })
  session.customer = customer.id
  session.subscription = subscription.id
  state.checkoutSessions.put(session)

  const onTrial = subscription.trial_end !== null
  const [item] = subscription.items.data
  const invoice = newInvoice(world, subscription, {
    reason: 'subscription_create',
    amount: onTrial ? 0 : (session.amount_total ?? 0),
    period: { start: item?.current_period_start ?? world.now(), end: item?.current_period_end ?? world.now() },
  })
  session.invoice = invoice.id
  if (onTrial) settleInvoice(world, invoice)
  else chargeInvoice(world, invoice, { intent, method })
  return !onTrial
}

/** Makes a card its customer's, to be charged from now on. */
export const keepCard = (world: World, method: PaymentMethod, customer: string) => {
  method.customer = customer
  world.state.paymentMethods.put(method)
  const card = world.state.savedCards.find(method.id)
  if (card) card.customer = customer
  const holder = world.state.customers.find(customer)
  if (holder) holder.invoice_settings.default_payment_method = method.id
}

type NewSubscription = {
  customer: string
  prices: readonly { price: Price; quantity: number }[]
  metadata: Record<string, string>
  description: string | null
  trialEnd: number | null
  method: string
}

const newSubscription = (world: World, given: NewSubscription): Subscription => {
  const id = world.newId('sub')
  const now = world.now()
  const first = given.prices[0]?.price
  const end = given.trialEnd ?? (first ? periodEnd(first, now, now) : now)
  const subscription: Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: given.trialEnd ?? now,
    billing_cycle_anchor_config: null,
    // The default since 2025-09-30: https://docs.stripe.com/changelog/clover/2025-09-30/billing-mode-default-flexible
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: 'gbp',
    customer: given.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given.method,
    default_source: null,
    default_tax_rates: [],
    description: given.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: given.prices.map(({ price, quantity }) => newItem(world, { subscription: id, price, quantity, end })),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: given.trialEnd === null ? 'active' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: given.trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: given.trialEnd === null ? null : now,
  }
  world.state.subscriptions.put(subscription)
  world.emit('customer.subscription.created', subscription)
  return subscription
}

type NewItem = { subscription: string; price: Price; quantity: number; end: number }

const newItem = (world: World, { subscription, price, quantity, end }: NewItem): SubscriptionItem => ({
  id: world.newId('si'),
  object: 'subscription_item',
  billing_thresholds: null,
  created: world.now(),
  current_period_end: end,
  current_period_start: world.now(),
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOf(price),
  price: { ...price },
  quantity,
  subscription,
  tax_rates: [],
})

/** The older name of a price, which Stripe still shows beside it. */
const planOf = (price: Price): Plan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})

/** The first end of a period after `after`, counted from `anchor`, so that the day of the month stays (31 January,
 * 28 February, 31 March). */
export const periodEnd = (price: Price, anchor: number, after: number): number => {
  const { interval = 'month', interval_count: count = 1 } = price.recurring ?? {}
  const start = DateTime.fromSeconds(anchor, { zone: 'utc' })
  for (let periods = 1; ; periods++) {
    const end = start.plus({ [`${interval}s`]: periods * count }).toUnixInteger()
    if (end > after) return end
  }
}
