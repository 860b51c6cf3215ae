import type { Operation } from '#functions/shared/http/operation.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { PhotoProof } from '#schema/entities/proof.ts'
import type { ProofStore } from './proof-store.ts'
import { ownSession } from './proof-views.ts'

type Parts = { proofs: ProofStore; now: Clock }

/** About what one request of the table carries (1 MB) at the usual length of feedback. */
const photosAtOnce = 1_000

export const exportChoice =
  ({ proofs, now }: Parts): Operation<typeof api.proofing.endpoints.exportChoice> =>
  async ({ params, caller }) => {
    const session = await proofs.getOwn(params.proofSessionId, caller.userId)
    const photos: PhotoProof[] = []
    let after: Item | undefined
    do {
      const page = await proofs.listPhotos(session.id, { after, limit: photosAtOnce })
      photos.push(...page.proofs)
      after = page.next
    } while (after)
    return { session: ownSession(session, now()), photos }
  }
