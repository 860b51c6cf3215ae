import { choreStore } from '#functions/chores/chore-store.ts'
import { carryProfile } from '#functions/galleries/carry-profile.ts'
import { galleryChores } from '#functions/galleries/gallery-chores.ts'
import { expiryChores } from '#functions/galleries/gallery-expiry.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { proofChores } from '#functions/proofing/proof-chores.ts'
import { proofStore } from '#functions/proofing/proof-store.ts'
import { idMaker, systemRandom } from '#functions/shared/ids/ids.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { trialChores } from '#functions/subscriptions/trial-warning.ts'
import { trialWarningStore } from '#functions/subscriptions/trial-warning-store.ts'
import { finishChores } from './finish-chores.ts'

const build = () => {
  const table = liveTable()
  const now = systemClock
  const parts = {
    galleries: galleryStore(table),
    photos: photoStore(table),
    profiles: profileStore(table),
    proofs: proofStore(table),
    ids: idMaker(now, systemRandom),
    random: systemRandom,
    siteUrl: () => setting('SITE_URL'),
    send: liveSend,
    now,
  }
  return finishChores({
    chores: choreStore(table),
    steps: {
      ...galleryChores(parts),
      ...expiryChores(parts),
      'carry-profile': carryProfile(parts),
      ...proofChores(parts),
      ...trialChores({ ...parts, warnings: trialWarningStore(table) }),
    },
    log: systemLog('finish-chores'),
    now,
  })
}

let live: ReturnType<typeof build> | undefined

/** A timed job; see finish-chores.ts. */
export const handler = async (): Promise<void> => {
  live ??= build()
  await live()
}
