import { createHash } from 'node:crypto'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import type { CountEventOf } from '#schema/events/count.ts'
import { limits } from '#schema/limits.ts'
import { type Countable, idLength } from './tally-store.ts'

/** 60 bits: among a million ids one more is taken for known once in a million million times. */
const idOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, idLength)

/** Something that its message's id alone tells apart. */
const once = (id: string, at: Date, { add, hour }: Pick<Countable, 'add' | 'hour'>): Countable => {
  const own = idOf(id)
  return { id: own, note: '-', add, hour, since: at, isKnown: (known) => known.has(own) }
}

export const countableLike = ({ id, by, at }: Pick<CountEventOf<'like'>, 'id' | 'by' | 'at'>): Countable =>
  once(id, new Date(at), { add: { likes: by } })
export const countableDownload = ({ id, at }: CountEventOf<'download'>): Countable =>
  once(id, new Date(at), { add: { downloads: 1 }, hour: { at, sum: 'downloaded', by: 1 } })
/** Downloads of which the gallery counts nothing but the hour. */
export const countableFetch = ({ id, photos = 1, at }: CountEventOf<'fetched'>): Countable =>
  once(id, new Date(at), { add: {}, hour: { at, sum: 'downloaded', by: photos } })

/**
 * A view: one a person and half minute, by the clock, so its id is that of person and half minute, and its note the second
 * within it. It is not counted either when the same person was counted less than 30 seconds before or after, in the half
 * minutes beside it. So any two that count are 30 seconds apart, and views that are further apart all count, in whatever
 * order they come.
 */
export const countableView = ({ who, at }: CountEventOf<'view'>): Countable => {
  const window = limits.gallery.viewWindowSeconds
  const seconds = epochSeconds(new Date(at))
  const half = Math.floor(seconds / window)
  const note = (seconds % window).toString(36)
  const [before, own, behind] = [half - 1, half, half + 1].map((each) => idOf(`${who} ${each}`))
  return {
    id: own ?? '',
    note,
    add: { views: 1 },
    hour: { at, sum: 'opened', by: 1 },
    since: new Date((half - 1) * window * 1_000),
    isKnown: (known) =>
      known.has(own ?? '') || (known.get(before ?? '') ?? '') > note || (known.get(behind ?? '') ?? '~') < note,
  }
}

/**
 * How many views of a gallery one address may have counted in a minute: a hall full of people, or a carrier's network. More is a
 * machine's doing; nobody is refused a page for it, the views just do not count. It is looked at among the messages that
 * come together, so it is a bound and no exact number (decision 50).
 */
export const mostViewsPerAddress = 3_000

export const withinBounds = <V extends Pick<CountEventOf<'view'>, 'from' | 'at'>>(views: readonly V[]): V[] => {
  const seen = new Map<string, number>()
  return views.filter(({ from, at }) => {
    const key = `${at.slice(0, 'yyyy-mm-ddThh:mm'.length)} ${from}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count <= mostViewsPerAddress
  })
}
