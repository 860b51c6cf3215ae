import { DateTime } from 'luxon'

/** Payouts leave on Mondays at 06:00 in London, whatever the season. */
const zone = 'Europe/London'

/** The next payout day strictly after `now`. */
export const nextPayoutAt = (now: Date): Date => {
  const local = DateTime.fromJSDate(now, { zone })
  const monday = local.startOf('week').set({ hour: 6 })
  const next = monday > local ? monday : monday.plus({ weeks: 1 })
  return next.toJSDate()
}

/** The ISO week of a payout run in London: "2030-W01". A seller is paid by the schedule at most once in each. */
export const payoutWeek = (now: Date): string => DateTime.fromJSDate(now, { zone }).toFormat("kkkk-'W'WW")
