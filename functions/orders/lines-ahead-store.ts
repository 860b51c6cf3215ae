import { type Chore, choreKeys, chorePut } from '#functions/chores/chore-writes.ts'
import type { ChoreStep, ChoreSteps } from '#functions/chores/do-chores.ts'
import { chunks } from '#functions/shared/table/chunks.ts'
import { removeAll } from '#functions/shared/table/remove-all.ts'
import type { Assert, Put, Remove, Table } from '#functions/shared/table/writes.ts'
import { assert, is, remove, update } from '#functions/shared/table/writes.ts'
import { afterHours, stamp } from '#functions/shared/time/clock.ts'
import { AppError } from '#schema/errors.ts'
import { OrderId } from '#schema/ids.ts'
import { orderKeys } from './order-writes.ts'

/**
 * Orders with more lines than fit into the transaction that opens them (decision 143): first a chore that would sweep the
 * lines, then the lines, then the order in the transaction that takes the chore away. Wherever that breaks off, the order is
 * open with all of its lines, or the chore removes them.
 */

/** Far longer than a request lives: 15 seconds in the cloud. */
const sweepAfterHours = 1
/** A transaction takes 100 writes, one of which is the chore's, and 4 MB: twenty parts of files have 2 MB at most. */
const linesAtOnce = 99
export const filesAtOnce = 20

/** The chore still stands, and its sweep has not begun. A sweep begins once and never ends with an order that opened. */
const unswept = ({ dueAt }: Chore) => ({ dueAt: is.equal(dueAt), begunAt: is.absent })

const notSwept = (chore: Chore): Assert => assert(choreKeys.chore(chore), unswept(chore))

export const linesAheadStore = (table: Table) => ({
  /**
   * Writes lines of an order that is not there yet.
   * @returns The write that belongs into the transaction that opens the order: refused once the lines are being swept.
   * @throws AppError `changed_meanwhile` when that has begun.
   */
  async write(
    orderId: OrderId,
    { lines, files }: { lines: readonly Put[]; files: readonly Put[] },
    now: Date,
  ): Promise<Remove> {
    const chore: Chore = { kind: 'sweep-order', subject: orderId, dueAt: stamp(afterHours(now, sweepAfterHours)) }
    await table.write(chorePut(chore))
    // One after the other: transactions that check the same chore at the same moment refuse each other.
    for (const some of [...chunks(lines, linesAtOnce), ...chunks(files, filesAtOnce)]) {
      if (!(await table.transact([notSwept(chore), ...some])).ok) throw new AppError('changed_meanwhile')
    }
    return remove(choreKeys.chore(chore), unswept(chore))
  },

  /** Removes the lines of an order that was never opened, and never will be once this has begun. */
  async sweep(orderId: OrderId, now: Date, mayGoOn?: () => void): Promise<void> {
    const begun = update(choreKeys.chore({ kind: 'sweep-order', subject: orderId }), {
      set: { begunAt: stamp(now) },
      when: 'present',
    })
    // Without its chore the order was opened, or swept before.
    if (!(await table.write(begun)).ok) return
    // The opening takes the chore away: an order that is there beside one has not come from it, and keeps its lines.
    if (await table.get(orderKeys.order(orderId))) return
    const partition = orderKeys.order(orderId).PK
    for (const beginsWith of [orderKeys.lines, orderKeys.allFiles])
      await removeAll(table, { partition, sort: { beginsWith }, consistent: true }, mayGoOn)
  },
})
export type LinesAhead = ReturnType<typeof linesAheadStore>

/** What is left of checkouts that ended before their order was opened. */
export const orderChores = ({
  ahead,
  now,
}: {
  ahead: Pick<LinesAhead, 'sweep'>
  now: () => Date
}): ChoreSteps<'sweep-order'> => {
  const sweep: ChoreStep = (subject, mayGoOn) => ahead.sweep(OrderId.parse(subject), now(), mayGoOn)
  return { 'sweep-order': sweep }
}
