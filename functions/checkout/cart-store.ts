import * as z from 'zod'
import type { Item, Key, Put, Table } from '#functions/shared/table/writes.ts'
import { is, put } from '#functions/shared/table/writes.ts'
import { afterHours, epochSeconds } from '#functions/shared/time/clock.ts'
import { OrderId } from '#schema/ids.ts'

export const cartKeys = {
  cart: (fingerprint: string): Key => ({ PK: `IDEM#cart#${fingerprint}`, SK: 'IDEM' }),
}

const keptHours = 7 * 24

/** A buyer tries a code, leaves it out and tries another; what came before these is not looked for any more. */
const keptOrders = 4

/** An order that a cart is bought by; `code` says with which discount code, as a hash. */
const CartOrder = z.object({ orderId: OrderId, code: z.string() })
type CartOrder = z.infer<typeof CartOrder>
/** The newest first. */
export type CartOrders = readonly CartOrder[]

/**
 * Says which order a cart is bought by; part of the transaction that opens it.
 * @param before The orders that were read there: another tab that was faster makes this write fail.
 */
export const cartPut = (
  fingerprint: string,
  before: CartOrders,
  { orderId, code, at }: CartOrder & { at: Date },
): Put => {
  const [newest] = before
  const others = before.filter((each) => each.code !== code)
  return put(
    {
      ...cartKeys.cart(fingerprint),
      orderId,
      orders: [{ orderId, code }, ...others].slice(0, keptOrders),
      ttl: epochSeconds(afterHours(at, keptHours)),
    },
    newest === undefined ? 'absent' : { orderId: is.equal(newest.orderId) },
  )
}

export const ordersIn = (item: Item | undefined): CartOrders => (item ? z.array(CartOrder).parse(item.orders) : [])

export const cartStore = (table: Table) => ({
  /** None, where the cart is new. */
  async ordersOf(fingerprint: string): Promise<CartOrders> {
    return ordersIn(await table.get(cartKeys.cart(fingerprint)))
  },
})
export type CartStore = ReturnType<typeof cartStore>
