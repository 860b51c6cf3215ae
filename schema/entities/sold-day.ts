import * as z from 'zod'
import { SumPence } from '#schema/money.ts'

/** What sales came to, refunds still in it: what buyers paid, what went back of it, and the same of the shares. */
export const SoldSums = z.object({
  orderCount: z.int().min(0),
  grossPence: SumPence,
  returnedPence: SumPence,
  amountPence: SumPence,
  reversedPence: SumPence,
})
export type SoldSums = z.infer<typeof SoldSums>

/** How often a seller's UTC day changed after it was over: by refunds, and by sales that were heard of late. */
export const DayChanges = z.object({
  changes: z.int().min(0).default(0),
  changedAt: z.iso.datetime().nullable().default(null),
})
export type DayChanges = z.infer<typeof DayChanges>

/** The sums of a day as they are kept. They hold as long as `madeOf` is the present `changes`. */
export const KeptDay = z.object({
  day: z.iso.date(),
  ...SoldSums.shape,
  ...DayChanges.shape,
  madeOf: z.int().min(0),
  /** Items that hold what each photo sold, beside this one. */
  parts: z.int().min(0),
})
export type KeptDay = z.infer<typeof KeptDay>
