import { countOf } from '#frontend/shared/format/counts.ts'
import { formatMinute, formatTime } from '#frontend/shared/format/dates.ts'
import type { ActivityEntry } from '#schema/api/galleries.ts'
import { csvOf } from '#schema/csv.ts'

const sentences: Readonly<Record<ActivityEntry['kind'], (count: number) => string>> = {
  opened: (count) => `The gallery was opened ${count === 1 ? 'once' : `${String(count)} times`}`,
  favourited: (count) => `A visitor marked favourites: ${countOf(count, 'photo')} by then`,
  carted: (count) => `A visitor had ${countOf(count, 'photo')} in a cart`,
  bought: (count) => `A visitor bought ${countOf(count, 'photo')}`,
  downloaded: (count) => `${countOf(count, 'photo')} ${count === 1 ? 'was' : 'were'} downloaded`,
  unlisted: () => 'More visitors than are listed chose or bought photos in this hour',
}
const sentencesOfWhole: Readonly<Partial<typeof sentences>> = {
  carted: () => 'A visitor had the whole gallery in a cart',
  bought: () => 'A visitor bought the whole gallery',
}
export const sentenceFor = ({ kind, count, whole }: ActivityEntry): string =>
  ((whole && sentencesOfWhole[kind]) || sentences[kind])(count)

const hourMs = 3_600_000
/** What is counted by the hour happened within it; everything else at a moment. */
const isByHour = ({ kind }: ActivityEntry): boolean => ['opened', 'downloaded', 'unlisted'].includes(kind)

/** "2 hours ago" of the last day, "between 10:00 and 11:00" of what is counted by the hour, else the day and time. */
export const whenFor = (entry: ActivityEntry, now: number): string => {
  const at = Date.parse(entry.at)
  if (isByHour(entry)) return `${formatMinute(entry.at)} to ${formatTime(at + hourMs)}`
  const minutes = Math.max(0, Math.floor((now - at) / 60_000))
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${countOf(minutes, 'minute')} ago`
  return minutes < 24 * 60 ? `${countOf(Math.floor(minutes / 60), 'hour')} ago` : formatMinute(entry.at)
}

const names: Readonly<Record<ActivityEntry['kind'], string>> = {
  opened: 'Opened',
  favourited: 'Favourites of a visitor',
  carted: 'In the cart of a visitor',
  bought: 'Bought',
  downloaded: 'Downloaded',
  unlisted: 'More than is listed',
}
/** All of it for a spreadsheet; what is counted by the hour stands at the hour's beginning. */
export const activityFile = (entries: readonly ActivityEntry[]): string =>
  csvOf([
    ['Time (UTC)', 'What', 'Number'],
    ...entries.map((entry) => [
      entry.at,
      `${names[entry.kind]}${entry.whole ? ' (whole gallery)' : ''}`,
      entry.kind === 'unlisted' ? '' : entry.count,
    ]),
  ])
