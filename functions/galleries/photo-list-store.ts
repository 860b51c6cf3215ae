import type { Item, Page, Table } from '#functions/shared/table/writes.ts'
import { Photo } from '#schema/entities/photo.ts'

export type PhotoPage = { photos: Photo[]; next: Page['next'] }

export type Paging = { after?: Item | undefined; limit?: number }

/** A page of one of a gallery's two lists, from an index that may lag behind. */
export const listPhotos = async (
  table: Table,
  partition: string,
  { after, limit }: Required<Pick<Paging, 'limit'>> & Paging,
) => {
  const page = await table.query({
    index: 'by-owner',
    partition,
    newestFirst: true,
    limit,
    after,
  })
  return { photos: page.items.map((item) => Photo.parse(item)), next: page.next }
}
