import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOfSale, soldByAfter, soldByOf } from '#functions/payments/sold-by.ts'
import type { OrderItem } from '#schema/entities/order.ts'
import { pence, ratioOf, SumPence } from '#schema/money.ts'
import { anEarning } from '#test/support/builders/earning.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { anOrderItem } from '#test/support/builders/order.ts'

const seller = userIdOf(1)
const line = (at: number, netPence: number, stepPercent: number, overrides: Partial<OrderItem> = {}) => {
  const feePence = pence(Math.round(netPence / 10))
  return anOrderItem({
    ...{ line: at, photographerId: seller, stepPercent, netPence: pence(netPence), feePence },
    sharePence: pence(netPence - feePence),
    ...overrides,
  })
}
const noCode = { discountCodeHash: null, discountOwnerId: null }

test('the lines of a seller are summed by the offer they were sold with', () => {
  const theirs = [line(1, 1_000, 0), line(2, 900, 10), line(3, 1_800, 10)]
  expect(soldByOf(noCode, seller, theirs)).toEqual({
    code: null,
    offers: [
      { offer: 'alone', grossPence: 1_000, amountPence: 900, returnedPence: 0 },
      { offer: 'steps', grossPence: 2_700, amountPence: 2_430, returnedPence: 0 },
    ],
  })
})

test.each([
  ['their own', 'hash', seller, 'hash'],
  ['the installation’s', 'hash', null, 'site'],
  ['another photographer’s', 'hash', userIdOf(2), null],
  ['no', null, null, null],
])('with %s code a share says so', (_, discountCodeHash, discountOwnerId, code) => {
  expect(soldByOf({ discountCodeHash, discountOwnerId }, seller, [line(1, 100, 0)]).code).toBe(code)
})

test('what went back of a line is taken off its offer alone, whoever sold the others', () => {
  const items = [line(1, 1_000, 0), line(2, 900, 10), line(3, 500, 10, { photographerId: userIdOf(2) })]
  const soldBy = soldByOf(noCode, seller, items.slice(0, 2))
  const refundedPence = new Map([
    [2, 400],
    [3, 500],
  ])
  const after = soldByAfter({ soldBy, sellerId: seller }, items, { refundedPence, lostPence: new Map([[2, 100]]) })
  expect(after?.offers.map(({ offer, returnedPence }) => [offer, returnedPence])).toEqual([
    ['alone', 0],
    ['steps', 500],
  ])
  expect(soldByAfter({ soldBy: null, sellerId: seller }, items, { refundedPence, lostPence: new Map() })).toBeNull()
})

test('whatever goes back, the parts sum to the share, and none is below zero or above its own', () => {
  const parts = fc.array(
    fc.record({
      net: fc.integer({ min: 0, max: 9_999 }),
      fee: fc.double({ min: 0, max: 0.2, noNaN: true }),
      back: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  fc.assert(
    fc.property(parts, (list) => {
      const offers = list.map(({ net, fee, back }, place) => ({
        offer: (['alone', 'steps', 'whole'] as const)[place] ?? 'alone',
        grossPence: pence(net),
        amountPence: pence(net - Math.floor(net * fee)),
        returnedPence: pence(Math.round(net * back)),
      }))
      const total = (name: 'grossPence' | 'amountPence' | 'returnedPence') =>
        offers.reduce((sum, each) => sum + each[name], 0)
      const [gross, amount, returned] = [total('grossPence'), total('amountPence'), total('returnedPence')]
      const reversed = gross === 0 ? 0 : ratioOf(amount, returned, gross)
      const sale = anEarning({
        ...{ grossPence: pence(gross), amountPence: pence(amount), returnedPence: pence(returned) },
        reversedPence: SumPence.parse(reversed),
        soldBy: { code: null, offers },
      })
      const told = partsOfSale(sale)
      expect(told.offers.reduce((sum, [, part]) => sum + part.reversedPence, 0)).toBe(reversed)
      for (const [, part] of told.offers) {
        expect(part.reversedPence).toBeGreaterThanOrEqual(0)
        expect(part.reversedPence).toBeLessThanOrEqual(part.amountPence)
      }
      expect(told.code).toEqual(['none', expect.objectContaining({ reversedPence: reversed, grossPence: gross })])
    }),
    { numRuns: 500 },
  )
})
