import * as z from 'zod'
import { Timestamp } from '#schema/text.ts'

/** What a visitor did, apart from opening and downloading, which are counted by the hour. */
export const ActKind = z.enum(['favourited', 'carted', 'bought'])
export type ActKind = z.infer<typeof ActKind>

/**
 * The last thing of its kind that one visitor did in an hour: how many photos they have marked, in the cart, or bought.
 * `whole`: all photos of the gallery as one.
 * `who` is a hash that tells the visitors of this hour and gallery apart and is another one in each hour. `from`, of two
 * characters, is what share of the hour's places an address has: some million addresses have the same.
 */
export const Act = z.object({
  act: ActKind,
  who: z.string(),
  from: z.string().default(''),
  photos: z.int().min(1),
  whole: z.literal(true).optional(),
  at: Timestamp,
})
export type Act = z.infer<typeof Act>

/** What was counted of one hour of a gallery. */
export const HourSums = z.object({ opened: z.int().min(0), downloaded: z.int().min(0) })
export type HourSums = z.infer<typeof HourSums>

/** An hour of a gallery in which something happened. */
export const ActivityHour = z.object({
  /** "2030-01-01T10", UTC. */
  hour: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d$/),
  ...HourSums.shape,
  acts: z.array(Act),
  /** More visitors did something than are kept of an hour. */
  isFull: z.boolean(),
  version: z.int().min(1),
})
export type ActivityHour = z.infer<typeof ActivityHour>
