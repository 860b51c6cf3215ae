import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { OwnProofSession } from '#schema/api/proofing.ts'
import { AppError } from '#schema/errors.ts'
import { requireFuture } from './create-proof-session.ts'
import { reminderOf } from './proof-chores.ts'
import { requireGalleryUntil } from './proof-rules.ts'
import type { ProofStore } from './proof-store.ts'
import { ownSession } from './proof-views.ts'

type Parts = { proofs: ProofStore; galleries: GalleryStore; throttle: Pick<Throttle, 'count'>; now: Clock }

/** Changes what is sent; a later deadline opens an expired session again. */
export const updateProofSession =
  ({ proofs, galleries, throttle, now }: Parts): Operation<typeof api.proofing.endpoints.update> =>
  async ({ params, body, caller }) => {
    await throttle.count('proofChangesPerUser', caller.userId)
    const session = await proofs.getOwn(params.proofSessionId, caller.userId)
    if (session.version !== body.version) {
      throw new AppError('changed_meanwhile', { current: OwnProofSession.parse(ownSession(session, now())) })
    }
    const {
      title = session.title,
      description = session.description,
      deadlineAt = session.deadlineAt,
      selectionTarget = session.selectionTarget,
    } = body
    if (deadlineAt !== session.deadlineAt) {
      requireFuture(deadlineAt, now())
      requireGalleryUntil(await galleries.getOwn(session.galleryId, caller.userId), deadlineAt, now())
    }
    const changes = { title, description, deadlineAt, selectionTarget }
    const saved = await proofs.save(session, changes, reminderOf({ ...session, ...changes }, now()))
    return ownSession(saved, now())
  }
