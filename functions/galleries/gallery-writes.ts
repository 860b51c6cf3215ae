import type { Assert, Item, Key, Put, Update } from '#functions/shared/table/writes.ts'
import { assert, is, put, update } from '#functions/shared/table/writes.ts'
import { addressLayout, Gallery } from '#schema/entities/gallery.ts'
import { isListed } from './gallery-access.ts'
import { galleryKeys } from './gallery-keys.ts'
import { storedCover } from './photo-writes.ts'
import { popularityOf } from './popularity.ts'
import { asSeen } from './stock-rules.ts'

/** What an index sorts by for "most popular". */
export const galleryPopularity = ({ viewCount, likeCount }: Pick<Gallery, 'viewCount' | 'likeCount'>): number =>
  popularityOf({ views: viewCount, likes: likeCount })

/** Index attributes that depend on settings and stock: the market's lists, and the photographer's portfolio. */
export const listing = (gallery: Gallery, at: Date): Item =>
  isListed(gallery, at)
    ? { publicKey: galleryKeys.public, sellerKey: galleryKeys.listedOf(gallery.photographerId), sellerSort: gallery.id }
    : {}
export const listingAttributes = ['publicKey', 'sellerKey', 'sellerSort']

/** Index attributes for its owner: in the list of galleries, or of deleted ones. */
const ownListing = (gallery: Gallery): Item =>
  gallery.deletedAt === null
    ? { ownerKey: galleryKeys.ownedBy(gallery.photographerId), ownerSort: galleryKeys.ownedAt(gallery) }
    : { ownerKey: galleryKeys.deletedBy(gallery.photographerId), ownerSort: galleryKeys.deletedPlace(gallery) }

const itemOf = (gallery: Gallery, at: Date): Item & Key => ({
  ...galleryKeys.gallery(gallery.id),
  ...gallery,
  cover: storedCover(gallery.cover),
  popularity: galleryPopularity(gallery),
  ...ownListing(gallery),
  ...listing(gallery, at),
})

type Settings = Omit<
  Gallery,
  | 'id'
  | 'photographerId'
  | 'version'
  | 'createdAt'
  | 'photoCount'
  | 'cameCount'
  | 'viewCount'
  | 'likeCount'
  | 'downloadCount'
  | 'countsVersion'
  | 'limitedDownloads'
  | 'cover'
  | 'takedown'
  | 'deletedAt'
  | 'layout'
  | 'pricePence'
  | 'lowestPence'
  | 'stockVersion'
  | 'stockShown'
>

/** Changed settings; a field that is absent or undefined stays as it is. */
export type Changes = { [S in keyof Settings]?: Settings[S] | undefined }

export const withChanges = (gallery: Gallery, changes: Changes): Gallery =>
  Gallery.parse({
    ...gallery,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
  })

/** Whether a change makes the lists of its photographer name a gallery newly, no more, or under another address. */
export const isListedAnew = (before: Gallery, after: Gallery, at: Date): boolean =>
  isListed(before, at) !== isListed(after, at) || before.slug !== after.slug

export const galleryPut = (gallery: Gallery, at: Date): Put => put(itemOf(gallery, at), 'absent')

/** Sets attributes of a gallery that nobody edited meanwhile, and puts it into the lists that it is in afterwards. */
export const galleryEdit = (before: Gallery, after: Gallery, { set, at }: { set: Item; at: Date }): Update => {
  const listed = listing(after, at)
  return update(galleryKeys.gallery(before.id), {
    set: { ...set, ...(before.deletedAt !== after.deletedAt && ownListing(after)), ...listed },
    ...(listed.publicKey === undefined && { remove: listingAttributes }),
    // What is on sale decides about the lists as well.
    when: { version: is.equal(before.version), stockShown: asSeen(before.stockShown) },
  })
}

/** Gives a gallery of the first release what the layout of addresses added: the slug that it is named with, its lists. */
export const galleryCompletion = (named: Gallery, at: Date): Update =>
  update(galleryKeys.gallery(named.id), {
    set: { slug: named.slug, layout: addressLayout, ...listing(named, at) },
    when: { version: is.equal(named.version), layout: is.absentOr(is.below(addressLayout)) },
  })

/** Part of a transaction that was decided on by when the gallery expires. */
export const expiryUnchanged = ({ id, expiresAt }: Pick<Gallery, 'id' | 'expiresAt'>): Assert =>
  assert(galleryKeys.gallery(id), { expiresAt: is.equal(expiresAt) })
