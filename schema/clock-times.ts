import * as z from 'zod'

/**
 * Times as the clock of a camera showed them, without a zone: beside a phone that knows its offset there often is a camera
 * that does not (decision 110). They are compared as texts.
 */

/** "2026-05-10T09": the hour that began at nine. */
export const ClockHour = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d$/)
/** "2026-05-10T09:35". */
export const ClockMinute = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
