import type { Item, Table } from '#functions/shared/table/writes.ts'
import { JournalEntry } from '#schema/entities/journal.ts'
import type { UserId } from '#schema/ids.ts'

export const journalStore = (table: Table) => ({
  /** A page of what happened to a seller's money after their sales, the oldest first. */
  async listOfSeller(userId: UserId, { after, limit = 500 }: { after?: Item | undefined; limit?: number } = {}) {
    const page = await table.query({
      partition: `LEDGER#${userId}`,
      consistent: true,
      limit,
      after,
    })
    return { entries: page.items.map((item) => JournalEntry.parse(item)), next: page.next }
  },
})
export type JournalStore = ReturnType<typeof journalStore>
