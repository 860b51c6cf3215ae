import type { WorkShard } from '#functions/shared/table/shards.ts'
import type { Key } from '#functions/shared/table/writes.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { FavouritesId, FavouritesListId, GalleryId, PhotoId, UserId } from '#schema/ids.ts'
import type { Pence } from '#schema/money.ts'
import { backwards } from './newest-first.ts'
import { partOf } from './search-terms.ts'

export const galleryKeys = {
  gallery: (id: GalleryId): Key => ({ PK: `GALLERY#${id}`, SK: 'GALLERY' }),
  /** One item a like, beside its gallery. */
  like: (id: GalleryId, subject: string): Key => ({ PK: `GALLERY#${id}`, SK: `LIKE#${subject}` }),
  likes: 'LIKE#',
  /** The link to a visitor's favourites, beside their gallery: it names the like in which they are. */
  sharedFavourites: (id: GalleryId, favouritesId: FavouritesId): Key => ({
    PK: `GALLERY#${id}`,
    SK: `SHARED#${favouritesId}`,
  }),
  shared: 'SHARED#',
  /** Favourites that a visitor sent, beside their gallery: the ids rise with time. */
  favouritesList: (id: GalleryId, listId: FavouritesListId): Key => ({ PK: `GALLERY#${id}`, SK: `SENT#${listId}` }),
  favouritesLists: 'SENT#',
  /** Of somebody who sent some, which list is theirs. @param sender A hash. */
  favouritesSender: (id: GalleryId, sender: string): Key => ({ PK: `GALLERY#${id}`, SK: `SENDER#${sender}` }),
  favouritesSenders: 'SENDER#',
  /** Their place among all that a photographer was sent: the newest last. */
  sentToOwner: 'FAVOURITES#',
  /** One item a camera with which its photos were taken, beside the gallery. */
  camera: (id: GalleryId, camera: string): Key => ({ PK: `GALLERY#${id}`, SK: `CAMERA#${camera}` }),
  cameras: 'CAMERA#',
  /** One item a photo on sale, beside its gallery, the cheapest first: 9 digits hold every price. */
  price: (id: GalleryId, { photoId, pricePence }: { photoId: PhotoId; pricePence: Pence }): Key => ({
    PK: `GALLERY#${id}`,
    SK: `PRICE#${String(pricePence).padStart(9, '0')}#${photoId}`,
  }),
  prices: 'PRICE#',
  freePrices: `PRICE#${'0'.repeat(9)}#`,
  paidPrices: [`PRICE#${'1'.padStart(9, '0')}`, 'PRICE#~'],
  /** Likes that are to be counted yet. */
  likesDue: (shard: WorkShard) => `DUE#LIKES#${shard}`,
  /** By word, newest gallery first. */
  term: (word: string, id: GalleryId): Key => ({ PK: `SEARCH#${partOf(word)}`, SK: `${word}#${backwards(id)}` }),
  /** The same as the first release wrote it: behind the others of its word, oldest first. */
  firstTerm: (word: string, id: GalleryId): Key => ({ PK: `SEARCH#${partOf(word)}`, SK: `${word}#${id}` }),
  termsOfPart: (word: string) => `SEARCH#${partOf(word)}`,
  ownedBy: (owner: UserId) => `USER#${owner}`,
  owned: 'GALLERY#',
  /** Its place among them: the newest last. */
  ownedAt: ({ id, createdAt }: Pick<Gallery, 'id' | 'createdAt'>) => `GALLERY#${createdAt}#${id}`,
  /** Those that were deleted and can be had back: in no other list of theirs. */
  deletedBy: (owner: UserId) => `USER#${owner}#DELETED`,
  /** Its place among them: the last deleted last. */
  deletedPlace: ({ id, deletedAt }: Pick<Gallery, 'id' | 'deletedAt'>) => `${deletedAt ?? ''}#${id}`,
  /** Every listed gallery. One partition carries it up to the rate that docs/data-model.md names. */
  public: 'PUBLIC',
  /** A photographer's listed galleries, by id: as they were made. */
  listedOf: (owner: UserId) => `LISTED#${owner}`,
  slug: (owner: UserId, slug: string): Key => ({ PK: `SLUG#${owner}#${slug}`, SK: 'SLUG' }),
} as const
