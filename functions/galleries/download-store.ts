import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Key, Table } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { dayOf, stamp } from '#functions/shared/time/clock.ts'
import type { UserId } from '#schema/ids.ts'

export const downloadKeys = {
  /** One count a seller and UTC day. */
  day: (sellerId: UserId, day: string): Key => ({ PK: `DOWNLOADS#${sellerId}`, SK: day }),
}

const maxTries = 20

/** How often clients downloaded a photographer's photos: the specification's `client_downloads`, summed by day. */
export const downloadStore = (table: Table) => ({
  /**
   * Shows what the queue counted of a day. How much of it the row holds is noted in the row, so that it is added once; what
   * was counted under a limit, or by the last release, stays beside it.
   * @param total All that the queue has counted of this day so far.
   */
  async showDay(sellerId: UserId, day: string, total: number): Promise<void> {
    const key = downloadKeys.day(sellerId, day)
    return retried(maxTries, 'unavailable', async () => {
      const row = await table.get(key)
      const shown = row?.counted === undefined ? undefined : Number(row.counted)
      const more = total - (shown ?? 0)
      // A later message with a larger total was written first.
      if (more <= 0) return
      const when = { counted: shown === undefined ? is.absent : is.equal(shown) }
      const written = await table.write(update(key, { add: { count: more, counted: more }, when }))
      return written.ok ? undefined : tryAgain
    })
  },

  /** Downloads from one day to another, both included; one query of at most a year's days. */
  async countBetween(sellerId: UserId, from: Date, to: Date): Promise<number> {
    const { items } = await table.query({
      partition: downloadKeys.day(sellerId, '').PK,
      sort: { between: [dayOf(stamp(from)), dayOf(stamp(to))] },
    })
    return items.reduce((sum, item) => sum + Number(item.count ?? 0), 0)
  },
})
export type DownloadStore = ReturnType<typeof downloadStore>
