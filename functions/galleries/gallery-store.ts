import { type Chore, choreDone, chorePut, choreRemove } from '#functions/chores/chore-writes.ts'
import type { OwnerCopy } from '#functions/profiles/owner-copy.ts'
import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import { type Recall, recallNothing } from '#functions/shared/edge/recall.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Assert, Item, Key, Page, Put, SortRange, Table, Write } from '#functions/shared/table/writes.ts'
import { assert, is, put, remove, update } from '#functions/shared/table/writes.ts'
import type { GallerySort } from '#schema/api/galleries.ts'
import { addressLayout, Gallery, galleryLayout } from '#schema/entities/gallery.ts'
import type { Takedown } from '#schema/entities/takedown.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId, UserId } from '#schema/ids.ts'
import { isListed } from './gallery-access.ts'
import { galleryKeys, likeWeight } from './gallery-keys.ts'
import { likeStore } from './like-store.ts'
import { slugClaim, slugStore } from './slug-store.ts'
import { termStore, termWrites } from './term-store.ts'

/** Index attributes that depend on the settings: the market's lists, and the photographer's portfolio. */
const listing = (gallery: Gallery, at: Date): Item =>
  isListed(gallery, at)
    ? { publicKey: galleryKeys.public, sellerKey: galleryKeys.listedOf(gallery.photographerId), sellerSort: gallery.id }
    : {}
const listingAttributes = ['publicKey', 'sellerKey', 'sellerSort']

const itemOf = (gallery: Gallery, at: Date): Item & Key => ({
  ...galleryKeys.gallery(gallery.id),
  ...gallery,
  popularity: gallery.viewCount + likeWeight * gallery.likeCount,
  ownerKey: galleryKeys.ownedBy(gallery.photographerId),
  ownerSort: `${galleryKeys.owned}${gallery.createdAt}#${gallery.id}`,
  ...listing(gallery, at),
})

/** Where a listed gallery stands in the index of a sort: the place behind which the next page begins. */
export const publicPlace = (gallery: Gallery, sort: GallerySort): Item => {
  const { index } = sorts[sort]
  const place = { ...galleryKeys.gallery(gallery.id), publicKey: galleryKeys.public }
  if (index === 'public-by-price') return { ...place, pricePence: gallery.pricePence }
  if (index === 'public-by-popularity') return { ...place, popularity: popularityOf(gallery) }
  return { ...place, createdAt: gallery.createdAt }
}
export const popularityOf = ({ viewCount, likeCount }: Pick<Gallery, 'viewCount' | 'likeCount'>): number =>
  viewCount + likeWeight * likeCount

const sorts = {
  newest: { index: 'public-by-newest', newestFirst: true },
  oldest: { index: 'public-by-newest', newestFirst: false },
  price_low: { index: 'public-by-price', newestFirst: false },
  price_high: { index: 'public-by-price', newestFirst: true },
  popular: { index: 'public-by-popularity', newestFirst: true },
} as const satisfies Record<GallerySort, { index: string; newestFirst: boolean }>

/** A free slug may be taken by a gallery that is made in the same moment. */
const maxSlugs = 5
/** A transaction takes 100 writes; the gallery, its owner's profile, slug and chores take the rest. */
const termsAtOnce = 90
export type GalleryPage = { galleries: Gallery[]; next: Page['next'] }
export type Range = { minPence?: number | undefined; maxPence?: number | undefined }

export type Saving = {
  at: Date
  /** What must still be true of the owner; see owner-copy.ts. */
  owner: Assert
  chores?: readonly Chore[]
  /** Chores that the change makes needless. */
  dropped?: readonly Pick<Chore, 'kind' | 'subject'>[]
  /** Writes that belong to the change: all are done or none. */
  alongside?: readonly Write[]
  /** False where one word about their photographer tells the edge of all galleries. */
  isTold?: boolean
  /** Writes to the index of words, where they are not simply what the edit changed. */
  terms?: readonly Write[]
}
/** changed: an edit came first. owner-changed: the profile did, and the copy must be made anew. */
export type Saved =
  | { kind: 'saved'; gallery: Gallery }
  | { kind: 'changed'; gallery: Gallery }
  | { kind: 'owner-changed' }
  | { kind: 'gone' }

type Settings = Omit<
  Gallery,
  | 'id'
  | 'photographerId'
  | 'version'
  | 'createdAt'
  | 'photoCount'
  | 'viewCount'
  | 'likeCount'
  | 'downloadCount'
  | 'countsVersion'
  | 'limitedDownloads'
  | 'cover'
  | 'takedown'
  | 'layout'
>

/** Changed settings; a field that is absent or undefined stays as it is. */
export type Changes = { [S in keyof Settings]?: Settings[S] | undefined }

export const withChanges = (gallery: Gallery, changes: Changes): Gallery =>
  Gallery.parse({
    ...gallery,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
  })

/** The lists of its photographer name a gallery newly, no more, or under another address. */
const isListedAnew = (before: Gallery, after: Gallery, at: Date): boolean =>
  isListed(before, at) !== isListed(after, at) || before.slug !== after.slug

/**
 * Galleries with their likes and search terms.
 * @param recall Tells the edge of what an edit made untrue.
 */
export const galleryStore = (table: Table, recall: Recall = recallNothing) => {
  const writeTerms = async (writes: readonly Write[]) => {
    for (let start = 0; start < writes.length; start += 100) await table.transact(writes.slice(start, start + 100))
  }

  const find = async (id: GalleryId): Promise<Gallery | undefined> => {
    const item = await table.get(galleryKeys.gallery(id))
    return item && Gallery.parse(item)
  }

  const slugs = slugStore(table)
  /** Does a write that takes the gallery's slug; where another gallery has it, once more with one that is free. */
  const withSlug = async <R>(gallery: Gallery, write: (named: Gallery) => Promise<R | 'slug-taken'>): Promise<R> =>
    retried(maxSlugs, 'unavailable', async (attempt) => {
      const slug = attempt === 0 ? gallery.slug : await slugs.freeSlug(gallery, { isLastTry: attempt === maxSlugs - 1 })
      const done = await write({ ...gallery, slug })
      return done === 'slug-taken' ? tryAgain : done
    })

  const recallChanged = async (before: Gallery, after: Gallery, at: Date): Promise<void> => {
    const { gallery, owner } = edgeTags
    await recall([gallery(after.id), ...(isListedAnew(before, after, at) ? [owner(after.photographerId)] : [])])
  }

  const write = async (before: Gallery, after: Gallery, set: Item, saving: Saving): Promise<Saved | 'slug-taken'> => {
    const {
      at,
      owner,
      chores = [],
      dropped = [],
      alongside = [],
      terms = termWrites.edited(before, after, at),
      isTold = true,
    } = saving
    const listed = listing(after, at)
    const result = await table.transact([
      update(galleryKeys.gallery(before.id), {
        set: { ...set, ...listed },
        ...(listed.publicKey === undefined && { remove: listingAttributes }),
        when: { version: is.equal(before.version) },
      }),
      owner,
      ...(after.slug === before.slug ? [] : [slugClaim(after)]),
      ...chores.map(chorePut),
      ...dropped.map(choreRemove),
      ...alongside,
      ...terms.slice(0, termsAtOnce),
    ])
    if (result.ok) {
      await writeTerms(terms.slice(termsAtOnce))
      if (isTold) await recallChanged(before, after, at)
      return { kind: 'saved', gallery: after }
    }
    const [failure, otherOwner, otherSlug] = result.failures
    if (failure) return failure.before ? { kind: 'changed', gallery: Gallery.parse(failure.before) } : { kind: 'gone' }
    return !otherOwner && otherSlug && after.slug !== before.slug ? 'slug-taken' : { kind: 'owner-changed' }
  }

  /** A write that leaves the slug as it is. */
  const rewrite = async (before: Gallery, after: Gallery, set: Item, saving: Saving): Promise<Saved> =>
    withSlug(after, (same) => write(before, { ...same, slug: before.slug }, set, saving))

  return {
    ...likeStore(table),
    ...slugs,
    ...termStore(table),
    find,

    /** @throws AppError `gallery_not_found`, also for somebody else's gallery. */
    async getOwn(id: GalleryId, owner: UserId): Promise<Gallery> {
      const gallery = await find(id)
      if (gallery?.photographerId !== owner) throw new AppError('gallery_not_found')
      return gallery
    },

    /** Those of at most 100 ids that exist, in no order. */
    async getMany(ids: readonly GalleryId[]): Promise<Gallery[]> {
      if (ids.length === 0) return []
      const items = await table.getMany([...new Set(ids)].map((id) => galleryKeys.gallery(id)))
      return items.map((item) => Gallery.parse(item))
    },

    /** A photographer's galleries, newest first. */
    async listOwn(owner: UserId, { after, limit }: { after?: Item | undefined; limit: number }): Promise<GalleryPage> {
      const page = await table.query({
        index: 'by-owner',
        partition: galleryKeys.ownedBy(owner),
        sort: { beginsWith: galleryKeys.owned },
        newestFirst: true,
        limit,
        after,
      })
      return { galleries: page.items.map((item) => Gallery.parse(item)), next: page.next }
    },

    /** A photographer's listed galleries, newest first; only those that were made before another one. */
    async listListed(
      owner: UserId,
      { before, limit }: { before?: string | undefined; limit: number },
    ): Promise<GalleryPage> {
      const page = await table.query({
        index: 'by-seller',
        partition: galleryKeys.listedOf(owner),
        ...(before !== undefined && { sort: { below: before } }),
        newestFirst: true,
        limit,
      })
      return { galleries: page.items.map((item) => Gallery.parse(item)), next: page.next }
    },

    /** Listed galleries in the order of `sort`. A price range narrows the two sorts by price; others must filter. */
    async listPublic(
      sort: GallerySort,
      { minPence, maxPence, after, limit }: Range & { after?: Item | undefined; limit: number },
    ): Promise<GalleryPage> {
      const { index, newestFirst } = sorts[sort]
      const range: { sort?: SortRange } =
        index === 'public-by-price' ? { sort: { between: [minPence ?? 0, maxPence ?? Number.MAX_SAFE_INTEGER] } } : {}
      const page = await table.query({
        index,
        partition: galleryKeys.public,
        newestFirst,
        limit,
        ...range,
        after,
      })
      return { galleries: page.items.map((item) => Gallery.parse(item)), next: page.next }
    },

    /** Listed galleries made in a month ("2030-01"), oldest first. */
    async listPublicOf(month: string, { after }: { after?: Item | undefined }): Promise<GalleryPage> {
      const page = await table.query({
        index: 'public-by-newest',
        partition: galleryKeys.public,
        sort: { beginsWith: month },
        after,
      })
      return { galleries: page.items.map((item) => Gallery.parse(item)), next: page.next }
    },

    /**
     * Makes a gallery, with a slug of its own.
     * @returns it as it is stored; `undefined` when the owner's profile changed meanwhile.
     */
    async create(gallery: Gallery, { at, owner }: Saving): Promise<Gallery | undefined> {
      const terms = termWrites.made(gallery, at)
      return withSlug(gallery, async (named) => {
        const first = [put(itemOf(named, at), 'absent'), owner, slugClaim(named)]
        const result = await table.transact([...first, ...terms.slice(0, termsAtOnce)])
        if (!result.ok) return result.failures[0] || result.failures[1] ? undefined : 'slug-taken'
        await writeTerms(terms.slice(termsAtOnce))
        if (isListed(named, at)) await recall([edgeTags.owner(named.photographerId)])
        return named
      })
    },

    /** Writes changed settings (and a new version) if nobody edited the gallery since `before` was read. */
    async save(before: Gallery, changes: Changes, saving: Saving): Promise<Saved> {
      const version = before.version + 1
      return withSlug(withChanges(before, changes), async (after) => {
        const slug = after.slug === before.slug ? {} : { slug: after.slug }
        return write(before, { ...after, version }, { ...changes, ...slug, version }, saving)
      })
    },

    /** Writes what the gallery repeats of its owner. No edit of the gallery, so its version stays. */
    async saveCopy(before: Gallery, copy: OwnerCopy, saving: Saving): Promise<Saved> {
      return rewrite(before, { ...before, ...copy }, copy, { ...saving, isTold: false })
    },

    /** The edge shall forget whatever names this photographer. */
    async recallOwner(owner: UserId): Promise<void> {
      await recall([edgeTags.owner(owner)])
    },

    /** Takes it down, or lifts that: out of the lists in the same write, and no earlier grant counts any more. */
    async setTakedown(before: Gallery, takedown: Takedown | null, saving: Saving): Promise<Saved> {
      const set = { takedown, version: before.version + 1, accessVersion: before.accessVersion + 1 }
      return rewrite(before, { ...before, ...set }, set, saving)
    },

    /**
     * Brings a gallery that the first release wrote to the layout of addresses: takes its slug, its place in the
     * portfolio and under its words if it is listed. One that has it already stays as it is.
     * @throws AppError `unavailable` when it changes all the while.
     */
    async complete(found: Gallery, at: Date): Promise<void> {
      let gallery: Gallery | undefined = found
      await retried(maxSlugs, 'unavailable', async () => {
        if (!gallery || gallery.layout >= addressLayout) return undefined
        const before = gallery
        // First, so that stopping here has it done again: nobody misses a gallery that is found twice.
        await writeTerms(termWrites.completed(before, at))
        const isDone = await withSlug(before, async (named) => {
          const result = await table.transact([
            update(galleryKeys.gallery(before.id), {
              set: { slug: named.slug, layout: addressLayout, ...listing(named, at) },
              when: { version: is.equal(before.version), layout: is.absentOr(is.below(addressLayout)) },
            }),
            slugClaim(named),
          ])
          if (result.ok) return true
          return result.failures[0] ? false : 'slug-taken'
        })
        if (isDone) return undefined
        gallery = await find(before.id)
        return tryAgain
      })
    },

    /** Says that the words of its photos are stored. */
    async setPhotosNamed(id: GalleryId): Promise<void> {
      const when = { layout: is.equal(addressLayout) }
      await table.write(update(galleryKeys.gallery(id), { set: { layout: galleryLayout }, when }))
    },

    /** Brings index and search terms in line with the time: a gallery that has expired leaves the lists. */
    async relist(gallery: Gallery, saving: Saving): Promise<Saved> {
      const terms = termWrites.relisted(gallery, saving.at)
      return rewrite(gallery, gallery, {}, { ...saving, terms })
    },

    /** Deletes the gallery with its place in every list, and leaves the chore of clearing what was in it. */
    async remove(gallery: Gallery, chores: readonly Chore[]): Promise<'removed' | 'changed'> {
      const terms = termWrites.removed(gallery)
      const result = await table.transact([
        remove(galleryKeys.gallery(gallery.id), { version: is.equal(gallery.version) }),
        ...chores.map(chorePut),
        choreRemove({ kind: 'unlist-gallery', subject: gallery.id }),
        choreRemove({ kind: 'warn-of-expiry', subject: gallery.id }),
        ...terms.slice(0, termsAtOnce),
      ])
      if (!result.ok) return 'changed'
      await writeTerms(terms.slice(termsAtOnce))
      await recall([
        edgeTags.gallery(gallery.id),
        edgeTags.pictures(gallery.id),
        edgeTags.owner(gallery.photographerId),
      ])
      return 'removed'
    },

    /** Puts a warning into the outbox and ends its chore, together, if the gallery still expires then. */
    async warn({ id, expiresAt }: Pick<Gallery, 'id' | 'expiresAt'>, chore: Chore, mail: Put): Promise<boolean> {
      const still = assert(galleryKeys.gallery(id), { expiresAt: is.equal(expiresAt) })
      return (await table.transact([still, mail, choreDone(chore)])).ok
    },
  }
}
export type GalleryStore = ReturnType<typeof galleryStore>
