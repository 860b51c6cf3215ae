import { createHash } from 'node:crypto'
import { localSetting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import type { Table, Update } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { type Clock, epochSeconds, systemClock } from '#functions/shared/time/clock.ts'
import { AppError } from '#schema/errors.ts'
import { type ThrottleName, throttles } from './limits.ts'

/** A second limit that is counted in the same item: of the same window, and only among tries of the first's subject. */
export type Within = { readonly name: ThrottleName; readonly subject: string }

export type Taking = { readonly write: Update; readonly refusal: () => AppError }

/** Counts tries in fixed windows; what is counted is kept as a hash, so that no address or email is stored for it. */
export type Throttle = {
  /**
   * Counts one try.
   * @param within Where the first's window is full, neither is counted: what names it is anybody's choice, and kept.
   * @returns how many this window holds, this one included.
   * @throws AppError `too_many_requests` with `retryAfterSeconds` when the window is full.
   */
  count: (name: ThrottleName, subject: string, within?: Within) => Promise<number>
  /**
   * Takes a counted try back: for tries that count only when they were wrong. They are counted first all the same, since
   * a hundred at once would all be looked at before the first of them was found wrong.
   */
  takeBack: (name: ThrottleName, subject: string, within?: Within) => Promise<void>
  /**
   * Counts a try by what it costs; one that does not fit any more is not counted, so that what is smaller still may.
   * @param weight In the unit of the limit, which one try alone must not exceed.
   * @throws AppError `too_many_requests` with `retryAfterSeconds`, as `count`.
   */
  take: (name: ThrottleName, subject: string, weight: number) => Promise<void>
  /** A `take` as a write, for the transaction of what it counts; where its expectation fails, `refusal` is to be thrown. */
  taking: (name: ThrottleName, subject: string, weight: number) => Taking
  /** Takes back what a `take` counted for something that then was not done. */
  giveBack: (name: ThrottleName, subject: string, weight: number) => Promise<void>
  /** The refusal that the next try would meet, counting none; `undefined` while there is room. */
  fullness: (name: ThrottleName, subject: string) => Promise<AppError | undefined>
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

export const throttleKeys = {
  window: (name: ThrottleName, subject: string, windowStart: number) => ({
    PK: `THROTTLE#${name}#${hashOf(subject)}`,
    SK: String(windowStart),
  }),
}

/** @param scale Widens every limit; the local demo's seed and load tests come from one address. */
export const throttle = (table: Table, now: Clock, scale = () => 1): Throttle => {
  const windowOf = (name: ThrottleName) => {
    const { windowSeconds } = throttles[name]
    const seconds = epochSeconds(now())
    const start = seconds - (seconds % windowSeconds)
    return { start, end: start + windowSeconds, seconds }
  }
  const limitOf = (name: ThrottleName) => throttles[name].limit * scale()
  const refusal = (name: ThrottleName): AppError => {
    const { end, seconds } = windowOf(name)
    return new AppError('too_many_requests', { retryAfterSeconds: end - seconds, why: throttles[name].why })
  }
  const taking: Throttle['taking'] = (name, subject, weight) => {
    const { start, end } = windowOf(name)
    const write = update(throttleKeys.window(name, subject, start), {
      add: { count: weight },
      set: { ttl: end },
      when: { count: is.absentOr(is.atMost(limitOf(name) - weight)) },
    })
    return { write, refusal: () => refusal(name) }
  }
  const innerOf = (within: Within | undefined) => within && `${within.name}:${hashOf(within.subject)}`
  return {
    count: async (name, subject, within) => {
      const { start, end } = windowOf(name)
      const inner = innerOf(within)
      const written = await table.write(
        update(throttleKeys.window(name, subject, start), {
          add: { count: 1, ...(inner !== undefined && { [inner]: 1 }) },
          set: { ttl: end },
          when: within ? { count: is.absentOr(is.below(limitOf(name))) } : 'always',
        }),
      )
      if (!written.ok) throw refusal(name)
      const counts = written.item ?? {}
      const tries = Number(counts.count ?? 0)
      if (tries > limitOf(name)) throw refusal(name)
      if (within && inner !== undefined && Number(counts[inner]) > limitOf(within.name)) throw refusal(within.name)
      return tries
    },
    takeBack: async (name, subject, within) => {
      const key = throttleKeys.window(name, subject, windowOf(name).start)
      const inner = innerOf(within)
      const add = { count: -1, ...(inner !== undefined && { [inner]: -1 }) }
      await table.write(update(key, { add, when: { count: is.atLeast(1) } }))
    },
    taking,
    take: async (name, subject, weight) => {
      const { write } = taking(name, subject, weight)
      if (!(await table.write(write)).ok) throw refusal(name)
    },
    giveBack: async (name, subject, weight) => {
      const key = throttleKeys.window(name, subject, windowOf(name).start)
      await table.write(update(key, { add: { count: -weight }, when: { count: is.atLeast(weight) } }))
    },
    fullness: async (name, subject) => {
      const item = await table.get(throttleKeys.window(name, subject, windowOf(name).start))
      return Number(item?.count ?? 0) >= limitOf(name) ? refusal(name) : undefined
    },
  }
}

export const liveThrottle = (): Throttle => throttle(liveTable(), systemClock, () => localSetting('THROTTLE_SCALE'))
