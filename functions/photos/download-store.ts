import type { Key, Table } from '#functions/shared/table/writes.ts'
import { update } from '#functions/shared/table/writes.ts'
import type { UserId } from '#schema/ids.ts'

export const downloadKeys = {
  /** One count a seller and UTC day. */
  day: (sellerId: UserId, day: string): Key => ({ PK: `DOWNLOADS#${sellerId}`, SK: day }),
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** How often clients downloaded a photographer's photos: the specification's `client_downloads`, summed by day. */
export const downloadStore = (table: Table) => ({
  async record(sellerId: UserId, at: Date): Promise<void> {
    await table.write(update(downloadKeys.day(sellerId, dayOf(at)), { add: { count: 1 }, when: 'always' }))
  },

  /** Downloads from one day to another, both included; one query of at most a year's days. */
  async countBetween(sellerId: UserId, from: Date, to: Date): Promise<number> {
    const { items } = await table.query({
      partition: downloadKeys.day(sellerId, '').PK,
      sort: { between: [dayOf(from), dayOf(to)] },
    })
    return items.reduce((sum, item) => sum + Number(item.count ?? 0), 0)
  },
})
export type DownloadStore = ReturnType<typeof downloadStore>
