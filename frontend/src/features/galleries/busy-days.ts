import { minutesADay, step } from './photo-times.ts'

/** From and to which minute, and how many hours of it have photos. */
export type BusyDay = { readonly day: string; readonly first: number; readonly last: number; readonly hours: number }

/**
 * The days on which photos were taken, each with its first and its last minute as whole hours; midnight would be the next
 * day's, so that a day ends a step before it.
 */
export const daysOf = (hours: readonly string[]): BusyDay[] => {
  const days = new Map<string, number[]>()
  for (const hour of hours) {
    const [day = '', began] = hour.split('T')
    days.set(day, [...(days.get(day) ?? []), Number(began) * 60])
  }
  return [...days].map(([day, began]) => ({
    day,
    first: Math.min(...began),
    last: Math.min(Math.max(...began) + 60, minutesADay - step),
    hours: began.length,
  }))
}

/**
 * The day to open on: the one with the most hours, of several the latest. A camera whose clock was never set makes a day of
 * its own, years before and no longer than the race; numbers are handed out on an evening. Of a weekend both days are long,
 * and whoever means the other one chooses it. Not the latest day, nor today: one camera that is a month ahead would lead
 * everybody there, and nothing is of today from the day after a race on.
 */
export const busiestOf = (days: readonly BusyDay[]): BusyDay | undefined =>
  days.toSorted((one, next) => one.hours - next.hours || one.day.localeCompare(next.day)).at(-1)
