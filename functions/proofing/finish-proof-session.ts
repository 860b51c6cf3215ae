import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { sessionOfLink } from './client-access.ts'
import type { ProofStore } from './proof-store.ts'
import { standingView } from './proof-views.ts'

type Parts = { proofs: ProofStore; galleries: GalleryStore; throttle: Throttle; now: Clock }

/** Ends a review that was reopened: nothing in it is pending, so no decision can be the last. */
export const finishProofSession =
  (parts: Parts): Operation<typeof api.proofing.endpoints.finish> =>
  async (request) => {
    const { session } = await sessionOfLink(parts, request, (id) => parts.throttle.count('proofUpdatesPerSession', id))
    const isDone = session.status === 'completed' || (await parts.proofs.finish(session, stamp(parts.now())))
    if (!isDone) throw new AppError('proof_session_not_found')
    return standingView({ ...session, status: 'completed' }, parts.now())
  }
