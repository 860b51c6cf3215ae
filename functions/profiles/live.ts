import { cameThroughFront } from '#functions/shared/identity/front-check.ts'
import type { Gate } from '#functions/shared/identity/gate.ts'
import { liveVerifyToken } from '#functions/shared/identity/live-verify-token.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { unreadableCounter } from '#functions/shared/throttle/unreadable-counter.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { type PageNameStore, pageNameStore } from './page-name-store.ts'
import { type ProfileStore, profileStore } from './profile-store.ts'
import { standingOf } from './trial-rules.ts'

export const liveProfiles = (): ProfileStore => profileStore(liveTable())
export const livePageNames = (): PageNameStore => pageNameStore(liveTable())

/** What every subject of the API asks before it lets a request through. */
export const liveGate = (): Gate => ({
  verifyToken: liveVerifyToken,
  standing: async (userId) => {
    const profile = await liveProfiles().find(userId)
    return profile ? standingOf(profile, systemClock()) : 'closed'
  },
  cameThroughFront,
  countUnreadable: unreadableCounter(liveThrottle(), systemClock),
})
