import { balanceStore } from '#functions/payments/balance-store.ts'
import { convergeOrder } from '#functions/payments/converge.ts'
import { convergeCharge } from '#functions/payments/converge-charge.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { liveConvergeParts } from '#functions/payments/live-parts.ts'
import { convergeTransfer, recoverShare } from '#functions/payments/recover-share.ts'
import { refundStore } from '#functions/payments/refund-store.ts'
import { livePayments } from '#functions/payments/stripe-payments.ts'
import { livePayoutProvider } from '#functions/payments/stripe-payouts.ts'
import { convergeBankPayouts } from '#functions/payouts/converge-bank-payouts.ts'
import { freshAccount } from '#functions/payouts/pay-account.ts'
import { payAccountStore } from '#functions/payouts/pay-account-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { convergeSubscription, settleSubscription } from '#functions/subscriptions/converge-subscription.ts'
import { liveBilling } from '#functions/subscriptions/stripe-billing.ts'
import { eventStore } from './event-store.ts'

/** Everything that brings our books to what Stripe says, in a deployed function. */
export const liveSettling = (log: Log) => {
  const table = liveTable()
  const parts = {
    ...liveConvergeParts(log),
    payments: livePayments(),
    provider: livePayoutProvider(),
    earnings: earningStore(table),
    balances: balanceStore(table),
    refunds: refundStore(table),
    accounts: payAccountStore(table),
    profiles: profileStore(table),
    events: eventStore(table),
  }
  const settling = { ...parts, converge: convergeOrder(parts), recover: recoverShare(parts) }
  return {
    ...settling,
    convergeCharge: convergeCharge(settling),
    convergeTransfer: convergeTransfer(settling),
    freshAccount: freshAccount(settling),
    convergeBankPayouts: convergeBankPayouts(settling),
    convergeSubscription: convergeSubscription({
      ...parts,
      settle: settleSubscription({ ...parts, billing: liveBilling() }),
    }),
  }
}
