import type { Item, Page, SortRange, Table } from '#functions/shared/table/writes.ts'
import type { GallerySort } from '#schema/api/galleries.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import type { UserId } from '#schema/ids.ts'
import { galleryKeys } from './gallery-keys.ts'
import { galleryPopularity } from './gallery-writes.ts'

const sorts = {
  newest: { index: 'public-by-newest', newestFirst: true },
  oldest: { index: 'public-by-newest', newestFirst: false },
  price_low: { index: 'public-by-price', newestFirst: false },
  price_high: { index: 'public-by-price', newestFirst: true },
  popular: { index: 'public-by-popularity', newestFirst: true },
} as const satisfies Record<GallerySort, { index: string; newestFirst: boolean }>

/** Where a listed gallery stands in the index of a sort: the place behind which the next page begins. */
export const publicPlace = (gallery: Gallery, sort: GallerySort): Item => {
  const { index } = sorts[sort]
  const place = { ...galleryKeys.gallery(gallery.id), publicKey: galleryKeys.public }
  if (index === 'public-by-price') return { ...place, pricePence: gallery.pricePence }
  if (index === 'public-by-popularity') return { ...place, popularity: galleryPopularity(gallery) }
  return { ...place, createdAt: gallery.createdAt }
}

/** The same in the list of its owner's galleries. */
export const ownPlace = (gallery: Gallery): Item => ({
  ...galleryKeys.gallery(gallery.id),
  ownerKey: galleryKeys.ownedBy(gallery.photographerId),
  ownerSort: galleryKeys.ownedAt(gallery),
})

type GalleryPage = { galleries: Gallery[]; next: Page['next'] }
type Range = { minPence?: number | undefined; maxPence?: number | undefined }

const pageOf = ({ items, next }: Page): GalleryPage => ({ galleries: items.map((item) => Gallery.parse(item)), next })

/** Lists of galleries, from indexes that may lag behind. */
export const galleryListStore = (table: Table) => ({
  /** A photographer's galleries, newest first where nothing else is said. */
  async listOwn(
    owner: UserId,
    { after, limit, oldestFirst = false }: { after?: Item | undefined; limit: number; oldestFirst?: boolean },
  ): Promise<GalleryPage> {
    const page = await table.query({
      index: 'by-owner',
      partition: galleryKeys.ownedBy(owner),
      sort: { beginsWith: galleryKeys.owned },
      newestFirst: !oldestFirst,
      limit,
      after,
    })
    return pageOf(page)
  },

  /** Those that were deleted and are not gone yet, the last deleted first. */
  async listDeleted(
    owner: UserId,
    { after, limit }: { after?: Item | undefined; limit: number },
  ): Promise<GalleryPage> {
    const partition = galleryKeys.deletedBy(owner)
    return pageOf(await table.query({ index: 'by-owner', partition, newestFirst: true, limit, after }))
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
    return pageOf(page)
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
    return pageOf(page)
  },

  /** Listed galleries made on a day ("2030-01-31") or in a month ("2030-01"), oldest first. */
  async listPublicOf(span: string, { after }: { after?: Item | undefined }): Promise<GalleryPage> {
    const page = await table.query({
      index: 'public-by-newest',
      partition: galleryKeys.public,
      sort: { beginsWith: span },
      after,
    })
    return pageOf(page)
  },
})
