import { DateTime } from 'luxon'

export type ScheduleExpression = {
  /** The first due time after this one, in milliseconds since 1970; undefined when there is none any more. */
  nextAfter(atMs: number, since?: number): number | undefined
  /** Daily or oftener: a long jump of the clock runs it once where it would have run hundreds of times. */
  readonly isFrequent: boolean
}

const unitMs: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }
const dayMs = 86_400_000

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
// AWS counts the days of the week from Sunday, 1.
const weekDays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

/** One field of a cron expression as a test: `*`, `?`, lists, ranges, steps, names. `L`, `W` and `#` are not known. */
const field = (text: string, { from, to, names = [] }: { from: number; to: number; names?: readonly string[] }) => {
  const value = (part: string) => {
    const named = names.indexOf(part.toUpperCase())
    const number = named >= 0 ? named + from : Number(part)
    if (!Number.isInteger(number) || number < from || number > to) throw new Error(`"${part}" in "${text}"`)
    return number
  }
  const ranges = text.split(',').map((part) => {
    const [range = '', step = '1'] = part.split('/')
    const [first = '', last] = range.split('-')
    const isAny = first === '*' || first === '?'
    const start = isAny ? from : value(first)
    const end = isAny ? to : last === undefined ? (part.includes('/') ? to : start) : value(last)
    return { start, end, step: Number(step) }
  })
  return (number: number) =>
    ranges.some(({ start, end, step }) => number >= start && number <= end && (number - start) % step === 0)
}

const cron = (fields: string, timezone: string): ScheduleExpression => {
  const [minute = '', hour = '', day = '', month = '', weekDay = '', year = '*'] = fields.trim().split(/\s+/)
  const isMinute = field(minute, { from: 0, to: 59 })
  const isHour = field(hour, { from: 0, to: 23 })
  const isDay = field(day, { from: 1, to: 31 })
  const isMonth = field(month, { from: 1, to: 12, names: months })
  const isWeekDay = field(weekDay, { from: 1, to: 7, names: weekDays })
  const isYear = field(year, { from: 1970, to: 2199 })
  const hours = Array.from({ length: 24 }, (_, index) => index).filter(isHour)
  const minutes = Array.from({ length: 60 }, (_, index) => index).filter(isMinute)
  const isEveryDay = [day, month, weekDay].every((text) => text === '*' || text === '?')
  /** Two leap years may be eight years apart. */
  const furthestDays = 9 * 366
  return {
    isFrequent: isEveryDay,
    nextAfter(atMs) {
      const start = DateTime.fromMillis(atMs, { zone: timezone }).startOf('day')
      for (let ahead = 0; ahead < furthestDays; ahead += 1) {
        const date = start.plus({ days: ahead })
        if (!isYear(date.year) || !isMonth(date.month) || !isDay(date.day) || !isWeekDay((date.weekday % 7) + 1))
          continue
        for (const atHour of hours)
          for (const atMinute of minutes) {
            const time = date.set({ hour: atHour, minute: atMinute })
            // A time that the clocks skip in spring is skipped, as AWS does
            // (docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html, "Daylight saving time").
            if (time.hour === atHour && time.toMillis() > atMs) return time.toMillis()
          }
      }
      return undefined
    },
  }
}

/**
 * Reads a schedule expression of EventBridge Scheduler: `rate(5 minutes)`, `cron(0 6 ? * MON *)`, `at(2030-01-01T10:00:00)`.
 * @throws when it is none of them.
 */
export const scheduleExpression = (text: string, timezone = 'UTC'): ScheduleExpression => {
  const [, kind, inner = ''] = /^(rate|cron|at)\((.+)\)$/.exec(text.trim()) ?? []
  if (kind === 'rate') {
    const [count = '', unit = ''] = inner.split(' ')
    const everyMs = Number(count) * (unitMs[unit.replace(/s$/, '')] ?? Number.NaN)
    if (everyMs > 0)
      return {
        isFrequent: everyMs <= dayMs,
        nextAfter: (atMs, since = 0) => since + (Math.floor((atMs - since) / everyMs) + 1) * everyMs,
      }
  }
  if (kind === 'at') {
    const time = DateTime.fromISO(inner, { zone: timezone })
    if (time.isValid)
      return {
        isFrequent: false,
        nextAfter: (atMs) => (time.toMillis() > atMs ? time.toMillis() : undefined),
      }
  }
  if (kind === 'cron') {
    try {
      return cron(inner, timezone)
    } catch {
      // Falls through: a field that the local system does not know.
    }
  }
  throw new Error(`"${text}" is not a schedule that the local system can read`)
}
