import { balanceStore } from '#functions/payments/balance-store.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { recoverShare } from '#functions/payments/recover-share.ts'
import { refusedKeyStore } from '#functions/payments/refused-key-store.ts'
import { livePayoutProvider } from '#functions/payments/stripe-payouts.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { idMaker, systemRandom } from '#functions/shared/ids/ids.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { freshAccount } from './pay-account.ts'
import { payAccountStore } from './pay-account-store.ts'
import { payoutStore } from './payout-store.ts'
import { reservePayout } from './reserve-payout.ts'

/** What paying a photographer takes, in a deployed function. */
export const livePayoutParts = (log: Log, provider = livePayoutProvider()) => {
  const table = liveTable()
  const parts = {
    earnings: earningStore(table),
    balances: balanceStore(table),
    payouts: payoutStore(table),
    profiles: profileStore(table),
    accounts: payAccountStore(table),
    refused: refusedKeyStore(table),
    provider,
    ids: idMaker(systemClock, systemRandom),
    now: systemClock,
    siteUrl: setting('SITE_URL'),
    payoutFromPence: setting('PAYOUT_FROM_PENCE'),
    log,
  }
  return {
    ...parts,
    freshAccount: freshAccount(parts),
    reserve: reservePayout(parts),
    recover: recoverShare(parts),
  }
}
