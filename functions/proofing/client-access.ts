import { isExpired } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { ProofSession } from '#schema/entities/proof.ts'
import { AppError } from '#schema/errors.ts'
import type { ProofSessionId } from '#schema/ids.ts'
import type { ProofStore } from './proof-store.ts'

type Parts = {
  proofs: ProofStore
  galleries: GalleryStore
  sessions: Pick<GallerySessions, 'subjectOf'>
  throttle: Throttle
  now: Clock
}
type Link = {
  params: { token: string }
  headers: { 'x-gallery-session'?: string | undefined }
  address: string
}
export type ClientSession<T> = {
  session: ProofSession
  gallery: Gallery
  /** What was read together with them. */
  beside: T
}

/**
 * The session that a link opens, with its gallery. A token that never was, one that was withdrawn, a deleted session and a gallery
 * that is gone, expired, taken down or of a closed account are answered alike; misses are counted, so that guessing is slow.
 * @param read What is read meanwhile by what the link alone tells; of a session that is not shown it is thrown away, so it
 * must change nothing.
 * @throws AppError `proof_session_not_found`.
 */
export const sessionOfLink = async <T>(
  parts: Parts,
  { params: { token }, headers, address }: Link,
  read: (opened: { id: ProofSessionId; isOrdered: boolean }) => Promise<T>,
): Promise<ClientSession<T>> => {
  const { proofs, sessions, throttle, now } = parts
  const pointer = await proofs.pointerOf(token)
  if (pointer !== undefined) {
    const { sessionId: id, linkVersion, isOrdered } = pointer
    const [{ session, gallery }, beside] = await Promise.all([withGallery(parts, id), read({ id, isOrdered })])
    const isShown =
      gallery !== undefined &&
      gallery.ownerState !== 'closed' &&
      gallery.takedown === null &&
      !isExpired(gallery, now())
    if (session?.linkVersion === linkVersion && isShown) return { session, gallery, beside }
  }
  await throttle.count('proofMisses', await sessions.subjectOf({ caller: undefined, headers }, address))
  await throttle.count('proofMissesPerAddress', address)
  throw new AppError('proof_session_not_found')
}

const withGallery = async ({ proofs, galleries }: Parts, id: ProofSessionId) => {
  const session = await proofs.find(id)
  return { session, gallery: session && (await galleries.find(session.galleryId)) }
}
