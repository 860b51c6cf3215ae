import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import { type Random, randomToken } from '#functions/shared/ids/ids.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { proofUrl } from './proof-links.ts'
import { requireGalleryUntil } from './proof-rules.ts'
import type { ProofStore } from './proof-store.ts'

type Parts = {
  proofs: ProofStore
  galleries: GalleryStore
  throttle: Throttle
  random: Random
  siteUrl: () => string
  now: Clock
}

/** Links are kept as hashes, so an earlier one cannot be shown again: a new one is made beside it. */
export const makeProofLink =
  ({ proofs, galleries, throttle, random, siteUrl, now }: Parts): Operation<typeof api.proofing.endpoints.link> =>
  async ({ params, caller }) => {
    const session = await proofs.getOwn(params.proofSessionId, caller.userId)
    requireGalleryUntil(await galleries.getOwn(session.galleryId, caller.userId), null, now())
    await throttle.count('proofUpdatesPerSession', session.id)
    const token = randomToken(random)
    await proofs.addLink(token, session, stamp(now()))
    return { link: proofUrl(siteUrl(), token) }
  }
