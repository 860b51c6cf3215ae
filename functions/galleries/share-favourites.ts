import type { Operation } from '#functions/shared/http/operation.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { favouritesPage } from './favourites-page.ts'
import { type VisitParts, visitedWithLike } from './gallery-visit.ts'
import { favouritesOf } from './like-writes.ts'
import type { PhotoStore } from './photo-store.ts'

type endpoints = typeof api.galleries.endpoints
type LinkParts = VisitParts & { sessions: GallerySessions }
type ShareParts = LinkParts & { throttle: Throttle; ids: Pick<IdMaker, 'favourites'>; now: Clock }
type SharedParts = VisitParts & { photos: Pick<PhotoStore, 'getMany'>; links: MediaLinks; cursors: Cursors }

/** The link to this visitor's favourites, if they made one. */
export const favouritesLink =
  (parts: LinkParts): Operation<endpoints['favouritesLink']> =>
  async (request) => {
    const { subject } = await parts.sessions.visitorOf(request)
    const { like } = await visitedWithLike(parts, request, subject)
    return { sharedAs: like?.sharedAs ?? null }
  }

/** Makes the link or takes it back. What others see is the list itself, as it stands whenever they look. */
export const shareFavourites =
  (parts: ShareParts): Operation<endpoints['shareFavourites']> =>
  async (request) => {
    const { galleries, sessions, throttle, ids, now } = parts
    const { subject } = await sessions.visitorOf(request)
    await throttle.count('favourites', subject)
    await throttle.count('favouritesPerAddress', request.address)
    const { gallery, like } = await visitedWithLike(parts, request, subject)
    const { isShared } = request.body
    const sharing = { subject, like, isShared, makeId: ids.favourites, at: stamp(now()) }
    return { sharedAs: (await galleries.shareFavourites(gallery, sharing)) ?? null }
  }

/** The favourites behind a link: their photos, and nothing of whose they are. */
export const sharedFavourites =
  (parts: SharedParts): Operation<endpoints['sharedFavourites']> =>
  async ({ params: { galleryId, favouritesId }, query, headers, caller }) => {
    const found = await parts.galleries.findShared(galleryId, favouritesId)
    const gallery = await parts.access.requireOpen(found.gallery, { grants: [headers['x-gallery-grant']], caller })
    const like = found.subject === undefined ? undefined : await parts.galleries.findLike(galleryId, found.subject)
    // The link and the like of a person go one after the other with their account.
    if (like?.sharedAs !== favouritesId) throw new AppError('not_found')
    const list = { name: `shared-favourites:${galleryId}:${favouritesId}`, gallery, photoIds: favouritesOf(like) }
    return favouritesPage(parts, list, query.cursor)
  }
