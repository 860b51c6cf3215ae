import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import { receiveEvent } from '#functions/stripe-events/receive-event.ts'
import { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { request } from '#test/support/http/request.ts'
import { silent } from '#test/support/market/market-parts.ts'
import { at } from '#test/support/time.ts'

const now = at('2030-01-01T10:00:00.000Z')
const event = (overrides: object = {}) =>
  JSON.stringify({
    id: 'evt_1',
    type: 'checkout.session.completed',
    livemode: false,
    data: { object: { id: 'cs_test_1', object: 'checkout.session' } },
    ...overrides,
  })
const signed = (payload: string, { secret = 'whsec_a', seconds = 0 } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: epochSeconds(now) + seconds })

const setup = ({
  secrets = ['whsec_a'],
  isLive = false,
  source = 'platform' as 'platform' | 'connect',
  isDown = false,
} = {}) => {
  const queued: unknown[] = []
  const receive = receiveEvent({
    source,
    secrets: async () => secrets,
    isLive: async () => isLive,
    send: async (queue, messages) => {
      if (isDown) throw new AppError('unavailable')
      queued.push(...messages.map((message) => [queue, message]))
    },
    now: () => now,
    log: silent,
  })
  const deliver = (payload: string | Uint8Array, header: string) =>
    receive(
      request(api.payments.endpoints[source === 'platform' ? 'stripeWebhook' : 'stripeConnectWebhook'], {
        rawBody: Buffer.from(payload),
        headers: { 'stripe-signature': header },
      }),
    )
  return { queued, deliver }
}

describe('a genuine event', () => {
  test('is in the queue before it is acknowledged, as the name of what changed', async () => {
    const { queued, deliver } = setup()
    expect(await deliver(event(), signed(event()))).toEqual({ received: true })
    expect(queued).toEqual([
      [
        'PAYMENT_EVENTS_QUEUE_URL',
        {
          eventId: 'evt_1',
          type: 'checkout.session.completed',
          source: 'platform',
          objectId: 'cs_test_1',
          chargeId: null,
          accountId: null,
        },
      ],
    ])
  })

  test.each([
    ['customer.subscription.updated', { id: 'sub_1', object: 'subscription', customer: 'cus_1' }],
    ['invoice.payment_failed', { id: 'in_1', object: 'invoice', customer: { id: 'cus_1' } }],
    ['checkout.session.completed', { id: 'cs_1', object: 'checkout.session', mode: 'subscription', customer: 'cus_1' }],
  ])('%s names the customer whose subscription is to be looked at', async (type, object) => {
    const { queued, deliver } = setup()
    const payload = event({ type, data: { object } })
    await deliver(payload, signed(payload))
    expect(queued).toEqual([
      ['PAYMENT_EVENTS_QUEUE_URL', expect.objectContaining({ type, objectId: object.id, customerId: 'cus_1' })],
    ])
  })

  test('of an order names no customer, though it has one', async () => {
    const { queued, deliver } = setup()
    const object = { id: 'cs_1', object: 'checkout.session', mode: 'payment', customer: 'cus_1' }
    const payload = event({ data: { object } })
    await deliver(payload, signed(payload))
    expect(queued).toEqual([['PAYMENT_EVENTS_QUEUE_URL', expect.not.objectContaining({ customerId: 'cus_1' })]])
  })

  test('is not acknowledged while the queue does not take it: Stripe sends it again', async () => {
    const { deliver } = setup({ isDown: true })
    await expect(deliver(event(), signed(event()))).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('signed with either secret passes while they are rolled', async () => {
    const { deliver } = setup({ secrets: ['whsec_new', 'whsec_a'] })
    expect(await deliver(event(), signed(event()))).toEqual({ received: true })
    expect(await deliver(event(), signed(event(), { secret: 'whsec_new' }))).toEqual({ received: true })
  })

  test('with two signatures passes when one of them is ours', async () => {
    const { deliver } = setup()
    const [, second] = signed(event()).split(',')
    const header = `${signed(event(), { secret: 'whsec_other' })},${second}`
    expect(await deliver(event(), header)).toEqual({ received: true })
  })

  test('of a type that concerns nothing of ours is acknowledged and not queued', async () => {
    const { queued, deliver } = setup()
    const payload = event({ type: 'customer.created' })
    expect(await deliver(payload, signed(payload))).toEqual({ received: true })
    expect(queued).toEqual([])
  })

  test('299 seconds old is taken', async () => {
    const { deliver } = setup()
    expect(await deliver(event(), signed(event(), { seconds: -299 }))).toEqual({ received: true })
  })

  test('at the other endpoint is verified with that one’s secret and ignored', async () => {
    const { queued, deliver } = setup({ source: 'connect', secrets: ['whsec_connect'] })
    await expect(deliver(event(), signed(event()))).rejects.toMatchObject({ code: 'invalid_signature' })
    expect(await deliver(event(), signed(event(), { secret: 'whsec_connect' }))).toEqual({ received: true })
    expect(queued).toEqual([])
  })
})

describe('an event of a connected account in the other mode', () => {
  test.each([true, false])('is acknowledged and not queued when ours is live: %s', async (isLive) => {
    const { queued, deliver } = setup({ source: 'connect', secrets: ['whsec_connect'], isLive })
    const payload = event({ type: 'account.updated', account: 'acct_1', livemode: !isLive })
    expect(await deliver(payload, signed(payload, { secret: 'whsec_connect' }))).toEqual({ received: true })
    expect(queued).toEqual([])
  })

  test('is refused unless its signature is ours', async () => {
    const { deliver } = setup({ source: 'connect', secrets: ['whsec_connect'], isLive: true })
    const payload = event({ type: 'account.updated', account: 'acct_1' })
    await expect(deliver(payload, signed(payload))).rejects.toMatchObject({ code: 'invalid_signature' })
  })
})

test.each([500, 1_000])('of %i events at the same moment none is lost', async (count) => {
  const { deliver, queued } = setup()
  const payloads = Array.from({ length: count }, (_, n) => event({ id: `evt_${n}` }))
  await Promise.all(payloads.map((payload) => deliver(payload, signed(payload))))
  expect(new Set(queued.map((message) => JSON.stringify(message))).size).toBe(count)
})

describe('nothing is taken', () => {
  const refused: [string, string, string][] = [
    ['signed with another secret', event(), signed(event(), { secret: 'whsec_b' })],
    ['301 seconds old', event(), signed(event(), { seconds: -301 })],
    ['an hour in the future', event(), signed(event(), { seconds: 3_600 })],
    ['changed by one byte', event({ id: 'evt_2' }), signed(event())],
    ['re-serialised', JSON.stringify(JSON.parse(event()), null, 2), signed(event())],
    ['with a space more', `${event()} `, signed(event())],
    ['without a time', event(), signed(event()).replace(/t=\d+,/, '')],
    ['with a time that is no number', event(), signed(event()).replace(/t=\d+/, 't=now')],
    ['with a header that is no signature', event(), 'signature'],
    ['with an empty header', event(), ''],
    ['with a signature of another scheme', event(), signed(event()).replace('v1=', 'v0=')],
    ['of the other mode', event({ livemode: true }), signed(event({ livemode: true }))],
  ]
  test.each(refused)('that is %s', async (_, payload, header) => {
    const { queued, deliver } = setup()
    await expect(deliver(payload, header)).rejects.toMatchObject({ code: 'invalid_signature' })
    expect(queued).toEqual([])
  })

  test.each([
    ['no JSON', 'not json'],
    ['another thing', '{"hello":1}'],
    ['a list', '[]'],
  ])('that is signed but %s', async (_, payload) => {
    const { queued, deliver } = setup()
    await expect(deliver(payload, signed(payload))).rejects.toMatchObject({ code: 'invalid_request' })
    expect(queued).toEqual([])
  })
})
