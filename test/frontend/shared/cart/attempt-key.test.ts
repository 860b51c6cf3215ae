import { beforeEach, expect, test } from 'vitest'
import { createAttemptKeys, forgetAttempt } from '#frontend/shared/cart/attempt-key.ts'

let made = 0
let nowMs = 0
/** One tab; all of them share the browser's storage. */
const tab = () =>
  createAttemptKeys(
    () => {
      made += 1
      return `key-number-${String(made).padStart(8, '0')}`
    },
    () => nowMs,
  )

beforeEach(() => {
  localStorage.clear()
  nowMs = Date.parse('2030-01-01T10:00:00Z')
})

test('the same content keeps its key until its attempt is settled', async () => {
  const keys = tab()

  const first = await keys.keyFor({ items: [1] })
  expect(await keys.keyFor({ items: [1] })).toBe(first)
  keys.settle()
  expect(await keys.keyFor({ items: [1] })).not.toBe(first)
})

test('other content gets another key', async () => {
  const keys = tab()

  expect(await keys.keyFor({ items: [1] })).not.toBe(await keys.keyFor({ items: [2] }))
})

test('a second tab, or the page after a reload, goes on with the same attempt', async () => {
  const first = await tab().keyFor({ items: [1] })

  expect(await tab().keyFor({ items: [1] })).toBe(first)
})

test('once the order is paid, the same cart is another purchase', async () => {
  const first = await tab().keyFor({ items: [1] })
  forgetAttempt()

  expect(await tab().keyFor({ items: [1] })).not.toBe(first)
})

test('an attempt ends while its payment page can still be paid in peace', async () => {
  const first = await tab().keyFor({ items: [1] })
  nowMs += 20 * 60_000

  expect(await tab().keyFor({ items: [1] })).not.toBe(first)
})

test('nothing that the buyer typed is kept with the attempt', async () => {
  await tab().keyFor({ customer: { name: 'Hannah Price' } })

  expect(JSON.stringify({ ...localStorage })).not.toContain('Hannah')
})

test('kept nonsense is no attempt', async () => {
  localStorage.setItem('checkout_attempt', '{"digest":1')

  expect(await tab().keyFor({ items: [1] })).toMatch(/^key-number-/)
})
