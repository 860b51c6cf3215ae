import type { Profile } from '#schema/entities/profile.ts'
import { limits } from '#schema/limits.ts'
import { standingOf, trialView } from './trial-rules.ts'

/**
 * In how many photos of a calendar month numbers are read for a photographer: each costs the platform a call. None in a
 * trial, or what an operator gave where that is more; none of an account that is locked or closing.
 */
export const numbersAMonth = (profile: Profile, now: Date): number => {
  if (standingOf(profile, now) !== 'subscribed') return 0
  const planned = trialView(profile, now).isSubscribed ? limits.numbers.photosAMonth : 0
  return Math.max(planned, profile.numbersAMonth ?? 0)
}
