import * as z from 'zod'
import { Timestamp } from './text.ts'

/**
 * What a buyer agrees to before a file is delivered at once. A consumer may cancel digital content within 14 days
 * unless they have given express consent and acknowledged that they thereby lose the right to cancel (Consumer
 * Contracts (Information, Cancellation and Additional Charges) Regulations 2013, regulations 16(3), 28(1) and 37). A
 * changed text needs a new version.
 */
export const deliveryConsent = {
  version: '2026-11',
  text: 'I want my photos delivered at once, and I know that my right to cancel within 14 days ends with that.',
  missing: 'Please tick this box: photos are delivered at once, so we need your agreement first.',
} as const

/** The version of the text that stood beside the box which was ticked; any other is refused. */
export const DeliveryConsent = z
  .string(deliveryConsent.missing)
  .max(40, deliveryConsent.missing)
  .refine((version) => version === deliveryConsent.version, deliveryConsent.missing)

/** Kept with an order; `null` in orders that are older than the box. */
export const GivenConsent = z.object({ version: z.string(), at: Timestamp }).nullable()
