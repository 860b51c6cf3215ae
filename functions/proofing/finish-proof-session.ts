import type { Operation } from '#functions/shared/http/operation.ts'
import { stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { ProofSession } from '#schema/entities/proof.ts'
import { AppError } from '#schema/errors.ts'
import { sessionOfLink } from './client-access.ts'
import { completionMail } from './completion-mail.ts'
import type { ReviewParts } from './decide-proofs.ts'
import { isPastDeadline } from './proof-rules.ts'
import { standingView } from './proof-views.ts'

/** Ends a review that was reopened: nothing in it is pending, so no decision can be the last. */
export const finishProofSession =
  (parts: ReviewParts): Operation<typeof api.proofing.endpoints.finish> =>
  async (request) => {
    const { session } = await sessionOfLink(parts, request, async () => undefined)
    await parts.throttle.count('proofUpdatesPerSession', session.id)
    const isDone = session.status === 'completed' || (await finish(parts, session))
    if (!isDone) {
      throw new AppError(isPastDeadline(session, parts.now()) ? 'proof_session_closed' : 'proof_session_pending')
    }
    return standingView({ ...session, status: 'completed' }, parts.now())
  }

/** Another device may have finished it meanwhile, and told the photographer. */
const finish = async (parts: ReviewParts, session: ProofSession): Promise<boolean> => {
  const alongside = await completionMail(parts, session)
  if (await parts.proofs.finish(session, { at: stamp(parts.now()), alongside })) return true
  return (await parts.proofs.find(session.id))?.status === 'completed'
}
