import { describe, expect, test } from 'vitest'
import { normaliseNumber } from '#schema/race-number.ts'

describe('a number', () => {
  test.each([
    ['214', '214'],
    [' 214 ', '214'],
    ['#214.', '214'],
    ['a-214', 'A214'],
    ['A‑214', 'A214'],
    ['2I4', '2I4'],
    ['２１４', '214'],
    ['123456', '123456'],
    ['W1', 'W1'],
    ['007', '007'],
  ])('%s is %s', (text, expected) => {
    expect(normaliseNumber(text)).toBe(expected)
  })

  test.each(['', '-', 'FINISH', 'HARBOUR', '1234567', '10:45', '3.50', '21/214', '2 14', '21号', 'É1', '²¹𝟜x·1'])(
    '%s is none',
    (text) => {
      expect(normaliseNumber(text)).toBeUndefined()
    },
  )
})
