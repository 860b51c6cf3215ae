import type { ChoreStep } from '#functions/chores/do-chores.ts'
import { ownerCopyOf, profileUnchanged, sameCopy } from '#functions/profiles/owner-copy.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { UserId } from '#schema/ids.ts'
import type { GalleryStore, Saved } from './gallery-store.ts'

type Parts = { galleries: GalleryStore; profiles: ProfileStore; now: Clock }

/** How many galleries are written side by side. */
const carriedAtOnce = 10

/** A new name, address or visibility of a photographer goes to every gallery that repeats the old one. */
export const carryProfile =
  ({ galleries, profiles, now }: Parts): ChoreStep =>
  async (subject, mayGoOn = () => {}) => {
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
    const read = (after?: Item) => galleries.listOwn(profile.userId, { limit: carriedAtOnce, after })
    for await (const page of eachPage(read)) {
      // What was carried already is passed over when it goes on.
      if (page.galleries.some((gallery) => !sameCopy(gallery, copy))) mayGoOn()
      await Promise.all(page.galleries.map(carryTo))
    }
    await galleries.recallOwner(profile.userId)
  }

/** @throws when the chore must be tried again. */
export const mustBeSettled = ({ kind }: Saved): void => {
  if (kind === 'changed' || kind === 'owner-changed') throw new Error('The gallery or its owner changed meanwhile.')
}
