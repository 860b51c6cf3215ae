import * as z from 'zod'

/**
 * Times as the clock of a camera showed them, without a zone: beside a phone that knows its offset there often is a camera
 * that does not (decision 110). They are compared as texts.
 */

/** "2026-05-10T09": the hour that began at nine. */
export const ClockHour = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d$/)
/** "2026-05-10T09:35". */
export const ClockMinute = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)

/** What the camera wrote, without a zone: "2026-05-10T09:35:05". */
export const clockTimeOf = (capturedAt: string): string => capturedAt.replace(/(?:Z|[+-]\d\d:\d\d)$/, '')

/** The seconds from one time of a clock to another; NaN where one of them is none. */
export const clockSeconds = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 1_000)

/** A clock's time put right. One that would leave the years of four digits, by which texts are in order, stays. */
export const clockMoved = (time: string, seconds: number): string => {
  const moved = new Date(Date.parse(`${time}Z`) + seconds * 1_000)
  const year = Number.isNaN(moved.getTime()) ? 0 : moved.getUTCFullYear()
  return seconds !== 0 && year >= 1 && year <= 9_999 ? moved.toISOString().slice(0, 19) : time
}
