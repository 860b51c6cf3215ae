import type { Operation } from '#functions/shared/http/operation.ts'
import type { api } from '#schema/api/all.ts'
import type { GalleryAccess } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import { subjectOf, visitedWithLike } from './gallery-visit.ts'

type Parts = { galleries: GalleryStore; access: GalleryAccess }

export const getLikeState =
  (parts: Parts): Operation<typeof api.galleries.endpoints.likeState> =>
  async (request) => {
    const { isLiked } = await visitedWithLike(parts, request, subjectOf(request))
    return { userLiked: isLiked }
  }
