import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'
import { isHeld, payableOf, shareOf } from '#test/support/model/books.ts'
import type { Sale } from '#test/support/model/facts.ts'
import { halfUp, total } from '#test/support/model/pence.ts'
import { sellerSums, sellersOf } from '#test/support/model/sale.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'
import { releasePayoutHolds } from './calm.ts'
import type { Judged } from './judge.ts'
import { moneyFacts } from './money-checks.ts'
import type { Finding } from './sold-cart.ts'

/**
 * A photographer asks for a payout at a calm moment, and nothing fails on the way: then it is the model that says what is
 * set aside, or that there is nothing.
 */
export const judgePayout = async (world: MoneyWorld, judged: Judged, seller: UserId): Promise<Finding[]> => {
  const { openPayoutId } = await world.balanceOf(seller)
  if (openPayoutId !== null) return []
  await releasePayoutHolds(world)
  const should = payableOf(judged.sales, seller, judged.when)
  const wrong = (found: string) => [{ rule: 'payout', subject: seller, found }]
  try {
    const { amountPence } = await world.requestPayout(world.payoutRequest(seller))
    return amountPence === should ? [] : wrong(`${amountPence}p set aside, the model says ${should}p`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Nothing to pay comes before nowhere to pay it.
    if (error.code === 'no_payout_account' && should > 0) return []
    if (error.code === 'no_balance' && should === 0) return []
    return wrong(`${error.code}, the model says ${should}p`)
  }
}

/**
 * What the platform's balance did not cover is set aside for its photographer no longer than it is theirs: once a buyer has
 * money back, or a bank asks for it, nothing of that sale waits to be sent.
 */
export const judgeWaiting = (world: MoneyWorld, { sales, when }: Judged): Finding[] =>
  moneyFacts(world).earnings.flatMap(({ orderId, orderNumber, sellerId, lines }) => {
    const sale = sales.find((each) => each.orderId === orderId)
    if (!sale || !lines.some(({ state, short }) => state === 'reserved' && short !== null)) return []
    const { availablePence, reservedPence } = shareOf(sale, sellerId, when)
    const found = `${reservedPence}p wait to be sent, of a sale that ${availablePence < 0 ? 'owes' : 'is held'}`
    return availablePence < 0 || isHeld(sale) ? [{ rule: 'waiting', subject: `${orderNumber} ${sellerId}`, found }] : []
  })

/** Since when each share owes something without a break: a share, and the calm moment before it first did. */
export type Debts = Map<string, Date>

/**
 * Whoever owes what was paid out is asked for it: a transfer of theirs is reversed, or Stripe has refused to, since the
 * debt began. @returns what was never asked for.
 */
export const judgeDebts = (
  world: MoneyWorld,
  { sales, when, debts, calmBefore }: Judged & { debts: Debts; calmBefore: Date },
): Finding[] =>
  sales.flatMap((sale) =>
    sellersOf(sale).flatMap((seller) => {
      const share = `${sale.orderId} ${seller}`
      const { availablePence, paidPence } = shareOf(sale, seller, when)
      if (availablePence >= 0 || paidPence <= 0) {
        debts.delete(share)
        return []
      }
      const since = debts.get(share) ?? calmBefore
      debts.set(share, since)
      const transfers = new Set(
        world.stripe
          .transfers()
          .filter(({ orderId, sellerId }) => orderId === sale.orderId && sellerId === seller)
          .map(({ id }) => id),
      )
      const isRefused = world.stripe
        .triedReversals()
        .some((tried) => transfers.has(tried.transferId) && tried.isRefused && !tried.isByHand && tried.at >= since)
      const found = `${availablePence}p are owed of ${paidPence}p since ${since.toISOString()}, and were never asked for`
      return isRefused ? [] : [{ rule: 'debts are asked for', subject: share, found }]
    }),
  )

/**
 * No more is taken back of a photographer than refunds and disputes explain, those that failed or were won included: they
 * may have been the reason at the time. Each may round up by a penny.
 */
export const judgeReversals = (world: MoneyWorld, sales: readonly Sale[]): Finding[] =>
  sales.flatMap((sale) =>
    sellersOf(sale).flatMap((seller) => {
      const { netPence, sharePence } = sellerSums(sale, seller)
      if (netPence === 0) return []
      const transfers = new Set(
        world.stripe
          .transfers()
          .filter(({ orderId, sellerId }) => orderId === sale.orderId && sellerId === seller)
          .map(({ id }) => id),
      )
      const taken = world.stripe
        .triedReversals()
        .filter(({ transferId, isRefused, isByHand }) => transfers.has(transferId) && !isRefused && !isByHand)
        .map(({ amountPence }) => amountPence)
      const reasons = [
        ...sale.refunds.map(({ amountPence }) => amountPence),
        ...sale.disputes.map(({ withdrawnPence }) => withdrawnPence),
      ]
      const explained = halfUp(sharePence * total(reasons), netPence) + reasons.length
      const found = `${total(taken)}p were taken back, refunds and disputes explain ${explained}p`
      return total(taken) <= explained ? [] : [{ rule: 'reversals', subject: `${sale.orderId} ${seller}`, found }]
    }),
  )
