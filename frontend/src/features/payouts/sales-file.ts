import { titlesOf } from '#frontend/shared/format/titles.ts'
import type { Sale } from '#schema/api/payouts.ts'
import { csvOf, poundsCell } from '#schema/csv.ts'
import { saleStates } from './sale-states.ts'

const heads = [
  'Order',
  'Photos',
  'Sold (UTC)',
  'Price (GBP)',
  'Fee (GBP)',
  'Your share (GBP)',
  'Refunded to the buyer (GBP)',
  'Taken of your share (GBP)',
  'Processing (GBP)',
  'Available (GBP)',
  'On hold (GBP)',
  'Being paid out (GBP)',
  'Paid out (GBP)',
  'Disputed (GBP)',
  'State',
  'Clears (UTC)',
  'Payout (UTC)',
  'Payout in all (GBP)',
  'Payout',
]

/** The open wallet as a file for a spreadsheet. The columns from Processing to Disputed add up to the balance. */
export const salesFile = (sales: readonly Sale[]): string =>
  csvOf([
    heads,
    ...sales.map((sale) => [
      sale.orderNumber,
      titlesOf(sale).join('; '),
      sale.paidAt,
      poundsCell(sale.grossPence),
      poundsCell(sale.feePence),
      poundsCell(sale.sharePence),
      poundsCell(sale.returnedPence),
      poundsCell(sale.reversedPence),
      poundsCell(sale.pendingPence),
      poundsCell(sale.availablePence),
      poundsCell(sale.heldPence),
      poundsCell(sale.reservedPence),
      poundsCell(sale.paidPence),
      poundsCell(sale.disputedPence),
      saleStates[sale.state].label,
      sale.clearsAt,
      sale.payout?.at ?? '',
      sale.payout ? poundsCell(sale.payout.amountPence) : '',
      sale.payoutId ?? '',
    ]),
  ])
