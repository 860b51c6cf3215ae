import { expect, test } from 'vitest'
import { compareEnded, handOutEnded } from '#functions/books/ended-checkouts.ts'
import { paymentsBusy } from '#functions/payments/busy-payments.ts'
import { placeStore } from '#functions/shared/table/place-store.ts'
import { BooksPart } from '#schema/events/books.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'
import { at } from '#test/support/time.ts'

const market = async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1_000])
  const buy = async (n: number): Promise<{ orderId: string; sessionId: string }> => {
    const answer = await world.checkout(world.checkoutRequest(photos, { key: `attempt-${String(n).padStart(9, '0')}` }))
    if (answer.kind !== 'pay') throw new Error('It is not to be paid.')
    const { sessionId } = await world.orderOf(answer.orderId)
    if (sessionId === null) throw new Error('It has no session.')
    return { orderId: answer.orderId, sessionId }
  }
  return { world, buy }
}

test('a payment whose webhook was lost is found among open orders without a question for any of them', async () => {
  const { world, buy } = await market()
  const orders: { orderId: string; sessionId: string }[] = []
  for (let n = 0; n < 30; n++) orders.push(await buy(n))
  const [first, paid] = orders
  world.stripe.pay(paid?.sessionId ?? '')
  world.clock.forward({ minutes: 1 })
  expect(await world.reconcileEnded()).toEqual({ compared: 1, settled: 1, failed: 0 })
  expect((await world.orderOf(paid?.orderId ?? '')).status).toBe('completed')
  expect((await world.orderOf(first?.orderId ?? '')).status).toBe('awaiting_payment')
  // Looked at twice, settled once.
  world.clock.forward({ minutes: 1 })
  expect(await world.reconcileEnded()).toEqual({ compared: 1, settled: 0, failed: 0 })
  for (const minutes of [5, 5]) {
    world.clock.forward({ minutes })
    await world.reconcileEnded()
  }
  expect(await world.reconcileEnded()).toEqual({ compared: 0, settled: 0, failed: 0 })
})

test('a checkout that ran out gives its order up, in the run after that', async () => {
  const { world, buy } = await market()
  const { orderId } = await buy(1)
  await world.reconcileEnded()
  world.clock.forward({ minutes: 32 })
  world.stripe.tick()
  world.clock.forward({ minutes: 1 })
  expect(await world.reconcileEnded()).toMatchObject({ settled: 1 })
  expect((await world.orderOf(orderId)).status).toBe('expired')
})

const handing = () => {
  let time = at('2030-01-01T10:00:00.000Z')
  const sent: Extract<BooksPart, { kind: 'ended' }>[] = []
  const run = handOutEnded({
    places: placeStore(fakeTable()),
    send: async (_, messages) => {
      for (const message of messages) {
        const part = BooksPart.parse(message)
        if (part.kind === 'ended') sent.push(part)
      }
    },
    now: () => time,
  })
  return {
    sent,
    runAt: async (when: string) => {
      time = at(when)
      sent.length = 0
      await run()
      return { from: sent[0]?.since, to: sent.at(-1)?.until, parts: sent.length }
    },
  }
}

test('runs follow one another without a gap, also after one that was missed, in pieces of two and a half minutes', async () => {
  const { runAt, sent } = handing()
  expect(await runAt('2030-01-01T10:00:00.000Z')).toMatchObject({
    from: '2030-01-01T08:58:00.000Z',
    to: '2030-01-01T10:00:00.000Z',
  })
  expect(await runAt('2030-01-01T10:05:00.000Z')).toEqual({
    from: '2030-01-01T09:58:00.000Z',
    to: '2030-01-01T10:05:00.000Z',
    parts: 3,
  })
  expect(sent.slice(1).map(({ since }) => since)).toEqual(sent.slice(0, -1).map(({ until }) => until))
  expect(await runAt('2030-01-01T11:05:00.000Z')).toMatchObject({ from: '2030-01-01T10:03:00.000Z', parts: 25 })
  expect((await runAt('2030-01-09T11:05:00.000Z')).from).toBe('2030-01-08T11:05:00.000Z')
})

test('after a long gap the pieces are longer instead of more, and still without a gap', async () => {
  const { runAt, sent } = handing()
  await runAt('2030-01-01T10:00:00.000Z')
  expect(await runAt('2030-01-01T11:56:00.000Z')).toMatchObject({ parts: 25 })
  expect(await runAt('2030-01-03T11:56:00.001Z')).toEqual({
    from: '2030-01-02T11:56:00.001Z',
    to: '2030-01-03T11:56:00.001Z',
    parts: 25,
  })
  expect(sent.slice(1).map(({ since }) => since)).toEqual(sent.slice(0, -1).map(({ until }) => until))
})

test('an order that Stripe has no time for puts the piece off; one that fails is told, and the others are settled', async () => {
  const { world, buy } = await market()
  const [one, two] = [await buy(1), await buy(2)]
  for (const { sessionId } of [one, two]) world.stripe.pay(sessionId)
  world.clock.forward({ minutes: 1 })
  const errors: string[] = []
  const part = { period: { since: at('2000-01-01T00:00:00.000Z') }, hasTime: () => true }
  const failing = (error: Error) =>
    compareEnded({
      payments: world.stripe.payments,
      pointers: { find: async () => ({ orderId: (await world.orderOf(one.orderId)).id }) },
      orders: { find: async () => world.orderOf(one.orderId) },
      converge: () => Promise.reject(error),
      log: { info: () => {}, warn: () => {}, error: (message) => void errors.push(message) },
    })(part)
  await expect(failing(paymentsBusy())).rejects.toMatchObject({ details: { retryAfterSeconds: 2 } })
  expect(errors).toEqual([])
  expect(await failing(new Error('Stripe does not answer.'))).toEqual({ compared: 2, settled: 0, failed: 2 })
  expect(errors).toHaveLength(2)
})
