import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesFrom, linesMetadata, linesOf, linesText } from '#functions/payments/refund-lines.ts'

test.each([
  ['1,3', [1, 3]],
  ['1, 3', [1, 3]],
  [' 2 ', [2]],
  ['1-4', [1, 2, 3, 4]],
  ['1 - 3, 500', [1, 2, 3, 500]],
  ['3,3', [3]],
  ['4-1', 'unreadable'],
  ['1,,2', 'unreadable'],
  ['one', 'unreadable'],
  ['1-', 'unreadable'],
  ['-1', 'unreadable'],
  ['1000', 'unreadable'],
  ['1;2', 'unreadable'],
] as const)('“%s” is %j', (text, lines) => {
  expect(linesFrom(text)).toEqual(lines)
})

describe('lines in a refund’s metadata', () => {
  test.each([
    ['nothing', undefined, null],
    ['null', null, null],
    ['something else', { note: '1,2' }, null],
    ['an empty value', { lines: ' ' }, null],
    ['one value', { lines: '7' }, [7]],
    ['what another key goes on with', { lines: '1-3', lines_2: '9' }, [1, 2, 3, 9]],
    ['what cannot be read', { lines: '1', lines_2: 'x' }, 'unreadable'],
  ])('%s', (_, metadata, lines) => {
    expect(linesOf(metadata)).toEqual(lines)
  })

  test('any lines of an order travel within Stripe’s limits, and are the same there', () => {
    const any = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 500 })
    fc.assert(
      fc.property(any, (lines) => {
        const sorted = lines.toSorted((a, b) => a - b)
        const metadata = linesMetadata(lines)
        expect(Object.keys(metadata).length).toBeLessThanOrEqual(50)
        for (const [name, value] of Object.entries(metadata))
          expect([name.length <= 40, value.length <= 500]).toEqual([true, true])
        expect(linesOf(metadata)).toEqual(sorted)
        expect(linesFrom(linesText(lines))).toEqual(sorted)
      }),
    )
  })

  test('every second of 500 lines goes over two values', () => {
    const odd = Array.from({ length: 250 }, (_, at) => 2 * at + 1)
    expect(Object.keys(linesMetadata(odd))).toEqual(['lines', 'lines_2'])
    expect(linesOf(linesMetadata(odd))).toEqual(odd)
  })
})
