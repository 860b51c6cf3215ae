import * as z from 'zod'
import { traceOf } from '#functions/shared/table/traces.ts'
import type { Key, Put } from '#functions/shared/table/writes.ts'
import { is, put } from '#functions/shared/table/writes.ts'
import { OrderId, PayoutId, UserId } from '#schema/ids.ts'

export const pointerKeys = {
  pointer: (stripeId: string): Key => ({ PK: `STRIPE#${stripeId}`, SK: 'PTR' }),
}

/** The order or user that an object of Stripe's belongs to. */
export const StripePointer = z.object({
  orderId: OrderId.optional(),
  payoutId: PayoutId.optional(),
  userId: UserId.optional(),
})
export type StripePointer = z.infer<typeof StripePointer>

/** Points an object of Stripe's to ours. It never points to another one later: that write is refused. */
export const pointerPut = (stripeId: string, target: StripePointer): Put => {
  const asked = Object.entries(target).flatMap(([name, id]) => (id === undefined ? [] : [[name, id] as const]))
  const { userId, orderId } = target
  const key = pointerKeys.pointer(stripeId)
  // What names an order as well is the ledger's, and stays when the user goes.
  const trace = userId !== undefined && orderId === undefined ? traceOf(userId, key) : {}
  return put(
    { ...key, ...target, ...trace },
    Object.fromEntries(asked.map(([name, id]) => [name, is.absentOr(is.equal(id))])),
  )
}
