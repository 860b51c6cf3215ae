import { type Chore, choreDone, chorePut, choreRemove } from '#functions/chores/chore-store.ts'
import type { Assert, Item, Key, Page, Put, SortRange, Table, Write } from '#functions/shared/table/writes.ts'
import { assert, is, put, remove, update } from '#functions/shared/table/writes.ts'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import type { GallerySort } from '#schema/api/galleries.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import { GalleryId, type UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { Pence } from '#schema/money.ts'
import { isListed } from './gallery-access.ts'
import type { OwnerCopy } from './owner-copy.ts'
import { partOf, termsOf } from './search-terms.ts'

export const galleryKeys = {
  gallery: (id: GalleryId): Key => ({ PK: `GALLERY#${id}`, SK: 'GALLERY' }),
  /** One item a like, beside its gallery. */
  like: (id: GalleryId, subject: string): Key => ({ PK: `GALLERY#${id}`, SK: `LIKE#${subject}` }),
  likes: 'LIKE#',
  /** Apart from the gallery: marks come and go, and a popular gallery's partition has enough to do. */
  viewMark: (id: GalleryId, subject: string): Key => ({ PK: `VIEW#${id}`, SK: subject }),
  term: (word: string, id: GalleryId): Key => ({ PK: `SEARCH#${partOf(word)}`, SK: `${word}#${id}` }),
  termsOfPart: (word: string) => `SEARCH#${partOf(word)}`,
  ownedBy: (owner: UserId) => `USER#${owner}`,
  owned: 'GALLERY#',
  /** Every listed gallery. One partition carries it up to the rate that docs/data-model.md names. */
  public: 'PUBLIC',
}

/** Popularity is views plus twice the likes (specification, section 9), kept as one number that an index can sort. */
const likeWeight = 2

/** Index attributes that depend on the settings. */
const listing = (gallery: Gallery, at: Date): Item => (isListed(gallery, at) ? { publicKey: galleryKeys.public } : {})

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

/** A transaction takes 100 writes; the gallery, its owner's profile and chores take the rest. */
const termsAtOnce = 90
/** A description of 2,000 characters has no more words than this. */
const maxTerms = 1_000

const listedTerms = (gallery: Gallery, at: Date): string[] =>
  isListed(gallery, at) ? termsOf(gallery).slice(0, maxTerms) : []

const putTerms = ({ id, pricePence }: Gallery, words: readonly string[]): Write[] =>
  words.map((word) => put({ ...galleryKeys.term(word, id), galleryId: id, pricePence }, 'always'))
const removeTerms = ({ id }: Gallery, words: readonly string[]): Write[] =>
  words.map((word) => remove(galleryKeys.term(word, id), 'always'))

/** What an edit changes in the index of words: nothing for most settings. */
const editedTerms = (before: Gallery, after: Gallery, at: Date): Write[] => {
  const [old, words] = [listedTerms(before, at), listedTerms(after, at)]
  const isSame = before.pricePence === after.pricePence && old.join(' ') === words.join(' ')
  return isSame ? [] : [...putTerms(after, words), ...removeTerms(before, without(old, words))]
}
const without = (words: readonly string[], others: readonly string[]): string[] => {
  const set = new Set(others)
  return words.filter((word) => !set.has(word))
}

/** `wasLiked` is what was read: where it is right, one transaction is enough. */
type Toggle = { subject: string; wasLiked?: boolean; at: string }
type LikeState = { likeCount: number; userLiked: boolean }

/** A gallery that a term leads to. */
export type Match = { galleryId: GalleryId; pricePence: Pence }
export type GalleryPage = { galleries: Gallery[]; next: Page['next'] }
export type Range = { minPence?: number | undefined; maxPence?: number | undefined }

export type Saving = {
  at: Date
  /** What must still be true of the owner; see owner-copy.ts. */
  owner: Assert
  chores?: readonly Chore[]
  /** Chores that the change makes needless. */
  dropped?: readonly Pick<Chore, 'kind' | 'subject'>[]
  /** Writes to the index of words, where they are not simply what the edit changed. */
  terms?: readonly Write[]
}
/** changed: an edit came first. owner-changed: the profile did, and the copy must be made anew. */
export type Saved =
  | { kind: 'saved'; gallery: Gallery }
  | { kind: 'changed'; gallery: Gallery }
  | { kind: 'owner-changed' }
  | { kind: 'gone' }

export type Settings = Omit<
  Gallery,
  | 'id'
  | 'photographerId'
  | 'version'
  | 'createdAt'
  | 'photoCount'
  | 'viewCount'
  | 'likeCount'
  | 'downloadCount'
  | 'cover'
>

/** Changed settings; a field that is absent or undefined stays as it is. */
export type Changes = { [S in keyof Settings]?: Settings[S] | undefined }

export const withChanges = (gallery: Gallery, changes: Changes): Gallery =>
  Gallery.parse({
    ...gallery,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
  })

/** Galleries with their likes, view marks and search terms. */
export const galleryStore = (table: Table) => {
  const writeTerms = async (writes: readonly Write[]) => {
    for (let start = 0; start < writes.length; start += 100) await table.transact(writes.slice(start, start + 100))
  }

  const find = async (id: GalleryId): Promise<Gallery | undefined> => {
    const item = await table.get(galleryKeys.gallery(id))
    return item && Gallery.parse(item)
  }

  const write = async (before: Gallery, after: Gallery, set: Item, saving: Saving): Promise<Saved> => {
    const { at, owner, chores = [], dropped = [], terms = editedTerms(before, after, at) } = saving
    const listed = listing(after, at)
    const result = await table.transact([
      update(galleryKeys.gallery(before.id), {
        set: { ...set, ...listed },
        ...(listed.publicKey === undefined && { remove: ['publicKey'] }),
        when: { version: is.equal(before.version) },
      }),
      owner,
      ...chores.map(chorePut),
      ...dropped.map(choreRemove),
      ...terms.slice(0, termsAtOnce),
    ])
    if (result.ok) {
      await writeTerms(terms.slice(termsAtOnce))
      return { kind: 'saved', gallery: after }
    }
    const [failure] = result.failures
    if (!failure) return { kind: 'owner-changed' }
    return failure.before ? { kind: 'changed', gallery: Gallery.parse(failure.before) } : { kind: 'gone' }
  }

  return {
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
    async listOwn(owner: UserId, { after, limit }: { after?: Item; limit: number }): Promise<GalleryPage> {
      const page = await table.query({
        index: 'by-owner',
        partition: galleryKeys.ownedBy(owner),
        sort: { beginsWith: galleryKeys.owned },
        newestFirst: true,
        limit,
        ...(after && { after }),
      })
      return { galleries: page.items.map((item) => Gallery.parse(item)), next: page.next }
    },

    /** Listed galleries in the order of `sort`. A price range narrows the two sorts by price; others must filter. */
    async listPublic(
      sort: GallerySort,
      { minPence, maxPence, after, limit }: Range & { after?: Item; limit: number },
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
        ...(after && { after }),
      })
      return { galleries: page.items.map((item) => Gallery.parse(item)), next: page.next }
    },

    /** Galleries that have a word beginning with `word`, newest first, at most one request's worth (1 MB). */
    async listMatches(word: string): Promise<Match[]> {
      const { items } = await table.query({
        partition: galleryKeys.termsOfPart(word),
        sort: { beginsWith: word },
        newestFirst: true,
        consistent: false,
      })
      return items.map((item) => ({
        galleryId: GalleryId.parse(item.galleryId),
        pricePence: Pence.parse(item.pricePence),
      }))
    },

    /** @returns false when the owner's profile changed meanwhile. */
    async create(gallery: Gallery, { at, owner }: Saving): Promise<boolean> {
      const terms = putTerms(gallery, listedTerms(gallery, at))
      const result = await table.transact([put(itemOf(gallery, at), 'absent'), owner, ...terms.slice(0, termsAtOnce)])
      if (!result.ok) return false
      await writeTerms(terms.slice(termsAtOnce))
      return true
    },

    /** Writes changed settings (and a new version) if nobody edited the gallery since `before` was read. */
    async save(before: Gallery, changes: Changes, saving: Saving): Promise<Saved> {
      const version = before.version + 1
      return write(before, { ...withChanges(before, changes), version }, { ...changes, version }, saving)
    },

    /** Writes what the gallery repeats of its owner. No edit of the gallery, so its version stays. */
    async saveCopy(before: Gallery, copy: OwnerCopy, saving: Saving): Promise<Saved> {
      return write(before, { ...before, ...copy }, copy, saving)
    },

    /** Brings index and search terms in line with the time: a gallery that has expired leaves the lists. */
    async relist(gallery: Gallery, saving: Saving): Promise<Saved> {
      const words = termsOf(gallery).slice(0, maxTerms)
      const terms = isListed(gallery, saving.at) ? putTerms(gallery, words) : removeTerms(gallery, words)
      return write(gallery, gallery, {}, { ...saving, terms })
    },

    /** Deletes the gallery with its place in every list, and leaves the chore of clearing what was in it. */
    async remove(gallery: Gallery, chores: readonly Chore[]): Promise<'removed' | 'changed'> {
      const terms = removeTerms(gallery, termsOf(gallery).slice(0, maxTerms))
      const result = await table.transact([
        remove(galleryKeys.gallery(gallery.id), { version: is.equal(gallery.version) }),
        ...chores.map(chorePut),
        choreRemove({ kind: 'unlist-gallery', subject: gallery.id }),
        choreRemove({ kind: 'warn-of-expiry', subject: gallery.id }),
        ...terms.slice(0, termsAtOnce),
      ])
      if (!result.ok) return 'changed'
      await writeTerms(terms.slice(termsAtOnce))
      return 'removed'
    },

    /** Puts a warning into the outbox and ends its chore, together, if the gallery still expires then. */
    async warn({ id, expiresAt }: Pick<Gallery, 'id' | 'expiresAt'>, chore: Chore, mail: Put): Promise<boolean> {
      const still = assert(galleryKeys.gallery(id), { expiresAt: is.equal(expiresAt) })
      return (await table.transact([still, mail, choreDone(chore)])).ok
    },

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
        const change = isLiked
          ? remove(key, 'present')
          : put({ ...key, galleryId: gallery.id, createdAt: at }, 'absent')
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
  }
}
export type GalleryStore = ReturnType<typeof galleryStore>
