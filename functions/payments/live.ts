import type { Stripe } from 'stripe'
import { liveDiscounts, liveOrders } from '#functions/orders/live.ts'
import { liveIds } from '#functions/shared/live.ts'
import { type Log, systemLog } from '#functions/shared/log/logger.ts'
import { liveTurns } from '#functions/shared/pace/live.ts'
import type { Turn } from '#functions/shared/pace/turns.ts'
import { readSecret } from '#functions/shared/secrets/secrets.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { type BalanceStore, balanceStore } from './balance-store.ts'
import { convergeOrder } from './converge.ts'
import { convergeCharge } from './converge-charge.ts'
import { type EarningStore, earningStore } from './earning-store.ts'
import { liveCallsPerSecond } from './live-pace.ts'
import type { Payments, PayoutProvider, PlatformAccount } from './payments.ts'
import { convergeTransfer, recoverShare } from './recover-share.ts'
import { type RefundStore, refundStore } from './refund-store.ts'
import { type RefusedKeyStore, refusedKeyStore } from './refused-key-store.ts'
import type { SoldDayStore } from './sold-day-store.ts'
import { isLiveKey, isSetUp, refuseOtherMode, refuseWithoutKey, stripeClient } from './stripe-client.ts'
import { type StripeModeStore, stripeModeStore } from './stripe-mode-store.ts'
import { stripePayments } from './stripe-payments.ts'
import { stripePayouts } from './stripe-payouts.ts'
import { stripePlatform } from './stripe-platform.ts'

const log = systemLog('stripe')

export const liveStripeModes = (): StripeModeStore => stripeModeStore(liveTable())

let known: { secretKey: string; stripe: Stripe } | undefined
/** The SDK with the present key; a rotated key makes a new client. @throws AppError `unavailable` for one of the other mode. */
export const liveStripe = async (): Promise<Stripe> => {
  const { secretKey } = await readSecret('STRIPE_SECRET_ID')
  if (known?.secretKey !== secretKey) {
    await refuseWithoutKey(secretKey, { modes: liveStripeModes(), log })
    await refuseOtherMode(secretKey, { modes: liveStripeModes(), log })
    const timeoutMs = setting('STRIPE_TIMEOUT_SECONDS') * 1_000
    known = { secretKey, stripe: await stripeClient(secretKey, { timeoutMs }) }
  }
  return known.stripe
}

/** Whether jobs that compare with Stripe have anything to compare with. */
export const liveIsSetUp = async (): Promise<boolean> =>
  isSetUp((await readSecret('STRIPE_SECRET_ID')).secretKey, { modes: liveStripeModes() })

/** Whether the present key moves real money. */
export const liveMode = async (): Promise<boolean> => isLiveKey((await readSecret('STRIPE_SECRET_ID')).secretKey)

/** The turns of a worker's calls, reads and writes alike: all workers keep to one pace (stripe-pace.ts). */
export const liveStripeTurns = (): Turn => liveTurns('stripe', liveCallsPerSecond)

const atOnce: Turn = async () => {}
const stripeInTurn = (turn: Turn) => async (): Promise<Stripe> => {
  await turn()
  return liveStripe()
}

const livePayments = (turn: Turn): Payments =>
  stripePayments(stripeInTurn(turn), {
    siteUrl: () => setting('SITE_URL'),
    stage: () => setting('STAGE'),
    isLive: liveMode,
  })

/** @param turn Awaited before each call: for workers that call as often as they can. */
export const livePayoutProvider = (turn: Turn = atOnce): PayoutProvider =>
  stripePayouts(stripeInTurn(turn), {
    siteUrl: () => setting('SITE_URL'),
    stage: () => setting('STAGE'),
    mayAskForTransfersAlone: async () => (await readSecret('STRIPE_SECRET_ID')).mayAskForTransfersAlone ?? false,
  })

export const livePlatform = (): PlatformAccount => stripePlatform(liveStripe)

export const liveEarnings = (): EarningStore => earningStore(liveTable())
export const liveSoldDays = async (): Promise<SoldDayStore> =>
  (await import('./sold-day-store.ts')).soldDayStore(liveTable())
export const liveBalances = (): BalanceStore => balanceStore(liveTable())
export const liveRefunds = (): RefundStore => refundStore(liveTable())
export const liveRefusedKeys = (): RefusedKeyStore => refusedKeyStore(liveTable())

/** What settling an order takes. */
export const liveConverging = (log: Log, turn: Turn = atOnce) => {
  const parts = {
    ...liveOrders(),
    // Orders name their codes by hash; the launch code is for those that somebody enters.
    discounts: liveDiscounts(async () => ''),
    payments: livePayments(turn),
    ids: liveIds(),
    now: systemClock,
    stage: setting('STAGE'),
    siteUrl: setting('SITE_URL'),
    log,
  }
  return { ...parts, converge: convergeOrder(parts) }
}

/** What taking back a share that was paid out takes. */
const liveRecovery = (log: Log, provider: PayoutProvider) => {
  const parts = { earnings: liveEarnings(), balances: liveBalances(), provider, now: systemClock, log }
  return { ...parts, recover: recoverShare(parts) }
}

/** What brings sales, refunds and transfers to what Stripe says. */
export const livePaymentSettling = (log: Log, { provider, turn }: { provider: PayoutProvider; turn: Turn }) => {
  const parts = { ...liveConverging(log, turn), ...liveRecovery(log, provider), refunds: liveRefunds() }
  return { ...parts, convergeCharge: convergeCharge(parts), convergeTransfer: convergeTransfer(parts) }
}
