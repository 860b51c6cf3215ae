import * as z from 'zod'
import { maxPence, noPrice } from './money.ts'
import { wholeNumber } from './sentences.ts'

/** What photographers offer beside the price of each photo. What a cart comes to by it is worked out in `pricing.ts`. */

/** "From 5 photos 20% off": counted over the photos of one gallery in the cart. */
export const PriceStep = z.object({ from: wholeNumber(2, 500), percent: wholeNumber(1, 90) })
export type PriceStep = z.infer<typeof PriceStep>

export const maxSteps = 5
const unevenSteps = 'Each step begins at more photos and takes more off than the one before.'

/** A gallery's steps, each from more photos on and with more off than the one before. */
export const PriceSteps = z
  .array(PriceStep)
  .max(maxSteps)
  .refine((steps) => steps.every((step, index) => isAbove(step, steps[index - 1])), unevenSteps)
export type PriceSteps = z.infer<typeof PriceSteps>

/** What steps take off when so many photos of their gallery are chosen: per cent, 0 for nothing. */
export const percentAt = (steps: readonly PriceStep[], count: number): number =>
  Math.max(0, ...steps.filter(({ from }) => from <= count).map(({ percent }) => percent))

const isAbove = (step: PriceStep, before: PriceStep | undefined): boolean =>
  before === undefined || (step.from > before.from && step.percent > before.percent)

/** What a code takes: a part of what its photos cost, a sum of them, or the dearest so many of them. */
export const CodeOff = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), percent: wholeNumber(1, 100) }),
  z.object({
    kind: z.literal('amount'),
    amountPence: z.int(noPrice).min(1, noPrice).max(maxPence, noPrice).brand<'Pence'>(),
  }),
  z.object({ kind: z.literal('included'), photos: wholeNumber(1, 500) }),
])
export type CodeOff = z.infer<typeof CodeOff>
