import type { ChoreSteps } from '#functions/chores/do-chores.ts'
import type { PhotoStore } from '#functions/photos/photo-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Rerender } from '#schema/events/render.ts'
import { GalleryId, UserId } from '#schema/ids.ts'
import type { GalleryStore, Saved } from './gallery-store.ts'
import { ownerCopyOf, profileUnchanged, sameCopy } from './owner-copy.ts'

type Parts = { galleries: GalleryStore; photos: PhotoStore; profiles: ProfileStore; send: Send; now: Clock }
export type GalleryChore = 'rerender-gallery' | 'clear-gallery' | 'unlist-gallery' | 'carry-profile'

/** What changes of galleries and profiles leave behind; see functions/chores. */
export const galleryChores = ({ galleries, photos, profiles, send, now }: Parts): ChoreSteps<GalleryChore> => ({
  'rerender-gallery': async (subject) => {
    const message: Rerender = { kind: 'rerender-gallery', galleryId: GalleryId.parse(subject) }
    await send('RENDER_QUEUE_URL', [message])
  },

  'clear-gallery': async (subject) => {
    const galleryId = GalleryId.parse(subject)
    await photos.removeAll(galleryId)
    await galleries.clearLikes(galleryId)
  },

  'unlist-gallery': async (subject) => {
    const gallery = await galleries.find(GalleryId.parse(subject))
    const profile = gallery && (await profiles.find(gallery.photographerId))
    if (!gallery || !profile) return
    mustBeSettled(await galleries.relist(gallery, { at: now(), owner: profileUnchanged(profile) }))
  },

  /** A new name, address or visibility of a photographer goes to every gallery that repeats the old one. */
  'carry-profile': async (subject) => {
    const profile = await profiles.find(UserId.parse(subject))
    if (!profile) return
    const copy = ownerCopyOf(profile)
    const carryTo = async (gallery: Gallery): Promise<void> => {
      if (sameCopy(gallery, copy)) return
      const saved = await galleries.saveCopy(gallery, copy, { at: now(), owner: profileUnchanged(profile) })
      // The index may be behind, or its owner has just saved it: once more with what stands there now.
      if (saved.kind === 'changed' && saved.gallery.version !== gallery.version) return carryTo(saved.gallery)
      mustBeSettled(saved)
    }
    let after: Item | undefined
    do {
      const page = await galleries.listOwn(profile.userId, { limit: carriedAtOnce, ...(after && { after }) })
      await Promise.all(page.galleries.map(carryTo))
      after = page.next
    } while (after)
  },
})

/** How many galleries are written side by side. */
const carriedAtOnce = 10

const mustBeSettled = ({ kind }: Saved): void => {
  if (kind === 'changed' || kind === 'owner-changed') throw new Error('The gallery or its owner changed meanwhile.')
}
