import * as z from 'zod'
import { UserId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'
import { Brand } from './brand.ts'
import { Takedown } from './takedown.ts'

/** none: never subscribed. active/past_due: Stripe bills. cancelled: runs until the paid period ends. */
export const SubscriptionState = z.enum(['none', 'active', 'past_due', 'cancelled'])

export const Profile = z.object({
  userId: UserId,
  displayName: z.string(),
  email: z.string(),
  bio: z.string(),
  websiteUrl: z.string().nullable(),
  /** The custom gallery page name. */
  subdomain: z.string().nullable(),
  /** How the public pages look; `null` for the site's own look. */
  brand: Brand.nullable().default(null),
  isPhotographer: z.boolean(),
  isPublic: z.boolean(),
  emailNotifications: z.boolean(),
  /** One mail a day for all sales of it, in place of one for each. */
  salesByDay: z.boolean().default(false),
  trialExpiresAt: Timestamp,
  subscription: SubscriptionState,
  /** End of the paid period; access lasts until then whatever happens to the subscription. */
  paidUntil: Timestamp.nullable(),
  stripeCustomerId: z.string().nullable(),
  /** The public page was taken down by the operator: it is dark, and so are its galleries in every list. */
  pageTakedown: Takedown.nullable().default(null),
  /** Set by "Delete Account": public pages are dark from then on. */
  deletionRequestedAt: Timestamp.nullable(),
  /** Set when support begins to erase the account: from then on there is no way back. */
  erasureBegunAt: Timestamp.nullable().default(null),
  /** Room for uploads that an operator gave, where it is more than the plan's: bytes in all, photos a day. */
  uploadRoom: z
    .object({ maxBytes: z.int().min(0), photos: z.int().min(0) })
    .nullable()
    .default(null),
  /** In how many photos a month numbers are read, as an operator gave it, where that is more than the plan's. */
  numbersAMonth: z.int().min(0).nullable().default(null),
  /** The layout that all galleries of this photographer have at least (`galleryLayout`). */
  galleryLayout: z.int().min(1).default(1),
  version: z.int().min(0),
  createdAt: Timestamp,
})
export type Profile = z.infer<typeof Profile>
