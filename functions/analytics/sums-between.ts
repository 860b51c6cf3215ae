import type { EarningStore } from '#functions/payments/earning-store.ts'
import { daysDown, makeDay, readDay } from '#functions/payments/kept-days.ts'
import type { SoldDayStore } from '#functions/payments/sold-day-store.ts'
import type { SoldDay } from '#functions/payments/sold-days.ts'
import { busy } from '#functions/shared/http/outage.ts'
import { afterHours, afterMs, type Clock, dayOf, stamp } from '#functions/shared/time/clock.ts'
import type { UserId } from '#schema/ids.ts'

/** `patienceMs`: how long days whose sums are missing are added up. */
export type Asked = { readonly from: Date; readonly to: Date; readonly patienceMs: number }
type Parts = { earnings: Pick<EarningStore, 'listOfSeller' | 'whole'>; soldDays: SoldDayStore; now: Clock }

/** The days of a window, newest first: the first and the last by their sales, the others by their sums. */
export const sumsBetween = async (
  parts: Parts,
  seller: UserId,
  { from, to, patienceMs }: Asked,
): Promise<SoldDay[]> => {
  const until = afterMs(parts.now(), patienceMs)
  const [first, last] = [dayOf(stamp(from)), dayOf(stamp(to))]
  const between = {
    from: dayOf(stamp(afterHours(new Date(first), 24))),
    to: dayOf(stamp(afterHours(new Date(last), -24))),
  }
  const read = readDay(parts)
  const [kept, newest, oldest] = await Promise.all([
    parts.soldDays.list(seller, between),
    read(seller, last, { until: stamp(to) }),
    read(seller, first, { from: stamp(from) }),
  ])
  const days = [newest]
  for (const day of daysDown(between)) {
    const known = kept.get(day)
    if (!known && parts.now() > until) throw busy('Your many sales are being added up for the first time.')
    days.push(known ?? (await makeDay(parts)(seller, day)))
  }
  return [...days, oldest]
}
