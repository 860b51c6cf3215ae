import type { Sale } from '#schema/api/payouts.ts'

/** Where the share of a sale is, in words. */
export const saleStates = {
  pending: { label: 'Processing', tone: 'neutral' },
  available: { label: 'Available', tone: 'success' },
  paying: { label: 'Being paid out', tone: 'accent' },
  paid: { label: 'Paid out', tone: 'success' },
  disputed: { label: 'Disputed', tone: 'danger' },
  reversed: { label: 'Refunded', tone: 'danger' },
} as const satisfies Record<Sale['state'], { label: string; tone: 'neutral' | 'success' | 'accent' | 'danger' }>
