import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import { fillPage } from '#functions/shared/table/fill-page.ts'
import type { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { ownPlace } from './gallery-list-store.ts'
import type { GalleryStore } from './gallery-store.ts'
import { ownGallery } from './gallery-views.ts'
import { textMatches, wordsOf } from './search-terms.ts'

type Parts = { galleries: GalleryStore; links: MediaLinks; cursors: Cursors }

/** By words, up to a thousand galleries are looked through for one answer, which may be empty and says where to go on. */
export const listMyGalleries =
  ({ galleries, links, cursors }: Parts): Operation<typeof api.galleries.endpoints.mine> =>
  async ({ query: { q = '', limit, cursor }, caller }) => {
    const sought = wordsOf(q)
    const list = `galleries-of:${caller.userId}:${sought.join(' ')}`
    const place = await cursors.read(list, cursor)
    const listOwn = (at: Parameters<GalleryStore['listOwn']>[1]) => galleries.listOwn(caller.userId, at)
    const page =
      sought.length > 0 ? await withWords(listOwn, { sought, limit, ...place }) : await listOwn({ ...place, limit })
    return {
      items: await Promise.all(page.galleries.map((gallery) => ownGallery(links, gallery))),
      ...(await cursors.of(list, page)),
    }
  }

type ListOwn = (at: Parameters<GalleryStore['listOwn']>[1]) => ReturnType<GalleryStore['listOwn']>
type Sought = Parameters<ListOwn>[0] & { sought: readonly string[] }

const withWords = async (listOwn: ListOwn, { sought, limit, after }: Sought) => {
  const { entries, next } = await fillPage<Gallery>({
    limit,
    after,
    readFirst: 100,
    read: async (at) => {
      const page = await listOwn(at)
      return { entries: page.galleries, next: page.next }
    },
    keep: ({ title }) => textMatches(title, sought),
    placeOf: ownPlace,
  })
  return { galleries: entries, next }
}
