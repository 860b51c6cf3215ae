import { DateTime } from 'luxon'
import type { Standing } from '#functions/shared/identity/gate.ts'
import { stamp } from '#functions/shared/time/clock.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { limits } from '#schema/limits.ts'

/** Two calendar months after sign-up (rulings: the free launch period). */
export const trialEnd = (signedUpAt: Date): string =>
  stamp(DateTime.fromJSDate(signedUpAt, { zone: 'utc' }).plus({ months: limits.trial.months }).toJSDate())

type Subscribing = Pick<Profile, 'trialExpiresAt' | 'paidUntil'>

/** Access lasts to the later of trial and paid period, whatever became of the subscription itself. */
const accessEnds = ({ trialExpiresAt, paidUntil }: Subscribing): Date =>
  new Date(paidUntil !== null && paidUntil > trialExpiresAt ? paidUntil : trialExpiresAt)

export const standingOf = (profile: Subscribing & Pick<Profile, 'deletionRequestedAt'>, now: Date): Standing => {
  if (profile.deletionRequestedAt !== null) return 'closed'
  return accessEnds(profile) > now ? 'subscribed' : 'trial_expired'
}

const dayMs = 86_400_000
/** Whole or started days left of the trial: 1 on its last day, 0 once it is over. */
export const trialDaysRemaining = ({ trialExpiresAt }: Subscribing, now: Date): number =>
  Math.max(0, Math.ceil((new Date(trialExpiresAt).getTime() - now.getTime()) / dayMs))

export const trialView = (profile: Profile, now: Date) => ({
  isExpired: standingOf(profile, now) !== 'subscribed',
  daysRemaining: trialDaysRemaining(profile, now),
  expiresAt: profile.trialExpiresAt,
  isSubscribed: profile.paidUntil !== null && new Date(profile.paidUntil) > now,
})
