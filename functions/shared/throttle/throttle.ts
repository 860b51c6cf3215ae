import { createHash } from 'node:crypto'
import { localSetting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { type Clock, epochSeconds, systemClock } from '#functions/shared/time/clock.ts'
import { AppError } from '#schema/errors.ts'
import { type ThrottleName, throttles } from './limits.ts'

/** Counts tries in fixed windows; what is counted is kept as a hash, so that no address or e-mail is stored for it. */
export type Throttle = {
  /** Counts one try. @throws AppError `too_many_requests` with `retryAfterSeconds` when the window is full. */
  count: (name: ThrottleName, subject: string) => Promise<void>
  /**
   * Takes a counted try back: for tries that count only when they were wrong. They are counted first all the same, since
   * a hundred at once would all be looked at before the first of them was found wrong.
   */
  takeBack: (name: ThrottleName, subject: string) => Promise<void>
  /** How many tries this window holds so far, counting none. */
  tries: (name: ThrottleName, subject: string) => Promise<number>
}

export const throttleKeys = {
  window: (name: ThrottleName, subject: string, windowStart: number) => ({
    PK: `THROTTLE#${name}#${createHash('sha256').update(subject).digest('base64url')}`,
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
  return {
    count: async (name, subject) => {
      const { start, end, seconds } = windowOf(name)
      const written = await table.write(
        update(throttleKeys.window(name, subject, start), { add: { count: 1 }, set: { ttl: end }, when: 'always' }),
      )
      const tries = written.ok ? Number(written.item?.count) : 0
      if (tries > throttles[name].limit * scale()) {
        throw new AppError('too_many_requests', { retryAfterSeconds: end - seconds })
      }
    },
    takeBack: async (name, subject) => {
      const key = throttleKeys.window(name, subject, windowOf(name).start)
      await table.write(update(key, { add: { count: -1 }, when: { count: is.atLeast(1) } }))
    },
    tries: async (name, subject) => {
      const item = await table.get(throttleKeys.window(name, subject, windowOf(name).start))
      return Number(item?.count ?? 0)
    },
  }
}

export const liveThrottle = (): Throttle => throttle(liveTable(), systemClock, () => localSetting('THROTTLE_SCALE'))
