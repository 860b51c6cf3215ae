import { csvOf, poundsCell } from '#frontend/shared/download/csv.ts'
import type { SalesAnalytics } from '#schema/api/analytics.ts'

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
