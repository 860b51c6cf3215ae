import { shardOf, type WorkShard } from '#functions/shared/table/shards.ts'
import type { Item, Key, Page, Table, Update, Write } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import { Order, OrderItem, type OrderStatus } from '#schema/entities/order.ts'
import { AppError } from '#schema/errors.ts'
import { OrderId } from '#schema/ids.ts'
import { isOpen, statesBefore } from './order-states.ts'
import { pointerPut } from './pointer-store.ts'

export const orderKeys = {
  order: (id: OrderId): Key => ({ PK: `ORDER#${id}`, SK: 'META' }),
  item: (id: OrderId, line: number): Key => ({ PK: `ORDER#${id}`, SK: `ITEM#${String(line).padStart(2, '0')}` }),
  /** Orders that the reconciler looks at, oldest first. */
  open: (shard: WorkShard) => `OPEN#ORDER#${shard}`,
}

const waiting = (order: Pick<Order, 'id' | 'status' | 'createdAt'>): Item =>
  isOpen(order.status) ? { workKey: orderKeys.open(shardOf(order.id)), workSort: order.createdAt } : {}

export const orderPuts = (order: Order, items: readonly OrderItem[]): Write[] => [
  put({ ...orderKeys.order(order.id), ...order, ...waiting(order) }, 'absent'),
  ...items.map((item) => put({ ...orderKeys.item(order.id, item.line), ...item }, 'absent')),
]

export type Settlement = Partial<
  Pick<Order, 'sessionId' | 'sessionUrl' | 'paymentIntentId' | 'chargeId' | 'paidAt' | 'reviewReason'>
>

/**
 * Moves an order to `status`: allowed only from the states of `order-states.ts` and at the total that was opened. Out of
 * the open states it also leaves the reconciler's list. What goes back before an order is completed goes back under
 * review: a person decided, and it moves no more.
 */
export const orderMove = (order: Pick<Order, 'id' | 'totalPence'>, status: OrderStatus, facts: Settlement): Update =>
  update(orderKeys.order(order.id), {
    set: { ...facts, status },
    ...(!isOpen(status) && { remove: ['workKey', 'workSort'] }),
    when: {
      status: is.oneOf(statesBefore(status)),
      totalPence: is.equal(order.totalPence),
      refundVersion: is.absentOr(is.equal(0)),
    },
  })

/** What went back to the buyer, on the order and on the lines that it is for. */
export const orderRefundWrites = (
  order: Order,
  totals: { refundedPence: number; lostPence: number; disputed: boolean },
  lines: readonly { item: OrderItem; refundedPence: number; lostPence: number }[],
): Write[] => [
  update(orderKeys.order(order.id), {
    set: { ...totals, refundVersion: order.refundVersion + 1 },
    when: { refundVersion: is.equal(order.refundVersion) },
  }),
  ...lines.map(({ item, refundedPence, lostPence }) =>
    update(orderKeys.item(order.id, item.line), {
      set: { refundedPence, lostPence },
      when: { refundedPence: is.equal(item.refundedPence) },
    }),
  ),
]

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

    async items(id: OrderId): Promise<OrderItem[]> {
      const { items } = await table.query({
        partition: orderKeys.order(id).PK,
        sort: { beginsWith: 'ITEM#' },
        consistent: true,
      })
      return items.map((item) => OrderItem.parse(item))
    },

    /** @throws AppError `not_purchased` for a line that the order does not have. */
    async item(id: OrderId, line: number): Promise<OrderItem> {
      const item = await table.get(orderKeys.item(id, line))
      if (!item) throw new AppError('not_purchased')
      return OrderItem.parse(item)
    },

    /** Begins another Checkout Session for an order whose last one can no longer be paid. */
    async nextAttempt(order: Order, startedAt: string): Promise<Order> {
      const next = { sessionAttempt: order.sessionAttempt + 1, sessionStartedAt: startedAt }
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
      // A parallel request began it: its attempt is ours.
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
