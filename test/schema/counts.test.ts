import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCount } from '#schema/counts.ts'

test('a count is written as en-GB writes it', () => {
  const whole = new Intl.NumberFormat('en-GB')
  fc.assert(
    fc.property(fc.maxSafeNat(), (count) => {
      expect(formatCount(count)).toBe(whole.format(count))
    }),
  )
})
