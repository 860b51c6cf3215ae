import { chunks } from './chunks.ts'
import type { Item, Key, Table } from './writes.ts'

/** As many keys as one request takes. */
const keysAtOnce = 100

/** The same as `getMany` for any number of keys. */
export const getAll = async (
  table: Pick<Table, 'getMany'>,
  keys: readonly Key[],
  options?: { consistent?: boolean },
): Promise<Item[]> => {
  const found = await Promise.all(chunks(keys, keysAtOnce).map((some) => table.getMany(some, options)))
  return found.flat()
}
