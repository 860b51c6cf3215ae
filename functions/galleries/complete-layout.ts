import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { allOf } from '#functions/shared/table/pages.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { addressLayout } from '#schema/entities/gallery.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { isPublished } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'

type Parts = {
  galleries: Pick<GalleryStore, 'listOwn' | 'complete'>
  profiles: Pick<ProfileStore, 'setGalleryLayout'>
  now: Clock
}

/** Whether some of their galleries may still be as the first release wrote them. */
export const isOfFirstLayout = (profile: Pick<Profile, 'galleryLayout'>): boolean =>
  profile.galleryLayout < addressLayout

/**
 * Brings all galleries of a photographer to the layout of addresses. Each keeps the address that the first release showed:
 * among those that were listed, the oldest of a title has the plain slug; the others come after them. Breaking off loses
 * nothing, and the next call goes on.
 *
 * Whatever takes a slug for a gallery comes after this: it would take that of an older one.
 */
export const completeProfile = async <P extends Pick<Profile, 'userId' | 'galleryLayout'>>(
  { galleries, profiles, now }: Parts,
  profile: P,
): Promise<P> => {
  if (!isOfFirstLayout(profile)) return profile
  const own = await allOf(
    (after) => galleries.listOwn(profile.userId, { limit: 100, after }),
    (page) => page.galleries,
  )
  const oldestFirst = own.toReversed()
  const [listed, others] = [true, false].map((is) => oldestFirst.filter((each) => isPublished(each, now()) === is))
  for (const gallery of [...(listed ?? []), ...(others ?? [])]) await galleries.complete(gallery, now())
  await profiles.setGalleryLayout(profile.userId, addressLayout)
  return { ...profile, galleryLayout: addressLayout }
}
