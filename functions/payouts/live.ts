import { liveBalances, liveEarnings, livePayoutProvider, liveRefusedKeys } from '#functions/payments/live.ts'
import type { PayoutProvider } from '#functions/payments/payments.ts'
import { liveProfiles } from '#functions/profiles/live.ts'
import { liveIds } from '#functions/shared/live.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { convergeBankPayouts } from './converge-bank-payouts.ts'
import { freshAccount } from './pay-account.ts'
import { payAccountStore } from './pay-account-store.ts'
import { type PayoutStore, payoutStore } from './payout-store.ts'
import { reservePayout } from './reserve-payout.ts'

export const livePayouts = (): PayoutStore => payoutStore(liveTable())

/** Photographers' accounts at Stripe. */
const livePayAccounts = (provider: PayoutProvider) => {
  const parts = { accounts: payAccountStore(liveTable()), provider, now: systemClock }
  return { ...parts, freshAccount: freshAccount(parts) }
}

/** What brings photographers' accounts, and what their banks were sent, to what Stripe says. */
export const livePayAccountSettling = (provider: PayoutProvider) => {
  const parts = {
    ...livePayAccounts(provider),
    profiles: liveProfiles(),
    ids: liveIds(),
    siteUrl: setting('SITE_URL'),
  }
  return { ...parts, convergeBankPayouts: convergeBankPayouts(parts) }
}

/** What paying a photographer takes. */
export const livePayoutParts = (log: Log, provider = livePayoutProvider()) => {
  const parts = {
    ...livePayAccounts(provider),
    earnings: liveEarnings(),
    balances: liveBalances(),
    log,
    payouts: livePayouts(),
    profiles: liveProfiles(),
    refused: liveRefusedKeys(),
    ids: liveIds(),
    siteUrl: setting('SITE_URL'),
    payoutFromPence: setting('PAYOUT_FROM_PENCE'),
  }
  return { ...parts, reserve: reservePayout(parts) }
}
