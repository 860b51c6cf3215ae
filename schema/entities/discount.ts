import * as z from 'zod'
import { Timestamp } from '#schema/text.ts'

/** A discount code as data. The code itself is not stored: `codeHash` is its SHA-256. */
export const Discount = z.object({
  codeHash: z.string(),
  percent: z.int().min(1).max(100),
  isActive: z.boolean(),
  expiresAt: Timestamp.nullable(),
  /** `null`: as often as anybody likes. */
  maxUses: z.int().min(1).nullable(),
  uses: z.int().min(0),
  /** Those of the uses that went over the maximum: orders that were given up and then paid after all. */
  lateUses: z.int().min(0).default(0),
  createdAt: Timestamp,
})
export type Discount = z.infer<typeof Discount>
