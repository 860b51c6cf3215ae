import * as z from 'zod'
import { eachPage } from '#functions/shared/table/pages.ts'
import { removeAll } from '#functions/shared/table/remove-all.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Item, SortRange, Table } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import { afterHours, afterMs, type Clock, epochSeconds, stamp } from '#functions/shared/time/clock.ts'
import { HourSums } from '#schema/entities/activity.ts'
import { hourOf } from './activity-hours.ts'
import { type Counted, countKeys } from './count-keys.ts'
import { popularityOf } from './popularity.ts'

/** What has been counted. `likes` can fall below zero for a while: a like's taking back may be counted before the like. */
export const Sums = z.object({ views: z.int(), likes: z.int(), downloads: z.int() })
export type Sums = z.infer<typeof Sums>
export const noSums: Sums = { views: 0, likes: 0, downloads: 0 }

/**
 * `hours`: what was counted of the last hours, those that had anything. `ids`: what was counted last, entries of `entryLength` characters one after the other. `moved`: what of the popularity the
 * gallery shows already, and `shown` its own then. `waiting`: whether a move is due, 2 where there is much to move.
 */
const Tally = Sums.extend({
  version: z.int(),
  ids: z.string(),
  spilledAt: z.string(),
  moved: z.int(),
  shown: z.int(),
  waiting: z.literal([0, 1, 2]),
  hours: z.record(z.string(), HourSums).default({}),
})
export type Tally = z.infer<typeof Tally>
const newTally: Tally = { ...noSums, version: 0, ids: '', spilledAt: '', moved: 0, shown: 0, waiting: 0, hours: {} }

/** The ids that were counted, each with the note that came with it. */
type Known = ReadonlyMap<string, string>
/** Something to count once. `id` has 10 characters of base64url, `note` one. `since`: no earlier can it have been counted. */
export type Countable = {
  readonly id: string
  readonly note: string
  readonly add: Partial<Sums>
  /** Where it is told by the hour: when it happened, which sum of the hour it belongs to, and how much it is of that. */
  readonly hour?: { readonly at: string; readonly sum: keyof HourSums; readonly by: number } | undefined
  readonly since: Date
  readonly isKnown: (known: Known) => boolean
}

export const idLength = 10
const entryLength = idLength + 1
/**
 * A tally of one kilobyte is one write unit: with so many ids it is that. Whatever is more goes to pages of its own, so that
 * the item stays small however often a gallery is visited.
 */
const mostIds = 48
/** What the clocks of two functions may differ by; AWS keeps them within milliseconds. */
const clockMarginMs = 15_000
/** Longer than a message can lie in the queue and then in its dead-letter queue: 14 days each. */
const pageDays = 60
/** Consumers at work on one gallery at once are at most four; each try that meets another is one read more. */
const maxTries = 20

const readIds = (ids: string, into: Map<string, string>) => {
  for (let start = 0; start + entryLength <= ids.length; start += entryLength) {
    into.set(ids.slice(start, start + idLength), ids.charAt(start + idLength))
  }
}

/**
 * Adds up what messages say, each once: what was counted is kept in the same item as the sums, and one conditional write
 * changes both. So a message that comes twice, late, out of order, or after a crash between any two writes adds nothing.
 * Ids leave the item for pages only once they were counted, and a page is written before its ids leave the item.
 */
export const tallyStore = (table: Table, now: Clock) => {
  const find = async (counted: Counted, { consistent = true } = {}): Promise<Tally | undefined> => {
    const item = await table.get(countKeys.tally(counted), { consistent })
    return item && Tally.parse(item)
  }

  /** Everything that was counted and could be one of these. */
  const knownOf = async (counted: Counted, tally: Tally, since: Date): Promise<Map<string, string>> => {
    const known = new Map<string, string>()
    readIds(tally.ids, known)
    const from = stamp(afterMs(since, -clockMarginMs))
    if (tally.spilledAt < from) return known
    const sort: SortRange = { between: [countKeys.pagesSince(from), countKeys.pagesEnd] }
    const read = (after?: Item) =>
      table.query({ partition: countKeys.tally(counted).PK, sort, consistent: true, after })
    for await (const page of eachPage(read)) for (const item of page.items) readIds(String(item.ids), known)
    return known
  }

  const spill = async (counted: Counted, { ids, version }: Tally, at: Date): Promise<void> => {
    const ttl = epochSeconds(at) + pageDays * 86_400
    await table.write(put({ ...countKeys.page(counted, stamp(at), version), ids, ttl }, 'always'))
  }

  return {
    find,

    /**
     * Counts each of these that was not counted before.
     * @param mark Called before the write when what waits to be moved becomes more (see move-mark-store.ts).
     * @returns the tally in which all of them are counted, with the hours that it has just stopped keeping.
     */
    async add(
      counted: Counted,
      countables: readonly Countable[],
      mark: (waiting: 1 | 2) => Promise<void> = async () => {},
    ): Promise<Tally> {
      const since = new Date(Math.min(...countables.map((each) => each.since.getTime())))
      return retried(maxTries, 'unavailable', async (attempt) => {
        // What lies behind the newest state knows less, and then the write is refused: so the first look may cost half.
        const stored = await find(counted, { consistent: attempt > 0 })
        const before = stored ?? newTally
        const known = await knownOf(counted, before, since)
        const sums: Sums = { views: before.views, likes: before.likes, downloads: before.downloads }
        let fresh = ''
        const told: NonNullable<Countable['hour']>[] = []
        for (const { id, note, add, hour, isKnown } of countables) {
          if (isKnown(known)) continue
          known.set(id, note)
          fresh += `${id}${note}`
          if (hour) told.push(hour)
          sums.views += add.views ?? 0
          sums.likes += add.likes ?? 0
          sums.downloads += add.downloads ?? 0
        }
        if (fresh === '') return before

        const waiting = waitingOf(before, sums)
        if (waiting !== 0 && waiting > before.waiting) await mark(waiting)
        const isFull = before.ids.length >= mostIds * entryLength
        const at = now()
        if (isFull) await spill(counted, before, at)
        const hours = hoursWith(before.hours, 'galleryId' in counted ? told : [], at)
        const after: Tally = {
          ...before,
          ...sums,
          version: before.version + 1,
          ids: isFull ? fresh : before.ids + fresh,
          spilledAt: isFull ? stamp(at) : before.spilledAt,
          waiting,
          hours: keptHours(hours, at),
        }
        const item = { ...countKeys.tally(counted), ...after, ...('day' in counted && { ttl: endOf(counted.day) }) }
        const when = stored ? { version: is.equal(before.version) } : ('absent' as const)
        return (await table.write(put(item, when))).ok ? { ...after, hours } : tryAgain
      })
    },

    /** Notes that the gallery shows all of this tally. @returns false when something was counted meanwhile. */
    async moved(counted: Counted, tally: Tally, shown: number): Promise<boolean> {
      const change = update(countKeys.tally(counted), {
        set: { moved: popularityOf(tally), shown, waiting: 0, version: tally.version + 1 },
        when: { version: is.equal(tally.version) },
      })
      return (await table.write(change)).ok
    },

    /** Deletes everything that was counted of it. */
    clear: (counted: Counted): Promise<void> =>
      removeAll(table, { partition: countKeys.tally(counted).PK, consistent: true }),
  }
}
export type TallyStore = ReturnType<typeof tallyStore>

/** So many hours are kept with the tally: the items of activity hold the others (see activity-store.ts). */
const hoursKept = 3
const oldestHour = (now: Date): string => hourOf(stamp(afterHours(now, 1 - hoursKept)))

/** What is counted later than the hours that are kept is told of the hour in which it is counted. */
const hoursWith = (
  before: Tally['hours'],
  told: readonly NonNullable<Countable['hour']>[],
  now: Date,
): Tally['hours'] => {
  const hours = new Map(Object.entries(before))
  for (const { at, sum, by } of told) {
    const hour = hourOf(at) < oldestHour(now) ? hourOf(stamp(now)) : hourOf(at)
    const known = hours.get(hour) ?? { opened: 0, downloaded: 0 }
    hours.set(hour, { ...known, [sum]: known[sum] + by })
  }
  return Object.fromEntries(hours)
}
const keptHours = (hours: Tally['hours'], now: Date): Tally['hours'] =>
  Object.fromEntries(Object.entries(hours).filter(([hour]) => hour >= oldestHour(now)))

const endOf = (day: string): number => epochSeconds(new Date(day)) + pageDays * 86_400

/**
 * 2 where a tenth of what is shown has changed since the last move: when more galleries are visited than can be moved, those
 * go first. Downloads show in no order.
 */
const waitingOf = (before: Tally, sums: Sums): 0 | 1 | 2 => {
  if (before.waiting === 2) return 2
  const change = Math.abs(popularityOf(sums) - before.moved)
  return change > 0 && change * 10 >= before.shown ? 2 : 1
}
