import { expect, test } from 'vitest'
import { throttle } from '#functions/shared/throttle/throttle.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const setup = () => {
  const table = fakeTable()
  let time = new Date('2030-01-01T10:00:30.000Z')
  return { table, throttled: throttle(table, () => time), at: (text: string) => (time = new Date(text)) }
}

test('tries up to the limit pass, the next is told when to come back', async () => {
  const { throttled } = setup()
  for (let n = 0; n < 5; n++) await throttled.count('unlockPerGallery', '198.51.100.7 gal_1')
  await expect(throttled.count('unlockPerGallery', '198.51.100.7 gal_1')).rejects.toMatchObject({
    code: 'too_many_requests',
    details: { retryAfterSeconds: 30 },
  })
})

test('another caller, another action and the next window are counted apart', async () => {
  const { throttled, at } = setup()
  for (let n = 0; n < 5; n++) await throttled.count('unlockPerGallery', 'a')
  await throttled.count('unlockPerGallery', 'b')
  await throttled.count('unlockPerAddress', 'a')
  at('2030-01-01T10:01:00.000Z')
  await throttled.count('unlockPerGallery', 'a')
  expect(await throttled.tries('unlockPerGallery', 'a')).toBe(1)
})

test('neither address nor e-mail is stored, and the count goes away by itself', async () => {
  const { throttled, table } = setup()
  await throttled.count('checkoutPerEmail', 'ada@example.com')
  expect(JSON.stringify(table.all())).not.toContain('ada@')
  expect(table.all()).toMatchObject([{ count: 1, ttl: 1_893_492_600 }])
})
