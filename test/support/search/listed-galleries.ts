import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import type { marketParts } from '#test/support/market/market-parts.ts'

type Parts = Pick<ReturnType<typeof marketParts>, 'galleries' | 'profiles' | 'now'>

/** Makes so many listed galleries of one photographer, with the ids 1, 2, 3…, and changes their settings. */
export const listedGalleries = async ({ galleries, profiles, now }: Parts, count: number, title = 'Quay') => {
  await profiles.create(aProfile())
  const saving = () => ({ at: now(), owner: profileUnchanged(aProfile()) })
  for (let n = 1; n <= count; n++) {
    const createdAt = new Date(Date.parse('2030-01-01T09:00:00.000Z') + n).toISOString()
    await galleries.create(aGallery({ id: galleryIdOf(n), slug: `gallery-${n}`, title, createdAt }), saving())
  }
  return {
    change: async (n: number, changes: Partial<Pick<Gallery, 'title' | 'isPublic'>>): Promise<void> => {
      await galleries.save(await galleries.getOwn(galleryIdOf(n), aGallery().photographerId), changes, saving())
    },
  }
}
