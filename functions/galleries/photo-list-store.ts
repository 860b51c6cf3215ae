import type { IndexName, Item, Page, SortRange, Table } from '#functions/shared/table/writes.ts'
import { Photo } from '#schema/entities/photo.ts'

export type PhotoPage = { photos: Photo[]; next: Page['next'] }

export type Paging = {
  after?: Item | undefined
  limit?: number
  /** A part of the list (`takenBetween`). */
  sort?: SortRange | undefined
}

/** A page of one of the two lists of a gallery or, `by-seller`, of a set, from an index that may lag behind. */
export const listPhotos = async (
  table: Table,
  partition: string,
  { after, limit, sort, index = 'by-owner' }: Required<Pick<Paging, 'limit'>> & Paging & { index?: IndexName },
) => {
  const page = await table.query({
    index,
    partition,
    newestFirst: true,
    limit,
    after,
    ...(sort && { sort }),
  })
  return { photos: page.items.map((item) => Photo.parse(item)), next: page.next }
}
