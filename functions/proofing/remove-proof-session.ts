import type { ChoreStore } from '#functions/chores/chore-store.ts'
import { choreNow } from '#functions/chores/chore-writes.ts'
import { type ChoreSteps, doChores } from '#functions/chores/do-chores.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { ProofChore } from './proof-chores.ts'
import type { ProofStore } from './proof-store.ts'

type Parts = { proofs: ProofStore; chores: ChoreStore; steps: ChoreSteps<ProofChore>; log: Log; now: Clock }

export const removeProofSession =
  (parts: Parts): Operation<typeof api.proofing.endpoints.remove> =>
  async ({ params, caller }) => {
    const { proofs, steps, now } = parts
    const session = await proofs.getOwn(params.proofSessionId, caller.userId)
    const clearing = choreNow(now, 'clear-proof-session', session.id)
    const needless = (['remind-proof-client', 'fill-proof-session'] as const).map((kind) => ({
      kind,
      subject: session.id,
    }))
    await proofs.remove(session, { put: clearing, drop: needless })
    await doChores(parts, steps)([clearing])
    return undefined
  }
