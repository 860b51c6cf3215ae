import { allOf } from '#functions/shared/table/pages.ts'
import type { WorkShard } from '#functions/shared/table/shards.ts'
import type { Item, Key, Page, Table, Write } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { afterMs, stamp } from '#functions/shared/time/clock.ts'
import { Order, OrderItem } from '#schema/entities/order.ts'
import { AppError } from '#schema/errors.ts'
import { OrderId } from '#schema/ids.ts'
import type { BoughtLine } from '#schema/web-size.ts'
import { orderKeys } from './order-writes.ts'
import { pointerPut } from './pointer-writes.ts'

/** A line with the order that it is of. */
export type Bought = { readonly order: Order; readonly item: OrderItem }

/** Orders with their items. The id is the buyer's secret; whoever has it may read. */
export const orderStore = (table: Table) => {
  const find = async (id: OrderId): Promise<Order | undefined> => {
    const item = await table.get(orderKeys.order(id))
    return item && Order.parse(item)
  }

  /** @throws AppError `order_not_found`. */
  const get = async (id: OrderId): Promise<Order> => {
    const order = await find(id)
    if (!order) throw new AppError('order_not_found')
    return order
  }

  return {
    find,
    get,

    /** Those of them that are there, each once. */
    async findAll(ids: readonly OrderId[]): Promise<Order[]> {
      const items = await table.getMany(ids.map(orderKeys.order))
      return items.map((item) => Order.parse(item))
    },

    async items(id: OrderId): Promise<OrderItem[]> {
      const lines = { partition: orderKeys.order(id).PK, sort: { beginsWith: orderKeys.lines }, consistent: true }
      return allOf(
        (after) => table.query({ ...lines, after }),
        ({ items }) => items.map((item) => OrderItem.parse(item)),
      )
    },

    /** A page of what an order bought, in its order. */
    async listItems(id: OrderId, after?: Item) {
      const page = await table.query({
        partition: orderKeys.order(id).PK,
        sort: { beginsWith: orderKeys.lines },
        limit: 200,
        after,
        consistent: true,
      })
      return {
        items: page.items.map((item) => ({ place: String(item.SK), item: OrderItem.parse(item) })),
        next: page.next,
      }
    },

    /** @throws AppError `not_purchased` for a line that the order does not have. */
    async item(id: OrderId, line: number): Promise<OrderItem> {
      const item = await table.get(orderKeys.item(id, line))
      if (!item) throw new AppError('not_purchased')
      return OrderItem.parse(item)
    },

    /** Lines of whatever orders, each with its order. What is not there is left out. */
    async bought(lines: readonly BoughtLine[]): Promise<Bought[]> {
      const keys = lines.flatMap(({ orderId, line }) => [orderKeys.order(orderId), orderKeys.item(orderId, line)])
      const found = new Map((await table.getMany(keys)).map((item) => [`${item.PK} ${item.SK}`, item]))
      const read = ({ PK, SK }: Key) => found.get(`${PK} ${SK}`)
      return lines.flatMap(({ orderId, line }) => {
        const [order, item] = [read(orderKeys.order(orderId)), read(orderKeys.item(orderId, line))]
        return order && item ? [{ order: Order.parse(order), item: OrderItem.parse(item) }] : []
      })
    },

    /**
     * Begins another Checkout Session for an order whose last one can no longer be paid. In a later second than that: by the
     * second in which a session ends its news is told from that of one which is not noted yet (`session-verdict.ts`).
     */
    async nextAttempt(order: Order, startedAt: string): Promise<Order> {
      const earliest = stamp(afterMs(new Date(order.sessionStartedAt), 1_000))
      const sessionStartedAt = startedAt > earliest ? startedAt : earliest
      const next = { sessionAttempt: order.sessionAttempt + 1, sessionStartedAt }
      const written = await table.write(
        update(orderKeys.order(order.id), {
          set: { ...next, sessionId: null, sessionUrl: null },
          when: {
            status: is.equal('awaiting_payment'),
            sessionAttempt: is.equal(order.sessionAttempt),
            // A session that was noted since is not passed over: it may be paid.
            sessionId: is.equal(order.sessionId),
          },
        }),
      )
      // A parallel request began a new session: this one uses it.
      return written.ok ? Order.parse(written.item) : get(order.id)
    },

    /**
     * T2: notes the session that pays for this attempt. A webhook or a parallel request may have been faster; the answer is
     * the order as it is now, whoever wrote it.
     */
    async attachSession(order: Order, session: { id: string; url: string | null }): Promise<Order> {
      const noted = { sessionId: session.id, sessionUrl: session.url }
      const attached = await table.transact([
        update(orderKeys.order(order.id), {
          set: noted,
          when: {
            status: is.equal('awaiting_payment'),
            sessionAttempt: is.equal(order.sessionAttempt),
            sessionId: is.oneOf([null, session.id]),
          },
        }),
        pointerPut(session.id, { orderId: order.id }),
      ])
      return attached.ok ? { ...order, ...noted } : get(order.id)
    },

    /** A page of the orders that have been open since before `before`, for the reconciler. From an index: recheck. */
    async listOpen(shard: WorkShard, { before, after }: { before: string; after?: Item | undefined }) {
      const page: Page = await table.query({
        index: 'work',
        partition: orderKeys.open(shard),
        sort: { atMost: before },
        limit: 100,
        after,
      })
      return { orderIds: page.items.map(({ id }) => OrderId.parse(id)), next: page.next }
    },

    /** Runs writes of several entities as one; says which of them was refused. */
    transact: (writes: readonly Write[]) => table.transact(writes),
  }
}
export type OrderStore = ReturnType<typeof orderStore>
