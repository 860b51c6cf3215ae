import { Stripe } from 'stripe'
import { stripeApiVersion } from '#functions/payments/stripe-client.ts'
import { localSetting } from '#functions/shared/settings/settings.ts'

/** Stripe for an operator, who waits and repeats a call rather than be told of a hiccup. */
export const stripeOf = (secretKey: string): Stripe => {
  const local = localSetting('STRIPE_API_URL')
  const url = local === undefined ? undefined : new URL(local)
  return new Stripe(secretKey, {
    apiVersion: stripeApiVersion,
    ...(url && { host: url.hostname, port: url.port, protocol: url.protocol === 'http:' ? 'http' : 'https' }),
  })
}
