import { choreStore } from '#functions/chores/chore-store.ts'
import { carryProfile } from '#functions/galleries/carry-profile.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { outboxStore } from '#functions/mail/outbox-store.ts'
import { balanceStore } from '#functions/payments/balance-store.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { liveGate } from '#functions/profiles/live.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { idMaker, systemRandom } from '#functions/shared/ids/ids.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { liveBilling } from '#functions/subscriptions/stripe-billing.ts'
import { accounts } from '#schema/api/accounts.ts'
import { getDeletion } from './get-deletion.ts'
import { outstandingOf } from './outstanding.ts'
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

const liveParts = () => {
  const table = liveTable()
  const now = systemClock
  const stores = { galleries: galleryStore(table), profiles: profileStore(table) }
  return {
    ...stores,
    outstanding: outstandingOf({ balances: balanceStore(table), earnings: earningStore(table) }),
    billing: liveBilling(),
    pool: livePool,
    outbox: outboxStore(table),
    throttle: liveThrottle(),
    ids: idMaker(now, systemRandom),
    siteUrl: () => setting('SITE_URL'),
    chores: choreStore(table),
    steps: { 'carry-profile': carryProfile({ ...stores, now }) },
    log: systemLog('accounts'),
    now,
  }
}

export const handler = serve(
  accounts,
  () => {
    const parts = liveParts()
    return {
      signUpTried: signUpTried(parts),
      deletion: getDeletion(parts),
      requestDeletion: requestDeletion(parts),
      withdrawDeletion: withdrawDeletion(parts),
    }
  },
  { gate: liveGate },
)
