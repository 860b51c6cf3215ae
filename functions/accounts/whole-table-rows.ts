import type { Item } from '#functions/shared/table/writes.ts'
import { type FoundRow, type PersonalRows, rowsOf } from './personal-rows.ts'

const groupSize = 10

/**
 * A person's rows by reading the table from end to end: the way that needs no index, for a table whose earlier items are
 * not completed yet (`trace-layout-store.ts`).
 * @param everyItem Every item of the table; it may lag a moment behind.
 */
export const wholeTableRows = (everyItem: () => AsyncIterable<Item>): PersonalRows =>
  async function* (person) {
    let group: FoundRow[] = []
    for await (const item of everyItem()) {
      group.push(...rowsOf([item], person))
      if (group.length < groupSize) continue
      yield group
      group = []
    }
    yield group
  }
