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

/**
 * What a visitor agrees to who leaves an address with a photographer. Consent to mail that advertises is asked for by
 * itself, and not by a box that is ticked already (Privacy and Electronic Communications Regulations 2003, regulation
 * 22; https://ico.org.uk/for-organisations/direct-marketing-and-privacy-and-electronic-communications/). The
 * photographer is named by the mail in which the address is confirmed. A changed text needs a new version.
 */
export const visitorConsent = {
  version: '2026-11',
  text: 'The photographer may email me about this gallery and new ones. I can unsubscribe at any time.',
  stale: 'These words have changed. Please load this page again and read them once more.',
} as const

/** The version of the text beside a box that was ticked; `null` where it was left empty. */
const optional = ({ version: known, stale }: { version: string; stale: string }) =>
  z
    .string()
    .max(40)
    .refine((version) => version === known, stale)
    .nullable()
    .default(null)
export const VisitorConsent = optional(visitorConsent)

/** What somebody agrees to at the checkout who wants to be reminded of a cart. A changed text needs a new version. */
export const cartConsent = {
  version: '2026-11',
  text: 'If I leave without buying, email me once, tomorrow, with a link to this cart.',
  stale: visitorConsent.stale,
} as const
export const CartConsent = optional(cartConsent)
