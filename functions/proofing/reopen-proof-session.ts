import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { requireFuture } from './create-proof-session.ts'
import { reminderOf } from './proof-chores.ts'
import { isOpen, isPastDeadline, requireGalleryUntil } from './proof-rules.ts'
import type { ProofStore } from './proof-store.ts'
import { ownSession } from './proof-views.ts'

type Parts = { proofs: ProofStore; galleries: GalleryStore; throttle: Pick<Throttle, 'count'>; now: Clock }

/** Opens a completed or expired session again; one that is open stays as it is. */
export const reopenProofSession =
  ({ proofs, galleries, throttle, now }: Parts): Operation<typeof api.proofing.endpoints.reopen> =>
  async ({ params, body, caller }) => {
    requireFuture(body.deadlineAt, now())
    await throttle.count('proofChangesPerUser', caller.userId)
    const session = await proofs.getOwn(params.proofSessionId, caller.userId)
    if (isOpen(session, now()) && body.deadlineAt === undefined) return ownSession(session, now())
    const kept = isPastDeadline(session, now()) ? null : session.deadlineAt
    const status = session.status === 'completed' ? 'in_review' : session.status
    const changes = { status, completedAt: null, deadlineAt: body.deadlineAt ?? kept }
    requireGalleryUntil(await galleries.getOwn(session.galleryId, caller.userId), changes.deadlineAt, now())
    const saved = await proofs.save(session, changes, reminderOf({ ...session, ...changes }, now()))
    return ownSession(saved, now())
  }
