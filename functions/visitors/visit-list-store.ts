import type { Item, Table } from '#functions/shared/table/writes.ts'
import { Visit } from '#schema/entities/contact.ts'
import type { GalleryId } from '#schema/ids.ts'
import { contactKeys } from './contact-keys.ts'

type Asked = { limit: number; after?: Item | undefined; newestFirst?: boolean }

/** Who left an address in a gallery. Apart from the addresses themselves: who sends mails asks no index. */
export const visitListStore = (table: Pick<Table, 'query'>) => ({
  async listVisits(galleryId: GalleryId, { limit, after, newestFirst = true }: Asked) {
    const page = await table.query({
      index: 'by-owner',
      partition: contactKeys.visitorsOf(galleryId),
      newestFirst,
      limit,
      after,
    })
    return { visits: page.items.map((item) => Visit.parse(item)), next: page.next }
  },
})
export type VisitListStore = ReturnType<typeof visitListStore>
