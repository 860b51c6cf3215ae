import { chorePut } from '#functions/chores/chore-writes.ts'
import type { Put, Table } from '#functions/shared/table/writes.ts'
import { put } from '#functions/shared/table/writes.ts'
import { afterHours, stamp } from '#functions/shared/time/clock.ts'
import type { OrderId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

const fetchedKeys = {
  /** A file of the order was fetched. Beside the order, whose own item changes with its money alone. */
  fetched: (id: OrderId) => ({ PK: `ORDER#${id}`, SK: 'FETCHED' }),
  /** Its buyer was reminded. */
  reminded: (id: OrderId) => ({ PK: `ORDER#${id}`, SK: 'REMINDED' }),
}

/** What waits for an order that was just completed; done again, it is the same. */
export const reminderPut = (orderId: OrderId, completedAt: Date): Put =>
  chorePut({
    kind: 'remind-of-downloads',
    subject: orderId,
    dueAt: stamp(afterHours(completedAt, 24 * limits.order.remindAfterDays)),
  })

/** Whether anything of an order was fetched. */
export const fetchedStore = (table: Pick<Table, 'get' | 'write' | 'transact'>) => ({
  async note(id: OrderId, at: Date): Promise<void> {
    await table.write(put({ ...fetchedKeys.fetched(id), fetchedAt: stamp(at) }, 'absent'))
  },

  async wasFetched(id: OrderId): Promise<boolean> {
    return (await table.get(fetchedKeys.fetched(id))) !== undefined
  },

  /** Mail and note together: one reminder for an order, ever. */
  async remind(id: OrderId, mail: Put, at: Date): Promise<void> {
    await table.transact([put({ ...fetchedKeys.reminded(id), remindedAt: stamp(at) }, 'absent'), mail])
  },
})
export type FetchedStore = ReturnType<typeof fetchedStore>
