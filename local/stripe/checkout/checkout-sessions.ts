import * as z from 'zod'
import { knownCustomer } from '../billing/known-customer.ts'
import { inlinePrice, PriceData } from '../billing/products.ts'
import { invalid, missingObject, missingReference } from '../http/errors.ts'
import { listOperation, type Operation, operation, retrieveOperation } from '../http/operation.ts'
import { choice, email, flag, integer, link, mergedMetadata, metadata, text } from '../http/params.ts'
import { areCardsOn } from '../payments/payment-method-configurations.ts'
import type { CheckoutSession, LineItem } from '../wire.ts'
import type { World } from '../world.ts'
import { expireSession } from './expiry.ts'
import { paymentMethodTypes } from './payment-method-types.ts'

const MINUTE_S = 60
const DAY_S = 24 * 60 * MINUTE_S
/** Bounds of `expires_at`: https://docs.stripe.com/api/checkout/sessions/create */
const SHORTEST_S = 30 * MINUTE_S
/** GBP: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const SMALLEST_PENCE = 30
const MOST_LINES = 100

const Line = z.strictObject({
  price: text().optional(),
  price_data: PriceData.optional(),
  quantity: integer({ min: 1, max: 999_999 }).optional(),
})

const Create = z.strictObject({
  mode: choice('payment', 'subscription'),
  line_items: z.array(Line).min(1).max(MOST_LINES),
  success_url: link(),
  cancel_url: link().optional(),
  expires_at: integer().optional(),
  metadata: metadata().optional(),
  customer: text().optional(),
  customer_email: email().optional(),
  allowed_payment_method_types: z
    .array(choice(...paymentMethodTypes))
    .min(1)
    .optional(),
  payment_intent_data: z
    .strictObject({
      description: text().optional(),
      metadata: metadata().optional(),
      transfer_group: text().optional(),
    })
    .optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata().optional(),
      trial_end: integer().optional(),
    })
    .optional(),
  // Taken and without effect: everybody pays in pounds here.
  adaptive_pricing: z.strictObject({ enabled: flag() }).optional(),
})
type Create = z.output<typeof Create>

const sessionOf = (world: World, id: string) => {
  const session = world.state.checkoutSessions.find(id)
  if (!session) throw missingObject('checkout.session', id)
  return session
}

export const checkoutOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/v1/checkout/sessions',
    params: Create,
    run: ({ params, world }) => createSession(world, params),
  }),
  listOperation({
    path: '/v1/checkout/sessions',
    filters: { customer: text().optional(), status: choice('complete', 'expired', 'open').optional() },
    candidates({ params, world }) {
      const customer = knownCustomer(world, params.customer)
      return world.state.checkoutSessions
        .all()
        .filter(
          (session) =>
            session.customer === (customer ?? session.customer) && session.status === (params.status ?? session.status),
        )
    },
  }),
  retrieveOperation('/v1/checkout/sessions/:id', (id, { world }) => sessionOf(world, id)),
  operation({
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    params: z.strictObject({}),
    run({ ids: [id], world }) {
      const session = sessionOf(world, id)
      // https://docs.stripe.com/api/checkout/sessions/expire: only one that is open.
      if (session.status !== 'open') {
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This one has the status ${session.status}.`,
        )
      }
      expireSession(world, session)
      return session
    },
  }),
]

const createSession = (world: World, params: Create): CheckoutSession => {
  const { state } = world
  const now = world.now()
  const expiresAt = params.expires_at ?? now + DAY_S
  if (expiresAt < now + SHORTEST_S || expiresAt > now + DAY_S) {
    throw invalid('`expires_at` must be between 30 minutes and 24 hours after the Checkout Session is made.', {
      param: 'expires_at',
    })
  }
  if (params.customer !== undefined && params.customer_email !== undefined) {
    throw invalid('You may give only one of these: customer, customer_email.', { param: 'customer_email' })
  }
  const customer = params.customer === undefined ? null : state.customers.find(params.customer)
  if (customer === undefined) throw missingReference('customer', params.customer ?? '')
  // What is on in the account, less what the session does not allow, must leave something (error text of Stripe's API).
  if (!areCardsOn(world)) {
    throw invalid(
      'No valid payment method types for this Checkout Session. Turn one on in your payment method settings.',
    )
  }
  const lineItems = params.line_items.map((line, index) => newLine(world, line, index))
  checkMode(params, lineItems)
  const total = lineItems.reduce((sum, line) => sum + line.amount_total, 0)
  if (params.mode === 'payment' && total < SMALLEST_PENCE) {
    throw invalid("The Checkout Session's total amount must be at least £0.30.", { code: 'amount_too_small' })
  }

  const id = world.newId('cs_test')
  const given = mergedMetadata({}, params.metadata)
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    adaptive_pricing:
      params.adaptive_pricing?.enabled === undefined ? null : { enabled: params.adaptive_pricing.enabled },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: 'gbp',
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: params.mode === 'payment' ? 'if_required' : 'always',
    customer_details: customerDetails(customer?.email ?? params.customer_email ?? null, customer?.name ?? null),
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: given,
    mode: params.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: params.mode === 'payment' ? 'if_required' : 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: params.allowed_payment_method_types ?? ['card', 'bacs_debit'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: world.page(`/c/pay/${id}`),
    wallet_options: null,
  }
  const { payment_intent_data: paying, subscription_data: subscribing } = params
  state.checkoutPlans.put({
    id,
    lineItems,
    metadata: mergedMetadata({}, paying?.metadata),
    description: paying?.description ?? null,
    transferGroup: paying?.transfer_group ?? null,
    subscriptionMetadata: mergedMetadata({}, subscribing?.metadata),
    trialEnd: trialEnd(subscribing, now),
    lastRefusal: null,
    intent: null,
  })
  return state.checkoutSessions.put(session)
}

/** Bounds (SDK text of `subscription_data.trial_end`; two years: https://docs.stripe.com/billing/subscriptions/trials). */
const SHORTEST_TRIAL_S = 2 * DAY_S
const LONGEST_TRIAL_S = 730 * DAY_S

const trialEnd = (data: Create['subscription_data'], now: number) => {
  const param = 'subscription_data[trial_end]'
  if (data?.trial_end !== undefined) {
    if (data.trial_end < now + SHORTEST_TRIAL_S) {
      throw invalid('The `trial_end` date has to be at least 2 days in the future.', { param })
    }
    if (data.trial_end > now + LONGEST_TRIAL_S) {
      throw invalid('The `trial_end` date may be at most 730 days in the future.', { param })
    }
    return data.trial_end
  }
  return null
}

export const customerDetails = (address: string | null, name: string | null): CheckoutSession['customer_details'] =>
  address === null && name === null
    ? null
    : {
        address: null,
        business_name: null,
        email: address,
        individual_name: null,
        name,
        phone: null,
        tax_exempt: 'none',
        tax_ids: [],
      }

const newLine = (world: World, line: z.output<typeof Line>, index: number): LineItem => {
  const param = `line_items[${index}]`
  const price = priceOf(world, line, param)
  const quantity = line.quantity ?? 1
  const amount = (price.unit_amount ?? 0) * quantity
  return {
    id: world.newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: 'gbp',
    description: world.state.products.find(price.product)?.name ?? null,
    metadata: {},
    price: { ...price },
    quantity,
  }
}

const priceOf = (world: World, line: z.output<typeof Line>, param: string) => {
  if (line.price_data !== undefined) return inlinePrice(world, line.price_data, `${param}[price_data]`)
  if (line.price === undefined) {
    throw invalid('You must give either `price` or `price_data` with each line item.', {
      param,
      code: 'parameter_missing',
    })
  }
  const price = world.state.prices.find(line.price)
  if (!price) throw missingReference('price', line.price, `${param}[price]`)
  if (!price.active)
    throw invalid('The price given is inactive. This field only takes active prices.', { param: `${param}[price]` })
  return price
}

const checkMode = (params: Create, lines: readonly LineItem[]) => {
  const recurring = lines.some((line) => line.price?.type === 'recurring')
  if (params.mode === 'payment' && recurring) {
    throw invalid('You gave a recurring price in `payment` mode. Use `subscription` mode for it.', {
      param: 'line_items',
    })
  }
  if (params.mode === 'subscription' && !recurring) {
    throw invalid('You must give at least one recurring price in `subscription` mode.', { param: 'line_items' })
  }
  if (params.mode === 'subscription' && params.payment_intent_data !== undefined) {
    throw invalid('You can not pass `payment_intent_data` in `subscription` mode.', { param: 'payment_intent_data' })
  }
  if (params.mode === 'payment' && params.subscription_data !== undefined) {
    throw invalid('You can not pass `subscription_data` in `payment` mode.', { param: 'subscription_data' })
  }
}
