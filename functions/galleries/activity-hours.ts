import { createHash } from 'node:crypto'
import type { Act, ActivityHour, ActKind, HourSums } from '#schema/entities/activity.ts'
import type { CountEventOf } from '#schema/events/count.ts'
import { limits } from '#schema/limits.ts'

/** "2030-01-01T10" of an ISO 8601 time. */
export const hourOf = (at: string): string => at.slice(0, 'yyyy-mm-ddThh'.length)

/** Another name in each hour: acts of one visitor cannot be put together over a day. */
const nameIn = (hour: string, who: string, length: number): string =>
  createHash('sha256').update(`${hour} ${who}`).digest('base64url').slice(0, length)

/** Of an address 12 bits are kept: enough to share places by, and so few that no address can be found by trying all. */
export const actOf = ({ act, who, from, photos, whole, at }: CountEventOf<'act'>): Act => ({
  act,
  who: nameIn(hourOf(at), who, 10),
  from: nameIn(hourOf(at), from, 2),
  photos,
  ...(whole && { whole }),
  at,
})

/** An address is a hall full of people; more acts of one in a minute are a machine's doing. */
const mostActsPerAddress = 300

export const actsWithinBounds = (events: readonly CountEventOf<'act'>[]): CountEventOf<'act'>[] => {
  const seen = new Map<string, number>()
  return events.filter(({ from, at }) => {
    const key = `${at.slice(0, 'yyyy-mm-ddThh:mm'.length)} ${from}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count <= mostActsPerAddress
  })
}

const room: Readonly<Record<ActKind, number>> = limits.activity.actsAnHour

/** Of two acts of one kind and visitor the later one stands; of the same moment the larger. */
const isAfter = (a: Act, b: Act): boolean => (a.at === b.at ? a.photos > b.photos : a.at > b.at)

type Told = Pick<ActivityHour, 'opened' | 'downloaded' | 'acts' | 'isFull'>

/** The oldest act of an address that has at least two places more than `from`; all others keep theirs. */
const givingWay = (kept: readonly Act[], from: string): Act | undefined => {
  const places = Map.groupBy(kept, (act) => act.from)
  const own = places.get(from)?.length ?? 0
  const [most = []] = [...places.values()].toSorted((a, b) => b.length - a.length)
  if (most.length - own < 2) return undefined
  return most.reduce((oldest, act) => (isAfter(oldest, act) ? act : oldest))
}

/**
 * An hour with what is told of it now. Told twice, late or in another order, it comes to the same while there is room: sums
 * only grow, and an act stands under its kind and visitor. An hour keeps so many visitors of a kind, those who came first;
 * where it is full, addresses share its places: one that has many gives one of them to who comes from elsewhere.
 */
export const hourWith = (before: Told, sums: HourSums, acts: readonly Act[]): Told => {
  const kept = new Map(before.acts.map((act) => [keyOf(act), act]))
  let { isFull } = before
  for (const act of acts) {
    const key = keyOf(act)
    const known = kept.get(key)
    if (known) {
      if (isAfter(act, known)) kept.set(key, act)
      continue
    }
    const ofKind = [...kept.values()].filter((each) => each.act === act.act)
    if (ofKind.length >= room[act.act]) {
      isFull = true
      const leaves = givingWay(ofKind, act.from)
      if (!leaves) continue
      kept.delete(keyOf(leaves))
    }
    kept.set(key, act)
  }
  return {
    opened: Math.max(before.opened, sums.opened),
    downloaded: Math.max(before.downloaded, sums.downloaded),
    acts: [...kept.values()],
    isFull,
  }
}

const keyOf = ({ act, who }: Act): string => `${act} ${who}`
