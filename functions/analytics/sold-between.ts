import type { EarningStore } from '#functions/payments/earning-store.ts'
import type { SoldDayStore } from '#functions/payments/sold-day-store.ts'
import { readWhole } from '#functions/payments/sold-day-writes.ts'
import { daysOf, type SoldDay } from '#functions/payments/sold-days.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { Asked } from './sums-between.ts'

type Parts = {
  earnings: Pick<EarningStore, 'listOfSeller' | 'whole'>
  /** Like what asks it, loaded by the few who sell so much. */
  soldDays: () => Promise<SoldDayStore>
  now: Clock
}
type Span = { readonly from: Date; readonly to: Date }

/**
 * `mostRead`: of more sales the sums by day are taken. `patienceMs`: how long an answer adds up days whose sums are missing;
 * its function has 15 s.
 */
export type Bounds = { readonly mostRead: number; readonly patienceMs: number }
const bounds: Bounds = { mostRead: readWhole, patienceMs: 8_000 }

/**
 * What a seller sold from one moment to another: the newest sales themselves, and the sums of each day that has any, the
 * newest first. Of more sales than `mostRead` the first and the last day are read, and of the days between the sums that
 * are kept; a day that has none is added up and kept by whoever asks first (decision 80).
 * @throws AppError `unavailable` when too many days are missing for one answer: those that were added up are kept.
 */
export const soldBetween =
  (parts: Parts, { mostRead, patienceMs }: Bounds = bounds) =>
  async (seller: UserId, { from, to }: Span): Promise<{ days: SoldDay[]; recent: Earning[] }> => {
    const sales: Earning[] = []
    const read = (after?: Item) => parts.earnings.listOfSeller(seller, { from: stamp(from), until: stamp(to), after })
    for await (const page of eachPage(read)) {
      sales.push(...page.earnings)
      if (workOf(sales) > mostRead) break
    }
    const days =
      workOf(sales) > mostRead
        ? await bySums(parts, seller, { from, to, patienceMs })
        : daysOf(await parts.earnings.whole(sales))
    return { days, recent: sales.slice(0, limits.analytics.recentOrders) }
  }

/** A sale of more photos than stand with it is another query: about as much as 25 sales that need none. */
const workOf = (sales: readonly Earning[]): number =>
  sales.length + 25 * sales.filter(({ morePhotos }) => morePhotos > 0).length

const bySums = async (parts: Parts, seller: UserId, asked: Asked): Promise<SoldDay[]> => {
  const [{ sumsBetween }, soldDays] = await Promise.all([import('./sums-between.ts'), parts.soldDays()])
  return sumsBetween({ ...parts, soldDays }, seller, asked)
}
