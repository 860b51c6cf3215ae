import { Stripe } from 'stripe'
import type { LocalSecrets } from '#local/secrets/local-secrets.ts'
import { accountSteps } from '../../scripts/ops/stripe-setup/account-steps.ts'
import type { StripeServer } from './start-stripe.ts'

/** What an operator keeps in the balance, since refunds and transfers of settled charges come out of it. */
const reservePence = 100_000

type Parts = { stripe: StripeServer; secrets: LocalSecrets; isNew: boolean }

/** Sets the stand-in up as `ops stripe-setup` sets Stripe up, by the same steps, and lays in a reserve at the first start. */
export const setUpLocalStripe = async ({ stripe, secrets, isNew }: Parts): Promise<void> => {
  const { secretKey, subscriptionPriceLookupKey } = secrets.STRIPE_SECRET_ID
  const { hostname, port } = new URL(stripe.url)
  const client = new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
  const steps = accountSteps({ stripe: client, stage: 'local', priceLookupKey: subscriptionPriceLookupKey })
  for (const { look } of steps) {
    const finding = await look()
    if (finding.state === 'to do') await finding.mend()
  }
  if (isNew) await stripe.control.topUp({ pence: reservePence })
}
