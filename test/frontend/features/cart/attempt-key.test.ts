import { expect, test } from 'vitest'
import { createAttemptKeys } from '#frontend/features/cart/attempt-key.ts'

const setup = () => {
  let made = 0
  return createAttemptKeys(() => {
    made += 1
    return `key-number-${String(made).padStart(8, '0')}`
  })
}

test('the same content keeps its key until its attempt is settled', () => {
  const keys = setup()

  const first = keys.keyFor({ items: [1] })
  expect(keys.keyFor({ items: [1] })).toBe(first)
  keys.settle()
  expect(keys.keyFor({ items: [1] })).not.toBe(first)
})

test('other content gets another key', () => {
  const keys = setup()

  expect(keys.keyFor({ items: [1] })).not.toBe(keys.keyFor({ items: [2] }))
})
