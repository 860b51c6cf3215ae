/** The last day and minute that fields take: five digits of a year are no date of the contract. */
export const lastDay = '9999-12-31'
export const lastMinute = `${lastDay}T23:59`

/** In UTC; text that is no time stays as it is, for the contract to refuse with its sentence. */
const inUtc = (local: string, typed: string): string => {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? typed : date.toISOString()
}

const two = (part: number) => String(part).padStart(2, '0')

/** The day of a timestamp in the viewer's zone, as a date field takes it: "2030-11-20". */
export const dateOf = (timestamp: string): string => {
  const date = new Date(timestamp)
  return `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The first millisecond of a day in the viewer's zone, in UTC. */
export const startOfDay = (day: string): string => inUtc(`${day}T00:00:00.000`, day)

/** The last millisecond of a day in the viewer's zone, in UTC. */
export const endOfDay = (day: string): string => inUtc(`${day}T23:59:59.999`, day)

/** A timestamp as a date-and-time field takes it, in the viewer's zone: "2030-11-20T14:05". */
export const minuteOf = (timestamp: string): string => {
  const date = new Date(timestamp)
  return `${dateOf(timestamp)}T${two(date.getHours())}:${two(date.getMinutes())}`
}
/** What a date-and-time field holds, in UTC. */
export const fromMinute = (minute: string): string => inUtc(minute, minute)
