import type { ReviewLink } from '#functions/galleries/gallery-access.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { isPastDeadline } from './proof-rules.ts'
import type { ProofStore } from './proof-store.ts'

/** Whether a grant that came from a review still stands: one read, consistent, so that a withdrawal works at once. */
export const openReviews =
  ({ proofs, now }: { proofs: Pick<ProofStore, 'find'>; now: Clock }) =>
  async ({ session: id, links }: ReviewLink): Promise<boolean> => {
    const session = await proofs.find(id)
    return session?.linkVersion === links && !isPastDeadline(session, now())
  }
