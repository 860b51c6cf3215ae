import type { Operation } from '#functions/shared/http/operation.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { api } from '#schema/api/all.ts'
import type { GalleryAccess } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import { visitedWithLike } from './gallery-visit.ts'
import { isLiked, likeCountFor } from './like-store.ts'

type Parts = { galleries: GalleryStore; access: GalleryAccess; sessions: GallerySessions }

export const getLikeState =
  (parts: Parts): Operation<typeof api.galleries.endpoints.likeState> =>
  async (request) => {
    const { subject } = await parts.sessions.visitorOf(request)
    const { gallery, like } = await visitedWithLike(parts, request, subject)
    return { userLiked: isLiked(like), likeCount: likeCountFor(gallery, like) }
  }
