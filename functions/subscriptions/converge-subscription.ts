import type { PointerStore } from '#functions/orders/pointer-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import { stamp } from '#functions/shared/time/clock.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'
import type { BilledSubscription, Billing } from './billing.ts'

type Parts = {
  profiles: Pick<ProfileStore, 'find' | 'save'>
  billing: Pick<Billing, 'listSubscriptions'>
}

/** `isRunning`: there is a subscription that can be managed, so that no second one must be started. */
type Subscribed = { readonly profile: Profile; readonly isRunning: boolean }

/** Brings a profile to what the card provider says. `undefined` for a profile that is gone. */
export type SettleSubscription = (userId: UserId) => Promise<Subscribed | undefined>

const mostTries = 5

/**
 * Reads the profile first and the provider second, and writes only if the profile is still as it was read: what is
 * written is never older than what stands there, however many events are handled at once and in whatever order.
 */
export const settleSubscription =
  ({ profiles, billing }: Parts): SettleSubscription =>
  async (userId) => {
    return retried<Subscribed | undefined>(mostTries, 'changed_meanwhile', async () => {
      const profile = await profiles.find(userId)
      if (!profile) return undefined
      if (profile.stripeCustomerId === null) return { profile, isRunning: false }
      const all = await billing.listSubscriptions(profile.stripeCustomerId)
      const { isRunning, ...now } = standingAmong(all, profile)
      if (now.subscription === profile.subscription && now.paidUntil === profile.paidUntil)
        return { profile, isRunning }
      try {
        return { profile: await profiles.save(userId, now, { version: profile.version }), isRunning }
      } catch (error) {
        const isOvertaken = error instanceof AppError && error.code === 'changed_meanwhile'
        if (!isOvertaken) throw error
        return tryAgain
      }
    })
  }

/** The newest that still runs decides; paid time is never taken back. */
const standingAmong = (all: readonly BilledSubscription[], { subscription, paidUntil }: Profile) => {
  const newestFirst = all
    .filter(({ state }) => state !== 'unfinished')
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const running = newestFirst.find(({ state }) => state !== 'ended')
  const ends = all.flatMap((each) => (each.paidUntil ? [stamp(each.paidUntil)] : []))
  return {
    isRunning: running !== undefined,
    subscription: running ? runningState(running) : newestFirst.length > 0 ? ('cancelled' as const) : subscription,
    paidUntil: [...ends, ...(paidUntil === null ? [] : [paidUntil])].toSorted().at(-1) ?? null,
  }
}

const runningState = ({ state }: BilledSubscription): Profile['subscription'] =>
  state === 'active' || state === 'past_due' ? state : 'cancelled'

/** What an event about a customer of the card provider comes to. */
export type ConvergeSubscription = (customerId: string) => Promise<string>

export const convergeSubscription =
  ({ pointers, settle }: { pointers: PointerStore; settle: SettleSubscription }): ConvergeSubscription =>
  async (customerId) => {
    const userId = (await pointers.find(customerId))?.userId
    const settled = userId && (await settle(userId))
    return settled ? settled.profile.subscription : 'foreign'
  }
