import type { BalanceStore } from '#functions/payments/balance-store.ts'
import type { PlatformAccount } from '#functions/payments/payments.ts'
import type { RefundStore } from '#functions/payments/refund-store.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { type WorkShard, workShards } from '#functions/shared/table/shards.ts'
import { afterHours, type Clock, stamp } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { Balance } from '#schema/entities/earning.ts'
import { limits } from '#schema/limits.ts'
import { sumPence } from '#schema/money.ts'

type Parts = {
  platform: PlatformAccount
  balances: Pick<BalanceStore, 'get' | 'listEarning'>
  refunds: Pick<RefundStore, 'listOf' | 'listPending'>
  now: Clock
}

/** In pence. */
export type PlatformBalance = {
  /** At Stripe, now; may be below zero. */
  readonly availablePence: number
  /** To photographers: what is pending, available, held or set aside for them. */
  readonly owedPence: number
  /** To buyers: refunds whose money has not left. */
  readonly refundsPence: number
  readonly reservePence: number
  /** What the platform may send to its own bank without being short afterwards. */
  readonly safePence: number
}

/**
 * What lies in the platform's balance at Stripe, and whose it is. Owed money whose charges have not settled is no part of
 * what is available yet and counts as owed all the same, so what is called safe is rather too little than too much.
 */
export const platformBalance =
  ({ platform, balances, refunds, now }: Parts) =>
  async (): Promise<PlatformBalance> => {
    const owedIn = async (shard: WorkShard): Promise<number> => {
      let sum = 0
      for await (const page of eachPage((after) => balances.listEarning(shard, after))) {
        for (const sellerId of page.sellerIds) sum += owedTo(await balances.get(sellerId))
      }
      return sum
    }

    const refundsIn = async (shard: WorkShard): Promise<number> => {
      let sum = 0
      for await (const page of eachPage((after) => refunds.listPending(shard, { before: stamp(now()), after }))) {
        for (const orderId of new Set(page.orderIds)) {
          const { refunds: known } = await refunds.listOf(orderId)
          sum += sumPence(known.filter(({ status }) => status === 'pending').map(({ amountPence }) => amountPence))
        }
      }
      return sum
    }

    const [availablePence, owed, waiting] = await Promise.all([
      platform.availablePence(),
      Promise.all(workShards.map(owedIn)),
      Promise.all(workShards.map(refundsIn)),
    ])
    const owedPence = sumPence(owed)
    const refundsPence = sumPence(waiting)
    const { reservePence } = limits.platform
    const safePence = Math.max(0, availablePence - owedPence - refundsPence - reservePence)
    return { availablePence, owedPence, refundsPence, reservePence, safePence }
  }

/** One photographer's debt pays no other photographer. */
const owedTo = ({ pendingPence, availablePence, heldPence, reservedPence }: Balance): number =>
  Math.max(0, sumPence([pendingPence, availablePence, heldPence, reservedPence]))

/**
 * Once a night: that the platform's money stays until photographers were paid from it, that there is enough, and that what
 * is its own is fetched in time. Each finding is an urgent alarm (docs/runbook.md, "Platform balance").
 */
export const checkPlatform =
  ({ log, ...parts }: Parts & { log: Log }) =>
  async (): Promise<PlatformBalance> => {
    const { platform, now } = parts
    const balance = await platformBalance(parts)()
    const { availablePence, owedPence, refundsPence, reservePence, safePence } = balance
    const { isManual, minimumPence } = await platform.payoutSchedule()
    const neededPence = owedPence + refundsPence + reservePence
    if (!isManual && minimumPence < neededPence) log.error(urgent.payoutSchedule, { minimumPence, neededPence })
    if (availablePence < 0) log.error(urgent.platformBelowZero, { availablePence, owedPence, refundsPence })
    const since = afterHours(now(), -24 * limits.platform.lyingDays)
    if (safePence > 0 && (await platform.hasLainSince(since)))
      log.error(urgent.moneyLies, { availablePence, safePence })
    return balance
  }
export type CheckPlatform = ReturnType<typeof checkPlatform>
