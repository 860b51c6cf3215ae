import { orderStore } from '#functions/orders/order-store.ts'
import { chunks } from '#functions/shared/table/chunks.ts'
import type { WorkShard } from '#functions/shared/table/shards.ts'
import type { Item, Table, Write } from '#functions/shared/table/writes.ts'
import { Earning } from '#schema/entities/earning.ts'
import { OrderId, UserId } from '#schema/ids.ts'
import { earningKeys } from './earning-writes.ts'
import { soldPhotoOf } from './sale.ts'

export type EarningRef = { orderId: OrderId; sellerId: UserId }

/** Orders of many photos that are read side by side. */
const ordersAtOnce = 10

/** Shares of orders, one a seller. */
export const earningStore = (table: Table) => {
  const orders = orderStore(table)
  const withAllPhotos = async (share: Earning): Promise<Earning> => {
    if (share.morePhotos === 0) return share
    const lines = await orders.items(share.orderId)
    const photos = lines.filter(({ photographerId }) => photographerId === share.sellerId).map(soldPhotoOf)
    return { ...share, photos, morePhotos: 0 }
  }

  return {
    async find({ orderId, sellerId }: EarningRef): Promise<Earning | undefined> {
      const item = await table.get(earningKeys.earning(orderId, sellerId))
      return item && Earning.parse(item)
    },

    /** Those that exist, in no order. */
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

    /** The same shares with all of their photos: of many, most stand in the lines of their order alone. */
    async whole(shares: readonly Earning[]): Promise<Earning[]> {
      const found: Earning[] = []
      for (const some of chunks(shares, ordersAtOnce)) found.push(...(await Promise.all(some.map(withAllPhotos))))
      return found
    },

    /** Runs writes of several entities as one; says which of them was refused. */
    transact: (writes: readonly Write[]) => table.transact(writes),

    /** A seller's sales, newest first: all, those since a moment, those up to one, or those from one to another. */
    async listOfSeller(
      sellerId: UserId,
      { after, limit, from, until }: { after?: Item | undefined; limit?: number; from?: string; until?: string } = {},
    ) {
      const page = await table.query({
        index: 'by-seller',
        partition: earningKeys.ofSeller(sellerId),
        newestFirst: true,
        ...(limit !== undefined && { limit }),
        ...(from !== undefined && until === undefined && { sort: { atLeast: from } }),
        ...(from === undefined && until !== undefined && { sort: { atMost: until } }),
        ...(from !== undefined && until !== undefined && { sort: { between: [from, until] } }),
        after,
      })
      return { earnings: page.items.map((item) => Earning.parse(item)), next: page.next }
    },
  }
}
export type EarningStore = ReturnType<typeof earningStore>
