import type { Stripe } from 'stripe'
import { subscriptionEventTypes } from '#functions/payments/event-kinds.ts'
import { messageOf } from '#functions/payments/event-message.ts'
import { change, fromEpoch, read } from '#functions/payments/stripe-client.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import { AppError } from '#schema/errors.ts'
import { StripeEvent } from '#schema/events/payment.ts'
import { limits } from '#schema/limits.ts'
import { paths } from '#schema/paths.ts'
import type { BilledSubscription, Billing, NewSubscription } from './billing.ts'

type Settings = { siteUrl: () => string; stage: () => string; priceLookupKey: () => Promise<string>; log: Log }

/** Stripe Billing with Stripe's own pages: Checkout to subscribe, the customer portal for everything after. */
export const stripeBilling = (
  stripe: () => Promise<Stripe>,
  { siteUrl, stage, priceLookupKey, log }: Settings,
): Billing => ({
  createCustomer: async ({ userId, email }, idempotencyKey) => {
    const client = await stripe()
    const metadata = { user_id: userId, stage: stage() }
    const answer = await change(() => client.customers.create({ email, metadata }, { idempotencyKey }))
    return answer.kind === 'done' ? { kind: 'done', value: { id: answer.value.id } } : answer
  },
  listSubscriptions: async (customer) => {
    const client = await stripe()
    const page = await read(() =>
      client.subscriptions.list({ customer, status: 'all', limit: 100, expand: ['data.latest_invoice'] }),
    )
    return (page?.data ?? []).map(subscriptionOf)
  },
  listNews: async (since, after) => {
    const client = await stripe()
    const page = await read(() =>
      client.events.list({
        types: subscriptionEventTypes(),
        created: { gte: epochSeconds(since) },
        limit: 100,
        ...(after !== undefined && { starting_after: after }),
      }),
    )
    const messages = (page?.data ?? []).map((event) => messageOf(StripeEvent.parse(event), 'platform'))
    const last = page?.has_more ? page.data.at(-1)?.id : undefined
    return {
      news: messages.flatMap((message) => (message?.customerId === undefined ? [] : [message])),
      ...(last !== undefined && { next: last }),
    }
  },
  findOpenPage: async (customer) => {
    const client = await stripe()
    const page = await read(() => client.checkout.sessions.list({ customer, status: 'open', limit: 10 }))
    return page?.data.find(({ mode, url }) => mode === 'subscription' && url !== null)?.url ?? undefined
  },
  createPage: async (subscription, idempotencyKey) => {
    const client = await stripe()
    const price = await monthlyPrice(client, await priceLookupKey(), log)
    const params = sessionParams(subscription, { price, siteUrl: siteUrl(), stage: stage() })
    const answer = await change(() => client.checkout.sessions.create(params, { idempotencyKey }))
    if (answer.kind !== 'done') return answer
    const { url } = answer.value
    return url === null ? { kind: 'unknown' } : { kind: 'done', value: { url } }
  },
  portalPage: async (customer) => {
    const client = await stripe()
    // Set-up makes one for each stage (scripts/ops/stripe-setup); without, Stripe takes what was saved in its dashboard.
    const configurations = await read(() => client.billingPortal.configurations.list({ active: true, limit: 100 }))
    const ours = configurations?.data.find(({ metadata }) => metadata?.stage === stage())
    const page = await read(() =>
      client.billingPortal.sessions.create({
        customer,
        return_url: siteUrl() + paths.settings(),
        ...(ours && { configuration: ours.id }),
      }),
    )
    return page?.url
  },
  stopRenewal: async ({ id, state }) => {
    const client = await stripe()
    const answer = await change<unknown>(() =>
      state === 'past_due'
        ? client.subscriptions.cancel(id)
        : client.subscriptions.update(id, { cancel_at_period_end: true }),
    )
    return answer.kind === 'done' ? { kind: 'done', value: undefined } : answer
  },
  deleteCustomer: async (customerId) => {
    const client = await stripe()
    const answer = await change(() => client.customers.del(customerId))
    const isGone = answer.kind === 'done' || (answer.kind === 'refused' && answer.code === 'resource_missing')
    return isGone ? { kind: 'done', value: undefined } : answer
  },
})

/**
 * The price that the secret names by its key. An installation that has none yet gets it on first use. What the key names
 * must be what the site says: nobody is led to a yearly, foreign or dearer price that somebody gave the key to.
 */
const monthlyPrice = async (client: Stripe, lookupKey: string, log: Log): Promise<string> => {
  const find = async () =>
    (await read(() => client.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })))?.data[0]
  const pence = limits.trial.subscriptionPence
  let price = await find()
  if (!price) {
    const made = await change(() =>
      client.prices.create(
        {
          currency: 'gbp',
          unit_amount: pence,
          recurring: { interval: 'month' },
          lookup_key: lookupKey,
          product_data: { name: 'Darkslide, monthly' },
        },
        { idempotencyKey: `price:${lookupKey}:${pence}` },
      ),
    )
    // A key that was taken meanwhile is a refusal, and its price is there.
    price = made.kind === 'done' ? made.value : await find()
  }
  if (price && isAsTheSiteSays(price)) return price.id
  if (price)
    log.error(urgent.wrongPrice, { priceId: price.id, currency: price.currency, pence: price.unit_amount ?? 0 })
  throw new AppError('unavailable')
}

/** https://docs.stripe.com/api/prices/object: `unit_amount` is in pence, and absent for prices in tiers. */
const isAsTheSiteSays = ({ active, currency, unit_amount: pence, recurring }: Stripe.Price): boolean =>
  active &&
  currency === 'gbp' &&
  pence === limits.trial.subscriptionPence &&
  recurring?.interval === 'month' &&
  recurring.interval_count === 1 &&
  recurring.usage_type === 'licensed'

const returnTo = (siteUrl: string) => siteUrl + paths.dashboard()

const sessionParams = (
  { userId, customerId, firstPaymentAt }: NewSubscription,
  { price, siteUrl, stage }: { price: string; siteUrl: string; stage: string },
): Stripe.Checkout.SessionCreateParams => {
  const metadata = { user_id: userId, stage }
  return {
    mode: 'subscription',
    customer: customerId,
    allowed_payment_method_types: ['card'],
    line_items: [{ price, quantity: 1 }],
    // As in the shop: what the site says in pounds is paid in pounds.
    adaptive_pricing: { enabled: false },
    success_url: `${returnTo(siteUrl)}?subscription=started`,
    cancel_url: returnTo(siteUrl),
    metadata,
    subscription_data: { metadata, ...(firstPaymentAt && { trial_end: epochSeconds(firstPaymentAt) }) },
  }
}

const subscriptionOf = (subscription: Stripe.Subscription): BilledSubscription => ({
  id: subscription.id,
  state: stateOf(subscription),
  paidUntil: paidUntilOf(subscription),
  createdAt: fromEpoch(subscription.created),
})

const stateOf = ({ status, cancel_at, cancel_at_period_end }: Stripe.Subscription): BilledSubscription['state'] => {
  switch (status) {
    case 'active':
    case 'trialing':
      return cancel_at_period_end || cancel_at !== null ? 'cancelled' : 'active'
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return 'past_due'
    case 'incomplete':
      return 'unfinished'
    case 'incomplete_expired':
    case 'canceled':
      return 'ended'
    default:
      throw new AppError('unavailable')
  }
}

/**
 * A renewal moves the period on at once and is charged later: until its invoice is paid, what is paid ended where the
 * new period began. https://docs.stripe.com/billing/subscriptions/overview#subscription-payments
 */
const paidUntilOf = ({ items, latest_invoice: invoice }: Stripe.Subscription): Date | null => {
  const [item] = items.data
  if (!item || invoice === null || typeof invoice === 'string') return null
  if (invoice.status === 'paid') return fromEpoch(item.current_period_end)
  return invoice.billing_reason === 'subscription_cycle' ? fromEpoch(item.current_period_start) : null
}
