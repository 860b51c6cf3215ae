import { liveFavouritesLists, liveGalleries } from '#functions/galleries/live.ts'
import { liveProfiles } from '#functions/profiles/live.ts'
import { systemRandom } from '#functions/shared/ids/ids.ts'
import { liveIds } from '#functions/shared/live.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { liveMayWrite } from '#functions/visitors/live-writing.ts'
import { openReviews } from './open-review.ts'
import { proofChores } from './proof-chores.ts'
import { type ProofStore, proofStore } from './proof-store.ts'

const liveProofStore = (): ProofStore => proofStore(liveTable())

/** Reviews with what they show, whom they are of, and where they are opened. */
export const liveProofs = () => ({
  ...liveGalleries(),
  favouritesLists: liveFavouritesLists(),
  proofs: liveProofStore(),
  profiles: liveProfiles(),
  ids: liveIds(),
  random: systemRandom,
  siteUrl: () => setting('SITE_URL'),
  now: systemClock,
})

/** Whether the review that a grant came from still stands. */
export const liveReviews = () => openReviews({ proofs: liveProofStore(), now: systemClock })

/** What a change of a review leaves to do. */
export const liveProofSteps = () => proofChores({ ...liveProofs(), mayWrite: liveMayWrite(), throttle: liveThrottle() })
