import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { Gallery, galleryLayout, wordLayout } from '#schema/entities/gallery.ts'
import { Profile } from '#schema/entities/profile.ts'
import type { GalleryId } from '#schema/ids.ts'
import { completeProfile, isOfFirstLayout } from './complete-layout.ts'
import type { GalleryStore } from './gallery-store.ts'
import type { PhotoStore } from './photo-store.ts'

type Parts = {
  galleries: Pick<GalleryStore, 'findKept' | 'listOwn' | 'complete' | 'setPhotosNamed'>
  photos: Pick<PhotoStore, 'listShown' | 'listHidden' | 'writePhotoTerms' | 'writePrices' | 'setPriced'>
  profiles: Pick<ProfileStore, 'find' | 'setGalleryLayout'>
  now: Clock
}
/** What an earlier release wrote and nothing has completed: photographers, and galleries. */
export type Outdated = { photographers: number; galleries: number }

const outdatedProfile = (item: Item): Profile | undefined => {
  const profile = item.SK === 'PROFILE' ? Profile.parse(item) : undefined
  return profile && isOfFirstLayout(profile) ? profile : undefined
}
/** Photos of a new gallery may have become ready in a function of the last release, while both ran side by side. */
const isWithoutPrices = ({ photoCount, stockShown }: Gallery): boolean => photoCount > 0 && stockShown === 0

const outdatedGallery = (item: Item): Gallery | undefined => {
  const gallery = item.SK === 'GALLERY' ? Gallery.parse(item) : undefined
  return gallery && (gallery.layout < galleryLayout || isWithoutPrices(gallery)) ? gallery : undefined
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
 * Completes one item of the table, if an earlier release wrote it: a photographer with the addresses of all their
 * galleries, or a gallery with the words and prices of its photos.
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
    const present = await parts.galleries.findKept(gallery.id)
    if (!present) return false
    await parts.galleries.complete(present, parts.now())
    if (present.layout < wordLayout) await namePhotos(parts, gallery.id)
    await pricePhotos(parts, gallery.id)
    return true
  }

const photosAtOnce = 100

const namePhotos = async ({ galleries, photos }: Parts, id: GalleryId): Promise<void> => {
  for (const list of [photos.listShown, photos.listHidden]) {
    for await (const page of eachPage((after) => list(id, { after, limit: photosAtOnce }))) {
      await photos.writePhotoTerms(page.photos)
    }
  }
  await galleries.setPhotosNamed(id)
}

const pricePhotos = async ({ photos, now }: Parts, id: GalleryId): Promise<void> => {
  for await (const page of eachPage((after) => photos.listShown(id, { after, limit: photosAtOnce }))) {
    await photos.writePrices(page.photos)
  }
  await photos.setPriced(id, now)
}
