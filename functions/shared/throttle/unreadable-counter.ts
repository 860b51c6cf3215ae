import { type Clock, epochSeconds } from '#functions/shared/time/clock.ts'
import { AppError } from '#schema/errors.ts'
import { throttles } from './limits.ts'
import type { Throttle } from './throttle.ts'

/** So many addresses are remembered at once; past them all are forgotten, which costs a write each. */
const mostRemembered = 10_000

/**
 * Counts what could not be read, by address. Only refused requests are counted and only they are answered 429, so nobody
 * behind the same address is kept from anything that they send right. Once a window is full it is remembered here: a
 * flood of refused bodies writes nothing more. Where counting fails, the request is refused for what it is.
 * What it returns throws AppError `too_many_requests` with `retryAfterSeconds`.
 */
export const unreadableCounter = (throttle: Pick<Throttle, 'count'>, now: Clock) => {
  const fullUntil = new Map<string, number>()
  return async (address: string): Promise<void> => {
    const seconds = epochSeconds(now())
    const until = fullUntil.get(address) ?? 0
    const { why } = throttles.unreadablePerAddress
    if (until > seconds) throw new AppError('too_many_requests', { retryAfterSeconds: until - seconds, why })
    try {
      await throttle.count('unreadablePerAddress', address)
    } catch (error) {
      if (!(error instanceof AppError)) return
      if (fullUntil.size >= mostRemembered) fullUntil.clear()
      fullUntil.set(address, seconds + Number(error.details.retryAfterSeconds ?? 0))
      throw error
    }
  }
}
