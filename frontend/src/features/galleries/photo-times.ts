/**
 * About when somebody was there, by the cameras' clocks. In the address as "2026-05-10.1035-15": that day, at 10:35, give
 * or take fifteen minutes; no sign of it has to be escaped.
 */
export type AboutTime = {
  /** "2026-05-10" */
  readonly day: string
  /** Minutes of the day. */
  readonly at: number
  /** Minutes before and after. */
  readonly within: number
}

/** By the cameras' clocks, as the contract has them. */
export type TimeSpan = { readonly from: string; readonly to: string }

/** What visitors choose from, in minutes. */
export const margins = [5, 15, 60] as const
export const minutesADay = 1_440
/** Minutes of one step of the slider: as exactly as anybody remembers. */
export const step = 5

const two = (n: number) => String(n).padStart(2, '0')
/** 635 is "10:35". */
export const clockOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

const inAddress = /^(\d{4}-\d\d-\d\d)\.([01]\d|2[0-3])([0-5]\d)-(\d{1,3})$/

/** What an address says; `undefined` for anything else. */
export const readTime = (text: string): AboutTime | undefined => {
  const [, day = '', hours, minutes, within] = inAddress.exec(text) ?? []
  if (Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return undefined
  return { day, at: Number(hours) * 60 + Number(minutes), within: Math.max(1, Number(within)) }
}
export const writeTime = ({ day, at, within }: AboutTime): string =>
  `${day}.${clockOf(at).replace(':', '')}-${String(within)}`

/** The first and the last minute of a time, not beyond its day. */
const endsOf = ({ at, within }: AboutTime) => [Math.max(0, at - within), Math.min(minutesADay, at + within)] as const

/** "10:20 to 10:50" */
export const wordsOf = (time: AboutTime): string => endsOf(time).map(clockOf).join(' to ')

/** What the server is asked for: from a minute on, and before another one. */
export const spanOf = (time: AboutTime): TimeSpan => {
  const [from, to] = endsOf(time)
  const next = new Date(Date.parse(`${time.day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  return {
    from: `${time.day}T${clockOf(from)}`,
    to: to === minutesADay ? `${next}T00:00` : `${time.day}T${clockOf(to)}`,
  }
}
