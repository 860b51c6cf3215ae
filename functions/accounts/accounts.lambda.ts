import { liveChores } from '#functions/chores/live.ts'
import { liveCarrying } from '#functions/galleries/live.ts'
import { liveOutbox } from '#functions/mail/live.ts'
import { liveGate, liveProfiles } from '#functions/profiles/live.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { liveIds } from '#functions/shared/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { liveBilling } from '#functions/subscriptions/live.ts'
import { liveZipSets } from '#functions/zips/live.ts'
import { accounts } from '#schema/api/accounts.ts'
import { downloadExport, getExport, startExport } from './export.ts'
import { getDeletion } from './get-deletion.ts'
import { liveDeletionBlockers } from './live.ts'
import { requestDeletion } from './request-deletion.ts'
import { signUpTried } from './sign-up-tried.ts'
import type { UserPool } from './user-pool.ts'
import { withdrawDeletion } from './withdraw-deletion.ts'

/** The client of the pool is read with the first question: nearly no call of this function has one. */
const livePool: Pick<UserPool, 'findByEmail'> = {
  async findByEmail(email) {
    const { CognitoIdentityProviderClient } = await import('@aws-sdk/client-cognito-identity-provider')
    const { userPool } = await import('./user-pool.ts')
    return userPool(new CognitoIdentityProviderClient({ maxAttempts: 2 }), setting('USER_POOL_ID')).findByEmail(email)
  },
}

const liveParts = () => ({
  profiles: liveProfiles(),
  outstanding: liveDeletionBlockers(),
  billing: liveBilling(),
  pool: livePool,
  outbox: liveOutbox(),
  throttle: liveThrottle(),
  ids: liveIds(),
  siteUrl: () => setting('SITE_URL'),
  chores: liveChores(),
  steps: liveCarrying(),
  sets: liveZipSets(),
  send: liveSend,
  links: liveMediaLinks(),
  log: systemLog('accounts'),
  now: systemClock,
})

export const handler = serve(
  accounts,
  () => {
    const parts = liveParts()
    return {
      signUpTried: signUpTried(parts),
      deletion: getDeletion(parts),
      requestDeletion: requestDeletion(parts),
      withdrawDeletion: withdrawDeletion(parts),
      startExport: startExport(parts),
      export: getExport(parts),
      downloadExport: downloadExport(parts),
    }
  },
  { gate: liveGate },
)
