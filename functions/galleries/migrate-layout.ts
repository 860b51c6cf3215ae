import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { Gallery, galleryLayout } from '#schema/entities/gallery.ts'
import { Profile } from '#schema/entities/profile.ts'
import { completeProfile, isOfFirstLayout } from './complete-layout.ts'
import type { GalleryStore } from './gallery-store.ts'

type Parts = {
  galleries: Pick<GalleryStore, 'find' | 'listOwn' | 'complete'>
  profiles: Pick<ProfileStore, 'find' | 'setGalleryLayout'>
  now: Clock
}
/** What an earlier release wrote and nothing has completed: photographers, and galleries. */
export type Outdated = { photographers: number; galleries: number }

const outdatedProfile = (item: Item): Profile | undefined => {
  const profile = item.SK === 'PROFILE' ? Profile.parse(item) : undefined
  return profile && isOfFirstLayout(profile) ? profile : undefined
}
const outdatedGallery = (item: Item): Gallery | undefined => {
  const gallery = item.SK === 'GALLERY' ? Gallery.parse(item) : undefined
  return gallery && gallery.layout < galleryLayout ? gallery : undefined
}

/** Counts what is left to complete, without a write. */
export const countOutdated = async (items: AsyncIterable<Item>): Promise<Outdated> => {
  const left: Outdated = { photographers: 0, galleries: 0 }
  for await (const item of items) {
    if (outdatedProfile(item)) left.photographers += 1
    if (outdatedGallery(item)) left.galleries += 1
  }
  return left
}

/**
 * Completes one item of the table, if an earlier release wrote it: a photographer with all their galleries, or a gallery
 * that was still written by that release when its photographer had been completed.
 * @returns whether there was something to do.
 */
export const completeItem =
  (parts: Parts) =>
  async (item: Item): Promise<boolean> => {
    const profile = outdatedProfile(item)
    if (profile) {
      await completeProfile(parts, profile)
      return true
    }
    const gallery = outdatedGallery(item)
    if (!gallery) return false
    // All of a photographer's galleries get their addresses together, the oldest first.
    const owner = await parts.profiles.find(gallery.photographerId)
    if (owner && isOfFirstLayout(owner)) await completeProfile(parts, owner)
    const present = await parts.galleries.find(gallery.id)
    if (present) await parts.galleries.complete(present, parts.now())
    return true
  }
