import { choreStore } from '#functions/chores/chore-store.ts'
import { carryProfile } from '#functions/galleries/carry-profile.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { balanceStore } from '#functions/payments/balance-store.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { liveBilling } from '#functions/subscriptions/stripe-billing.ts'
import { accounts } from '#schema/api/accounts.ts'
import { getDeletion } from './get-deletion.ts'
import { outstandingOf } from './outstanding.ts'
import { requestDeletion } from './request-deletion.ts'
import { withdrawDeletion } from './withdraw-deletion.ts'

const liveParts = () => {
  const table = liveTable()
  const now = systemClock
  const stores = { galleries: galleryStore(table), profiles: profileStore(table) }
  return {
    ...stores,
    outstanding: outstandingOf({ balances: balanceStore(table), earnings: earningStore(table) }),
    billing: liveBilling(),
    chores: choreStore(table),
    steps: { 'carry-profile': carryProfile({ ...stores, now }) },
    log: systemLog('accounts'),
    now,
  }
}

export const handler = serve(accounts, () => {
  const parts = liveParts()
  return {
    deletion: getDeletion(parts),
    requestDeletion: requestDeletion(parts),
    withdrawDeletion: withdrawDeletion(parts),
  }
})
