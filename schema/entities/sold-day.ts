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

/**
 * The same by how it was sold. `byOffer` has the names of `SoldOffer`; `byCode` has hashes of the seller's own codes, `site`
 * for the installation's and `none`. Both have `earlier` for shares that do not say. The orders of `byOffer` may be more
 * than those of the day, since one order can hold several offers; all other sums are those of the day.
 */
export const SoldParts = z.object({
  byOffer: z.record(z.string(), SoldSums),
  byCode: z.record(z.string(), SoldSums),
})
export type SoldParts = z.infer<typeof SoldParts>

/** How often a seller's UTC day changed after it was over: by refunds, and by sales that were heard of late. */
export const DayChanges = z.object({
  changes: z.int().min(0).default(0),
  changedAt: z.iso.datetime().nullable().default(null),
})
export type DayChanges = z.infer<typeof DayChanges>

/** From 2 on what buyers paid for each photo is kept beside what its photographer earned; before, there was no number. */
export const SoldDayLayout = z.literal(2)

/**
 * The sums of a day as they are kept. They hold as long as `madeOf` is the present `changes`. Days kept without `byOffer` and
 * `byCode`, or in an older layout, cannot be read by this and are made again from their sales.
 */
export const KeptDay = z.object({
  day: z.iso.date(),
  ...SoldSums.shape,
  ...SoldParts.shape,
  ...DayChanges.shape,
  madeOf: z.int().min(0),
  layout: SoldDayLayout,
  /** Items that hold what each photo sold, beside this one. */
  parts: z.int().min(0),
})
export type KeptDay = z.infer<typeof KeptDay>
