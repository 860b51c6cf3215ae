import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Key, Put, Table } from '#functions/shared/table/writes.ts'
import { put } from '#functions/shared/table/writes.ts'
import { afterHours, epochSeconds } from '#functions/shared/time/clock.ts'
import { type IdempotencyKey, OrderId } from '#schema/ids.ts'
import { type CartOrders, cartKeys, ordersIn } from './cart-store.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

const idempotencyKeys = {
  request: (route: string, key: IdempotencyKey): Key => ({ PK: `IDEM#${route}#${sha256(key)}`, SK: 'IDEM' }),
}

/** What a request that carried a key led to. */
export const Remembered = z.object({ fingerprint: z.string(), orderId: OrderId })
export type Remembered = z.infer<typeof Remembered>

/** The content of a request, comparable: the same key with another fingerprint is another request. */
export const fingerprintOf = (content: unknown): string => sha256(JSON.stringify(content))

const keptHours = 7 * 24

export type IdempotentRequest = { route: string; key: IdempotencyKey; fingerprint: string }
/** Remembers a request; part of the transaction that is its effect. */
export const idempotencyPut = (
  { route, key, fingerprint }: IdempotentRequest,
  { orderId, at }: { orderId: OrderId; at: Date },
): Put =>
  put(
    { ...idempotencyKeys.request(route, key), fingerprint, orderId, ttl: epochSeconds(afterHours(at, keptHours)) },
    'absent',
  )

type AskedRequest = Pick<IdempotentRequest, 'route' | 'key'>
export const idempotencyStore = (table: Table) => ({
  async find({ route, key }: AskedRequest): Promise<Remembered | undefined> {
    const item = await table.get(idempotencyKeys.request(route, key))
    return item && Remembered.parse(item)
  },

  /** The same, and with it which orders a cart is bought by: one request. */
  async findWithCart({ route, key }: AskedRequest, cart: string): Promise<{ known?: Remembered; before: CartOrders }> {
    const own = idempotencyKeys.request(route, key)
    const items = await table.getMany([own, cartKeys.cart(cart)])
    const item = items.find(({ PK }) => PK === own.PK)
    const before = ordersIn(items.find(({ PK }) => PK !== own.PK))
    return { ...(item && { known: Remembered.parse(item) }), before }
  },
})
export type IdempotencyStore = ReturnType<typeof idempotencyStore>
