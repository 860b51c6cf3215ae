import { eachPage } from '#functions/shared/table/pages.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { afterHours, afterMonths, type Clock, dayOf, stamp } from '#functions/shared/time/clock.ts'
import type { DayChanges } from '#schema/entities/sold-day.ts'
import type { UserId } from '#schema/ids.ts'
import type { EarningStore } from './earning-store.ts'
import type { DaySpan, SoldDayStore } from './sold-day-store.ts'
import { dayTally, type SoldDay } from './sold-days.ts'

const dayMs = 86_400_000
/** All days of a span, the newest first. */
export const daysDown = ({ from, to }: DaySpan): string[] =>
  Array.from({ length: Math.max(0, (Date.parse(to) - Date.parse(from)) / dayMs + 1) }, (_, back) =>
    new Date(Date.parse(to) - back * dayMs).toISOString().slice(0, 10),
  )

/**
 * How long a day must be over, and without a change, until its sums are kept: its sales are listed by an index that may be
 * behind, and a function that was told of a change may still be writing it (15 minutes at most, Lambda's own limit).
 */
const quietHours = 1
const isQuiet = (day: string, { changedAt }: DayChanges, at: Date): boolean =>
  [afterHours(new Date(day), 24), ...(changedAt === null ? [] : [new Date(changedAt)])].every(
    (last) => afterHours(last, quietHours) <= at,
  )

type Parts = {
  earnings: Pick<EarningStore, 'listOfSeller' | 'whole'>
  soldDays: Pick<SoldDayStore, 'changesOf' | 'keep' | 'listKept'>
  now: Clock
}

/** Adds up what a seller sold on one day, by reading its sales. */
export const readDay =
  ({ earnings }: Pick<Parts, 'earnings'>) =>
  async (
    sellerId: UserId,
    day: string,
    { from = `${day}T00:00:00.000Z`, until = `${day}T23:59:59.999Z` }: { from?: string; until?: string } = {},
  ): Promise<SoldDay> => {
    const tally = dayTally(day)
    const read = (after?: Item) => earnings.listOfSeller(sellerId, { from, until, after })
    for await (const page of eachPage(read)) for (const sale of await earnings.whole(page.earnings)) tally.add(sale)
    return tally.sum()
  }

/** The same for a whole day that is over, and keeps its sums once nothing of it is on its way any more. */
export const makeDay =
  (parts: Parts) =>
  async (sellerId: UserId, day: string): Promise<SoldDay> => {
    const at = parts.now()
    const changes = await parts.soldDays.changesOf(sellerId, day)
    const sum = await readDay(parts)(sellerId, day)
    if (isQuiet(day, changes, at)) await parts.soldDays.keep(sellerId, sum, changes.changes)
    return sum
  }

/**
 * Makes what is missing of a seller's year, the newest first, so that analytics finds it. What there is no time for, the
 * next night does: each day stands for itself.
 * @returns how many days were added up.
 */
export const keepDays =
  (parts: Parts) =>
  async (sellerId: UserId, hasTime: () => boolean): Promise<number> => {
    const now = parts.now()
    const span = { from: dayOf(stamp(afterMonths(now, -12))), to: dayOf(stamp(afterHours(now, -24))) }
    const kept = await parts.soldDays.listKept(sellerId, span)
    const missing = daysDown(span).filter((day) => !kept.has(day))
    for (const [index, day] of missing.entries()) {
      if (!hasTime()) return index
      await makeDay(parts)(sellerId, day)
    }
    return missing.length
  }
export type KeepDays = ReturnType<typeof keepDays>
