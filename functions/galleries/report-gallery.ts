import { outboxPut } from '#functions/mail/outbox.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { type Report, reportReasons } from '#schema/entities/report.ts'
import { AppError } from '#schema/errors.ts'
import type { PhotoId } from '#schema/ids.ts'
import { addresses, paths } from '#schema/paths.ts'
import type { GalleryAccess } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import type { PhotoStore } from './photo-store.ts'
import { type ReportStore, reportIdOf } from './report-store.ts'

type Parts = {
  galleries: Pick<GalleryStore, 'find'>
  photos: Pick<PhotoStore, 'find'>
  reports: ReportStore
  access: GalleryAccess
  sessions: Pick<GallerySessions, 'subjectOf'>
  throttle: Throttle
  ids: Pick<IdMaker, 'mail'>
  supportAddress: () => string
  siteUrl: () => string
  now: Clock
}

/**
 * Keeps what somebody says of a gallery or photo that they may see, and tells the operator by mail. Anybody may. Counted
 * is who reports, never what is reported: a limit of a gallery's own would let a stranger silence everybody else's
 * reports of it. Mails are fewer, so that a flood fills a list and not a mailbox.
 */
export const reportGallery =
  (parts: Parts): Operation<typeof api.galleries.endpoints.report> =>
  async ({ body, headers, caller, address }) => {
    const { galleries, reports, access, sessions, throttle, now } = parts
    await throttle.count('reports', await sessions.subjectOf({ caller, headers }, address))
    await throttle.count('reportsPerAddress', address)
    const gallery = await galleries.find(body.galleryId)
    if (!gallery) throw new AppError('gallery_not_found')
    const { state } = await access.accessOf(gallery, { grants: [headers['x-gallery-grant']], caller })
    if (state === 'absent') throw new AppError('gallery_not_found')
    // Whoever stands before the lock may report the gallery, and sees no photo of it.
    if (state === 'locked' && body.photoId !== null) throw new AppError('gallery_locked')
    const title = body.photoId === null ? gallery.title : await titleOf(parts, gallery.id, body.photoId)
    const report: Report = {
      ...body,
      id: reportIdOf(body, now()),
      photographerId: gallery.photographerId,
      title,
      createdAt: stamp(now()),
      closedAt: null,
    }
    await reports.add(report, await mailOf(parts, report))
    return undefined
  }

const titleOf = async ({ photos }: Parts, galleryId: Report['galleryId'], photoId: PhotoId): Promise<string> => {
  const photo = await photos.find(photoId)
  if (photo?.state !== 'ready' || photo.galleryId !== galleryId) throw new AppError('photo_not_found')
  return photo.title
}

/** None once an hour has brought many: the list has them all. */
const mailOf = async (parts: Parts, report: Report): Promise<Write[]> => {
  const { throttle, ids, supportAddress, siteUrl, now } = parts
  // One after the other: a gallery that has had its mails takes nothing more from those about other galleries.
  const isQuiet = await throttle
    .count('reportMailsPerGallery', report.galleryId)
    .then(() => throttle.count('reportMails', 'all'))
    .then(() => true, isFull)
  if (!isQuiet) return []
  const { galleryId, photoId } = report
  return [
    outboxPut({
      id: ids.mail(),
      template: 'report-received',
      to: supportAddress(),
      at: now(),
      regarding: report.photographerId,
      data: {
        reportId: report.id,
        what: photoId === null ? 'gallery' : 'photo',
        subjectId: photoId ?? galleryId,
        title: report.title,
        reason: reportReasons[report.reason],
        text: report.text,
        from: report.email,
        url: siteUrl() + (photoId === null ? paths.gallery({ galleryId }) : addresses.photo(galleryId, photoId)),
      },
    }),
  ]
}

const isFull = (error: unknown): false => {
  if (error instanceof AppError && error.code === 'too_many_requests') return false
  throw error
}
