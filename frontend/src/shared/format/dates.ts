// Made on first use: 20 ms of a phone each, which most pages need not spend.
let day: Intl.DateTimeFormat | undefined
let date: Intl.DateTimeFormat | undefined
let minute: Intl.DateTimeFormat | undefined
let clock: Intl.DateTimeFormat | undefined
let cameraClock: Intl.DateTimeFormat | undefined

/** "20 November 2030", in the viewer's zone. */
export const formatDay = (timestamp: string): string => {
  day ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })
  return day.format(new Date(timestamp))
}

/** "20 Nov 2030", in the viewer's zone. */
export const formatDate = (timestamp: string): string => {
  date ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
  return date.format(new Date(timestamp))
}

/** "20 Nov 2030, 14:05", in the viewer's zone. */
export const formatMinute = (timestamp: string): string => {
  minute ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
  return minute.format(new Date(timestamp))
}

/** "14:05", in the viewer's zone. */
export const formatTime = (timeMs: number): string => {
  clock ??= new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
  return clock.format(timeMs)
}

const months = 'January February March April May June July August September October November December'.split(' ')

/** "November 2030", in the same zone for everybody: it stands in HTML that is drawn before any viewer is known. */
export const formatMonth = (timestamp: string): string => {
  const date = new Date(timestamp)
  return [months[date.getUTCMonth()], date.getUTCFullYear()].join(' ')
}

/** "10 May 2026, 09:35:05" of a clock's time without a zone. */
export const formatClockTime = (time: string): string => {
  cameraClock ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
  return cameraClock.format(new Date(`${time}Z`))
}
