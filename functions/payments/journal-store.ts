import type { Item, Table } from '#functions/shared/table/writes.ts'
import { JournalEntry } from '#schema/entities/journal.ts'
import type { UserId } from '#schema/ids.ts'

export const journalStore = (table: Table) => ({
  async listOfSeller(userId: UserId, after?: Item) {
    const page = await table.query({
      partition: `LEDGER#${userId}`,
      consistent: true,
      limit: 500,
      after,
    })
    return { entries: page.items.map((item) => JournalEntry.parse(item)), next: page.next }
  },
})
export type JournalStore = ReturnType<typeof journalStore>
