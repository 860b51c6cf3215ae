import type { Operation } from '#functions/shared/http/operation.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { ProofStore } from './proof-store.ts'
import { ownSession } from './proof-views.ts'

type Parts = { proofs: ProofStore; cursors: Cursors; now: Clock }

export const listMyProofSessions =
  ({ proofs, cursors, now }: Parts): Operation<typeof api.proofing.endpoints.mine> =>
  async ({ query, caller }) => {
    const list = `proof-sessions-of:${caller.userId}`
    const place = await cursors.read(list, query.cursor)
    const page = await proofs.listOwn(caller.userId, { ...place, limit: query.limit })
    return {
      items: page.sessions.map((session) => ownSession(session, now())),
      ...(await cursors.of(list, page)),
    }
  }
