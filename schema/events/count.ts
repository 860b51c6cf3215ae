import * as z from 'zod'
import { ActKind } from '#schema/entities/activity.ts'
import { GalleryId, UserId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'

/** Chance or a hash, so that a message that is delivered twice counts once. */
const MessageId = z.string().min(10)

/**
 * A message in the queue of counts (decision 50). `at` is when it happened.
 * - `view`: `who` and `from` are hashes of the person and the address.
 * - `like`: `by` is -1 when a like is removed.
 * - `download`: of a free photo, or of a bought one, which has no gallery and only counts for its photographer.
 * - `fetched`: a photo was downloaded that is counted elsewhere, or with `photos` that many as one zip; the gallery's activity
 *   alone tells of it.
 * - `act`: what a visitor did, for the gallery's activity; `who` and `from` as of a view.
 * - `gone`: the gallery was deleted, and its counts are removed.
 */
export const CountEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('view'), galleryId: GalleryId, who: z.string(), from: z.string(), at: Timestamp }),
  z.object({
    kind: z.literal('like'),
    id: MessageId,
    galleryId: GalleryId,
    subject: z.string(),
    by: z.literal([1, -1]),
    at: Timestamp,
  }),
  z.object({
    kind: z.literal('download'),
    id: MessageId,
    galleryId: GalleryId.nullable(),
    photographerId: UserId,
    at: Timestamp,
  }),
  z.object({
    kind: z.literal('fetched'),
    id: MessageId,
    galleryId: GalleryId,
    photos: z.int().min(1).optional(),
    at: Timestamp,
  }),
  z.object({
    kind: z.literal('act'),
    act: ActKind,
    galleryId: GalleryId,
    who: z.string(),
    from: z.string(),
    photos: z.int().min(1),
    whole: z.literal(true).optional(),
    at: Timestamp,
  }),
  z.object({ kind: z.literal('gone'), galleryId: GalleryId }),
])
export type CountEvent = z.infer<typeof CountEvent>
export type CountEventOf<K extends CountEvent['kind']> = Extract<CountEvent, { kind: K }>
