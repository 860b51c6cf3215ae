import { createHash } from 'node:crypto'
import type { Act, ActivityHour, ActKind, HourSums } from '#schema/entities/activity.ts'
import type { CountEventOf } from '#schema/events/count.ts'
import { limits } from '#schema/limits.ts'

/** "2030-01-01T10" of an ISO 8601 time. */
export const hourOf = (at: string): string => at.slice(0, 'yyyy-mm-ddThh'.length)

/** Another name in each hour: acts of one visitor cannot be put together over a day. */
const whoIn = (hour: string, who: string): string =>
  createHash('sha256').update(`${hour} ${who}`).digest('base64url').slice(0, 10)

export const actOf = ({ act, who, photos, whole, at }: CountEventOf<'act'>): Act => ({
  act,
  who: whoIn(hourOf(at), who),
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

/**
 * An hour with what is told of it now. Told twice, late or in another order, it comes to the same: sums only grow, and an
 * act stands under its kind and visitor. An hour keeps so many visitors of a kind, those who came first to be written.
 */
export const hourWith = (before: Told, sums: HourSums, acts: readonly Act[]): Told => {
  const kept = new Map(before.acts.map((act) => [`${act.act} ${act.who}`, act]))
  const counts = Map.groupBy(before.acts, ({ act }) => act)
  const used = new Map([...counts].map(([act, own]) => [act, own.length]))
  let { isFull } = before
  for (const act of acts) {
    const key = `${act.act} ${act.who}`
    const known = kept.get(key)
    if (known) {
      if (isAfter(act, known)) kept.set(key, act)
      continue
    }
    const count = used.get(act.act) ?? 0
    if (count >= room[act.act]) {
      isFull = true
      continue
    }
    used.set(act.act, count + 1)
    kept.set(key, act)
  }
  return {
    opened: Math.max(before.opened, sums.opened),
    downloaded: Math.max(before.downloaded, sums.downloaded),
    acts: [...kept.values()],
    isFull,
  }
}
