import type { Item, Key, Table } from './writes.ts'
import { put, remove } from './writes.ts'

const placeKeys = { place: (list: string): Key => ({ PK: `PLACE#${list}`, SK: 'PLACE' }) }

/** Where the last run of a job stopped in a list that it did not come to the end of: the next one goes on from there. */
export const placeStore = (table: Table) => ({
  async find(list: string): Promise<Item | undefined> {
    const item = await table.get(placeKeys.place(list))
    return typeof item?.after === 'string' ? asItem(JSON.parse(item.after)) : undefined
  },

  /** @param after `undefined` at the end of the list: the next run begins at its front. */
  async keep(list: string, after: Item | undefined): Promise<void> {
    await table.write(
      after === undefined
        ? remove(placeKeys.place(list), 'always')
        : put({ ...placeKeys.place(list), after: JSON.stringify(after) }, 'always'),
    )
  },
})
export type PlaceStore = ReturnType<typeof placeStore>

const asItem = (value: unknown): Item | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined
