import { expect, test } from 'vitest'
import { expressAccount } from '#functions/payments/stripe-payouts.ts'
import { DAY, HOUR, oneLine, openSession, paidCharge, refusal, type StandIn, standIn } from './stand-in.ts'

const refundWith = ({ stripe }: StandIn, charge: string, idempotencyKey: string, amount = 500) =>
  stripe.refunds.create({ charge, amount }, { idempotencyKey })

test('the same key with the same parameters gives the first answer and has no second effect', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)

  const first = await refundWith(local, charge.id, 'k1')
  const second = await refundWith(local, charge.id, 'k1')

  expect(second).toEqual(first)
  expect(second.lastResponse.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'original-request': first.lastResponse.requestId,
    'idempotency-key': 'k1',
  })
  expect((await local.stripe.charges.retrieve(charge.id)).amount_refunded).toBe(500)
})

test('the order of the parameters makes no difference', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)

  const first = await local.stripe.refunds.create({ charge: charge.id, amount: 1 }, { idempotencyKey: 'k1' })
  const second = await local.stripe.refunds.create({ amount: 1, charge: charge.id }, { idempotencyKey: 'k1' })

  expect(second.id).toBe(first.id)
})

test('the answer is the first one even when the object has changed since', async () => {
  const local = await standIn()
  const create = () =>
    local.stripe.checkout.sessions.create(
      { mode: 'payment', success_url: 'https://shop.test/ok', line_items: [oneLine(1500)] },
      { idempotencyKey: 'co:1' },
    )
  const first = await create()
  await local.control.pay({ session: first.id })

  expect(await create()).toMatchObject({ id: first.id, status: 'open' })
})

test('the same key with other parameters is refused and has no effect', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)
  await refundWith(local, charge.id, 'k1')

  const refused = await refusal(refundWith(local, charge.id, 'k1', 400))

  expect(refused).toMatchObject({ type: 'StripeIdempotencyError', rawType: 'idempotency_error', statusCode: 400 })
  expect((await local.stripe.charges.retrieve(charge.id)).amount_refunded).toBe(500)
})

test('the same key on another path is refused', async () => {
  const local = await standIn()
  await local.stripe.customers.create({ email: 'x@example.com' }, { idempotencyKey: 'k1' })

  const refused = await refusal(
    local.stripe.prices.create(
      { currency: 'gbp', unit_amount: 699, product_data: { name: 'x' } },
      { idempotencyKey: 'k1' },
    ),
  )

  expect(refused).toMatchObject({ rawType: 'idempotency_error', statusCode: 400 })
})

test('a request with a key whose first request is still under way is refused, and works later', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)
  await local.control.fault({ path: '/v1/refunds', answer: { kind: 'hold' } })

  const first = refundWith(local, charge.id, 'k1')
  await expect.poll(async () => (await local.control.overview({})).faults, { timeout: 30_000 }).toEqual([])
  const second = await refusal(refundWith(local, charge.id, 'k1'))
  await local.control.clearFaults({})
  const done = await first
  const third = await refundWith(local, charge.id, 'k1')

  expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  expect(third.id).toBe(done.id)
  expect((await local.stripe.refunds.list()).data).toHaveLength(1)
})

test('a refusal of a request that ran is kept under its key', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)
  const first = await refusal(refundWith(local, charge.id, 'k1', 1501))

  const second = await refusal(refundWith(local, charge.id, 'k1', 1501))

  expect(second.message).toBe(first.message)
  expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true' })
})

test('malformed parameters leave the key free', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)

  const refused = await refusal(refundWith(local, charge.id, 'k1', 1.5))
  const refund = await refundWith(local, charge.id, 'k1', 500)

  expect(refused.code).toBe('parameter_invalid_integer')
  expect(refund.amount).toBe(500)
})

test.each([429, 500, 503])('an answer of %i before anything ran leaves the key free', async (status) => {
  const local = await standIn()
  const { charge } = await paidCharge(local)
  await local.control.fault({ path: '/v1/refunds', answer: { kind: 'status', status } })

  const refused = await refusal(refundWith(local, charge.id, 'k1'))
  const refund = await refundWith(local, charge.id, 'k1')

  expect(refused.statusCode).toBe(status)
  expect(refund.amount).toBe(500)
})

test('a 500 that is kept is given again for the same key, though the effect took place', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)
  await local.control.fault({ path: '/v1/refunds', when: 'after', answer: { kind: 'status', status: 500, kept: true } })

  const first = await refusal(refundWith(local, charge.id, 'k1'))
  const second = await refusal(refundWith(local, charge.id, 'k1'))

  expect([first.statusCode, second.statusCode]).toEqual([500, 500])
  expect((await local.stripe.refunds.list()).data).toHaveLength(1)
})

test('a key is forgotten after a day, and not before', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)
  const first = await refundWith(local, charge.id, 'k1')

  await local.advance(DAY - 1)
  const replayed = await refundWith(local, charge.id, 'k1')
  await local.advance(1)
  const fresh = await refundWith(local, charge.id, 'k1')

  expect(replayed.id).toBe(first.id)
  expect(fresh.id).not.toBe(first.id)
})

test('twenty at once with one key make one object', async () => {
  const local = await standIn()
  const { charge } = await paidCharge(local)

  const all = await Promise.allSettled(Array.from({ length: 20 }, () => refundWith(local, charge.id, 'k1')))

  const ids = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
  expect(new Set(ids).size).toBe(1)
  expect((await local.stripe.refunds.list()).data).toHaveLength(1)
})

test('keys of a connected account and of the platform are apart', async () => {
  const local = await standIn()
  const { id: stripeAccount } = await local.stripe.accounts.create(expressAccount(false))

  const mine = await local.stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k1' })
  const theirs = await local.stripe.customers.create(
    { email: 'a@example.com' },
    { idempotencyKey: 'k1', stripeAccount },
  )

  expect(theirs.id).not.toBe(mine.id)
})

test('a key on a request that only reads has no effect', async () => {
  const local = await standIn()
  const { id } = await openSession(local)
  const read = () => local.stripe.checkout.sessions.retrieve(id, {}, { idempotencyKey: 'k1' })

  await read()
  await local.control.pay({ session: id })

  expect((await read()).status).toBe('complete')
})

test('a refusal is remembered longer than a day, since Stripe promises a day at least', async () => {
  const local = await standIn()
  await local.control.setPlatform({ isProfileComplete: false })
  const make = () => local.stripe.accounts.create(expressAccount(false), { idempotencyKey: 'acct:1' })
  await refusal(make())
  await local.control.setPlatform({ isProfileComplete: true })

  await local.advance(30 * HOUR - 1)
  const kept = await refusal(make())
  await local.advance(1)

  expect(kept.message).toContain('platform-profile')
  expect((await make()).object).toBe('account')
})
