import * as z from 'zod'
import type { Item, Key, Table } from '#functions/shared/table/writes.ts'
import { put, remove } from '#functions/shared/table/writes.ts'

const key: Key = { PK: 'INSTALLATION#LAYOUT', SK: 'PLACE' }
/** Rises with what a walk completes: the place of an earlier release's walk says nothing of the items before it. */
const walk = 2
const Place = z.object({ after: z.record(z.string(), z.string()), walk: z.int().default(1) })

/** How far the table has been brought to the present layout, so that a walk that breaks off goes on from there. */
export const layoutPlaceStore = (table: Table) => ({
  async find(): Promise<Item | undefined> {
    const item = await table.get(key)
    const place = item && Place.parse(item)
    return place?.walk === walk ? place.after : undefined
  },
  async keep(after: Item): Promise<void> {
    await table.write(put({ ...key, after, walk }, 'always'))
  },
  async forget(): Promise<void> {
    await table.write(remove(key, 'always'))
  },
})
