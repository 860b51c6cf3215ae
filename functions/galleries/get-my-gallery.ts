import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { api } from '#schema/api/all.ts'
import type { GalleryStore } from './gallery-store.ts'
import { ownGallery } from './gallery-views.ts'

type Parts = { galleries: GalleryStore; links: MediaLinks }

export const getMyGallery =
  ({ galleries, links }: Parts): Operation<typeof api.galleries.endpoints.getMine> =>
  async ({ params, caller }) =>
    ownGallery(links, await galleries.getOwn(params.galleryId, caller.userId))
