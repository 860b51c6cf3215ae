import type { UserId } from '#schema/ids.ts'
import type { VerifyToken } from './verify-token.ts'

/**
 * closing: its deletion was asked for; its owner may look after what is outstanding, or keep it.
 * closed: it is being erased or gone; its tokens open nothing more.
 */
export type Standing = 'subscribed' | 'trial_expired' | 'closing' | 'closed'

/**
 * What `serve` asks before it lets a request through. Every answer that cannot be had counts as a refusal. The one that a
 * deployed function has knows profiles and trials, so it is made where they are and handed in.
 */
export type Gate = {
  verifyToken: VerifyToken
  standing: (userId: UserId) => Promise<Standing>
  /** Whether the header that only CloudFront knows was sent. */
  cameThroughFront: (header: string | undefined) => Promise<boolean>
  /** Counts a request that could not be read. @throws AppError `too_many_requests` when there were too many. */
  countUnreadable: (address: string) => Promise<void>
}
