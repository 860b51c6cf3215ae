import { shardOf, type WorkShard } from '#functions/shared/table/shards.ts'
import type { Expectation, Item, Key, Put, Table, Update, Write } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import { Earning } from '#schema/entities/earning.ts'
import { OrderId, type PayoutId, UserId } from '#schema/ids.ts'
import { sumPence } from '#schema/money.ts'
import type { BucketChange } from './journal-store.ts'

const earningKeys = {
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

type Change = {
  add?: BucketChange
  set?: Partial<Pick<Earning, 'frozen' | 'lines' | 'photos'>> & { returnedPence?: number }
  when?: Exclude<Expectation, string>
}
/** Changes a share as it was read: refused when anything changed it since. It joins and leaves the lists of work itself. */
export const earningChange = (earning: Earning, { add = {}, set = {}, when = {} }: Change): Update => {
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

export type EarningRef = { orderId: OrderId; sellerId: UserId }

/** Shares of orders, one a seller. */
export const earningStore = (table: Table) => ({
  async find({ orderId, sellerId }: EarningRef): Promise<Earning | undefined> {
    const item = await table.get(earningKeys.earning(orderId, sellerId))
    return item && Earning.parse(item)
  },

  /** Those of at most 100 that exist, in no order. */
  async getMany(refs: readonly EarningRef[]): Promise<Earning[]> {
    const items = await table.getMany(refs.map(({ orderId, sellerId }) => earningKeys.earning(orderId, sellerId)))
    return items.map((item) => Earning.parse(item))
  },

  async listOfOrder(orderId: OrderId): Promise<Earning[]> {
    const { items } = await table.query({
      partition: `ORDER#${orderId}`,
      sort: { beginsWith: 'EARN#' },
      consistent: true,
    })
    return items.map((item) => Earning.parse(item))
  },

  /** A page of the shares whose hold is over at `now`. From an index: recheck by condition. */
  async listDue(
    shard: WorkShard,
    { now, after, limit = 200 }: { now: string; after?: Item | undefined; limit?: number },
  ) {
    const page = await table.query({
      index: 'work',
      partition: earningKeys.due(shard),
      sort: { atMost: now },
      limit,
      after,
    })
    const refs = page.items.map(
      ({ orderId, sellerId }): EarningRef => ({ orderId: OrderId.parse(orderId), sellerId: UserId.parse(sellerId) }),
    )
    return { refs, next: page.next }
  },

  /** The first of a seller's shares that can be paid out. From an index: recheck by condition. */
  async listPayable(sellerId: UserId, limit: number): Promise<EarningRef[]> {
    const page = await table.query({ index: 'work', partition: earningKeys.payable(sellerId), limit })
    return page.items.map(({ orderId }) => ({ orderId: OrderId.parse(orderId), sellerId }))
  },

  /** Runs writes of several entities as one; says which of them was refused. */
  transact: (writes: readonly Write[]) => table.transact(writes),

  /** A seller's sales, newest first: all, those since a moment, or those up to one. */
  async listOfSeller(
    sellerId: UserId,
    { after, limit, from, until }: { after?: Item | undefined; limit?: number; from?: string; until?: string } = {},
  ) {
    const page = await table.query({
      index: 'by-seller',
      partition: earningKeys.ofSeller(sellerId),
      newestFirst: true,
      ...(limit !== undefined && { limit }),
      ...(from !== undefined && { sort: { atLeast: from } }),
      ...(until !== undefined && { sort: { atMost: until } }),
      after,
    })
    return { earnings: page.items.map((item) => Earning.parse(item)), next: page.next }
  },
})
export type EarningStore = ReturnType<typeof earningStore>
