import type { Operation } from '#functions/shared/http/operation.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { ProofStore } from './proof-store.ts'
import { ownSession } from './proof-views.ts'

type Parts = { proofs: ProofStore; now: Clock }

/** One item, so that a page that watches a review of any size asks for next to nothing. */
export const getProofStanding =
  ({ proofs, now }: Parts): Operation<typeof api.proofing.endpoints.standing> =>
  async ({ params, caller }) =>
    ownSession(await proofs.getOwn(params.proofSessionId, caller.userId), now())
