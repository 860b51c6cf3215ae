import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import type { api } from '#schema/api/all.ts'
import type { GalleryStore } from './gallery-store.ts'
import { ownGallery } from './gallery-views.ts'

type Parts = { galleries: GalleryStore; links: MediaLinks; cursors: Cursors }

export const listMyGalleries =
  ({ galleries, links, cursors }: Parts): Operation<typeof api.galleries.endpoints.mine> =>
  async ({ query, caller }) => {
    const list = `galleries-of:${caller.userId}`
    const place = await cursors.read(list, query.cursor)
    const page = await galleries.listOwn(caller.userId, { ...place, limit: query.limit })
    return {
      items: await Promise.all(page.galleries.map((gallery) => ownGallery(links, gallery))),
      ...(await cursors.of(list, page)),
    }
  }
