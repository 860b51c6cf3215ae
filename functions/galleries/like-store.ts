import { removeAll } from '#functions/shared/table/remove-all.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { remove } from '#functions/shared/table/writes.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import type { CountEventOf } from '#schema/events/count.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { galleryKeys } from './gallery-keys.ts'
import { type Delta, isLiked, type Like, likeOf, likePut, newLike } from './like-writes.ts'

type Toggle = { subject: string; like?: Like | undefined; id: string; at: string }
type Heart = { subject: string; like?: Like | undefined; photoId: PhotoId; isFavourite: boolean; at: string }
type Liked = Pick<Gallery, 'id' | 'likeCount' | 'countsVersion'>
type Toggled = { likeCount: number; userLiked: boolean; event: CountEventOf<'like'> }

/** Presses that are to be counted yet. */
export const dueOf = (like: Like | undefined): Pick<Delta, 'id' | 'by' | 'at'>[] =>
  (like?.deltas ?? []).filter((delta) => delta.in === undefined)

/** What the gallery's number does not show yet of this person's own presses. */
const unshown = (like: Like | undefined, { countsVersion }: Pick<Gallery, 'countsVersion'>): Delta[] =>
  (like?.deltas ?? []).filter((delta) => delta.in === undefined || delta.in > countsVersion)

/** The likes of a gallery as this person sees them: their own press is in the number at once. */
export const likeCountFor = (gallery: Pick<Gallery, 'likeCount' | 'countsVersion'>, like: Like | undefined): number =>
  Math.max(0, gallery.likeCount + unshown(like, gallery).reduce((sum, { by }) => sum + by, 0))

const maxTries = 8

/** Likes, one item a person and gallery. Part of the gallery store. */
export const likeStore = (table: Table) => {
  const findLike = async (id: GalleryId, subject: string): Promise<Like | undefined> =>
    likeOf(await table.get(galleryKeys.like(id, subject)))

  return {
    findLike,

    /** Deletes the likes of a gallery that is gone, favourites of it that were shared or sent, and what it knew of cameras. */
    async clearLikes(id: GalleryId, mayGoOn?: () => void): Promise<void> {
      const { PK: partition } = galleryKeys.gallery(id)
      const { likes, shared, favouritesLists, favouritesSenders, cameras } = galleryKeys
      for (const beginsWith of [likes, shared, favouritesLists, favouritesSenders, cameras])
        await removeAll(table, { partition, sort: { beginsWith } }, mayGoOn)
    },

    /** The gallery, and what this subject thinks of it, in one request. */
    async findWithLike(
      id: GalleryId,
      subject: string,
    ): Promise<{ gallery: Gallery | undefined; like: Like | undefined }> {
      const { SK } = galleryKeys.gallery(id)
      const items = await table.getMany([galleryKeys.gallery(id), galleryKeys.like(id, subject)])
      const gallery = items.find((item) => item.SK === SK)
      return { gallery: gallery && Gallery.parse(gallery), like: likeOf(items.find((item) => item.SK !== SK)) }
    },

    /** Likes, or takes the like back, and says what is to be counted now. `id` is new for each press. */
    async toggleLike(gallery: Liked, { subject, like: read, id, at }: Toggle): Promise<Toggled> {
      // The same person may press in two tabs: each press finds what the one before left.
      let before = read
      return retried(maxTries, 'unavailable', async () => {
        const by = isLiked(before) ? -1 : 1
        const after: Like = {
          ...(before ?? newLike(gallery.id, at)),
          liked: !isLiked(before),
          deltas: [...unshown(before, gallery), { id, by, at }],
        }
        const written = await table.write(likePut(subject, before, after, at))
        if (written.ok) {
          return {
            likeCount: likeCountFor(gallery, after),
            userLiked: after.liked,
            event: { kind: 'like', id, galleryId: gallery.id, subject, by, at },
          }
        }
        before = likeOf(written.before)
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
        const like = before ?? newLike(galleryId, at)
        const { photoIds } = like
        if (photoIds.includes(photoId) === isFavourite) return photoIds.length
        if (isFavourite && photoIds.length >= limits.favourites.photos) throw new AppError('favourites_full')
        const after: Like = {
          ...like,
          photoIds: isFavourite ? [...photoIds, photoId] : photoIds.filter((id) => id !== photoId),
        }
        const written = await table.write(likePut(subject, before, after, at))
        if (written.ok) return after.photoIds.length
        before = likeOf(written.before)
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
          deltas: like.deltas.map((delta) =>
            delta.in === undefined && counted.ids.has(delta.id) ? { ...delta, in: counted.version } : delta,
          ),
        }
        const newest = after.deltas.at(-1)?.at ?? like.createdAt
        return (await table.write(likePut(subject, like, after, newest))).ok ? undefined : tryAgain
      })
    },

    /** Removes a like with all that it says; its presses must be counted. */
    async dropLike(galleryId: GalleryId, subject: string): Promise<void> {
      await table.write(remove(galleryKeys.like(galleryId, subject), 'always'))
    },
  }
}
export type LikeStore = ReturnType<typeof likeStore>
