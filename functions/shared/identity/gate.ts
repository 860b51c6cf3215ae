import { profileStore } from '#functions/profiles/profile-store.ts'
import { standingOf } from '#functions/profiles/trial-rules.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { unreadableCounter } from '#functions/shared/throttle/unreadable-counter.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import type { UserId } from '#schema/ids.ts'
import { cameThroughFront } from './front-check.ts'
import { liveVerifyToken, type VerifyToken } from './verify-token.ts'

/**
 * closing: its deletion was asked for; its owner may look after what is outstanding, or keep it.
 * closed: it is being erased or gone; its tokens open nothing more.
 */
export type Standing = 'subscribed' | 'trial_expired' | 'closing' | 'closed'

/** What `serve` asks before it lets a request through. Every answer that cannot be had counts as a refusal. */
export type Gate = {
  verifyToken: VerifyToken
  standing: (userId: UserId) => Promise<Standing>
  /** Whether the header that only CloudFront knows was sent. */
  cameThroughFront: (header: string | undefined) => Promise<boolean>
  /** Counts a request that could not be read. @throws AppError `too_many_requests` when there were too many. */
  countUnreadable: (address: string) => Promise<void>
}

export const liveGate = (): Gate => ({
  verifyToken: liveVerifyToken,
  standing: async (userId) => {
    const profile = await profileStore(liveTable()).find(userId)
    return profile ? standingOf(profile, systemClock()) : 'closed'
  },
  cameThroughFront,
  countUnreadable: unreadableCounter(liveThrottle(), systemClock),
})
