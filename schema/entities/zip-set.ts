import * as z from 'zod'
import { GalleryId, OrderId, UserId, ZipId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'

export const ZipSize = z.enum(['original', 'web'])
export type ZipSize = z.infer<typeof ZipSize>

/** Whose files are packed, and which: those of an order in one size, or everything that a photographer has here. */
export const ZipOwner = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), orderId: OrderId, size: ZipSize }),
  z.object({ kind: z.literal('export'), userId: UserId }),
])
export type ZipOwner = z.infer<typeof ZipOwner>
export type OrderZips = Extract<ZipOwner, { kind: 'order' }>
export type ExportZips = Extract<ZipOwner, { kind: 'export' }>

/**
 * The zips of one owner's files, made anew under another id. `planning` until it is known which files go into which part,
 * `making` until all parts lie in storage.
 */
export const ZipSet = z.object({
  id: ZipId,
  owner: ZipOwner,
  state: z.enum(['planning', 'making', 'ready']),
  /** What there was to pack when it was asked for; another value now means that this set is no longer the right one. */
  contents: z.string(),
  /**
   * How many photos each line that is a whole gallery had then: what is added later is in none of its parts. A line that is
   * not named, as in sets of before, is packed with all that it has.
   */
  wholeFiles: z.record(z.string(), z.int().min(0)).default({}),
  /** The set whose place this one took, and whose parts go when this one is planned. */
  replaces: ZipId.nullable().default(null),
  partCount: z.int().min(0),
  partsDone: z.int().min(0),
  /** Packed so far. */
  files: z.int().min(0),
  bytes: z.int().min(0),
  /** Files that storage did not have; a person was told. */
  missing: z.int().min(0),
  askedAt: Timestamp,
  /** When the queue took it; `null` while that is not known. */
  sentAt: Timestamp.nullable(),
  /** When the last try of one of its parts began; what succeeds after all takes it away again. */
  failedAt: Timestamp.nullable(),
  readyAt: Timestamp.nullable(),
  expiresAt: Timestamp,
})
export type ZipSet = z.infer<typeof ZipSet>

/** Which files go into a part: those behind the part before it, up to and with this place in their list. */
export const PlannedPart = z.object({ through: z.string(), files: z.int().min(1), bytes: z.int().min(0) })
export type PlannedPart = z.infer<typeof PlannedPart>

/** A part that lies in storage. */
export const ZipPart = z.object({
  part: z.int().min(1),
  files: z.int().min(0),
  bytes: z.int().min(0),
  missing: z.int().min(0),
  /** Of an order: how many photos of each gallery are in it. None are known of parts of before. */
  galleries: z.array(z.object({ galleryId: GalleryId, photos: z.int().min(1) })).default([]),
  /** When those galleries were told that somebody took it. */
  toldAt: Timestamp.nullable().default(null),
})
export type ZipPart = z.infer<typeof ZipPart>
