import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { ProofSession } from '#schema/entities/proof.ts'
import { AppError } from '#schema/errors.ts'
import { sessionOfLink } from './client-access.ts'
import { completionMail } from './completion-mail.ts'
import type { ProofStore } from './proof-store.ts'
import { standingView } from './proof-views.ts'

type Parts = {
  proofs: ProofStore
  galleries: GalleryStore
  profiles: ProfileStore
  throttle: Throttle
  ids: IdMaker
  siteUrl: () => string
  now: Clock
}

/** Ends a review that was reopened: nothing in it is pending, so no decision can be the last. */
export const finishProofSession =
  (parts: Parts): Operation<typeof api.proofing.endpoints.finish> =>
  async (request) => {
    const { session } = await sessionOfLink(parts, request, (id) => parts.throttle.count('proofUpdatesPerSession', id))
    const isDone = session.status === 'completed' || (await finish(parts, session))
    if (!isDone) throw new AppError('proof_session_not_found')
    return standingView({ ...session, status: 'completed' }, parts.now())
  }

/** Another device may have finished it meanwhile, and told the photographer. */
const finish = async (parts: Parts, session: ProofSession): Promise<boolean> => {
  const alongside = await completionMail(parts, session)
  if (await parts.proofs.finish(session, { at: stamp(parts.now()), alongside })) return true
  return (await parts.proofs.find(session.id))?.status === 'completed'
}
