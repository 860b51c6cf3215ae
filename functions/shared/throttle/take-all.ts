import type { ThrottleName } from './limits.ts'
import type { Throttle } from './throttle.ts'

/** One thing that is done counts so much for this subject. */
export type Bound = { readonly name: ThrottleName; readonly subject: string; readonly weight: number }
type Taking = Pick<Throttle, 'take' | 'giveBack'>

/**
 * Counts in each of them, or in none.
 * @throws AppError `too_many_requests` of the first that has no room.
 */
export const takeAll = async (throttle: Taking, bounds: readonly Bound[]): Promise<void> => {
  for (const [place, { name, subject, weight }] of bounds.entries()) {
    try {
      await throttle.take(name, subject, weight)
    } catch (error) {
      await giveAllBack(throttle, bounds.slice(0, place))
      throw error
    }
  }
}

export const giveAllBack = async (throttle: Pick<Throttle, 'giveBack'>, bounds: readonly Bound[]): Promise<void> => {
  for (const { name, subject, weight } of bounds) await throttle.giveBack(name, subject, weight)
}
