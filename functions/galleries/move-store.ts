import * as z from 'zod'
import type { WorkShard } from '#functions/shared/table/shards.ts'
import type { Item, Table } from '#functions/shared/table/writes.ts'
import { is, remove, update } from '#functions/shared/table/writes.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import type { CountEventOf } from '#schema/events/count.ts'
import { GalleryId } from '#schema/ids.ts'
import { countKeys } from './count-keys.ts'
import { galleryKeys } from './gallery-keys.ts'
import { movePut } from './move-mark-store.ts'
import { popularityOf } from './popularity.ts'
import { noSums, type Sums, type Tally } from './tally-store.ts'

/** A gallery that does not show all of its counts. `workSort` is its place in the list, and tells one mark from the next. */
const Move = z.object({ galleryId: GalleryId, workSort: z.string() })
export type Move = z.infer<typeof Move>

/** What a gallery shows of its counts: the sums of its tally that are in its numbers. */
const Shown = z.object({
  countedViews: z.int().default(0),
  countedLikes: z.int().default(0),
  countedDownloads: z.int().default(0),
})
/** `limited`: free downloads that were counted under a limit so far. */
type Showing = { readonly gallery: Gallery; readonly counted: Sums; readonly limited: number }

/** Moves counts to the galleries that show them. */
export const moveStore = (table: Table, now: Clock) => ({
  /** Galleries whose counts wait, a page at a time, without those that were postponed since `begun`. */
  async listMoves(
    shard: WorkShard,
    { begun, after }: { begun: Date; after?: Item | undefined },
  ): Promise<{ moves: Move[]; next: Item | undefined }> {
    const { items, next } = await table.query({
      index: 'work',
      partition: countKeys.toMove(shard),
      sort: { below: `2#${stamp(begun)}` },
      limit: 100,
      after,
    })
    return { moves: items.map((item) => Move.parse(item)), next }
  },

  /** Forgets this very mark: one that was made meanwhile stays. */
  async done({ galleryId, workSort }: Move): Promise<void> {
    await table.write(remove(countKeys.move(galleryId), { workSort: is.equal(workSort) }))
  },

  /** Puts a gallery whose counts could not be moved behind all others. */
  async postpone({ galleryId, workSort }: Move): Promise<void> {
    const { workSort: later } = movePut(galleryId, 'failed', now()).item
    await table.write(
      update(countKeys.move(galleryId), { set: { workSort: later }, when: { workSort: is.equal(workSort) } }),
    )
  },

  /** The gallery and what it shows, in one request; `undefined` where it is gone. */
  async findShowing(id: GalleryId): Promise<Showing | undefined> {
    const items = await table.getMany([galleryKeys.gallery(id), countKeys.limited(id)])
    const item = items.find(({ PK }) => PK === galleryKeys.gallery(id).PK)
    if (!item) return undefined
    const { countedViews, countedLikes, countedDownloads } = Shown.parse(item)
    const limited = Number(items.find(({ PK }) => PK !== item.PK)?.count ?? 0)
    const counted = { views: countedViews, likes: countedLikes, downloads: countedDownloads }
    return { gallery: Gallery.parse(item), counted, limited }
  },

  /**
   * Adds to the gallery's numbers what of its tally they do not hold yet. What they hold is noted in the same write, on the
   * condition that nobody else did so meanwhile: so a count is moved once, whatever crashes, and the numbers of the last
   * release go on from where they are.
   * @returns false when another move, or a download under a limit that was shown, came first.
   */
  async show({ gallery, counted, limited }: Showing, tally: Tally | undefined): Promise<boolean> {
    const sums: Sums = tally ?? noSums
    const version = tally?.version ?? gallery.countsVersion
    const views = sums.views - counted.views
    // A like's taking back may be counted before the like: the number waits at zero, and the rest is moved next time.
    const likes = Math.max(sums.likes - counted.likes, -gallery.likeCount)
    const downloads = sums.downloads - counted.downloads
    const underLimit = limited - gallery.limitedDownloads
    const written = await table.write(
      update(galleryKeys.gallery(gallery.id), {
        add: {
          viewCount: views,
          likeCount: likes,
          downloadCount: downloads + underLimit,
          popularity: popularityOf({ views, likes }),
        },
        set: {
          countedViews: sums.views,
          countedLikes: counted.likes + likes,
          countedDownloads: sums.downloads,
          countsVersion: version,
          limitedDownloads: limited,
        },
        when: {
          id: is.present,
          countsVersion: asRead(gallery.countsVersion),
          limitedDownloads: asRead(gallery.limitedDownloads),
        },
      }),
    )
    return written.ok
  },

  /** Presses of Like that should have been counted by `before`: their messages may have been lost. */
  async listLikesDue(
    shard: WorkShard,
    { before, after }: { before: Date; after?: Item | undefined },
  ): Promise<{ events: CountEventOf<'like'>[]; next: Item | undefined }> {
    const { items, next } = await table.query({
      index: 'work',
      partition: galleryKeys.likesDue(shard),
      sort: { atMost: stamp(before) },
      limit: 100,
      after,
    })
    const events = items.flatMap((item) => {
      const { galleryId, subject, deltas } = DueLike.parse(item)
      return deltas
        .filter((delta) => delta.in === undefined)
        .map(({ id, by, at }) => ({ kind: 'like' as const, id, galleryId, subject, by, at }))
    })
    return { events, next }
  },
})
export type MoveStore = ReturnType<typeof moveStore>

/** Galleries of the last release note nothing. */
const asRead = (count: number) => (count === 0 ? is.absentOr(is.equal(0)) : is.equal(count))

const DueLike = z.object({
  galleryId: GalleryId,
  subject: z.string(),
  deltas: z.array(z.object({ id: z.string(), by: z.literal([1, -1]), at: z.string(), in: z.int().optional() })),
})
