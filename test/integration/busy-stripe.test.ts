import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { codeHashOf, discountStore } from '#functions/orders/discount-store.ts'
import type { FaultInput } from '#local/stripe/http/faults.ts'
import { api } from '#schema/api/all.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { send, sessionAt } from '#test/support/requests/send.ts'
import { galleryOnSale, type Running, runningSystem } from '#test/support/system/running.ts'
import { type RunningTable, tableOf } from '#test/support/system/table.ts'

let running: Running
let data: RunningTable
let photoId: string
beforeAll(async () => {
  running = await runningSystem()
  data = tableOf(running)
  photoId = (await galleryOnSale(running, await running.signUp('Ada'))).photo.id
})
afterEach(() => running.system.stripe.control.clearFaults({}))
afterAll(async () => {
  data.close()
  await running.close()
})

const busy = (times: number, code?: 'lock_timeout'): FaultInput => ({
  method: 'POST',
  path: '/v1/checkout/sessions',
  times,
  answer: { kind: 'status', status: 429, ...(code && { code }) },
})
const fault = (input: FaultInput) => running.system.stripe.control.fault(input)

/** A buyer with a browser and a key; each call is the same request again. */
const aBuyer = async (name: string, discountCode?: string) => {
  const { url } = running.system
  const session = await sessionAt(url)
  return () =>
    send(url, api.orders.endpoints.checkout, {
      headers: { 'idempotency-key': `busy-stripe-buyer-${name}`, 'x-gallery-session': session },
      body: {
        items: [{ photoId }],
        consent: deliveryConsent.version,
        customer: { name: 'Hannah', email: `${name}@example.com` },
        discountCode,
      },
    })
}
const sessionsAnswered = async (wanted: number): Promise<number> => {
  const { requests } = await running.system.stripe.control.overview({})
  return requests.filter(
    ({ method, path, status }) => method === 'POST' && path === '/v1/checkout/sessions' && status === wanted,
  ).length
}

test.each([undefined, 'lock_timeout'] as const)(
  'a checkout that Stripe tells to slow down once (%s) waits a moment and is done',
  async (code) => {
    const buy = await aBuyer(`once-${code ?? 'rate'}`)
    await fault(busy(1, code))
    expect(await buy()).toMatchObject({ status: 200, json: { kind: 'pay' } })
  },
)

test('one that stays refused asks three times and says how long to wait; repeated with its key it is one order and one session', async () => {
  const buy = await aBuyer('patient')
  await fault(busy(1_000))
  const refusedBefore = await sessionsAnswered(429)
  const refused = await buy()
  expect(await sessionsAnswered(429)).toBe(refusedBefore + 3)
  expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
  expect(refused.json).toMatchObject({
    error: { message: 'Very many people are paying at this moment. Please try again in 2 seconds.' },
  })
  expect((await buy()).status).toBe(503)
  await running.system.stripe.control.clearFaults({})
  const before = await sessionsAnswered(200)
  const [first, second] = [await buy(), await buy()]
  expect(first).toMatchObject({ status: 200, json: { kind: 'pay' } })
  expect(second.json).toEqual(first.json)
  expect(await sessionsAnswered(200)).toBe(before + 1)
})

const discount = async (code: string, maxUses: number) => {
  const discounts = discountStore(data.table, async () => 'unused')
  const codeHash = codeHashOf(code)
  const at = running.system.clock.now().toISOString()
  await discounts.create(aDiscount({ code, percent: 50, maxUses, createdAt: at }))
  return async () => (await discounts.findByHash(codeHash))?.uses
}

test('a code of 20 uses serves 20 of 25 buyers, however often Stripe tells them to slow down', async () => {
  const uses = await discount('RUSH-HOUR', 20)
  const buyers = await Promise.all(Array.from({ length: 25 }, (_, n) => aBuyer(`rush-${n}`, 'RUSH-HOUR')))
  await fault(busy(90))
  const first = await Promise.all(buyers.map((buy) => buy()))
  expect(first.map(({ status }) => status)).toContain(503)
  // Each goes on with the same key, as its browser does.
  const last = await Promise.all(
    buyers.map(async (buy) => {
      for (;;) {
        const answer = await buy()
        if (answer.status !== 503) return answer.status
      }
    }),
  )
  const answers = (status: number, count: number) => Array.from({ length: count }, () => status)
  expect(last.toSorted()).toEqual([...answers(200, 20), ...answers(422, 5)])
  expect(await uses()).toBe(20)
})

test('a use goes back at once after a definite no, and stays while the answer is “later”', async () => {
  const uses = await discount('LAST-ONE', 1)
  const waiting = await aBuyer('later', 'LAST-ONE')
  await fault(busy(3))
  expect((await waiting()).status).toBe(503)
  expect([await uses(), (await (await aBuyer('other', 'LAST-ONE'))()).status]).toEqual([1, 422])
  const no = { kind: 'status', status: 400, code: 'parameter_invalid', kept: true } as const
  await fault({ method: 'POST', path: '/v1/checkout/sessions', answer: no })
  expect((await waiting()).status).toBe(402)
  expect(await uses()).toBe(0)
  expect((await (await aBuyer('next', 'LAST-ONE'))()).status).toBe(200)
})
