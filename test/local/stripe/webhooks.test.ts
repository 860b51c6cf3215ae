import Stripe from 'stripe'
import { expect, test } from 'vitest'
import {
  CONNECT_SECRET,
  DAY,
  keptAtStripe,
  MINUTE,
  onboardedAccount,
  openSession,
  PLATFORM_SECRET,
  paidCharge,
  START,
  standIn,
  webhookReceiver,
} from './stand-in.ts'

const setup = async () => {
  const hooks = await webhookReceiver()
  const local = await standIn({ webhooks: hooks.endpoints })
  return { hooks, local, settled: () => local.control.tick({}) }
}

const completed = ['checkout.session.completed']

test("the SDK verifies each webhook with its endpoint's secret, and with no other", async () => {
  const { hooks, local, settled } = await setup()
  await paidCharge(local)
  await onboardedAccount(local)
  await settled()

  for (const { body, signature, endpoint, event } of hooks.received) {
    const [right, wrong] =
      endpoint === 'platform' ? [PLATFORM_SECRET, CONNECT_SECRET] : [CONNECT_SECRET, PLATFORM_SECRET]
    const verify = (text: string, secret: string) =>
      Stripe.webhooks.constructEvent(text, signature, secret, 300, undefined, START)
    expect(verify(body, right)).toMatchObject({
      id: event.id,
      object: 'event',
      api_version: Stripe.API_VERSION,
      livemode: false,
      created: START / 1000,
    })
    expect(() => verify(body, wrong)).toThrow(Stripe.errors.StripeSignatureVerificationError)
    expect(() => verify(`${body} `, right)).toThrow(Stripe.errors.StripeSignatureVerificationError)
  }
  expect(new Set(hooks.received.map(({ endpoint }) => endpoint))).toEqual(new Set(['platform', 'connect']))
})

test('a webhook is signed with the time it is sent at', async () => {
  const { hooks, local, settled } = await setup()
  hooks.answers.status = 500
  await openSession(local)
  await paidCharge(local)
  await settled()
  hooks.answers.status = 200
  hooks.received.length = 0

  await local.advance(10 * MINUTE)

  const [first] = hooks.received
  expect(first?.signature).toContain(`t=${START / 1000 + 600},`)
  expect(first?.event.created).toBe(START / 1000)
})

test('platform events carry no account, those of a connected account its id', async () => {
  const { hooks, local, settled } = await setup()
  await paidCharge(local)
  const { id } = await onboardedAccount(local)
  await settled()

  const accounts = (endpoint: string) =>
    new Set(hooks.received.filter((one) => one.endpoint === endpoint).map(({ event }) => event.account))
  expect(accounts('platform')).toEqual(new Set([undefined]))
  expect(accounts('connect')).toEqual(new Set([id]))
})

test('an event shows its object as it was then', async () => {
  const { local } = await setup()
  const { charge } = await paidCharge(local)
  await local.stripe.refunds.create({ charge: charge.id })

  const [event] = (await local.stripe.events.list({ type: 'charge.succeeded' })).data

  expect(event?.data.object).toMatchObject({ id: charge.id, amount_refunded: 0 })
})

test('events are kept for thirty days', async () => {
  const { local, settled } = await setup()
  await keptAtStripe(local)
  await paidCharge(local)
  await settled()

  await local.advance(30 * DAY - 1000)
  const before = (await local.stripe.events.list()).data.length
  await local.advance(1000)

  expect(before).toBe(5)
  expect((await local.stripe.events.list()).data).toEqual([])
})

test('an event names the request that caused it and its idempotency key', async () => {
  const { local } = await setup()
  const { charge } = await paidCharge(local)

  const refund = await local.stripe.refunds.create({ charge: charge.id }, { idempotencyKey: 'refund-1' })

  const [event] = (await local.stripe.events.list({ type: 'refund.created' })).data
  expect(event?.request).toEqual({ id: refund.lastResponse.requestId, idempotency_key: 'refund-1' })
})

test('an endpoint that asks for some types gets only those', async () => {
  const hooks = await webhookReceiver()
  const local = await standIn({ webhooks: hooks.endpoints.map((endpoint) => ({ ...endpoint, events: completed })) })

  await paidCharge(local)
  await local.control.tick({})

  expect(hooks.types()).toEqual(completed)
})

test('a refused webhook is sent again after growing pauses, until it is taken', async () => {
  const hooks = await webhookReceiver()
  const local = await standIn({ webhooks: hooks.endpoints.map((endpoint) => ({ ...endpoint, events: completed })) })
  hooks.answers.status = 500

  await paidCharge(local)
  await local.control.tick({})
  await local.advance(999)
  const tooEarly = hooks.received.length
  await local.advance(1)
  await local.advance(4_999)
  const beforeThird = hooks.received.length
  hooks.answers.status = 200
  await local.advance(1)
  await local.advance(60 * MINUTE)

  expect([tooEarly, beforeThird, hooks.received.length]).toEqual([1, 2, 3])
  expect(new Set(hooks.received.map(({ event }) => event.id)).size).toBe(1)
  expect((await local.stripe.events.list({ types: completed })).data[0]?.pending_webhooks).toBe(0)
})

test('an endpoint that cannot be reached is tried again too', async () => {
  const dead = { url: 'http://127.0.0.1:1/none', secret: PLATFORM_SECRET, kind: 'platform' as const, events: completed }
  const local = await standIn({ webhooks: [dead] })

  await paidCharge(local)
  await local.control.tick({})

  const { webhooks } = await local.control.overview({})
  expect(webhooks).toMatchObject([{ attempts: 1, state: 'pending' }])
})

test('webhooks can be doubled, with the same event each time', async () => {
  const { hooks, local, settled } = await setup()
  await local.control.duplicateWebhooks({ times: 2 })

  await paidCharge(local)
  await settled()

  const ids = hooks.received.filter(({ event }) => event.type === completed[0]).map(({ event }) => event.id)
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(1)
})

test('held webhooks come when released, as they arose', async () => {
  const { hooks, local, settled } = await setup()
  await local.control.holdWebhooks({})
  await paidCharge(local)
  await settled()
  const whileHeld = hooks.types()

  await local.control.releaseWebhooks({})

  expect(whileHeld).toEqual([])
  expect(hooks.types()).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.completed',
    'charge.updated',
  ])
})

test('a lost webhook never comes by itself, and comes when sent again', async () => {
  const { hooks, local, settled } = await setup()
  await local.control.dropWebhooks({ count: 4 })
  await paidCharge(local)
  await settled()
  const before = hooks.types()
  const [event] = (await local.stripe.events.list({ types: completed })).data

  await local.control.resend({ event: event?.id ?? '' })

  expect(before).toEqual(['charge.updated'])
  expect(hooks.types().at(-1)).toBe('checkout.session.completed')
})

test('calm ends every mischief', async () => {
  const { hooks, local, settled } = await setup()
  await local.control.duplicateWebhooks({ times: 5 })
  await local.control.holdWebhooks({})
  await local.control.calmWebhooks({})

  await paidCharge(local)
  await settled()

  expect(hooks.received).toHaveLength(5)
})
