import type { Chore } from '#functions/chores/chore-writes.ts'
import type { Standing } from '#functions/shared/identity/gate.ts'
import { afterHours, afterMonths, stamp } from '#functions/shared/time/clock.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { limits } from '#schema/limits.ts'

/** Two calendar months after sign-up (rulings: the free launch period). */
export const trialEnd = (signedUpAt: Date): string => stamp(afterMonths(signedUpAt, limits.trial.months))

/** Written with a new profile: the mail that is due before its trial ends. */
export const trialWarning = ({ userId, trialExpiresAt }: Pick<Profile, 'userId' | 'trialExpiresAt'>): Chore => ({
  kind: 'warn-of-trial-end',
  subject: userId,
  dueAt: stamp(afterHours(new Date(trialExpiresAt), -24 * limits.trial.warningDays)),
})

type Subscribing = Pick<Profile, 'trialExpiresAt' | 'paidUntil' | 'subscription'>

/**
 * A renewal is charged about an hour after its month began (docs.stripe.com/billing/subscriptions/overview), and its
 * event may be late: until a payment is refused or the subscription cancelled, a day more is given.
 */
const paidEnds = ({ paidUntil, subscription }: Subscribing): Date | undefined => {
  if (paidUntil === null) return undefined
  return afterHours(new Date(paidUntil), subscription === 'active' ? limits.trial.renewalGraceHours : 0)
}

/** Access lasts to the later of trial and paid period, whatever became of the subscription itself. */
export const accessEnds = (profile: Subscribing): Date => {
  const trialEnds = new Date(profile.trialExpiresAt)
  const paid = paidEnds(profile)
  return paid && paid > trialEnds ? paid : trialEnds
}

type Closing = Pick<Profile, 'deletionRequestedAt' | 'erasureBegunAt'>
export const standingOf = (profile: Subscribing & Closing, now: Date): Standing => {
  if (profile.erasureBegunAt !== null) return 'closed'
  if (profile.deletionRequestedAt !== null) return 'closing'
  return accessEnds(profile) > now ? 'subscribed' : 'trial_expired'
}

const dayMs = 86_400_000
/** Whole or started days left of the trial: 1 on its last day, 0 once it is over. */
const trialDaysRemaining = ({ trialExpiresAt }: Pick<Profile, 'trialExpiresAt'>, now: Date): number =>
  Math.max(0, Math.ceil((new Date(trialExpiresAt).getTime() - now.getTime()) / dayMs))

export const trialView = (profile: Profile, now: Date) => ({
  isExpired: accessEnds(profile) <= now,
  daysRemaining: trialDaysRemaining(profile, now),
  expiresAt: profile.trialExpiresAt,
  isSubscribed: (paidEnds(profile) ?? now) > now,
  isPastDue: profile.subscription === 'past_due',
})
