import { csvOf, poundsCell } from '#frontend/shared/download/csv.ts'
import type { SalesAnalytics } from '#schema/api/analytics.ts'

/** The chart's numbers as a file for a spreadsheet, with the window's totals last. */
export const analyticsFile = ({ series, revenuePence, orderCount }: SalesAnalytics): string =>
  csvOf([
    ['Date (UTC)', 'Revenue (GBP)', 'Orders'],
    ...series.map((point) => [point.date, poundsCell(point.revenuePence), point.orderCount]),
    ['Total', poundsCell(revenuePence), orderCount],
  ])
