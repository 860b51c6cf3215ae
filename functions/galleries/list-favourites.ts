import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import type { api } from '#schema/api/all.ts'
import { favouritesPage } from './favourites-page.ts'
import { type VisitParts, visitedWithLike } from './gallery-visit.ts'
import { favouritesOf } from './like-writes.ts'
import type { PhotoStore } from './photo-store.ts'

type Parts = VisitParts & {
  photos: Pick<PhotoStore, 'getMany'>
  sessions: GallerySessions
  links: MediaLinks
  cursors: Cursors
}

/** Reads the list and one page of its photos only, however many photos the gallery has. */
export const listFavourites =
  (parts: Parts): Operation<typeof api.galleries.endpoints.favourites> =>
  async (request) => {
    const { subject } = await parts.sessions.visitorOf(request)
    const { gallery, like } = await visitedWithLike(parts, request, subject)
    const list = { name: `favourites:${gallery.id}:${subject}`, gallery, photoIds: favouritesOf(like) }
    return favouritesPage(parts, list, request.query.cursor)
  }
