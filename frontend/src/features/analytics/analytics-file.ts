import type { SalesAnalytics } from '#schema/api/analytics.ts'
import { csvOf, poundsCell } from '#schema/csv.ts'
import { codeName, offerName } from './part-names.ts'

/** The chart's numbers as a file for a spreadsheet, with the window's totals last. */
export const analyticsFile = ({ series, revenuePence, earningsPence, orderCount }: SalesAnalytics): string =>
  csvOf([
    ['Date (UTC)', 'Revenue (GBP)', 'Your earnings (GBP)', 'Orders'],
    ...series.map((point) => [
      point.date,
      poundsCell(point.revenuePence),
      poundsCell(point.earningsPence),
      point.orderCount,
    ]),
    ['Total', poundsCell(revenuePence), poundsCell(earningsPence), orderCount],
  ])

/** The same revenue by offer and by code; the rows of each of the two sum to it. */
export const partsFile = ({ byOffer, byCode }: Pick<SalesAnalytics, 'byOffer' | 'byCode'>): string => {
  type Sums = Omit<SalesAnalytics['byOffer'][number], 'offer'>
  const cells = (sums: Sums) => [
    sums.orderCount,
    poundsCell(sums.paidPence),
    poundsCell(sums.returnedPence),
    poundsCell(sums.revenuePence),
    poundsCell(sums.earningsPence),
  ]
  return csvOf([
    ['By', 'Sold', 'Orders', 'Paid (GBP)', 'Given back (GBP)', 'Revenue (GBP)', 'Your earnings (GBP)'],
    ...byOffer.map((part) => ['Offer', offerName(part), ...cells(part)]),
    ...byCode.map((part) => ['Code', codeName(part), ...cells(part)]),
  ])
}
