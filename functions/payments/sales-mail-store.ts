import { choreKeys } from '#functions/chores/chore-writes.ts'
import type { Put, Table } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { stamp } from '#functions/shared/time/clock.ts'

/** Notes on the chore of a day's summary. */
export const salesMailStore = (table: Pick<Table, 'transact'>) => ({
  /** Puts the mail into the outbox together with the note that it is there: a job that broke off after it sends no other. */
  async tellOnce(subject: string, mail: Put, at: Date): Promise<void> {
    const noted = update(choreKeys.chore({ kind: 'sum-up-sales', subject }), {
      set: { toldAt: stamp(at) },
      when: { toldAt: is.absent, dueAt: is.present },
    })
    await table.transact([noted, mail])
  },
})
export type SalesMailStore = ReturnType<typeof salesMailStore>
