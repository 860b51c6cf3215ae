import type { Operation, Photographer } from '#functions/shared/http/operation.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import { afterMs, type Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { type VisitParts, visitedWithLike } from './gallery-visit.ts'
import { likeCountFor } from './like-store.ts'
import { favouritesOf, isLiked, type Like } from './like-writes.ts'
import { rememberedGalleries } from './remembered-galleries.ts'

type Parts = VisitParts & { sessions: GallerySessions; now: Clock }

/** How far the clocks of two copies of a function may lie apart. */
const clocksApartMs = 1_000

/** A press takes off what the gallery as it stood then already shows: with an older gallery the number would be wrong. */
const isPressedSince = (like: Like | undefined, readAt: Date): boolean =>
  (like?.deltas ?? []).some(({ at }) => afterMs(new Date(at), clocksApartMs) > readAt)

/** Each visitor asks, and no edge answers: of a gallery that the function remembers, only the person's own like is read. */
export const getLikeState = (parts: Parts): Operation<typeof api.galleries.endpoints.likeState> => {
  const remembered = rememberedGalleries(parts.now)
  return async (request) => {
    const { subject } = await parts.sessions.visitorOf(request)
    const { galleryId } = request.params
    const known = remembered.find(galleryId)
    if (known) {
      const like = await parts.galleries.findLike(galleryId, subject)
      if (!isPressedSince(like, known.readAt)) return answer(known.gallery, like, request)
    }
    const readAt = parts.now()
    const { gallery, like } = await visitedWithLike(parts, request, subject)
    remembered.keep(gallery, readAt)
    return answer(gallery, like, request)
  }
}

const answer = (gallery: Gallery, like: Like | undefined, { caller }: { caller: Photographer | undefined }) => ({
  userLiked: isLiked(like),
  likeCount: likeCountFor(gallery, like),
  favourites: favouritesOf(like),
  isOwn: caller?.userId === gallery.photographerId,
})
