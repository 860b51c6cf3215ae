import { csvOf, poundsCell } from '#frontend/shared/download/csv.ts'
import type { Sale } from '#schema/api/payouts.ts'
import { saleStates } from './sale-states.ts'

const heads = [
  'Order',
  'Photos',
  'Sold (UTC)',
  'Price (GBP)',
  'Fee (GBP)',
  'Your share (GBP)',
  'State',
  'Clears (UTC)',
  'Payout',
]

/** The open wallet as a file for a spreadsheet. */
export const salesFile = (sales: readonly Sale[]): string =>
  csvOf([
    heads,
    ...sales.map((sale) => [
      sale.orderNumber,
      sale.photoTitles.join('; '),
      sale.paidAt,
      poundsCell(sale.grossPence),
      poundsCell(sale.feePence),
      poundsCell(sale.sharePence),
      saleStates[sale.state].label,
      sale.clearsAt,
      sale.payoutId ?? '',
    ]),
  ])
