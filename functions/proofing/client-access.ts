import { isExpired } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { ProofSession } from '#schema/entities/proof.ts'
import { AppError } from '#schema/errors.ts'
import type { ProofStore } from './proof-store.ts'

type Parts = { proofs: ProofStore; galleries: GalleryStore; throttle: Throttle; now: Clock }
export type ClientSession = { session: ProofSession; gallery: Gallery }

/**
 * The session that a link opens, with its gallery. A token that never was, a deleted session and a gallery that is gone,
 * expired or of a closed account are answered alike; misses are counted, so that guessing is slow.
 * @throws AppError `proof_session_not_found`.
 */
export const sessionOfLink = async (
  { proofs, galleries, throttle, now }: Parts,
  { params: { token }, address }: { params: { token: string }; address: string },
): Promise<ClientSession> => {
  const session = await proofs.findByToken(token)
  const gallery = session && (await galleries.find(session.galleryId))
  if (session && gallery && gallery.ownerState !== 'closed' && !isExpired(gallery, now())) return { session, gallery }
  await throttle.count('proofMissPerAddress', address)
  throw new AppError('proof_session_not_found')
}
