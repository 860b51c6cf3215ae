import { type GalleryAccess, isOpenToAll } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { sessionOfLink } from './client-access.ts'
import type { ProofStore } from './proof-store.ts'
import { clientSession, photosView, readPhotos } from './proof-views.ts'

type Parts = {
  proofs: ProofStore
  photos: PhotoStore
  galleries: GalleryStore
  access: GalleryAccess
  links: MediaLinks
  cursors: Cursors
  sessions: Pick<GallerySessions, 'subjectOf'>
  throttle: Throttle
  now: Clock
}

export const getProofSession =
  (parts: Parts): Operation<typeof api.proofing.endpoints.get> =>
  async (request) => {
    const { session, gallery, beside } = await sessionOfLink(parts, request, (opened) =>
      readPhotos(parts, opened, request.query.cursor),
    )
    const view = await clientSession(parts, session, gallery)
    const photos = await photosView(parts, beside, gallery)
    // Without a grant only what is open to everybody can be bought.
    if (view.galleryGrant !== null || isOpenToAll(gallery)) return { session: view, photos }
    return { session: view, photos: { ...photos, items: photos.items.map((item) => ({ ...item, isForSale: false })) } }
  }
