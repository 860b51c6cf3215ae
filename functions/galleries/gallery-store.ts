import { type Chore, choreDone, chorePut, choreRemove } from '#functions/chores/chore-writes.ts'
import type { OwnerCopy } from '#functions/profiles/owner-copy.ts'
import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import { type Recall, recallNothing } from '#functions/shared/edge/recall.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import { withTrace } from '#functions/shared/table/traces.ts'
import type { Assert, Item, Put, Table, Write } from '#functions/shared/table/writes.ts'
import { assert, is, remove, update } from '#functions/shared/table/writes.ts'
import { addressLayout, Gallery, wordLayout } from '#schema/entities/gallery.ts'
import type { Takedown } from '#schema/entities/takedown.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId, UserId } from '#schema/ids.ts'
import { cameraStore } from './camera-store.ts'
import { favouritesLinkStore } from './favourites-link-store.ts'
import { isListed } from './gallery-access.ts'
import { galleryCardStore } from './gallery-card-store.ts'
import { galleryKeys } from './gallery-keys.ts'
import { galleryListStore } from './gallery-list-store.ts'
import {
  type Changes,
  expiryUnchanged,
  galleryCompletion,
  galleryEdit,
  galleryPut,
  isListedAnew,
  withChanges,
} from './gallery-writes.ts'
import { likeStore } from './like-store.ts'
import { slugClaim, slugStore } from './slug-store.ts'
import { asSeen } from './stock-rules.ts'
import { termStore, termWrites } from './term-store.ts'

/** A free slug may be taken by a gallery that is made in the same moment. */
const maxSlugs = 5
/** A transaction takes 100 writes; the gallery, its owner's profile, slug and chores take the rest. */
const termsAtOnce = 86

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
/** changed: an edit came first. owner-changed: the profile did, or what is on sale; the same is to be done anew. */
export type Saved =
  | { kind: 'saved'; gallery: Gallery }
  | { kind: 'changed'; gallery: Gallery }
  | { kind: 'owner-changed' }
  | { kind: 'gone' }

/** What came first: another edit, or only a change of what is on sale. */
const overtaken = (before: Gallery, item: Item | undefined): Saved => {
  const gallery = item && Gallery.parse(item)
  if (!gallery) return { kind: 'gone' }
  return gallery.version === before.version ? { kind: 'owner-changed' } : { kind: 'changed', gallery }
}

/**
 * Galleries with their likes and search terms.
 * @param recall Tells the edge of what an edit made untrue.
 */
/** What rises when it is shown again or no more: every grant of before dies, and its pictures are drawn anew. */
const shownAnew = ({ version, accessVersion, drawRun }: Gallery) => ({
  version: version + 1,
  accessVersion: accessVersion + 1,
  drawRun: drawRun + 1,
})

export const galleryStore = (table: Table, recall: Recall = recallNothing) => {
  const writeTerms = async (writes: readonly Write[]) => {
    for (let start = 0; start < writes.length; start += 100) await table.transact(writes.slice(start, start + 100))
  }

  const findKept = async (id: GalleryId): Promise<Gallery | undefined> => {
    const item = await table.get(galleryKeys.gallery(id))
    return item && Gallery.parse(item)
  }
  const find = async (id: GalleryId): Promise<Gallery | undefined> => {
    const gallery = await findKept(id)
    return gallery?.deletedAt === null ? gallery : undefined
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
    const result = await table.transact([
      galleryEdit(before, after, { set, at }),
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
    if (failure) return overtaken(before, failure.before)
    return !otherOwner && otherSlug && after.slug !== before.slug ? 'slug-taken' : { kind: 'owner-changed' }
  }

  /** A write that leaves the slug as it is. */
  const rewrite = async (before: Gallery, after: Gallery, set: Item, saving: Saving): Promise<Saved> =>
    withSlug(after, (same) => write(before, { ...same, slug: before.slug }, set, saving))

  return {
    ...galleryListStore(table),
    ...galleryCardStore(table),
    ...likeStore(table),
    ...cameraStore(table),
    ...favouritesLinkStore(table),
    ...slugs,
    ...termStore(table),
    /** A deleted gallery is none for anybody: this and all that lists or gets galleries leave it out. */
    find,
    /** Also one that was deleted and can be had back. */
    findKept,

    /** @throws AppError `gallery_not_found`, also for somebody else's gallery. */
    async getOwn(id: GalleryId, owner: UserId): Promise<Gallery> {
      const gallery = await find(id)
      if (gallery?.photographerId !== owner) throw new AppError('gallery_not_found')
      return gallery
    },

    /**
     * Makes a gallery, with a slug of its own.
     * @returns it as it is stored; `undefined` when the owner's profile changed meanwhile.
     */
    async create(gallery: Gallery, { at, owner }: Saving): Promise<Gallery | undefined> {
      const terms = termWrites.made(gallery, at)
      return withSlug(gallery, async (named) => {
        const first = [galleryPut(named, at), owner, slugClaim(named)]
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
      const set = { takedown, ...shownAnew(before) }
      return rewrite(before, { ...before, ...set }, set, saving)
    },

    /**
     * Deletes it so that it can be had back, or takes that back: out of the lists in the same write, and no earlier grant
     * counts any more.
     * @param deletedAt `null` to have it back.
     */
    async setDeleted(
      before: Gallery,
      { deletedAt, ...copy }: { deletedAt: string | null } & Partial<OwnerCopy>,
      saving: Saving,
    ): Promise<Saved> {
      const set = { ...copy, deletedAt, ...shownAnew(before) }
      const saved = await rewrite(before, { ...before, ...set }, set, saving)
      const { gallery, pictures, owner } = edgeTags
      if (saved.kind === 'saved') await recall([gallery(before.id), pictures(before.id), owner(before.photographerId)])
      return saved
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
          const result = await table.transact([galleryCompletion(named, at), slugClaim(named)])
          if (result.ok) return true
          return result.failures[0] ? false : 'slug-taken'
        })
        if (isDone) return undefined
        gallery = await findKept(before.id)
        return tryAgain
      })
    },

    /**
     * Notes whether all photos that came to it so far were read for numbers.
     * @returns `false`, and nothing is noted, when one came meanwhile or its settings changed.
     */
    async noteRead(seen: Gallery, isAllRead: boolean): Promise<boolean> {
      const numbersReadUpTo = isAllRead ? seen.cameCount : null
      if (seen.numbersReadUpTo === numbersReadUpTo) return true
      const { ok } = await table.write(
        update(galleryKeys.gallery(seen.id), {
          set: { numbersReadUpTo },
          when: { version: is.equal(seen.version), cameCount: asSeen(seen.cameCount) },
        }),
      )
      return ok
    },

    /** Says that the words of its photos are stored. */
    async setPhotosNamed(id: GalleryId): Promise<void> {
      const when = { layout: is.equal(addressLayout) }
      await table.write(update(galleryKeys.gallery(id), { set: { layout: wordLayout }, when }))
    },

    /** Brings index and search terms in line with the time: a gallery that has expired leaves the lists. */
    async relist(gallery: Gallery, saving: Saving): Promise<Saved> {
      const terms = termWrites.relisted(gallery, saving.at)
      return rewrite(gallery, gallery, {}, { ...saving, terms })
    },

    /** Removes the gallery for good with its place in every list, and leaves the chore of clearing what was in it. */
    async remove(gallery: Gallery, chores: readonly Chore[]): Promise<'removed' | 'changed'> {
      const terms = termWrites.removed(gallery)
      const result = await table.transact([
        remove(galleryKeys.gallery(gallery.id), { version: is.equal(gallery.version) }),
        // Until its photos are in no list any more, the chore alone knows of them.
        ...chores.map((chore) => withTrace(chorePut(chore), gallery.photographerId)),
        choreRemove({ kind: 'unlist-gallery', subject: gallery.id }),
        choreRemove({ kind: 'forget-gallery', subject: gallery.id }),
        choreRemove({ kind: 'warn-of-expiry', subject: gallery.id }),
        choreRemove({ kind: 'tell-week-before-closing', subject: gallery.id }),
        choreRemove({ kind: 'tell-day-before-closing', subject: gallery.id }),
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

    /** Puts a mail about a gallery into the outbox, with what is noted of it, if its settings are those that were read. */
    async tell({ id, version }: Pick<Gallery, 'id' | 'version'>, writes: readonly Put[]): Promise<boolean> {
      return (await table.transact([assert(galleryKeys.gallery(id), { version: is.equal(version) }), ...writes])).ok
    },

    /** Puts a warning into the outbox and ends its chore, together, if the gallery still expires then. */
    async warn(gallery: Pick<Gallery, 'id' | 'expiresAt'>, chore: Chore, mail: Put): Promise<boolean> {
      return (await table.transact([expiryUnchanged(gallery), mail, choreDone(chore)])).ok
    },
  }
}
export type GalleryStore = ReturnType<typeof galleryStore>
