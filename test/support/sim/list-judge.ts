import type { UserId } from '#schema/ids.ts'
import { shareOf } from '#test/support/model/books.ts'
import { total } from '#test/support/model/pence.ts'
import { returnedOf } from '#test/support/model/returned.ts'
import { priced, sellerSums, sellersOf } from '#test/support/model/sale.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'
import type { Judged } from './judge.ts'
import type { Finding } from './sold-cart.ts'

/**
 * What a photographer reads: the first page of their sales, line by line what the model says of each, newest first; and
 * the three sums above it.
 */
export const judgeScreens = async (world: MoneyWorld, { sales, when }: Judged, seller: UserId): Promise<Finding[]> => {
  const theirs = sales.filter((sale) => sellersOf(sale).includes(seller))
  const { items, nextCursor } = await world.sales(world.salesRequest(seller))
  const wrong = (what: string, is: number, should: number): Finding[] =>
    is === should
      ? []
      : [{ rule: 'list of sales', subject: seller, found: `${what} is ${is}, the model says ${should}` }]
  const parts = theirs.map((sale) => shareOf(sale, seller, when))
  const balance = await world.balance(world.balanceRequest(seller))
  const isWhole = nextCursor === undefined
  const listed = (name: 'grossPence' | 'feePence' | 'sharePence') => total(items.map((item) => item[name]))
  const sums = theirs.map((sale) => sellerSums(sale, seller))
  const back = theirs.flatMap((sale) =>
    returnedOf(sale)
      .filter((_, place) => priced(sale)[place]?.seller === seller)
      .map(({ refundedPence, lostPence }) => refundedPence + lostPence),
  )
  const earned =
    total(sums.map(({ sharePence }) => sharePence)) - total(parts.map(({ reversedPence }) => reversedPence))
  return [
    ...wrong('available', balance.availablePence, total(parts.map(({ availablePence }) => availablePence))),
    ...wrong('pending', balance.pendingPence, total(parts.map(({ pendingPence }) => pendingPence))),
    ...wrong('held', balance.heldPence, total(parts.map(({ heldPence }) => heldPence))),
    ...wrong('total earned', balance.totalEarnedPence, earned),
    ...(isWhole
      ? [
          ...wrong('count', items.length, theirs.length),
          ...wrong('gross', listed('grossPence'), total(sums.map(({ netPence }) => netPence))),
          ...wrong('fees', listed('feePence'), total(sums.map(({ feePence }) => feePence))),
          ...wrong('shares', listed('sharePence'), total(sums.map(({ sharePence }) => sharePence))),
          ...wrong('what went back', total(items.map(({ returnedPence }) => returnedPence)), total(back)),
        ]
      : []),
    ...items.slice(1).flatMap(({ paidAt }, place) => {
      const before = items[place]?.paidAt ?? paidAt
      return before >= paidAt ? [] : [{ rule: 'list of sales', subject: seller, found: `${paidAt} after ${before}` }]
    }),
  ]
}
