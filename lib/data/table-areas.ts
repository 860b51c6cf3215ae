import type { IndexName } from '#functions/shared/table/writes.ts'

/**
 * What the table holds, cut by how partition keys begin. A function gets the areas that its stores open: whatever goes
 * wrong in browsing cannot touch an order.
 */
export const tableAreas = {
  accounts: ['USER#', 'SUBDOMAIN#'],
  catalogue: ['GALLERY#', 'PHOTO#', 'PHOTOTERMS#', 'PHOTONUMBERS#', 'SEARCH#', 'SLUG#'],
  counts: ['COUNTS#', 'DOWNLOADS#'],
  proofing: ['PROOF#', 'PROOFTOKEN#'],
  money: ['ORDER#', 'DISCOUNT#', 'LEDGER#', 'PAYOUT#', 'PERIOD#', 'STRIPE#', 'EVT#', 'IDEM#', 'SOLD#'],
  growing: ['WHOLES#'],
  mail: ['OUTBOX#'],
  visitors: ['CONTACT#', 'SENDER#', 'KEPTCART#'],
  chores: ['CHORE#'],
  reports: ['REPORT#'],
  installation: ['INSTALLATION#'],
  paces: ['PACE#'],
  places: ['PLACE#'],
  guards: ['THROTTLE#', 'GUESSED#', 'INVITED#'],
} as const satisfies Readonly<Record<string, readonly `${string}#`[]>>

export type TableArea = keyof typeof tableAreas
/** How a partition key begins. */
export type TablePrefix = (typeof tableAreas)[TableArea][number]

/** Those that hold galleries and photos. */
export const catalogueIndexes = [
  'by-owner',
  // The galleries that a photographer's page names.
  'by-seller',
  'public-by-newest',
  'public-by-price',
  'public-by-popularity',
] as const satisfies readonly IndexName[]
