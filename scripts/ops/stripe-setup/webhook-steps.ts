import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import * as z from 'zod'
import { type EventType, eventTypesOf } from '#functions/payments/event-kinds.ts'
import { stripeApiVersion } from '#functions/payments/stripe-client.ts'
import type { PaymentEvent } from '#schema/events/payment.ts'
import { Refusal } from '../command.ts'
import type { SecretBox } from '../secret-box.ts'
import { type Finding, right, type Step, toDo } from './finding.ts'

const sources = [
  { source: 'platform', path: 'stripe', field: 'webhookSecrets' },
  { source: 'connect', path: 'stripe-connect', field: 'connectWebhookSecrets' },
] as const satisfies readonly { source: PaymentEvent['source']; path: string; field: string }[]
type Source = (typeof sources)[number]

const Secrets = z.looseObject({ webhookSecrets: z.array(z.string()), connectWebhookSecrets: z.array(z.string()) })

/** What an endpoint's metadata says of the secret that signs its events: enough to know it again, nothing to sign with. */
const signingPrint = (secret: string): string => createHash('sha256').update(secret).digest('base64url').slice(0, 16)

export type WebhookParts = {
  readonly stripe: Stripe
  readonly stage: string
  readonly siteUrl: string
  /** The secret *Stripe* of the stage. */
  readonly secret: SecretBox
}

/** The two endpoints: those of the platform's own events and of connected accounts'. */
export const webhookSteps = (parts: WebhookParts): readonly Step[] =>
  sources.map((source) => ({ topic: `webhooks ${source.source}`, look: () => lookAt(parts, source) }))

const lookAt = async (parts: WebhookParts, source: Source): Promise<Finding> => {
  const { stripe, siteUrl, secret } = parts
  const url = `${siteUrl}/api/webhooks/${source.path}`
  const events = eventTypesOf(source.source)
  const there = (await stripe.webhookEndpoints.list({ limit: 100 })).data.filter((endpoint) => endpoint.url === url)
  const prints = Secrets.parse(JSON.parse(await secret.read()))[source.field].map(signingPrint)
  const heard = there.find(
    ({ metadata, api_version }) => prints.includes(metadata.signing ?? '') && api_version === stripeApiVersion,
  )
  const said = `${url}: ${events.length} events`
  if (!heard) {
    const why =
      there.length === 0 ? 'none' : 'the secret that signs its events is not known here, or its version is older'
    return toDo(`${url}: ${why}`, async () => {
      await make(parts, source, { url, events })
      for (const { id } of there) await stripe.webhookEndpoints.del(id)
      return `${said}; made, and its signing secret is stored`
    })
  }
  const surplus = there.filter(({ id }) => id !== heard.id)
  const hasAll = [...heard.enabled_events].sort().join() === [...events].sort().join()
  if (heard.status === 'enabled' && hasAll && surplus.length === 0) return right(said)
  return toDo(`${url}: ${whatIsWrong(heard, hasAll, surplus.length)}`, async () => {
    await stripe.webhookEndpoints.update(heard.id, { enabled_events: events, disabled: false })
    for (const { id } of surplus) await stripe.webhookEndpoints.del(id)
    return `${said}; enabled, and the only one`
  })
}

const whatIsWrong = ({ status }: Stripe.WebhookEndpoint, hasAll: boolean, surplus: number) =>
  [
    ...(status === 'enabled' ? [] : ['switched off']),
    ...(hasAll ? [] : ['other events than those that are handled']),
    ...(surplus === 0 ? [] : [`${surplus} more at the same address`]),
  ].join(', ')

/**
 * Stripe tells a signing secret once. It is stored before the endpoint is marked as known: an endpoint whose mark is missing
 * or strange is made anew at the next run, whatever this one was cut off at.
 */
const make = async (
  { stripe, stage, secret }: WebhookParts,
  source: Source,
  at: { url: string; events: EventType[] },
) => {
  const made = await stripe.webhookEndpoints.create({
    url: at.url,
    enabled_events: at.events,
    connect: source.source === 'connect',
    api_version: stripeApiVersion,
    metadata: { stage },
  })
  if (made.secret === undefined) throw new Refusal(`Stripe made ${made.id} without telling its secret: delete it.`)
  const before = Secrets.parse(JSON.parse(await secret.read()))
  await secret.write(JSON.stringify({ ...before, [source.field]: [...before[source.field], made.secret] }))
  await stripe.webhookEndpoints.update(made.id, { metadata: { stage, signing: signingPrint(made.secret) } })
}
