import type { Operation } from '#functions/shared/http/operation.ts'
import type { api } from '#schema/api/all.ts'
import type { GalleryAccess } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'

type Parts = { galleries: GalleryStore; access: GalleryAccess }

export const grantOwnGallery =
  ({ galleries, access }: Parts): Operation<typeof api.galleries.endpoints.ownerGrant> =>
  async ({ params, caller }) =>
    access.grant(await galleries.getOwn(params.galleryId, caller.userId), 'owner')
