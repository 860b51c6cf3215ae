import { chunks } from '#functions/shared/table/chunks.ts'
import { shardOf, type WorkShard } from '#functions/shared/table/shards.ts'
import { traceOf } from '#functions/shared/table/traces.ts'
import type { Item, Key, Put, Update, Write } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import type { Order, OrderFile, OrderItem, OrderStatus } from '#schema/entities/order.ts'
import { storedRenditions } from '#schema/entities/renditions.ts'
import type { OrderId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { isOpen, statesBefore } from './order-states.ts'

/** "01" to "99", and then, so that they sort behind, "A100" to "A999", "B1000" and so on. */
const lineKey = (line: number): string => {
  const digits = String(line).padStart(2, '0')
  return `${['', 'A', 'B'][digits.length - 2] ?? 'C'}${digits}`
}

const filesOf = (line: number): string => `FILE#${lineKey(line)}#`

export const orderKeys = {
  order: (id: OrderId): Key => ({ PK: `ORDER#${id}`, SK: 'META' }),
  item: (id: OrderId, line: number): Key => ({ PK: `ORDER#${id}`, SK: `ITEM#${lineKey(line)}` }),
  lines: 'ITEM#',
  /** The files of a line that is a whole gallery, so many in an item; parts are counted from 0. */
  files: (id: OrderId, line: number, part: number): Key => ({
    PK: `ORDER#${id}`,
    SK: `${filesOf(line)}${String(part).padStart(5, '0')}`,
  }),
  filesOf: (line: number) => filesOf(line),
  allFiles: 'FILE#',
  /** Orders that the reconciler looks at, oldest first. */
  open: (shard: WorkShard) => `OPEN#ORDER#${shard}`,
}

const waiting = (order: Pick<Order, 'id' | 'status' | 'createdAt'>): Item =>
  isOpen(order.status) ? { workKey: orderKeys.open(shardOf(order.id)), workSort: order.createdAt } : {}

/** The first line of each photographer leads to the others of the order: one entry of the index for each, not a line. */
const traceOfLine = ({ orderId, line, photographerId }: OrderItem, all: readonly OrderItem[]): Item =>
  all.find((other) => other.photographerId === photographerId)?.line === line
    ? traceOf(photographerId, orderKeys.item(orderId, line))
    : {}

export const orderPut = (order: Order): Put =>
  put({ ...orderKeys.order(order.id), ...order, ...waiting(order) }, 'absent')

/** @param items All of the order's. */
export const linePuts = (items: readonly OrderItem[]): Put[] =>
  items.map((item) =>
    put(
      {
        ...orderKeys.item(item.orderId, item.line),
        ...item,
        renditions: storedRenditions(item.renditions),
        ...traceOfLine(item, items),
      },
      'absent',
    ),
  )

export type FilesPart = { readonly orderId: OrderId; readonly line: number; readonly part: number }

export const filesPut = ({ orderId, line, part }: FilesPart, files: readonly OrderFile[]): Put =>
  put(
    {
      ...orderKeys.files(orderId, line, part),
      ...{ orderId, line, part },
      files: files.map((file) => ({ ...file, renditions: storedRenditions(file.renditions) })),
    },
    'absent',
  )

/** The files of whole galleries as they are when their order is opened. */
export const filesPuts = (
  orderId: OrderId,
  wholes: readonly { readonly line: number; readonly files: readonly OrderFile[] }[],
): Put[] =>
  wholes.flatMap(({ line, files }) =>
    chunks(files, limits.order.filesAPart).map((some, part) => filesPut({ orderId, line, part }, some)),
  )

export const orderPuts = (order: Order, items: readonly OrderItem[]): Write[] => [orderPut(order), ...linePuts(items)]

export type Settlement = Partial<
  Pick<Order, 'sessionId' | 'sessionUrl' | 'paymentIntentId' | 'chargeId' | 'paidAt' | 'reviewReason'>
>

/**
 * Moves an order to `status`: allowed only from the states of `order-states.ts` and at the total that was opened. Out of
 * the open states it also leaves the reconciler's list. What goes back before an order is completed goes back under
 * review: a person decided, and it moves no more.
 * @param facts `attempt`: only while this is the newest attempt to have it paid.
 * @param from Of those states the ones that what is written beside it holds for.
 */
export const orderMove = (
  order: Pick<Order, 'id' | 'totalPence'>,
  status: OrderStatus,
  { attempt, ...facts }: Settlement & { attempt?: number },
  from: (before: OrderStatus) => boolean = () => true,
): Update =>
  update(orderKeys.order(order.id), {
    set: { ...facts, status },
    ...(!isOpen(status) && { remove: ['workKey', 'workSort'] }),
    when: {
      status: is.oneOf(statesBefore(status).filter(from)),
      totalPence: is.equal(order.totalPence),
      refundVersion: is.absentOr(is.equal(0)),
      ...(attempt !== undefined && { sessionAttempt: is.equal(attempt) }),
    },
  })

/**
 * What went back to the buyer, on the order and on the lines that it is for. What lies in more lines than a transaction
 * takes goes in several, each with the sums of what is written by then.
 */
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
