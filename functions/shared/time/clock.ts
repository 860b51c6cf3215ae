import { localSetting } from '#functions/shared/settings/settings.ts'
import { Timestamp } from '#schema/text.ts'

/** Asked for each use, never captured: a warm function lives for hours. */
export type Clock = () => Date

/** The machine's time; on the local system shifted by the movable clock. */
export const systemClock: Clock = () => new Date(Date.now() + localSetting('CLOCK_OFFSET_MS'))

/** UTC ISO 8601 with milliseconds, as everything is stored. */
export const stamp = (at: Date): string => Timestamp.parse(at.toISOString())
/** The UTC day of a stored time: `2030-06-14`. */
export const dayOf = (at: string): string => at.slice(0, 'yyyy-mm-dd'.length)
/** Whole seconds since 1970, as DynamoDB's TTL and signatures count. */
export const epochSeconds = (at: Date): number => Math.floor(at.getTime() / 1_000)

const hourMs = 3_600_000
export const afterMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
export const afterHours = (at: Date, hours: number): Date => afterMs(at, hours * hourMs)

/** The same day and time of a later or earlier month in UTC; the month's last day where it has no such day. */
export const afterMonths = (at: Date, months: number): Date => {
  const sameDay = new Date(at)
  sameDay.setUTCMonth(at.getUTCMonth() + months)
  // 31 March less a month is "31 February", which a Date reads as 3 March: day 0 is the last of the month before.
  if (sameDay.getUTCDate() !== at.getUTCDate()) sameDay.setUTCDate(0)
  return sameDay
}
