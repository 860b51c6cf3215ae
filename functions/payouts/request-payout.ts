import type { BalanceStore } from '#functions/payments/balance-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import type { PayoutTask } from '#schema/events/payout.ts'
import type { UserId } from '#schema/ids.ts'
import { type FreshAccount, isReady } from './pay-account.ts'
import type { ReservePayout } from './reserve-payout.ts'

type Parts = {
  balances: Pick<BalanceStore, 'get'>
  freshAccount: FreshAccount
  reserve: ReservePayout
  throttle: Pick<Throttle, 'count'>
  send: Send
  log: Log
}

/** Sets aside all that is available; the worker sends it. Double clicks and two tabs make one payout. */
export const requestPayout =
  ({ balances, freshAccount, reserve, throttle, send, log }: Parts): Operation<typeof api.payouts.endpoints.request> =>
  async ({ caller: { userId } }) => {
    await throttle.count('payoutsPerUser', userId)
    const { availablePence, openPayoutId, payoutHold } = await balances.get(userId)
    if (payoutHold !== null) throw new AppError('payouts_on_hold')
    if (openPayoutId !== null) throw new AppError('payout_in_progress')
    if (availablePence <= 0) throw new AppError('no_balance')
    const account = await freshAccount(userId)
    if (!isReady(account)) throw new AppError('no_payout_account')
    const reserved = await reserve({
      sellerId: userId,
      accountId: account.stripeAccountId,
      trigger: 'request',
      week: null,
    })
    if (reserved.kind === 'held') throw new AppError('payouts_on_hold')
    if (reserved.kind === 'busy') throw new AppError('payout_in_progress')
    if (reserved.kind === 'nothing') throw new AppError('no_balance')

    /** It is decided and stored: if the queue is out of reach, the sweep of open payouts finds it. */
    const ask = async (sellerId: UserId) => {
      const task: PayoutTask = { kind: 'request', sellerId }
      try {
        await send('PAYOUT_REQUESTS_QUEUE_URL', [task])
      } catch (error) {
        log.warn('payout waits for the sweep', { payoutId: reserved.kind, ...describeError(error) })
      }
    }

    await ask(userId)
    return { payoutId: reserved.payout.id, amountPence: reserved.allPence }
  }
