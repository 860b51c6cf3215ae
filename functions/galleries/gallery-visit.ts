import type { Photographer } from '#functions/shared/http/operation.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId, SessionId } from '#schema/ids.ts'
import type { GalleryAccess } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'

type Parts = { galleries: GalleryStore; access: GalleryAccess }
type Visit = {
  params: { galleryId: GalleryId }
  headers: { 'x-gallery-session'?: SessionId | undefined; 'x-gallery-grant'?: string | undefined }
  caller: Photographer | undefined
}

/**
 * Whose like or view it is: the user's when signed in, else the browser's anonymous session's.
 * @throws AppError `invalid_request` when there is neither.
 */
export const subjectOf = ({ caller, headers }: Pick<Visit, 'caller' | 'headers'>): string => {
  if (caller) return `USER#${caller.userId}`
  const session = headers['x-gallery-session']
  if (session !== undefined) return `SESSION#${session}`
  throw new AppError('invalid_request', {}, [{ path: 'x-gallery-session', message: 'A session is missing.' }])
}

const visitorOf = ({ headers, caller }: Visit) => ({ grants: [headers['x-gallery-grant']], caller })

/** @throws AppError `gallery_not_found` or `gallery_locked` unless the visitor may see the gallery. */
export const visitedGallery = async ({ galleries, access }: Parts, visit: Visit): Promise<Gallery> =>
  access.requireOpen(await galleries.find(visit.params.galleryId), visitorOf(visit))

/** The same, and whether this subject likes it. */
export const visitedWithLike = async ({ galleries, access }: Parts, visit: Visit, subject: string) => {
  const { gallery, isLiked } = await galleries.findWithLike(visit.params.galleryId, subject)
  return { gallery: await access.requireOpen(gallery, visitorOf(visit)), isLiked }
}
