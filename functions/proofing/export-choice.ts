import type { Operation } from '#functions/shared/http/operation.ts'
import { allOf } from '#functions/shared/table/pages.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { ProofStore } from './proof-store.ts'
import { ownSession } from './proof-views.ts'

type Parts = { proofs: ProofStore; now: Clock }

/** About what one request of the table carries (1 MB) at the usual length of feedback. */
const photosAtOnce = 1_000

export const exportChoice =
  ({ proofs, now }: Parts): Operation<typeof api.proofing.endpoints.exportChoice> =>
  async ({ params, caller }) => {
    const session = await proofs.getOwn(params.proofSessionId, caller.userId)
    const read = (after?: Item) => proofs.listPhotos(session.id, { after, limit: photosAtOnce })
    const photos = await allOf(read, (page) => page.proofs)
    return { session: ownSession(session, now()), photos }
  }
