import type * as z from 'zod'
import type { GalleryAccess } from '#functions/galleries/gallery-access.ts'
import { exceptedSince, sharedSince } from '#functions/galleries/photo-exception.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { isTakenOut } from '#functions/galleries/photos-of-list.ts'
import { shownPicture, watermarkOf } from '#functions/galleries/shown-picture.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { ClientProofSession, OwnProofSession, ProofPhoto } from '#schema/api/proofing.ts'
import { paintOf } from '#schema/brand-paint.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { PhotoProof, ProofSession } from '#schema/entities/proof.ts'
import type { ProofSessionId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { countsOf, isPastDeadline, statusOf } from './proof-rules.ts'
import type { ProofPage, ProofStore } from './proof-store.ts'

/** How far a session is: what every answer to a decision carries. */
export const standingView = (session: ProofSession, now: Date) => ({
  status: statusOf(session, now),
  counts: countsOf(session),
})

/** A session as its photographer sees it; the contract drops the rest. */
export const ownSession = (session: ProofSession, now: Date): z.input<typeof OwnProofSession> => ({
  ...session,
  ...standingView(session, now),
})

/** A session as its client sees it. */
export const clientSession = async (
  { access, now }: { access: GalleryAccess; now: Clock },
  session: ProofSession,
  gallery: Gallery,
): Promise<z.input<typeof ClientProofSession>> => {
  const isReadOnly = isPastDeadline(session, now())
  const granted = isReadOnly ? undefined : await access.grantForReview(gallery, session)
  return {
    galleryId: session.galleryId,
    galleryTitle: gallery.title,
    title: session.title,
    description: session.description,
    deadlineAt: session.deadlineAt,
    selectionTarget: session.selectionTarget,
    ...standingView(session, now()),
    photographerName: gallery.photographerName,
    brand: paintOf(gallery.brand),
    canComment: gallery.clientCanComment,
    isReadOnly,
    watermark: watermarkOf(gallery),
    galleryGrant: granted?.grant ?? null,
    galleryGrantExpiresAt: granted?.expiresAt ?? null,
  }
}

/** The name of a session's list in its cursors. */
const photosList = (id: ProofSessionId): string => `proofs:${id}`

type PhotosRead = { id: ProofSessionId; page: ProofPage; photos: Photo[] }

/** A page of a session's photos: one query, or the rows of their order, and batches of gets for the rest. */
export const readPhotos = async (
  { proofs, photos, cursors }: { proofs: ProofStore; photos: PhotoStore; cursors: Cursors },
  { id, isOrdered }: { id: ProofSessionId; isOrdered: boolean },
  cursor: string | undefined,
): Promise<PhotosRead> => {
  const place = await cursors.read(photosList(id), cursor)
  const paging = { ...place, limit: limits.proofing.perPage }
  if (isOrdered) {
    const order = await proofs.listOrder(id, paging)
    const [said, found] = await Promise.all([proofs.findPhotos(id, order.photoIds), photos.getMany(order.photoIds)])
    const byId = new Map(said.map((proof) => [proof.photoId, proof]))
    const inOrder = order.photoIds.flatMap((photoId) => byId.get(photoId) ?? [])
    return { id, page: { proofs: inOrder, next: order.next }, photos: found }
  }
  const page = await proofs.listPhotos(id, paging)
  const found = page.proofs.length > 0 ? await photos.getMany(page.proofs.map(({ photoId }) => photoId)) : []
  return { id, page, photos: found }
}

export const photosView = async (
  { links, cursors }: { links: MediaLinks; cursors: Cursors },
  { id, page, photos }: PhotosRead,
  gallery: Gallery | undefined,
) => {
  const byId = new Map(photos.map((photo) => [photo.id, photo]))
  return {
    items: await Promise.all(
      page.proofs.map((proof) => proofPhoto(links, { proof, gallery, photo: byId.get(proof.photoId) })),
    ),
    ...(await cursors.of(photosList(id), page)),
  }
}

type Shown = { proof: PhotoProof; photo: Photo | undefined; gallery: Gallery | undefined }

/** A photo that was taken out of its gallery keeps its name and decision, and shows no picture. */
const proofPhoto = async (links: MediaLinks, { proof, photo, gallery }: Shown): Promise<z.input<typeof ProofPhoto>> => {
  const isShown = gallery !== undefined && photo?.state === 'ready' && photo.galleryId === gallery.id
  return {
    photoId: proof.photoId,
    title: proof.title,
    status: proof.status,
    clientFeedback: proof.clientFeedback,
    updatedAt: proof.updatedAt,
    picture: isShown ? await shownPicture(links, gallery, photo) : null,
    isTakenOut: isTakenOut(photo),
    pricePence: photo?.pricePence ?? 0,
    isForSale: isShown && photo.pricePence > 0,
    ...(photo && { ...exceptedSince(photo), ...sharedSince(photo) }),
    // Who bought it before it was kept from anybody has it, whenever it was shared.
    ...(photo?.sharedAt !== undefined && { createdAt: photo.createdAt }),
  }
}
