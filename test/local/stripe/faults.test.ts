import { expect, test } from 'vitest'
import { clientOf, oneLine, paidCharge, refusal, type StandIn, standIn } from './stand-in.ts'

const create = ({ stripe }: { stripe: StandIn['stripe'] }, more: { timeout?: number } = {}) =>
  stripe.checkout.sessions.create(
    { mode: 'payment', success_url: 'https://shop.test/ok', line_items: [oneLine(1500)] },
    { idempotencyKey: 'co:1', ...more },
  )

const made = async ({ stripe }: StandIn) => (await stripe.checkout.sessions.list()).data.length

// The SDK repeats a request once when the connection is cut, even with retries off; hence two resets.
test('an answer lost after the effect leaves one session, which the same key then gives', async () => {
  const local = await standIn()
  await local.control.fault({
    path: '/v1/checkout/sessions',
    method: 'POST',
    when: 'after',
    times: 2,
    answer: { kind: 'reset' },
  })

  const lost = await refusal(create(local))
  const left = await made(local)
  const found = await create(local)

  expect(lost.type).toBe('StripeConnectionError')
  expect(left).toBe(1)
  expect(found.status).toBe('open')
  expect(await made(local)).toBe(1)
})

test("the SDK's own second try after a lost answer gets the kept answer", async () => {
  const local = await standIn()
  await local.control.fault({ path: '/v1/checkout/sessions', when: 'after', answer: { kind: 'reset' } })

  const session = await create(local)

  expect(session.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(await made(local)).toBe(1)
})

test('a connection cut before anything ran has no effect', async () => {
  const local = await standIn()
  await local.control.fault({ path: '/v1/checkout/sessions', method: 'POST', times: 2, answer: { kind: 'reset' } })

  await refusal(create(local))

  expect(await made(local)).toBe(0)
})

test.each([
  [500, 'before', 0],
  [500, 'after', 1],
  [503, 'before', 0],
  [503, 'after', 1],
  [429, 'before', 0],
] as const)('a %i %s the effect leaves %i sessions, and the same key then gives one', async (status, when, left) => {
  const local = await standIn()
  await local.control.fault({ path: '/v1/checkout/sessions', method: 'POST', when, answer: { kind: 'status', status } })

  const refused = await refusal(create(local))
  const between = await made(local)
  await create(local)

  expect(refused.statusCode).toBe(status)
  expect(refused.type).toBe(status === 429 ? 'StripeRateLimitError' : 'StripeAPIError')
  expect(between).toBe(left)
  expect(await made(local)).toBe(1)
})

test('a 429 names the limit that was met, one of a lock none, and neither names a time', async () => {
  const local = await standIn()
  const met = async (answer: { code?: string }) => {
    await local.control.fault({ path: '/v1/checkout/sessions', answer: { kind: 'status', status: 429, ...answer } })
    const { code, headers = {} } = await refusal(create(local))
    return [code, headers['stripe-rate-limited-reason'], headers['retry-after']]
  }
  expect(await met({})).toEqual(['rate_limit', 'endpoint-rate', undefined])
  expect(await met({ code: 'lock_timeout' })).toEqual(['lock_timeout', undefined, undefined])
})

test('an answer slower than the caller waits is unknown to the caller, and found by the same key', async () => {
  const local = await standIn()
  await local.control.fault({ path: '/v1/checkout/sessions', method: 'POST', answer: { kind: 'hold' } })

  const lost = await refusal(create(local, { timeout: 30 }))
  await local.control.clearFaults({})
  const found = await create(local)

  expect(lost.type).toBe('StripeConnectionError')
  expect((await local.stripe.checkout.sessions.list()).data.map((session) => session.id)).toEqual([found.id])
})

test('a chosen refusal has the code that was asked for', async () => {
  const local = await standIn()
  await local.control.fault({
    path: '/v1/transfers',
    answer: { kind: 'status', status: 400, code: 'balance_insufficient', message: 'Not enough.', kept: true },
  })
  const transfer = () =>
    local.stripe.transfers.create({ amount: 1, currency: 'gbp', destination: 'acct_x' }, { idempotencyKey: 'tr:1' })

  expect(await refusal(transfer())).toMatchObject({
    statusCode: 400,
    code: 'balance_insufficient',
    message: 'Not enough.',
  })
  expect(await refusal(transfer())).toMatchObject({ code: 'balance_insufficient' })
})

test('a fault meets only its method and path, and only as often as asked', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)
  await local.control.fault({ method: 'GET', path: '/v1/charges/*', times: 2, answer: { kind: 'status', status: 500 } })
  const read = () => local.stripe.charges.retrieve(charge.id)

  await local.stripe.charges.list()
  await local.stripe.paymentIntents.list()
  const refused = [await refusal(read()), await refusal(read())]

  expect(refused.map(({ statusCode }) => statusCode)).toEqual([500, 500])
  expect((await read()).id).toBe(charge.id)
})

test('faults can be taken back', async () => {
  const local = await standIn()
  await local.control.fault({ times: 100, answer: { kind: 'status', status: 500 } })

  await local.control.clearFaults({})

  expect((await create(local)).status).toBe('open')
})

test('an SDK that retries lives through a passing failure without a second effect', async () => {
  const local = await standIn()
  const patient = clientOf(local.url, { maxNetworkRetries: 2 })
  await local.control.fault({ path: '/v1/checkout/sessions', when: 'after', answer: { kind: 'status', status: 503 } })

  await create({ stripe: patient })

  expect(await made(local)).toBe(1)
})

const post = (url: string, body: unknown, type = 'application/json') =>
  fetch(url, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) })

test('every control can be posted as JSON', async () => {
  const local = await standIn()
  const { id } = await create(local)

  const paid = await post(`${local.url}/__control/pay`, { session: id })

  expect([paid.status, await paid.json()]).toEqual([200, { outcome: 'paid', redirect: 'https://shop.test/ok' }])
  expect((await local.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
})

test('a control says what is wrong with its call', async () => {
  const local = await standIn()
  const answer = async (path: string, body: unknown, type?: string) =>
    (await post(`${local.url}/__control/${path}`, body, type)).status

  expect(await answer('nothing', {})).toBe(404)
  expect(await answer('constructor', {})).toBe(404)
  expect(await answer('pay', { session: 'cs_nope' })).toBe(409)
  expect(await answer('pay', { what: 1 })).toBe(400)
  expect(await answer('pay', { session: 'cs_nope' }, 'text/plain')).toBe(415)
})

test('the overview shows requests without anything of their contents', async () => {
  const local = await standIn()
  await local.stripe.customers.create({ email: 'secret@example.com' })

  const { requests } = await local.control.overview({})

  expect(requests).toMatchObject([{ method: 'POST', path: '/v1/customers', status: 200 }])
  expect(JSON.stringify(requests)).not.toContain('secret')
})
