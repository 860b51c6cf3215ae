import { shardOf, type WorkShard } from '#functions/shared/table/shards.ts'
import type { Expectation, Item, Key, Put, Update } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { OrderId, PayoutId, UserId } from '#schema/ids.ts'
import { sumPence } from '#schema/money.ts'
import type { BucketChange } from './journal-entries.ts'

export const earningKeys = {
  earning: (orderId: OrderId, sellerId: UserId): Key => ({ PK: `ORDER#${orderId}`, SK: `EARN#${sellerId}` }),
  /** Shares that wait for their release, by the minute it is due. */
  due: (shard: WorkShard) => `DUE#RELEASE#${shard}`,
  /** A seller's shares that can be paid out, oldest first, and behind them those that were refused. */
  payable: (sellerId: UserId) => `PAYABLE#${sellerId}`,
  ofSeller: (sellerId: UserId) => `SELLER#${sellerId}`,
}

type Placed = Pick<Earning, 'orderId' | 'sellerId' | 'releaseAt' | 'paidAt' | 'frozen' | 'lines'> &
  Record<'pendingPence' | 'availablePence', number>

/** The payout that last tried to send a share, when Stripe refused it for good. */
export const refusingPayout = ({ lines }: Pick<Earning, 'lines'>): PayoutId | undefined => {
  const last = lines.at(-1)
  return last?.state === 'rejected' ? last.payoutId : undefined
}

/** Where a share stands among those to be paid: one that was refused keeps no other from its turn. */
const payableSort = ({ paidAt, lines }: Pick<Earning, 'paidAt' | 'lines'>): string =>
  refusingPayout({ lines }) ? `REFUSED#${paidAt}` : paidAt

/** What waits for its release, and then what waits to be paid out; a frozen share waits for neither. */
const waiting = (share: Placed): Item => {
  const { orderId, sellerId, releaseAt, frozen, pendingPence, availablePence } = share
  if (frozen) return {}
  if (pendingPence > 0) return { workKey: earningKeys.due(shardOf(orderId)), workSort: releaseAt }
  if (availablePence > 0) return { workKey: earningKeys.payable(sellerId), workSort: payableSort(share) }
  return {}
}

/** Creates a share: one for each order and seller, ever. */
export const earningPut = (earning: Earning): Put =>
  put(
    {
      ...earningKeys.earning(earning.orderId, earning.sellerId),
      ...earning,
      sellerKey: earningKeys.ofSeller(earning.sellerId),
      sellerSort: earning.paidAt,
      ...waiting(earning),
    },
    'absent',
  )

export type EarningChange = {
  add?: BucketChange
  set?: Partial<Pick<Earning, 'frozen' | 'lines' | 'photos' | 'soldBy'>> & { returnedPence?: number }
  when?: Exclude<Expectation, string>
}
/** Changes a share as it was read: refused when anything changed it since. It joins and leaves the lists of work itself. */
export const earningChange = (earning: Earning, { add = {}, set = {}, when = {} }: EarningChange): Update => {
  const place = waiting({
    ...earning,
    frozen: set.frozen ?? earning.frozen,
    lines: set.lines ?? earning.lines,
    pendingPence: sumPence([earning.pendingPence, add.pendingPence ?? 0]),
    availablePence: sumPence([earning.availablePence, add.availablePence ?? 0]),
  })
  return update(earningKeys.earning(earning.orderId, earning.sellerId), {
    add: { ...Object.fromEntries(Object.entries(add).filter(([, amount]) => amount !== 0)), version: 1 },
    set: { ...set, ...place },
    ...(place.workKey === undefined && { remove: ['workKey', 'workSort'] }),
    when: { version: is.equal(earning.version), ...when },
  })
}
