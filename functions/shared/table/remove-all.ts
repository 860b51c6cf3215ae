import { eachPage } from './pages.ts'
import { type Item, keyOf, remove, type SortRange, type Table } from './writes.ts'

type Question = { readonly partition: string; readonly sort?: SortRange; readonly consistent?: boolean }

/** As many writes as a transaction takes. */
const atOnce = 100

/**
 * Deletes every item of a partition, or of a range of it. What breaks off is done when it is called again.
 * @param mayGoOn Called with each hundred; throws when the time is over.
 */
export const removeAll = async (
  table: Pick<Table, 'query' | 'transact'>,
  question: Question,
  mayGoOn: () => void = () => {},
): Promise<void> => {
  const read = (after: Item | undefined) => table.query({ ...question, limit: atOnce, after })
  for await (const { items } of eachPage(read)) {
    mayGoOn()
    if (items.length === 0) continue
    await table.transact(items.map((item) => remove(keyOf(item), 'always')))
  }
}
