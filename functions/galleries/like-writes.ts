import * as z from 'zod'
import { shardOf } from '#functions/shared/table/shards.ts'
import { traceOf } from '#functions/shared/table/traces.ts'
import type { Item, Key, Put } from '#functions/shared/table/writes.ts'
import { is, put } from '#functions/shared/table/writes.ts'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import { FavouritesId, GalleryId, PhotoId, UserId } from '#schema/ids.ts'
import { galleryKeys } from './gallery-keys.ts'

/** One press of the button. `in`: the state of the tally in which it is counted; absent while that is due. */
export const Delta = z.object({ id: z.string(), by: z.literal([1, -1]), at: z.string(), in: z.int().optional() })
export type Delta = z.infer<typeof Delta>

/**
 * What one person thinks of one gallery: whether they like it, which of its photos are their favourites, the newest last,
 * and whether others may see that list. One item, so that a heart is one write, and who asks for the like reads the hearts with
 * it. It carries each like until it is counted, so that no crash between it and the queue loses one; hearts are not counted.
 * The last release's items say nothing but that they are there: liked, and counted.
 */
export const Like = z.object({
  galleryId: GalleryId,
  createdAt: z.string(),
  liked: z.boolean().default(true),
  seq: z.int().default(0),
  deltas: z.array(Delta).default([]),
  photoIds: z.array(PhotoId).default([]),
  /** What the link to these favourites names them by, while they are shared. */
  sharedAs: FavouritesId.optional(),
})
export type Like = z.infer<typeof Like>

export const likeOf = (item: Item | undefined): Like | undefined => item && Like.parse(item)
export const isLiked = (like: Like | undefined): boolean => like?.liked ?? false
/** Their photos, the newest first. */
export const favouritesOf = (like: Like | undefined): PhotoId[] => (like?.photoIds ?? []).toReversed()

/** What stands there before anything is said: neither liked nor with a heart. */
export const newLike = (galleryId: GalleryId, at: string): Like => ({
  galleryId,
  createdAt: at,
  liked: false,
  seq: 0,
  deltas: [],
  photoIds: [],
})

/** Nothing is left to say: no like, no press to be counted, no photo, and no link that others know. */
const isOver = ({ liked, deltas, photoIds, sharedAs }: Like): boolean =>
  !liked && photoIds.length === 0 && sharedAs === undefined && deltas.every((delta) => delta.in !== undefined)

/** How long a like that was taken back is remembered: until the gallery shows it, and longer. */
const keptSeconds = 86_400

/** The state that a write replaces: nobody else has changed it since. */
const unchanged = (like: Like | undefined) => {
  if (!like) return 'absent' as const
  // The last release kept no number.
  return like.seq === 0
    ? { createdAt: is.equal(like.createdAt), seq: is.absent }
    : { createdAt: is.equal(like.createdAt), seq: is.equal(like.seq) }
}

/** What somebody signed in left goes with their account. */
export const traceOfSubject = (subject: string, key: Key): Item => {
  const userId = UserId.safeParse(subject.replace(/^USER#/, ''))
  return userId.success ? traceOf(userId.data, key) : {}
}

/**
 * Writes a like over the one that was read, and fails where another came first.
 * @param at Of the last thing that was said: one that says nothing more goes a day later.
 */
export const likePut = (subject: string, before: Like | undefined, after: Like, at: string): Put => {
  const key = galleryKeys.like(after.galleryId, subject)
  const due = after.deltas.find((delta) => delta.in === undefined)
  return put(
    {
      ...key,
      ...after,
      seq: (before?.seq ?? 0) + 1,
      ...traceOfSubject(subject, key),
      ...(due && { workKey: galleryKeys.likesDue(shardOf(after.galleryId + subject)), workSort: due.at, subject }),
      ...(isOver(after) && { ttl: epochSeconds(new Date(at)) + keptSeconds }),
    },
    unchanged(before),
  )
}
