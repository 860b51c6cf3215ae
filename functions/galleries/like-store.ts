import * as z from 'zod'
import { removeAll } from '#functions/shared/table/remove-all.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import { shardOf } from '#functions/shared/table/shards.ts'
import { traceOf } from '#functions/shared/table/traces.ts'
import type { Item, Table } from '#functions/shared/table/writes.ts'
import { is, put, remove } from '#functions/shared/table/writes.ts'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import type { CountEventOf } from '#schema/events/count.ts'
import { GalleryId, PhotoId, UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { galleryKeys } from './gallery-keys.ts'

/** One press of the button. `in`: the state of the tally in which it is counted; absent while that is due. */
const Delta = z.object({ id: z.string(), by: z.literal([1, -1]), at: z.string(), in: z.int().optional() })
type Delta = z.infer<typeof Delta>

/**
 * What one person thinks of one gallery: whether they like it, and which of its photos are their favourites, the newest
 * last. One item, so that a heart is one write, and who asks for the like reads the hearts with it. It carries each
 * like until it is counted, so that no crash between it and the queue loses one; hearts are not counted. The last release's items say nothing but that they are there: liked, and counted.
 */
const Like = z.object({
  galleryId: GalleryId,
  createdAt: z.string(),
  liked: z.boolean().default(true),
  seq: z.int().default(0),
  deltas: z.array(Delta).default([]),
  photoIds: z.array(PhotoId).default([]),
})
export type Like = z.infer<typeof Like>

type Toggle = { subject: string; like?: Like | undefined; id: string; at: string }
type Heart = { subject: string; like?: Like | undefined; photoId: PhotoId; isFavourite: boolean; at: string }
type Liked = Pick<Gallery, 'id' | 'likeCount' | 'countsVersion'>
type Toggled = { likeCount: number; userLiked: boolean; event: CountEventOf<'like'> }

/** The state that a write replaces: nobody else has changed it since. */
const unchanged = (like: Like | undefined) => {
  if (!like) return 'absent' as const
  // The last release kept no number.
  return like.seq === 0
    ? { createdAt: is.equal(like.createdAt), seq: is.absent }
    : { createdAt: is.equal(like.createdAt), seq: is.equal(like.seq) }
}

const parsed = (item: Item | undefined): Like | undefined => item && Like.parse(item)
/** Their photos, the newest first. */
export const favouritesOf = (like: Like | undefined): PhotoId[] => (like?.photoIds ?? []).toReversed()
export const isLiked = (like: Like | undefined): boolean => like?.liked ?? false

/** Presses that are to be counted yet. */
export const dueOf = (like: Like | undefined): Pick<Delta, 'id' | 'by' | 'at'>[] =>
  (like?.deltas ?? []).filter((delta) => delta.in === undefined)

/** What the gallery's number does not show yet of this person's own presses. */
const unshown = (like: Like | undefined, { countsVersion }: Pick<Gallery, 'countsVersion'>): Delta[] =>
  (like?.deltas ?? []).filter((delta) => delta.in === undefined || delta.in > countsVersion)

/** The likes of a gallery as this person sees them: their own press is in the number at once. */
export const likeCountFor = (gallery: Pick<Gallery, 'likeCount' | 'countsVersion'>, like: Like | undefined): number =>
  Math.max(0, gallery.likeCount + unshown(like, gallery).reduce((sum, { by }) => sum + by, 0))

/** Nothing is left to say: no like, no press to be counted, no photo. */
const isOver = ({ liked, deltas, photoIds }: Like): boolean =>
  !liked && photoIds.length === 0 && deltas.every((delta) => delta.in !== undefined)

/** How long a like that was taken back is remembered: until the gallery shows it, and longer. */
const keptSeconds = 86_400
const maxTries = 8

/** Likes, one item a person and gallery. Part of the gallery store. */
export const likeStore = (table: Table) => {
  /** Of somebody signed in: it goes with the account. */
  const traceOfLike = (subject: string, { galleryId }: Like): Item => {
    const userId = UserId.safeParse(subject.replace(/^USER#/, ''))
    return userId.success ? traceOf(userId.data, galleryKeys.like(galleryId, subject)) : {}
  }
  const itemOf = (subject: string, like: Like): Item & { PK: string; SK: string } => {
    const due = like.deltas.find((delta) => delta.in === undefined)
    return {
      ...galleryKeys.like(like.galleryId, subject),
      ...like,
      ...traceOfLike(subject, like),
      ...(due && { workKey: galleryKeys.likesDue(shardOf(like.galleryId + subject)), workSort: due.at, subject }),
    }
  }

  const findLike = async (id: GalleryId, subject: string): Promise<Like | undefined> =>
    parsed(await table.get(galleryKeys.like(id, subject)))

  return {
    findLike,

    /** Deletes the likes of a gallery that is gone. */
    clearLikes: (id: GalleryId, mayGoOn?: () => void): Promise<void> =>
      removeAll(table, { partition: galleryKeys.gallery(id).PK, sort: { beginsWith: galleryKeys.likes } }, mayGoOn),

    /** The gallery, and what this subject thinks of it, in one request. */
    async findWithLike(
      id: GalleryId,
      subject: string,
    ): Promise<{ gallery: Gallery | undefined; like: Like | undefined }> {
      const { SK } = galleryKeys.gallery(id)
      const items = await table.getMany([galleryKeys.gallery(id), galleryKeys.like(id, subject)])
      const gallery = items.find((item) => item.SK === SK)
      return { gallery: gallery && Gallery.parse(gallery), like: parsed(items.find((item) => item.SK !== SK)) }
    },

    /** Likes, or takes the like back, and says what is to be counted now. `id` is new for each press. */
    async toggleLike(gallery: Liked, { subject, like: read, id, at }: Toggle): Promise<Toggled> {
      // The same person may press in two tabs: each press finds what the one before left.
      let before = read
      return retried(maxTries, 'unavailable', async () => {
        const by = isLiked(before) ? -1 : 1
        const after: Like = {
          galleryId: gallery.id,
          createdAt: before?.createdAt ?? at,
          liked: !isLiked(before),
          seq: (before?.seq ?? 0) + 1,
          deltas: [...unshown(before, gallery), { id, by, at }],
          photoIds: before?.photoIds ?? [],
        }
        const written = await table.write(put(itemOf(subject, after), unchanged(before)))
        if (written.ok) {
          return {
            likeCount: likeCountFor(gallery, after),
            userLiked: after.liked,
            event: { kind: 'like', id, galleryId: gallery.id, subject, by, at },
          }
        }
        before = parsed(written.before)
        return tryAgain
      })
    },

    /**
     * Puts a photo among this person's favourites, or takes it out; done again, it changes nothing.
     * @returns how many there are then.
     * @throws AppError `favourites_full`.
     */
    async setFavourite(
      galleryId: GalleryId,
      { subject, like: read, photoId, isFavourite, at }: Heart,
    ): Promise<number> {
      let before = read
      return retried(maxTries, 'unavailable', async () => {
        const photoIds = before?.photoIds ?? []
        if (photoIds.includes(photoId) === isFavourite) return photoIds.length
        if (isFavourite && photoIds.length >= limits.favourites.photos) throw new AppError('favourites_full')
        const after: Like = {
          galleryId,
          createdAt: before?.createdAt ?? at,
          liked: isLiked(before),
          seq: (before?.seq ?? 0) + 1,
          deltas: before?.deltas ?? [],
          photoIds: isFavourite ? [...photoIds, photoId] : photoIds.filter((id) => id !== photoId),
        }
        const item = {
          ...itemOf(subject, after),
          ...(isOver(after) && { ttl: epochSeconds(new Date(at)) + keptSeconds }),
        }
        const written = await table.write(put(item, unchanged(before)))
        if (written.ok) return after.photoIds.length
        before = parsed(written.before)
        return tryAgain
      })
    },

    /**
     * Notes on a like that these presses are counted; one that was taken back goes a day later.
     * @param version The state of the tally in which they are.
     */
    async settleLike(galleryId: GalleryId, subject: string, counted: { ids: ReadonlySet<string>; version: number }) {
      return retried(maxTries, 'unavailable', async () => {
        const like = await findLike(galleryId, subject)
        if (!like?.deltas.some((delta) => delta.in === undefined && counted.ids.has(delta.id))) return
        const after: Like = {
          ...like,
          seq: like.seq + 1,
          deltas: like.deltas.map((delta) =>
            delta.in === undefined && counted.ids.has(delta.id) ? { ...delta, in: counted.version } : delta,
          ),
        }
        const newest = after.deltas.at(-1)?.at ?? like.createdAt
        const item = {
          ...itemOf(subject, after),
          ...(isOver(after) && { ttl: epochSeconds(new Date(newest)) + keptSeconds }),
        }
        return (await table.write(put(item, unchanged(like)))).ok ? undefined : tryAgain
      })
    },

    /** Removes a like with all that it says; its presses must be counted. */
    async dropLike(galleryId: GalleryId, subject: string): Promise<void> {
      await table.write(remove(galleryKeys.like(galleryId, subject), 'always'))
    },
  }
}
export type LikeStore = ReturnType<typeof likeStore>
