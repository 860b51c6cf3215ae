import type { Table } from '#functions/shared/table/writes.ts'
import { is, put, remove, update } from '#functions/shared/table/writes.ts'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { galleryKeys, likeWeight } from './gallery-keys.ts'

/** `wasLiked` is what was read: where it is right, one transaction is enough. */
type Toggle = { subject: string; wasLiked?: boolean; at: string }
type LikeState = { likeCount: number; userLiked: boolean }

/** What visitors do to a gallery's numbers: likes, views and free downloads. Part of the gallery store. */
export const galleryCountStore = (table: Table) => ({
  /** Deletes the likes of a gallery that is gone. */
  async clearLikes(id: GalleryId): Promise<void> {
    for (;;) {
      const { items } = await table.query({
        partition: galleryKeys.gallery(id).PK,
        sort: { beginsWith: galleryKeys.likes },
        limit: 100,
      })
      if (items.length === 0) return
      await table.transact(items.map(({ PK, SK }) => remove({ PK: String(PK), SK: String(SK) }, 'always')))
    }
  },

  /** The gallery, and whether this subject likes it, in one request. */
  async findWithLike(id: GalleryId, subject: string): Promise<{ gallery: Gallery | undefined; isLiked: boolean }> {
    const { SK } = galleryKeys.gallery(id)
    const items = await table.getMany([galleryKeys.gallery(id), galleryKeys.like(id, subject)])
    const gallery = items.find((item) => item.SK === SK)
    return { gallery: gallery && Gallery.parse(gallery), isLiked: items.some((item) => item.SK !== SK) }
  },

  /**
   * Likes, or takes the like back; the like and the count in one transaction, so that the count is the number of
   * likes at every moment.
   */
  async toggleLike(gallery: Gallery, { subject, wasLiked = false, at }: Toggle): Promise<LikeState> {
    const key = galleryKeys.like(gallery.id, subject)
    const count = (by: 1 | -1) =>
      update(galleryKeys.gallery(gallery.id), {
        add: { likeCount: by, popularity: by * likeWeight },
        when: by === 1 ? 'present' : { likeCount: is.atLeast(1) },
      })
    // The same person may press in two tabs: each press finds what the one before left.
    let isLiked = wasLiked
    for (let attempt = 0; attempt < 8; attempt++) {
      const change = isLiked ? remove(key, 'present') : put({ ...key, galleryId: gallery.id, createdAt: at }, 'absent')
      const toggled = await table.transact([change, count(isLiked ? -1 : 1)])
      if (toggled.ok) {
        return { likeCount: Math.max(0, gallery.likeCount + (isLiked ? -1 : 1)), userLiked: !isLiked }
      }
      if (toggled.failures[1] && !isLiked) throw new AppError('gallery_not_found')
      isLiked = !isLiked
    }
    throw new AppError('unavailable')
  },

  /** Counts a view unless this subject's last one is too recent. @returns whether it was counted. */
  async countView(id: GalleryId, subject: string, now: Date): Promise<boolean> {
    const seconds = epochSeconds(now)
    const until = seconds + limits.gallery.viewWindowSeconds
    const result = await table.transact([
      // The table removes expired items late, so the time decides and not the item's presence.
      put({ ...galleryKeys.viewMark(id, subject), until, ttl: until }, { until: is.absentOr(is.atMost(seconds)) }),
      update(galleryKeys.gallery(id), { add: { viewCount: 1, popularity: 1 }, when: 'present' }),
    ])
    if (!result.ok && result.failures[1]) throw new AppError('gallery_not_found')
    return result.ok
  },

  /** Counts one free download. @throws AppError `download_limit_reached`; the limit holds under any concurrency. */
  async countDownload({ id, downloadLimit }: Pick<Gallery, 'id' | 'downloadLimit'>): Promise<void> {
    const counted = await table.write(
      update(galleryKeys.gallery(id), {
        add: { downloadCount: 1 },
        when: {
          downloadLimit: is.equal(downloadLimit),
          ...(downloadLimit !== null && { downloadCount: is.below(downloadLimit) }),
        },
      }),
    )
    if (counted.ok) return
    if (!counted.before) throw new AppError('gallery_not_found')
    const now = Gallery.parse(counted.before)
    if (now.downloadLimit === downloadLimit) throw new AppError('download_limit_reached')
    await this.countDownload(now)
  },
})
