import { expect, test } from 'vitest'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { takeAll } from '#functions/shared/throttle/take-all.ts'
import { throttle } from '#functions/shared/throttle/throttle.ts'
import { sentenceFor } from '#schema/errors.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const setup = () => {
  const table = fakeTable()
  let time = new Date('2030-01-01T10:00:30.000Z')
  return { table, throttled: throttle(table, () => time), at: (text: string) => (time = new Date(text)) }
}

test('tries up to the limit pass, the next is told when to come back', async () => {
  const { throttled } = setup()
  for (let n = 0; n < 5; n++) await throttled.count('unlockWrongPerSession', '198.51.100.7 gal_1')
  await expect(throttled.count('unlockWrongPerSession', '198.51.100.7 gal_1')).rejects.toMatchObject({
    code: 'too_many_requests',
    details: { retryAfterSeconds: 30 },
  })
})

test('another caller, another action and the next window are counted apart', async () => {
  const { throttled, at } = setup()
  for (let n = 0; n < 5; n++) await throttled.count('unlockWrongPerSession', 'a')
  await throttled.count('unlockWrongPerSession', 'b')
  await throttled.count('unlockWrongPerAddress', 'a')
  at('2030-01-01T10:01:00.000Z')
  await throttled.count('unlockWrongPerSession', 'a')
  expect(await throttled.count('unlockWrongPerSession', 'a')).toBe(2)
})

test('neither address nor email is stored, and the count goes away by itself', async () => {
  const { throttled, table } = setup()
  await throttled.count('checkoutPerEmail', 'ada@example.com')
  expect(JSON.stringify(table.all())).not.toContain('ada@')
  expect(table.all()).toMatchObject([{ count: 1, ttl: 1_893_492_600 }])
})

test('a second limit within the same item counts only its own', async () => {
  const { throttled, table } = setup()
  const buy = (email: string) =>
    throttled.count('checkoutPerSession', 'tab', { name: 'checkoutPerEmail', subject: email })
  for (let n = 0; n < 5; n++) await buy('ada@example.com')
  await expect(buy('ada@example.com')).rejects.toMatchObject({ code: 'too_many_requests' })
  for (let n = 0; n < 4; n++) await buy('bob@example.com')
  await expect(buy('cyd@example.com')).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(table.all()).toHaveLength(1)
  expect(JSON.stringify(table.all())).not.toMatch(/ada@|bob@/)
})

test('past the outer limit no further name is kept, and what is taken back is taken from both', async () => {
  const { throttled, table } = setup()
  const within = (cart: string) => ({ name: 'discountWrongPerCart', subject: cart }) as const
  const guess = (n: number) => throttled.count('discountWrongPerSession', 'tab', within(`cart ${n}`))
  for (let n = 0; n < 20; n++) await guess(n)
  const full = Object.keys(table.all()[0] ?? {}).length
  for (let n = 20; n < 60; n++) await expect(guess(n)).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(Object.keys(table.all()[0] ?? {})).toHaveLength(full)
  await throttled.takeBack('discountWrongPerSession', 'tab', within('cart 3'))
  expect(Object.values(table.all()[0] ?? {}).filter((each) => each === 1)).toHaveLength(19)
  expect(table.all()).toMatchObject([{ count: 19 }])
})

test('a try counts by its weight, one that does not fit counts nothing, and what is given back fits again', async () => {
  const { throttled, table, at } = setup()
  const take = (weight: number) => throttled.take('quotedItems', 'a', weight)
  await take(59_000)
  await expect(take(1_001)).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'Your cart was priced very often. Please try again in 30 seconds.',
  })
  await take(1_000)
  await expect(take(1)).rejects.toMatchObject({ code: 'too_many_requests' })
  await throttled.giveBack('quotedItems', 'a', 500)
  await take(500)
  expect(table.all()).toMatchObject([{ count: 60_000 }])
  at('2030-01-01T10:01:00.000Z')
  await take(60_000)
  await throttled.giveBack('quotedItems', 'nobody', 500)
})

test('several limits count together, or none of them where one is full', async () => {
  const { throttled } = setup()
  const order = (mailbox: string) =>
    takeAll(throttled, [
      { name: 'freeOrdersPerAddress', subject: '198.51.100.7', weight: 1 },
      { name: 'freeOrdersPerEmail', subject: mailbox, weight: 1 },
    ])
  for (let n = 0; n < 3; n++) await order('ada@example.com')
  for (let n = 0; n < 2_000; n++)
    await expect(order('ada@example.com')).rejects.toMatchObject({ code: 'too_many_requests' })
  await order('bob@example.com')
  expect(await throttled.fullness('freeOrdersPerAddress', '198.51.100.7')).toBeUndefined()
})

test('whether a window is full can be asked without counting', async () => {
  const { throttled } = setup()
  for (let n = 0; n < 4; n++) await throttled.count('unlockWrongPerSession', 'a')
  expect(await throttled.fullness('unlockWrongPerSession', 'a')).toBeUndefined()
  await throttled.count('unlockWrongPerSession', 'a')
  expect(await throttled.fullness('unlockWrongPerSession', 'a')).toMatchObject({
    code: 'too_many_requests',
    message: 'That was wrong too many times. Please try again in 30 seconds.',
  })
})

test.each(Object.entries(throttles))(
  'who is refused by %s reads how long and why',
  (_, { why, limit, windowSeconds }) => {
    expect(sentenceFor('too_many_requests', { why, retryAfterSeconds: windowSeconds })).toMatch(
      /^[A-Z].+\. Please try again in (60 seconds|10 minutes|60 minutes|24 hours)\.$/,
    )
    expect(limit).toBeGreaterThan(0)
  },
)
