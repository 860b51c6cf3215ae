import type { Key, Update } from '#functions/shared/table/writes.ts'
import { update } from '#functions/shared/table/writes.ts'
import { dayOf } from '#functions/shared/time/clock.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { UserId } from '#schema/ids.ts'

/** Up to so many sales of a window are read and counted one by one, half a second of work; of more, sums by day are kept. */
export const readWhole = 10_000

export const soldDayKeys = {
  /** The sums of a seller's UTC day. */
  day: (sellerId: UserId, day: string): Key => ({ PK: `SOLD#${sellerId}`, SK: `DAY#${day}` }),
}

/**
 * Says that what sold on the days of these shares is no longer what was kept of it: one write a seller and day, in or
 * before the transaction that changes a share. Written once too often, the day is added up once more.
 * @param at ISO 8601.
 */
export const soldDaysChange = (shares: readonly Pick<Earning, 'sellerId' | 'paidAt'>[], at: string): Update[] => {
  const keys = shares.map(({ sellerId, paidAt }) => soldDayKeys.day(sellerId, dayOf(paidAt)))
  return [...new Map(keys.map((key) => [`${key.PK} ${key.SK}`, key])).values()].map((key) =>
    update(key, { add: { changes: 1 }, set: { changedAt: at }, when: 'always' }),
  )
}
