import { expect, test } from 'vitest'
import type { OpenedBy } from '#functions/checkout/count-checkout.ts'
import { countFreeOrder } from '#functions/checkout/count-free-order.ts'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { throttle } from '#functions/shared/throttle/throttle.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

type From = { owner?: number; address?: string; openedBy?: OpenedBy }
const setup = () => {
  const table = fakeTable()
  const throttled = throttle(table, () => new Date('2030-01-01T10:00:00.000Z'))
  return async (customerEmail: string, { owner, address = '198.51.100.7', openedBy = 'itself' }: From = {}) => {
    const order = { customerEmail, discountOwnerId: owner === undefined ? null : userIdOf(owner) }
    await countFreeOrder(throttled, { order, address }, async ({ write, refusal }) => {
      if (openedBy === 'itself' && !(await table.transact([write])).ok) throw refusal()
      return { openedBy }
    })
  }
}

test('300 families at a school, each with three free orders, are behind one address', async () => {
  const order = setup()
  for (let n = 0; n < 900; n++) await order(`family${n % 300}@example.com`, { owner: 1 })
  await expect(order('family1@example.com', { owner: 1 })).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'There were three free orders for this email address today. Please try again in 14 hours.',
  })
})

test('what an address has no room for counts for nobody’s mailbox', async () => {
  const order = setup()
  for (let n = 0; n < throttles.freeOrdersPerAddress.limit; n++) await order(`invented${n}@example.com`)
  for (let n = 0; n < 3; n++)
    await expect(order('ada@example.com')).rejects.toMatchObject({ code: 'too_many_requests' })
  for (let n = 0; n < 3; n++) await order('ada@example.com', { address: '198.51.100.8' })
})

test('codes of one photographer give so many away in a day, from wherever; other codes go on', async () => {
  const order = setup()
  const { limit } = throttles.freeOrdersPerPhotographer
  for (let n = 0; n < limit; n++)
    await order(`invented${n}@example.com`, { owner: 1, address: `2001:db8:0:${n % 100}::/64` })
  await expect(order('ada@example.com', { owner: 1 })).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'Very many free orders were made with codes of this photographer today. Please try again in 14 hours.',
  })
  await order('ada@example.com', { owner: 2 })
  await order('ada@example.com')
})

test('of orders that are opened at the same moment a mailbox has three', async () => {
  const order = setup()
  const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => order('ada@example.com')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

test.each(['sameKey', 'sameCart'] as const)(
  'what is led to an order that was opened before (%s) counts for nobody',
  async (openedBy) => {
    const order = setup()
    for (let n = 0; n < throttles.freeOrdersPerAddress.limit + 1; n++) await order('ada@example.com', { openedBy })
    for (let n = 0; n < 3; n++) await order('ada@example.com')
    // Nor is it refused as a fourth.
    await order('ada@example.com', { openedBy })
  },
)
