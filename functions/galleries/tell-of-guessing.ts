import { isWanted } from '#functions/mail/mail-preferences.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { addresses } from '#schema/paths.ts'
import type { GuessNoticeStore } from './guess-notice-store.ts'

type Parts = {
  guessNotices: GuessNoticeStore
  profiles: Pick<ProfileStore, 'find'>
  ids: Pick<IdMaker, 'mail'>
  siteUrl: () => string
  now: Clock
}
export type TellOfGuessing = (gallery: Pick<Gallery, 'id' | 'title' | 'photographerId'>) => Promise<void>

/** Tells a photographer that a gallery is being guessed at, at most once a day. */
export const tellOfGuessing =
  ({ guessNotices, profiles, ids, siteUrl, now }: Parts): TellOfGuessing =>
  async ({ id, title, photographerId }) => {
    if (await guessNotices.wasTold(id, now())) return
    const profile = await profiles.find(photographerId)
    if (!isWanted('gallery-guessed', profile)) return
    const mail = outboxPut({
      id: ids.mail(),
      template: 'gallery-guessed',
      to: profile.email,
      at: now(),
      data: { name: profile.displayName, title, dashboardUrl: siteUrl() + addresses.gallerySettings(id) },
    })
    await guessNotices.tell(id, mail, now())
  }
