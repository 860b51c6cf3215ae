import { expect, test } from 'vitest'
import { HOUR, MINUTE, oneLine, openSession, paidCharge, refusal, standIn, webhookReceiver } from './stand-in.ts'

test('a new session is open and unpaid, with a page of its own and no payment yet', async () => {
  const local = await standIn()

  const session = await openSession(local)

  expect(session).toMatchObject({
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 1500,
    currency: 'gbp',
    mode: 'payment',
    livemode: false,
    customer_email: 'buyer@example.com',
    metadata: { order_id: 'order-1' },
    payment_intent: null,
    expires_at: local.seconds() + 24 * 3600,
  })
  expect(session.url).toBe(`${local.url}/c/pay/${session.id}`)
})

test('a paid session leads to its payment, charge and balance transaction with the card fee of 1.5% and 20p', async () => {
  const local = await standIn()
  const { session, intent, charge } = await paidCharge(local)

  const [transaction] = (await local.stripe.balanceTransactions.list({ type: 'charge' })).data

  expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', url: null })
  expect(intent).toMatchObject({ status: 'succeeded', amount: 1500, amount_received: 1500, transfer_group: 'order-1' })
  expect(charge).toMatchObject({
    status: 'succeeded',
    paid: true,
    amount: 1500,
    amount_refunded: 0,
    transfer_group: 'order-1',
    payment_intent: intent.id,
    billing_details: { email: 'buyer@example.com' },
    payment_method_details: { type: 'card', card: { last4: '4242' } },
  })
  expect(transaction).toMatchObject({
    amount: 1500,
    fee: 43,
    net: 1457,
    source: charge.id,
    type: 'charge',
    status: 'pending',
    available_on: Date.parse('2030-01-04T00:00:00Z') / 1000,
  })
})

test('metadata for the payment reaches the payment and its charge', async () => {
  const local = await standIn()

  const { intent, charge } = await paidCharge(local, { payment_intent_data: { metadata: { order_id: 'order-9' } } })

  expect([intent.metadata, charge.metadata]).toEqual([{ order_id: 'order-9' }, { order_id: 'order-9' }])
})

test('paying tells of it in the order Stripe does, naming no request', async () => {
  const hooks = await webhookReceiver()
  const local = await standIn({ webhooks: hooks.endpoints })

  await paidCharge(local)
  await local.control.tick({})

  const events = await local.stripe.events.list()
  expect(events.data.map(({ type }) => type).reverse()).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.completed',
    'charge.updated',
  ])
  expect(hooks.types().sort()).toEqual(events.data.map(({ type }) => type).sort())
  expect(events.data[0]?.request).toEqual({ id: null, idempotency_key: null })
})

test('a declined card leaves the session open, and another card pays it with the same payment', async () => {
  const local = await standIn()
  const { id } = await openSession(local)

  const attempt = await local.control.pay({ session: id, card: '4000000000000002' })
  const declined = await local.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  await local.control.pay({ session: id })
  const paid = await local.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })

  expect(attempt).toEqual({ outcome: 'refused', message: 'Your card was declined.' })
  expect(declined).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: {
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
    },
  })
  expect(paid.payment_status).toBe('paid')
  expect(paid.payment_intent).toMatchObject({ id: (declined.payment_intent as { id: string }).id, status: 'succeeded' })
})

test('a session that was paid cannot be paid again', async () => {
  const local = await standIn()
  const { session } = await paidCharge(local)

  const again = await local.control.pay({ session: session.id })

  expect(again).toEqual({ outcome: 'closed', reason: 'complete' })
  expect((await local.stripe.charges.list()).data).toHaveLength(1)
})

test('a session expires when its time comes, and tells of it', async () => {
  const local = await standIn()
  const { id } = await openSession(local, { expires_at: local.seconds() + 31 * 60 })

  await local.advance(31 * MINUTE - 1000)
  const before = await local.stripe.checkout.sessions.retrieve(id)
  await local.advance(1000)
  const after = await local.stripe.checkout.sessions.retrieve(id)

  expect([before.status, after.status, after.url]).toEqual(['open', 'expired', null])
  expect((await local.stripe.events.list({ type: 'checkout.session.expired' })).data).toHaveLength(1)
})

test('a session whose time is over is not paid even before the clock was looked at', async () => {
  const later = { now: Date.parse('2030-01-01T10:00:00Z') }
  const local = await standIn({ clock: () => new Date(later.now) })
  const { id } = await openSession(local)

  later.now += 25 * HOUR
  const attempt = await local.control.pay({ session: id })

  expect(attempt).toEqual({ outcome: 'closed', reason: 'expired' })
})

test('an open session can be expired at once, a closed one cannot', async () => {
  const local = await standIn()
  const open = await openSession(local)
  const { session: paid } = await paidCharge(local)

  const expired = await local.stripe.checkout.sessions.expire(open.id)
  const refused = await refusal(local.stripe.checkout.sessions.expire(paid.id))

  expect(expired.status).toBe('expired')
  expect(refused).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' })
})

test.each([
  ['a total under 30p', { pence: 29 }, { code: 'amount_too_small' }],
  ['an address that is no URL', { success_url: 'not-a-url' }, { code: 'url_invalid', param: 'success_url' }],
  ['no lines', { line_items: [] }, { param: 'line_items' }],
  ['a hundred and one lines', { line_items: Array.from({ length: 101 }, () => oneLine(30)) }, { param: 'line_items' }],
  [
    'a negative price',
    { pence: -1 },
    { code: 'parameter_invalid_integer', param: 'line_items[0][price_data][unit_amount]' },
  ],
  ['half a penny', { pence: 15.5 }, { code: 'parameter_invalid_integer' }],
  [
    'an unknown price',
    { line_items: [{ price: 'price_nope' }] },
    { code: 'resource_missing', param: 'line_items[0][price]' },
  ],
  [
    'an unknown customer',
    { customer: 'cus_nope', customer_email: undefined },
    { code: 'resource_missing', param: 'customer' },
  ],
  [
    'another currency',
    { line_items: [{ price_data: { ...oneLine(1500).price_data, currency: 'usd' } }] },
    { param: 'line_items[0][price_data][currency]' },
  ],
])('a session with %s is refused', async (_what, overrides, expected) => {
  const local = await standIn()

  const refused = await refusal(openSession(local, overrides as object))

  expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, ...expected })
  expect((await local.stripe.checkout.sessions.list()).data).toEqual([])
})

test.each([
  ['29 minutes', 29 * 60],
  ['more than a day', 24 * 3600 + 60],
])('a session that would live %s is refused', async (_what, seconds) => {
  const local = await standIn()

  const refused = await refusal(openSession(local, { expires_at: local.seconds() + seconds }))

  expect(refused).toMatchObject({ statusCode: 400, param: 'expires_at' })
})

test('an account whose cards are off can sell nothing until they are on again', async () => {
  const local = await standIn()
  const [usual] = (await local.stripe.paymentMethodConfigurations.list()).data
  const set = (preference: 'on' | 'off') =>
    local.stripe.paymentMethodConfigurations.update(usual?.id ?? '', { card: { display_preference: { preference } } })

  await set('off')
  const refused = await refusal(openSession(local))
  await set('on')

  expect(usual).toMatchObject({ is_default: true, card: { available: true, display_preference: { value: 'on' } } })
  expect(refused).toMatchObject({ statusCode: 400, message: expect.stringContaining('No valid payment method types') })
  expect((await openSession(local)).status).toBe('open')
})

test.each(['ada@nowhere', 'ada@.com', 'ada@example.c', 'ada@example..com', 'ada lovelace@example.com'])(
  'the address %s is refused',
  async (address) => {
    const local = await standIn()

    expect(await refusal(openSession(local, { customer_email: address }))).toMatchObject({
      statusCode: 400,
      code: 'email_invalid',
      param: 'customer_email',
    })
  },
)

test('a method that does not exist cannot be allowed', async () => {
  const local = await standIn()
  const params = { allowed_payment_method_types: ['card', 'cheque'] }

  expect(await refusal(openSession(local, params as object))).toMatchObject({
    statusCode: 400,
    param: 'allowed_payment_method_types[1]',
  })
})

test('four levels are expanded, five are not, and a refused expansion makes nothing', async () => {
  const local = await standIn()
  const { session } = await paidCharge(local)
  const list = (expand: string) => local.stripe.checkout.sessions.list({ expand: [expand] })

  const four = await list('data.payment_intent.latest_charge.payment_intent')
  const five = await refusal(list('data.payment_intent.latest_charge.payment_intent.latest_charge'))

  expect(four.data).toMatchObject([
    { id: session.id, payment_intent: { latest_charge: { payment_intent: { amount: 1500 } } } },
  ])
  expect(five).toMatchObject({ statusCode: 400, param: 'expand' })
})
