import * as z from 'zod'
import type { Item, Key, Table } from '#functions/shared/table/writes.ts'
import { put, remove } from '#functions/shared/table/writes.ts'

const key: Key = { PK: 'INSTALLATION#LAYOUT', SK: 'PLACE' }
const Place = z.object({ after: z.record(z.string(), z.string()) })

/** How far the table has been brought to the present layout, so that a walk that breaks off goes on from there. */
export const layoutPlaceStore = (table: Table) => ({
  async find(): Promise<Item | undefined> {
    const item = await table.get(key)
    return item && Place.parse(item).after
  },
  async keep(after: Item): Promise<void> {
    await table.write(put({ ...key, after }, 'always'))
  },
  async forget(): Promise<void> {
    await table.write(remove(key, 'always'))
  },
})
