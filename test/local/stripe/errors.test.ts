import { expect, test } from 'vitest'
import { clientOf, openSession, paidCharge, refusal, type StandIn, standIn } from './stand-in.ts'

test.each<[string, (local: StandIn) => Promise<unknown>]>([
  ['session', ({ stripe }) => stripe.checkout.sessions.retrieve('nope')],
  ['charge', ({ stripe }) => stripe.charges.retrieve('nope')],
  ['customer', ({ stripe }) => stripe.customers.del('nope')],
  ['subscription', ({ stripe }) => stripe.subscriptions.cancel('nope')],
  ['transfer', ({ stripe }) => stripe.transfers.retrieve('nope')],
])('an unknown %s is 404 resource_missing', async (_kind, read) => {
  const local = await standIn()

  expect(await refusal(read(local))).toMatchObject({
    type: 'StripeInvalidRequestError',
    rawType: 'invalid_request_error',
    statusCode: 404,
    code: 'resource_missing',
    param: 'id',
    requestId: expect.stringMatching(/^req_/),
    message: expect.stringContaining("'nope'"),
  })
})

test('every answer names its request and the version', async () => {
  const local = await standIn()

  const { lastResponse } = await local.stripe.balance.retrieve()

  expect(lastResponse.requestId).toMatch(/^req_/)
  expect(lastResponse.apiVersion).toBe(local.stripe.getApiField('version'))
})

test.each(['sk_live_abcdef', 'pk_test_abcdef', 'nonsense'])('the key %s is refused', async (apiKey) => {
  const local = await standIn()

  const refused = await refusal(clientOf(local.url, { apiKey }).balance.retrieve())

  expect(refused).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
})

test('where one key is set, no other is let in, and its end is not told', async () => {
  const local = await standIn({ apiKey: 'sk_test_the_right_one' })

  const refused = await refusal(clientOf(local.url, { apiKey: 'sk_test_the_wrong_one' }).balance.retrieve())
  const balance = await clientOf(local.url, { apiKey: 'sk_test_the_right_one' }).balance.retrieve()

  expect(refused.statusCode).toBe(401)
  expect(refused.message).not.toContain('wrong_one')
  expect(balance.object).toBe('balance')
})

test('no key at all is refused', async () => {
  const local = await standIn()

  const answer = await fetch(`${local.url}/v1/balance`)

  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})

test.each([
  ['at the top', { colour: 'red' }, 'colour'],
  ['within an object', { payment_intent_data: { colour: 'red' } }, 'payment_intent_data[colour]'],
  ['within a list', { line_items: [{ price: 'price_x', colour: 'red' }] }, 'line_items[0][colour]'],
  ['that the API no longer takes', { payment_method_types: ['card'] }, 'payment_method_types'],
])('an unknown parameter %s is named', async (_where, params, param) => {
  const local = await standIn()

  expect(await refusal(openSession(local, params as object))).toMatchObject({
    statusCode: 400,
    code: 'parameter_unknown',
    param,
    message: `Received unknown parameter: ${param}`,
  })
})

test('a missing parameter is named', async () => {
  const local = await standIn()

  const refused = await refusal(local.stripe.transfers.create({ currency: 'gbp', destination: 'acct_x' }))

  expect(refused).toMatchObject({
    code: 'parameter_missing',
    param: 'amount',
    message: 'Missing required param: amount.',
  })
})

test('an empty value and too much metadata are refused', async () => {
  const local = await standIn()
  const create = (params: object) => refusal(local.stripe.customers.create(params))

  expect(await refusal(local.stripe.refunds.create({ charge: '' }))).toMatchObject({
    code: 'parameter_invalid_empty',
    param: 'charge',
  })
  expect(await create({ email: 'nobody' })).toMatchObject({ code: 'email_invalid', param: 'email' })
  expect(await create({ metadata: { note: 'x'.repeat(501) } })).toMatchObject({ param: 'metadata[note]' })
  expect(
    await create({ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v'])) }),
  ).toMatchObject({
    param: 'metadata',
  })
})

test('what is not served says so', async () => {
  const local = await standIn()

  expect(await refusal(local.stripe.coupons.list())).toMatchObject({ statusCode: 404 })
})

test('what cannot be expanded is refused', async () => {
  const local = await standIn()
  const { session } = await paidCharge(local)

  const refused = await refusal(local.stripe.checkout.sessions.retrieve(session.id, { expand: ['colour'] }))

  expect(refused).toMatchObject({ statusCode: 400, param: 'expand' })
})

test('a request that asks to expand nonsense has no effect', async () => {
  const local = await standIn()

  const refused = await refusal(openSession(local, { expand: ['colour'] }))

  expect(refused).toMatchObject({ statusCode: 400, param: 'expand' })
  expect((await local.stripe.checkout.sessions.list()).data).toEqual([])
})

test('lists expand what they hold', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)

  const { data } = await local.stripe.checkout.sessions.list({ expand: ['data.payment_intent.latest_charge'] })

  expect(data).toMatchObject([{ payment_intent: { latest_charge: { id: charge.id, object: 'charge' } } }])
})

test('a port that is in use is said in one sentence', async () => {
  const { url } = await standIn()
  const port = Number(new URL(url).port)

  await expect(standIn({ port })).rejects.toThrow(`Port ${port} is in use; the stand-in for Stripe needs it.`)
})
