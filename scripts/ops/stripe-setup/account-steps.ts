import type { Stripe } from 'stripe'
import { limits } from '#schema/limits.ts'
import { formatPounds } from '#schema/money.ts'
import { byHand, right, type Step, toDo } from './finding.ts'

export type AccountParts = {
  readonly stripe: Stripe
  readonly stage: string
  /** The name of the monthly price, as the secret *Stripe* has it. */
  readonly priceLookupKey: string
}

/** What of the account at Stripe a command can set, each part once for all stages that share the account. */
export const accountSteps = (parts: AccountParts): readonly Step[] => [
  { topic: 'payout schedule', look: () => payoutSchedule(parts) },
  { topic: 'customer portal', look: () => portal(parts) },
  { topic: 'monthly price', look: () => monthlyPrice(parts) },
  { topic: 'payment methods', look: () => cards(parts) },
]

/**
 * The platform's balance may not be paid out before photographers have been paid from it. A transfer for a settled
 * charge is taken from the available balance
 * (https://docs.stripe.com/connect/separate-charges-and-transfers#transfer-availability), and an account pays out daily
 * unless it is set otherwise (https://docs.stripe.com/payouts#payout-schedule).
 */
const payoutSchedule = async ({ stripe }: AccountParts) => {
  const { payments } = await stripe.balanceSettings.retrieve()
  const interval = payments.payouts?.schedule?.interval ?? 'daily'
  if (interval === 'manual') return right('manual: the money of photographers stays until they are paid')
  return toDo(`${interval}: the money of photographers would leave for your bank before they are paid`, async () => {
    await stripe.balanceSettings.update({ payments: { payouts: { schedule: { interval: 'manual' } } } })
    return 'manual from now on: send yourself what is safe to withdraw, within 90 days'
  })
}

const portalFeatures = {
  customer_update: { enabled: false },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
  subscription_update: { enabled: false },
} as const satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features

/**
 * The portal opens with a configuration of ours: without one it needs a default that somebody saved in the dashboard
 * (https://docs.stripe.com/customer-management/integrate-customer-portal). The product finds it by its stage.
 */
const portal = async ({ stripe, stage }: AccountParts) => {
  const ours = (await stripe.billingPortal.configurations.list({ active: true, limit: 100 })).data.find(
    ({ metadata }) => metadata?.stage === stage,
  )
  if (!ours) {
    return toDo('none for this stage: subscribers could not open it', async () => {
      const made = await stripe.billingPortal.configurations.create({ features: portalFeatures, metadata: { stage } })
      return `made ${made.id}: cards can be changed, a subscription ends with its month`
    })
  }
  const { subscription_cancel: cancel, payment_method_update: cardChange } = ours.features
  if (cancel.enabled && cancel.mode === 'at_period_end' && cardChange.enabled) {
    return right('cards can be changed, a subscription ends with its month')
  }
  return toDo(`${ours.id} does not let people change cards or cancel for the end of the month`, async () => {
    await stripe.billingPortal.configurations.update(ours.id, { features: portalFeatures })
    return `${ours.id}: cards can be changed, a subscription ends with its month`
  })
}

/** A price never changes at Stripe: a wrong one loses its name to a new one. https://docs.stripe.com/products-prices/manage-prices */
const monthlyPrice = async ({ stripe, priceLookupKey }: AccountParts) => {
  const wanted = limits.trial.subscriptionPence
  const said = `${formatPounds(wanted)} a month as ${priceLookupKey}`
  const [price] = (await stripe.prices.list({ lookup_keys: [priceLookupKey], limit: 1 })).data
  const make = async () => {
    await stripe.prices.create({
      currency: 'gbp',
      unit_amount: wanted,
      recurring: { interval: 'month' },
      lookup_key: priceLookupKey,
      transfer_lookup_key: true,
      product_data: { name: 'Darkslide, monthly' },
    })
    return `made ${said}`
  }
  if (!price) return toDo(`none as ${priceLookupKey}`, make)
  const { active, currency, unit_amount: amount, recurring } = price
  const isRight =
    active &&
    currency === 'gbp' &&
    amount === wanted &&
    recurring?.interval === 'month' &&
    recurring.interval_count === 1 &&
    recurring.usage_type === 'licensed'
  if (isRight) return right(said)
  const every = recurring ? `${recurring.interval_count} ${recurring.interval}` : 'no period'
  return toDo(
    `${priceLookupKey} is ${amount} ${currency} for ${every}${active ? '' : ', not active'}; it must be ${said}. ` +
      'Whoever subscribed at it stays at it',
    make,
  )
}

/** Checkout offers what the account's default configuration has on, and ours asks it for cards alone. */
const cards = async ({ stripe }: AccountParts) => {
  const { data } = await stripe.paymentMethodConfigurations.list({ limit: 100 })
  const usual = data.find(({ is_default, active }) => is_default && active)
  if (!usual) return byHand('there is no default configuration: save Settings → Payments → Payment methods once')
  if (usual.card?.display_preference.value === 'on') {
    return usual.card.available
      ? right('cards are on')
      : byHand('cards are on but not available yet: Settings → Payments → Payment methods says what is missing')
  }
  return toDo('cards are off: nobody could pay', async () => {
    await stripe.paymentMethodConfigurations.update(usual.id, { card: { display_preference: { preference: 'on' } } })
    return 'cards are on'
  })
}
