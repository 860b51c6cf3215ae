import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { ProofStore } from './proof-store.ts'
import { ownSession, photosView, readPhotos } from './proof-views.ts'

type Parts = {
  proofs: ProofStore
  photos: PhotoStore
  galleries: GalleryStore
  links: MediaLinks
  cursors: Cursors
  now: Clock
}

export const getMyProofSession =
  (parts: Parts): Operation<typeof api.proofing.endpoints.getMine> =>
  async ({ params, query, caller }) => {
    const session = await parts.proofs.getOwn(params.proofSessionId, caller.userId)
    const [gallery, read] = await Promise.all([
      parts.galleries.find(session.galleryId),
      readPhotos(parts, { id: session.id, isOrdered: session.orderParts > 0 }, query.cursor),
    ])
    return { session: ownSession(session, parts.now()), photos: await photosView(parts, read, gallery) }
  }
