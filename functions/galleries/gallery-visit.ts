import type { Photographer } from '#functions/shared/http/operation.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { GalleryId } from '#schema/ids.ts'
import type { GalleryAccess } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'

/** What an operation needs to let a visitor into a gallery. */
export type VisitParts = { galleries: GalleryStore; access: GalleryAccess }
type Visit = {
  params: { galleryId: GalleryId }
  headers: { 'x-gallery-session'?: string | undefined; 'x-gallery-grant'?: string | undefined }
  caller: Photographer | undefined
}

const visitorOf = ({ headers, caller }: Visit) => ({ grants: [headers['x-gallery-grant']], caller })

/** @throws AppError `gallery_not_found` or `gallery_locked` unless the visitor may see the gallery. */
export const visitedGallery = async ({ galleries, access }: VisitParts, visit: Visit): Promise<Gallery> =>
  access.requireOpen(await galleries.find(visit.params.galleryId), visitorOf(visit))

/** The same, with whether this visitor likes it. */
export const visitedWithLike = async ({ galleries, access }: VisitParts, visit: Visit, subject: string) => {
  const { gallery, like } = await galleries.findWithLike(visit.params.galleryId, subject)
  return { gallery: await access.requireOpen(gallery, visitorOf(visit)), like }
}
