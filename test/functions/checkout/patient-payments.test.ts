import { expect, test } from 'vitest'
import { patientPayments } from '#functions/checkout/patient-payments.ts'
import { paymentsBusy } from '#functions/payments/busy-payments.ts'
import type { Answer, CheckoutSession, NewSession } from '#functions/payments/payments.ts'
import { AppError } from '#schema/errors.ts'
import { orderIdOf } from '#test/support/builders/ids.ts'

const session: CheckoutSession = {
  id: 'cs_test_1',
  url: 'https://checkout.test/cs_test_1',
  status: 'open',
  isPaid: false,
  totalPence: 1500,
  currency: 'gbp',
  isLive: false,
  expiresAt: new Date(0),
  orderId: null,
  stage: null,
  paymentIntentId: null,
  hasPaymentFailed: false,
  charge: null,
}
const asked: NewSession = {
  orderId: orderIdOf(1),
  orderNumber: 'DS-1',
  customerEmail: 'ada@example.com',
  lines: [],
  expiresAt: new Date(0),
}
const done: Answer<CheckoutSession> = { kind: 'done', value: session }
const busyAnswer: Answer<CheckoutSession> = { kind: 'not_executed', isBusy: true }

const setup = (answers: readonly Answer<CheckoutSession>[], reads: readonly (CheckoutSession | AppError)[] = []) => {
  const keys: string[] = []
  const waits: number[] = []
  const found = [...reads]
  const left = [...answers]
  const payments = patientPayments(
    {
      createSession: async (_, key) => {
        keys.push(key)
        return left.shift() ?? busyAnswer
      },
      findSession: async () => {
        keys.push('read')
        const answer = found.shift() ?? paymentsBusy()
        if (answer instanceof AppError) throw answer
        return answer
      },
    },
    async (ms) => void waits.push(ms),
  )
  return { payments, keys, waits }
}

test('a session that was too many is asked for again under the same key', async () => {
  const { payments, keys } = setup([busyAnswer, done])
  expect(await payments.createSession(asked, 'co:1')).toBe(done)
  expect(keys).toEqual(['co:1', 'co:1'])
})

test('it waits less than a second in all, and then says that it is busy', async () => {
  const { payments, keys, waits } = setup([])
  expect(await payments.createSession(asked, 'co:1')).toEqual({ kind: 'not_executed', isBusy: true })
  expect(keys).toHaveLength(3)
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(1_000)
})

test.each([{ kind: 'refused', code: 'x' }, { kind: 'unknown' }, { kind: 'not_executed' }] as const)(
  '%j is no reason to wait',
  async (answer) => {
    const { payments, keys } = setup([answer])
    expect(await payments.createSession(asked, 'co:1')).toBe(answer)
    expect(keys).toHaveLength(1)
  },
)

test('a session is read again in the same way, and other failures are told at once', async () => {
  const patient = setup([], [paymentsBusy(), session])
  expect(await patient.payments.findSession('cs_test_1')).toBe(session)
  const busy = setup([])
  await expect(busy.payments.findSession('cs_test_1')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Very many people are paying at this moment. Please try again in 2 seconds.',
  })
  expect(busy.keys).toHaveLength(3)
  const broken = setup([], [new AppError('unavailable')])
  await expect(broken.payments.findSession('cs_test_1')).rejects.toMatchObject({ details: {} })
  expect(broken.keys).toHaveLength(1)
})
