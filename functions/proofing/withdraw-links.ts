import type { Operation } from '#functions/shared/http/operation.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { ProofStore } from './proof-store.ts'
import { ownSession } from './proof-views.ts'

type Parts = { proofs: ProofStore; now: Clock }

/** A link that went to the wrong person is ended without the review: all of them at once, and what they opened. */
export const withdrawProofLinks =
  ({ proofs, now }: Parts): Operation<typeof api.proofing.endpoints.withdrawLinks> =>
  async ({ params, body, caller }) => {
    const session = await proofs.getOwn(params.proofSessionId, caller.userId)
    if (session.linkVersion === body.linkVersion) await proofs.withdrawLinks(session)
    return ownSession(await proofs.getOwn(session.id, caller.userId), now())
  }
