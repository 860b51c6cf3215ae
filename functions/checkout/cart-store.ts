import type { Key, Put, Table } from '#functions/shared/table/writes.ts'
import { is, put } from '#functions/shared/table/writes.ts'
import { afterHours, epochSeconds } from '#functions/shared/time/clock.ts'
import { OrderId } from '#schema/ids.ts'

const cartKeys = {
  cart: (fingerprint: string): Key => ({ PK: `IDEM#cart#${fingerprint}`, SK: 'IDEM' }),
}

const keptHours = 7 * 24

/**
 * Says which order a cart is bought by; part of the transaction that opens it.
 * @param before The order that was read there: another tab that was faster makes this write fail.
 */
export const cartPut = (
  fingerprint: string,
  before: OrderId | undefined,
  { orderId, at }: { orderId: OrderId; at: Date },
): Put =>
  put(
    { ...cartKeys.cart(fingerprint), orderId, ttl: epochSeconds(afterHours(at, keptHours)) },
    before === undefined ? 'absent' : { orderId: is.equal(before) },
  )

export const cartStore = (table: Table) => ({
  async orderOf(fingerprint: string): Promise<OrderId | undefined> {
    const item = await table.get(cartKeys.cart(fingerprint))
    return item && OrderId.parse(item.orderId)
  },
})
export type CartStore = ReturnType<typeof cartStore>
