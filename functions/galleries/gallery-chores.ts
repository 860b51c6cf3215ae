import type { ChoreSteps } from '#functions/chores/do-chores.ts'
import type { PhotoStore } from '#functions/photos/photo-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { Rerender } from '#schema/events/render.ts'
import { GalleryId } from '#schema/ids.ts'
import { carryProfile, mustBeSettled } from './carry-profile.ts'
import type { GalleryStore } from './gallery-store.ts'
import { profileUnchanged } from './owner-copy.ts'

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

  'carry-profile': carryProfile({ galleries, profiles, now }),
})
