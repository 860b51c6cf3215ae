import type { Table } from '#functions/shared/table/writes.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import type { GalleryId } from '#schema/ids.ts'
import { galleryKeys } from './gallery-keys.ts'

/** Galleries by their ids, as they stand now. */
export const galleryCardStore = (table: Table) => ({
  /** Those that exist, in no order. */
  async getMany(ids: readonly GalleryId[]): Promise<Gallery[]> {
    const items = await table.getMany(ids.map((id) => galleryKeys.gallery(id)))
    return items.map((item) => Gallery.parse(item)).filter(({ deletedAt }) => deletedAt === null)
  },
})
export type GalleryCardStore = ReturnType<typeof galleryCardStore>
