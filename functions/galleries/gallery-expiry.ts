import type { ChoreSteps } from '#functions/chores/do-chores.ts'
import { isWanted } from '#functions/mail/mail-preferences.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { GalleryId } from '#schema/ids.ts'
import { addresses } from '#schema/paths.ts'
import { mustBeSettled } from './carry-profile.ts'
import { isExpired, warningTime } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'

type Parts = { galleries: GalleryStore; profiles: ProfileStore; ids: IdMaker; siteUrl: () => string; now: Clock }

/** What waits for a gallery's expiry: the warning a week before, and its leave from the lists. */
export const expiryChores = ({
  galleries,
  profiles,
  ids,
  siteUrl,
  now,
}: Parts): ChoreSteps<'unlist-gallery' | 'warn-of-expiry'> => ({
  'unlist-gallery': async (subject) => {
    const gallery = await galleries.find(GalleryId.parse(subject))
    const profile = gallery && (await profiles.find(gallery.photographerId))
    if (!gallery || !profile) return
    mustBeSettled(await galleries.relist(gallery, { at: now(), owner: profileUnchanged(profile) }))
  },

  'warn-of-expiry': async (subject) => {
    const gallery = await galleries.find(GalleryId.parse(subject))
    const profile = gallery && (await profiles.find(gallery.photographerId))
    if (!gallery || !isWanted('gallery-expiring', profile)) return
    const { title, expiresAt } = gallery
    if (expiresAt === null || isExpired(gallery, now()) || new Date(warningTime(expiresAt)) > now()) return
    const mail = outboxPut({
      id: ids.mail(),
      template: 'gallery-expiring',
      to: profile.email,
      at: now(),
      data: {
        name: profile.displayName,
        title,
        expiresAt,
        dashboardUrl: siteUrl() + addresses.gallerySettings(gallery.id),
      },
    })
    await galleries.warn(gallery, { kind: 'warn-of-expiry', subject, dueAt: warningTime(expiresAt) }, mail)
  },
})
