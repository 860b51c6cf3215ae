import type { Table } from '#functions/shared/table/writes.ts'
import { update } from '#functions/shared/table/writes.ts'
import { pointerKeys, StripePointer } from './pointer-writes.ts'

export const pointerStore = (table: Table) => ({
  async find(stripeId: string): Promise<StripePointer | undefined> {
    const item = await table.get(pointerKeys.pointer(stripeId))
    return item && StripePointer.parse(item)
  },

  /** Notes that a nightly comparison found this object at Stripe. */
  async noteSeen(stripeId: string, seenAt: string): Promise<void> {
    await table.write(update(pointerKeys.pointer(stripeId), { set: { seenAt }, when: 'present' }))
  },

  /** Which of these objects a comparison has found at Stripe. */
  async listSeen(stripeIds: readonly string[]): Promise<string[]> {
    const items = await table.getMany(stripeIds.map(pointerKeys.pointer))
    return items.filter(({ seenAt }) => seenAt !== undefined).map(({ PK }) => String(PK).slice('STRIPE#'.length))
  },
})
export type PointerStore = ReturnType<typeof pointerStore>
