import * as z from 'zod'
import { OrderId, PayoutId } from '#schema/ids.ts'
import { SignedPence } from '#schema/money.ts'
import { Timestamp } from '#schema/text.ts'

/** Why pence moved. */
const JournalCause = z.enum([
  'sale',
  'release',
  'reserve',
  'transfer',
  'rejection',
  'refund',
  'refund_undone',
  'reversal',
  'freeze',
  'unfreeze',
  'dispute',
  'dispute_won',
  'dispute_lost',
])

/**
 * One leg of an entry. Accounts: `stripe` (the outside world), `platform` (the fee), and a seller's bucket as
 * `seller:<user id>:<bucket>`. What an account gains is positive.
 */
export const JournalLeg = z.object({ account: z.string(), amountPence: SignedPence })
export type JournalLeg = z.infer<typeof JournalLeg>

/** What happened to money, once and for ever: never updated, never deleted; its legs sum to zero. */
export const JournalEntry = z.object({
  /** Deterministic: the same cause makes the same id. */
  id: z.string(),
  at: Timestamp,
  cause: JournalCause,
  orderIds: z.array(OrderId),
  payoutId: PayoutId.nullable(),
  legs: z.array(JournalLeg),
})
export type JournalEntry = z.infer<typeof JournalEntry>
