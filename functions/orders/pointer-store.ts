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
    const seen: string[] = []
    for (let from = 0; from < stripeIds.length; from += 100) {
      const items = await table.getMany(stripeIds.slice(from, from + 100).map(pointerKeys.pointer))
      seen.push(
        ...items.filter(({ seenAt }) => seenAt !== undefined).map(({ PK }) => String(PK).slice('STRIPE#'.length)),
      )
    }
    return seen
  },
})
export type PointerStore = ReturnType<typeof pointerStore>
