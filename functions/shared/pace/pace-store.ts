import { busy } from '#functions/shared/http/outage.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Key, Table } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'

/** Who is called at a pace that all functions share. */
export type PaceName = 'stripe' | 'mail' | 'numbers'
export type Pace = { readonly name: PaceName; readonly perSecond: number }

const paceKeys = { pace: (name: PaceName): Key => ({ PK: `PACE#${name}`, SK: 'PACE' }) }

/** Ten messages of a batch, one after the other, still end within a minute; who would wait longer comes again later. */
const longestWaitMs = 4_000
/** So much of what nobody used may be made good: the time between two writes of a pace that is in full use. */
const unusedMs = 250
/** As many as may begin anew at the same moment: each time one of them succeeds, and the others go on from there. */
const mostTries = 5

/** Numbers of the table are decimal: a thousandth of a millisecond is more than any pace needs. */
const rounded = (ms: number): number => Math.round(ms * 1_000) / 1_000

/**
 * The pace of calls over all functions, as one item that says until when calls are given away. Whoever wants some moves it
 * on by their part of a second, so that no two get the same moment. A lease is of several calls: the item is written a few
 * times a second, however fast the pace.
 */
export const paceStore = (table: Table, now: Clock) => ({
  /**
   * @returns when the first of `calls` may begin, in milliseconds since 1970; the others follow at the pace.
   * @throws AppError `unavailable`, with the wait, when so much is given away that nobody should wait for more.
   */
  async lease({ name, perSecond }: Pace, calls: number): Promise<number> {
    const span = rounded((calls * 1_000) / perSecond)
    return retried(mostTries, 'unavailable', async () => {
      const nowMs = now().getTime()
      const taken = await table.write(
        update(paceKeys.pace(name), {
          add: { untilMs: span },
          when: { untilMs: is.absentOr(is.atMost(nowMs + longestWaitMs)) },
        }),
      )
      if (!taken.ok) throw busy('Very much is on its way at this moment.')
      const until = Number(taken.item?.untilMs)
      if (until - span >= nowMs - unusedMs) return until - span
      // No call was made lately; unused calls are not saved up. Of several who find it so, the last one begins anew.
      const begun = await table.write(
        update(paceKeys.pace(name), { set: { untilMs: nowMs + span }, when: { untilMs: is.equal(until) } }),
      )
      return begun.ok ? nowMs : tryAgain
    })
  },
})
export type PaceStore = ReturnType<typeof paceStore>
