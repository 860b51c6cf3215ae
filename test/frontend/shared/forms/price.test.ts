import { expect, test } from 'vitest'
import { priceOf } from '#frontend/shared/forms/price.ts'

const documented = { whenEmpty: 1_500, whenNoNumber: 0 }

test.each([
  ['', 1_500],
  ['  ', 1_500],
  ['abc', 0],
  ['£', 0],
  ['14.99', 1_499],
  ['7,50', 750],
  ['.5', 50],
  ['£ 20', 2_000],
])('%j in a price field is %d pence', (text, pence) => {
  expect(priceOf(text, documented)).toBe(pence)
})

test.each(['14.999', '1,000', '1.000', '1e3', '-1', '100000.01', '1000000', '15 euro', '1O', '0x10', '１５', '½'])(
  '%j is meant as a number and is no price: it never becomes another one',
  (text) => {
    expect(priceOf(text, documented)).toBeNaN()
  },
)

test('where no price is documented for what is no number, that is refused, too', () => {
  expect(priceOf('abc', { whenEmpty: undefined })).toBeNaN()
  expect(priceOf('', { whenEmpty: undefined })).toBeUndefined()
})
