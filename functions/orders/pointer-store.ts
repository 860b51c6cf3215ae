import type { Table } from '#functions/shared/table/writes.ts'
import { pointerKeys, StripePointer } from './pointer-writes.ts'

export const pointerStore = (table: Table) => ({
  async find(stripeId: string): Promise<StripePointer | undefined> {
    const item = await table.get(pointerKeys.pointer(stripeId))
    return item && StripePointer.parse(item)
  },
})
export type PointerStore = ReturnType<typeof pointerStore>
