import type { Operation } from '#functions/shared/http/operation.ts'
import type { GallerySessions, Visitor } from '#functions/shared/sessions/gallery-sessions.ts'
import { sameText } from '#functions/shared/signing/signer.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { guess, unlessFull } from '#functions/shared/throttle/wrong-tries.ts'
import type { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import { comparableCode } from '#schema/text.ts'
import type { GalleryAccess } from './gallery-access.ts'
import { isGalleryPassword } from './gallery-password.ts'
import type { GalleryStore } from './gallery-store.ts'
import type { TellOfGuessing } from './tell-of-guessing.ts'

type Parts = {
  galleries: Pick<GalleryStore, 'find'>
  access: GalleryAccess
  sessions: Pick<GallerySessions, 'visitorOf'>
  throttle: Throttle
  tellOfGuessing: TellOfGuessing
}

/** Exchanges what a gallery asks for against a grant. Only wrong tries count, and none of them against anybody else. */
export const unlockGallery =
  (parts: Parts): Operation<typeof api.galleries.endpoints.unlock> =>
  async (request) => {
    const { galleries, access, sessions, throttle } = parts
    const { params, body, address } = request
    const visitor = await sessions.visitorOf(request)
    const gallery = await galleries.find(params.galleryId)
    if (!gallery) throw new AppError('gallery_not_found')
    const seen = await access.accessOf(gallery, {})
    if (seen.state === 'absent') throw new AppError('gallery_not_found')
    if (seen.state === 'open') return access.grant(gallery, 'visitor')

    await waitWhileGuessedAt(parts, gallery, visitor)
    const guesser = { limits: guessLimits, visitor, address, target: gallery.id }
    if (await guess(throttle, guesser, () => isRight(gallery, body))) return access.grant(gallery, 'visitor')
    await throttle.count('unlockWrongPerGallery', gallery.id).catch(unlessFull)
    throw new AppError('invalid_access_code')
  }

const guessLimits = {
  own: 'unlockWrongPerSession',
  inCrowd: 'unlockWrongPerSessionInCrowd',
  address: 'unlockWrongPerAddress',
  late: 'unlockWrongOfLateSessions',
} as const

/** How old a session must be to try a gallery that is being guessed at: whoever makes many of them waits for each. */
const grownSeconds = 60

const waitWhileGuessedAt = async ({ throttle, tellOfGuessing }: Parts, gallery: Gallery, { ageSeconds }: Visitor) => {
  const guessedAt = await throttle.fullness('unlockWrongPerGallery', gallery.id)
  if (!guessedAt) return
  await tellOfGuessing(gallery)
  const retryAfterSeconds = grownSeconds - ageSeconds
  if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { ...guessedAt.details, retryAfterSeconds })
}

type Guess = { accessCode?: string | undefined; password?: string | undefined }

/**
 * Both are compared always, so that the time does not tell which of them was wrong. A code is compared without case and
 * blanks, a password exactly (rulings, "Codes").
 */
const isRight = async (
  { accessCode, passwordHash }: Pick<Gallery, 'accessCode' | 'passwordHash'>,
  { accessCode: code = '', password = '' }: Guess,
): Promise<boolean> => {
  const isCode = accessCode === null || sameText(comparableCode(code), comparableCode(accessCode))
  const isPassword = passwordHash === null || (await isGalleryPassword(passwordHash, password))
  return isCode && isPassword
}
