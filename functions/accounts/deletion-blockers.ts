import type { BalanceStore } from '#functions/payments/balance-store.ts'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Wait } from '#schema/api/accounts.ts'
import type { Balance, Earning } from '#schema/entities/earning.ts'
import type { UserId } from '#schema/ids.ts'
import { SumPence, sumPence } from '#schema/money.ts'

type Parts = { balances: Pick<BalanceStore, 'get'>; earnings: Pick<EarningStore, 'listOfSeller'> }

/** What has to be settled before a photographer's account can be erased: nothing, in the best case. */
export type DeletionBlockers = (userId: UserId) => Promise<Wait[]>

/** All of a photographer's sales, newest first. */
export async function* salesOf({ earnings }: Pick<Parts, 'earnings'>, userId: UserId): AsyncGenerator<Earning> {
  for await (const page of eachPage((after) => earnings.listOfSeller(userId, { after }))) yield* page.earnings
}

/**
 * Reads the balance, and every sale: a bank that only inquires freezes a share and takes nothing, so no sum tells of it.
 */
export const deletionBlockersOf =
  (parts: Parts): DeletionBlockers =>
  async (userId) => {
    const balance = await parts.balances.get(userId)
    let frozenPence = 0
    let isFrozen = false
    for await (const share of salesOf(parts, userId)) {
      if (!share.frozen) continue
      isFrozen = true
      frozenPence = sumPence([frozenPence, share.amountPence])
    }
    return [
      ...(isFrozen || balance.disputedPence !== 0 || balance.heldPence !== 0
        ? [
            {
              reason: 'dispute_open' as const,
              amountPence: SumPence.parse(Math.max(frozenPence, balance.disputedPence)),
            },
          ]
        : []),
      ...moneyOf(balance),
    ]
  }

const moneyOf = ({ availablePence, pendingPence, reservedPence, openPayoutId }: Balance): Wait[] => {
  const due = sumPence([Math.max(0, availablePence), pendingPence, reservedPence])
  return [
    ...(availablePence < 0 ? [{ reason: 'money_owed' as const, amountPence: SumPence.parse(-availablePence) }] : []),
    ...(due !== 0 || openPayoutId !== null ? [{ reason: 'money_due' as const, amountPence: SumPence.parse(due) }] : []),
  ]
}
