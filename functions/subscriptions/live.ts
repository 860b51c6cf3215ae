import { liveStripe } from '#functions/payments/live.ts'
import { liveProfiles } from '#functions/profiles/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { readSecret } from '#functions/shared/secrets/secrets.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import type { Billing } from './billing.ts'
import { settleSubscription } from './converge-subscription.ts'
import { stripeBilling } from './stripe-billing.ts'

export const liveBilling = (): Billing =>
  stripeBilling(liveStripe, {
    siteUrl: () => setting('SITE_URL'),
    stage: () => setting('STAGE'),
    priceLookupKey: async () => (await readSecret('STRIPE_SECRET_ID')).subscriptionPriceLookupKey,
    log: systemLog('subscriptions'),
  })

/** What brings a subscription to what Stripe says. */
export const liveSubscriptions = () => {
  const parts = { profiles: liveProfiles(), billing: liveBilling() }
  return { ...parts, settle: settleSubscription(parts) }
}
