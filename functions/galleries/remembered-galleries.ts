import { afterMs, type Clock } from '#functions/shared/time/clock.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { GalleryId } from '#schema/ids.ts'
import { isOpenToAll, isPublished } from './gallery-access.ts'

/** What turned private meanwhile still counts views for so long, and shows nothing but their number and that of its likes. */
const rememberedMs = 5_000
/** Of two kilobytes each; past them all are forgotten, which costs a read each. */
const mostRemembered = 1_000

type Remembered = { gallery: Gallery; readAt: Date }

/**
 * Galleries that everybody may see, as one copy of a function read them a few seconds ago. Three thousand visitors a second
 * of one gallery are as many reads as its partition takes (3,000 units a second), and its pages need them.
 */
export const rememberedGalleries = (now: Clock) => {
  const galleries = new Map<GalleryId, Remembered>()
  return {
    find: (id: GalleryId): Remembered | undefined => {
      const found = galleries.get(id)
      return found && afterMs(found.readAt, rememberedMs) > now() && isPublished(found.gallery, now())
        ? found
        : undefined
    },
    /** @param readAt When the gallery was asked for: what was written later may not be in it. */
    keep: (gallery: Gallery, readAt: Date): void => {
      if (!isOpenToAll(gallery) || !isPublished(gallery, now())) return
      if (galleries.size >= mostRemembered) galleries.clear()
      galleries.set(gallery.id, { gallery, readAt })
    },
  }
}
