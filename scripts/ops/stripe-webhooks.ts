import { Stripe } from 'stripe'
import * as z from 'zod'
import { eventTypesOf } from '#functions/payments/event-kinds.ts'
import { stripeApiVersion } from '#functions/payments/stripe-client.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import type { PaymentEvent } from '#schema/events/payment.ts'
import { type Command, Refusal, type Say } from './command.ts'
import { type SecretBox, secretBox } from './secret-box.ts'

/** What of Stripe's webhook endpoints is used here. */
export type Endpoints = {
  readonly list: () => Promise<readonly { readonly id: string; readonly url: string }[]>
  /** Answers the secret that signs this endpoint's events; Stripe tells it once. */
  readonly create: (endpoint: { url: string; events: string[]; isConnect: boolean }) => Promise<string>
  readonly update: (id: string, events: string[]) => Promise<void>
}

const StripeSecret = z.looseObject({
  secretKey: z.string(),
  webhookSecrets: z.array(z.string()),
  connectWebhookSecrets: z.array(z.string()),
})

type Parts = { endpoints: Endpoints; secret: SecretBox; siteUrl: string; say: Say }

/**
 * Makes the two endpoints, or brings those that are there to the events that are handled. A new one's signing secret goes
 * straight into the secret *Stripe*, beside those that are there, and before the next is made.
 */
export const setUpWebhooks = async ({ endpoints, secret, siteUrl, say }: Parts): Promise<void> => {
  const wanted = [
    { source: 'platform', path: 'stripe', field: 'webhookSecrets' },
    { source: 'connect', path: 'stripe-connect', field: 'connectWebhookSecrets' },
  ] as const satisfies readonly { source: PaymentEvent['source']; path: string; field: string }[]
  const existing = await endpoints.list()
  for (const { source, path, field } of wanted) {
    const url = `${siteUrl}/api/webhooks/${path}`
    const events = eventTypesOf(source)
    const known = existing.find((endpoint) => endpoint.url === url)
    if (known) {
      await endpoints.update(known.id, events)
      say(`${url}: ${events.length} events, as before.`)
      continue
    }
    const signing = await endpoints.create({ url, events, isConnect: source === 'connect' })
    const before = StripeSecret.parse(JSON.parse(await secret.read()))
    await secret.write(JSON.stringify({ ...before, [field]: [...before[field], signing] }))
    say(`${url}: made, with ${events.length} events; its signing secret is stored.`)
  }
}

type EnabledEvent = Stripe.WebhookEndpointCreateParams.EnabledEvent
const enabled = (events: string[]): EnabledEvent[] => z.array(z.custom<EnabledEvent>()).parse(events)

const stripeEndpoints = ({ webhookEndpoints }: Stripe): Endpoints => ({
  list: async () => (await webhookEndpoints.list({ limit: 100 })).data,
  create: async ({ url, events, isConnect }) => {
    const made = await webhookEndpoints.create({
      url,
      enabled_events: enabled(events),
      connect: isConnect,
      api_version: stripeApiVersion,
    })
    if (made.secret === undefined) throw new Refusal(`Stripe made ${made.id} without telling its secret: delete it.`)
    return made.secret
  },
  update: async (id, events) => {
    await webhookEndpoints.update(id, { enabled_events: enabled(events) })
  },
})

export const stripeWebhooks: Command = {
  name: 'stripe-webhooks',
  summary: 'makes the webhook endpoints at Stripe and stores their signing secrets',
  help: `[--apply]

Needs the secret key in the secret Stripe. Makes the endpoints of the platform and of connected accounts, with the events
that are handled and the API version that is understood; where they exist, it brings their events up to date.`,
  options: { apply: { type: 'boolean', default: false } },
  run: async ({ values }, { target, say }) => {
    if (target.isLocal) throw new Refusal('The local system and its Stripe know each other already.')
    await target.actAs('functions/payments/converge.lambda.ts')
    const siteUrl = setting('SITE_URL')
    if (values.apply !== true) return say(`Would set up ${siteUrl}/api/webhooks/*. Say --apply to do it.`)
    const secret = secretBox('STRIPE_SECRET_ID')
    const { secretKey } = StripeSecret.parse(JSON.parse(await secret.read()))
    if (!/^[sr]k_(live|test)_/.test(secretKey)) throw new Refusal('Put the secret key into the secret Stripe first.')
    const stripe = new Stripe(secretKey, { apiVersion: stripeApiVersion })
    await setUpWebhooks({ endpoints: stripeEndpoints(stripe), secret, siteUrl, say })
  },
}
