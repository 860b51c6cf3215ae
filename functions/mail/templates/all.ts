import { payoutSent } from './payout-sent.ts'
import { receipt } from './receipt.ts'
import { saleMade } from './sale-made.ts'
import { salesMade } from './sales-made.ts'

/** Every mail the product sends: what it needs to know (`data`) and how it reads (`render`). */
export const templates = {
  receipt,
  'sale-made': saleMade,
  'sales-made': salesMade,
  'payout-sent': payoutSent,
} as const
export type TemplateName = keyof typeof templates
