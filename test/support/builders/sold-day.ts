import { SumPence } from '#schema/money.ts'

/** The sums of a day on which nothing was sold. */
export const noSales = {
  orderCount: 0,
  grossPence: SumPence.parse(0),
  returnedPence: SumPence.parse(0),
  amountPence: SumPence.parse(0),
  reversedPence: SumPence.parse(0),
  byOffer: {},
  byCode: {},
}
