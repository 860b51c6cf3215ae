import { chorePut } from '#functions/chores/chore-writes.ts'
import { closingChores } from '#functions/galleries/closing-chores.ts'
import { isOwnersAlone } from '#functions/galleries/gallery-access.ts'
import { type VisitParts, visitedGallery } from '#functions/galleries/gallery-visit.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { afterHours, type Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { limits } from '#schema/limits.ts'
import type { LeaveAddress } from './leave-address.ts'

type Parts = VisitParts & {
  sessions: Pick<GallerySessions, 'visitorOf'>
  throttle: Pick<Throttle, 'count'>
  leave: LeaveAddress
  now: Clock
}

/** Notes that somebody wants to hear before a gallery closes. */
export const tellBeforeClosing =
  (parts: Parts): Operation<typeof api.visitors.endpoints.tellBeforeClosing> =>
  async (request) => {
    const { sessions, throttle, leave, now } = parts
    const { subject } = await sessions.visitorOf(request)
    await throttle.count('addressesPerSession', subject)
    await throttle.count('addressesPerAddress', request.address)
    const gallery = await visitedGallery(parts, request)
    // Its link would lead nobody anywhere; a review that shows it has a link of its own.
    if (isOwnersAlone(gallery)) throw new AppError('gallery_stays_open')
    const lastAt = afterHours(now(), 24 * limits.visitors.closingDays.day)
    if (gallery.expiresAt === null || new Date(gallery.expiresAt) <= lastAt) throw new AppError('gallery_stays_open')
    // Written once more where the gallery's date is older than these mails, or nobody had asked.
    const alongside = closingChores(gallery, now).chores.map(chorePut)
    await leave(gallery, { ...request.body, wantsClosing: true, alongside })
    return undefined
  }
