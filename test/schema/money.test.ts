import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeOf, formatPounds, parsePounds, pence, ratioOf, splitPence, sumPence } from '#schema/money.ts'

const numRuns = 10_000
const price = fc.integer({ min: 0, max: 200_000 }).map(pence)

test('the fee is a tenth of the total to the nearest penny, half up', () => {
  fc.assert(
    fc.property(price, (total) => {
      const fee = feeOf(total)
      expect(Math.abs(fee * 10 - total)).toBeLessThanOrEqual(5)
      if (total % 10 === 5) expect(fee * 10).toBe(total + 5)
    }),
    { numRuns },
  )
})

describe('splitting', () => {
  test('the parts sum to the whole, and each is within a penny of its exact part', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(price, weights, (whole, parts) => {
        const sum = parts.reduce((a, b) => a + b, 0)
        fc.pre(sum > 0)
        const split = splitPence(whole, parts)
        expect(sumPence(split)).toBe(whole)
        split.forEach((part, index) => {
          expect(Math.abs(part * sum - whole * (parts[index] ?? 0))).toBeLessThan(sum)
        })
      }),
      { numRuns },
    )
  })

  test('something cannot be split over nothing', () => {
    expect(() => splitPence(pence(1), [0, 0])).toThrow(RangeError)
    expect(splitPence(pence(0), [0, 0])).toEqual([0, 0])
  })
})

test('the share taken back for a whole refund is the whole share, whatever the parts', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(parts, (refunds) => {
      const net = refunds.reduce((a, b) => a + b, 0)
      const share = net - feeOf(pence(net))
      let refunded = 0
      let taken = 0
      for (const refund of refunds) {
        refunded += refund
        const due = ratioOf(share, refunded, net)
        expect(due).toBeGreaterThanOrEqual(taken)
        expect(due).toBeLessThanOrEqual(refunded)
        taken = due
      }
      expect(taken).toBe(share)
    }),
    { numRuns },
  )
})

test('a price that is shown and typed again is the same price', () => {
  fc.assert(
    fc.property(price, (amount) => {
      expect(parsePounds(formatPounds(amount).replaceAll(',', ''))).toBe(amount)
    }),
    { numRuns },
  )
})

test.each(['-1', '1e3', '1.234', 'abc', '', '£', '1,000', '1.000', '1,00,0', '.', ',', 'NaN', 'Infinity', '0x10'])(
  '%j is no price',
  (text) => {
    expect(parsePounds(text)).toBeUndefined()
  },
)

test.each([
  ['7,50', 750],
  ['7,5', 750],
  ['.5', 50],
  ['15.', 1_500],
])('%j is %d pence, whatever the keyboard has for a point', (text, amount) => {
  expect(parsePounds(text)).toBe(amount)
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 0.1, -1, 10_000_001, Number.MAX_SAFE_INTEGER + 1])(
  '%d is no amount of pence',
  (amount) => {
    expect(() => pence(amount)).toThrow(/Invalid input|Too /)
  },
)

test('pounds are written as en-GB writes them', () => {
  const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
  fc.assert(
    fc.property(fc.integer({ min: -200_000_000, max: 200_000_000 }), (amount) => {
      expect(formatPounds(amount)).toBe(pounds.format(amount / 100))
    }),
    { numRuns },
  )
})
