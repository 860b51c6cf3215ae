import type { Operation } from '#functions/shared/http/operation.ts'
import type { GallerySessions, Visitor } from '#functions/shared/sessions/gallery-sessions.ts'
import { sameText } from '#functions/shared/signing/signer.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { guess, unlessFull } from '#functions/shared/throttle/wrong-tries.ts'
import type { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import { comparableCode } from '#schema/text.ts'
import { type GalleryAccess, isProtected } from './gallery-access.ts'
import { isGalleryPassword } from './gallery-password.ts'
import type { GalleryStore } from './gallery-store.ts'
import type { TellOfGuessing } from './tell-of-guessing.ts'

type Parts = {
  galleries: Pick<GalleryStore, 'find'>
  access: GalleryAccess
  sessions: Pick<GallerySessions, 'visitorOf'>
  throttle: Throttle
  tellOfGuessing: TellOfGuessing
  /** Keeps the address of whoever comes in, where the gallery asks for one. */
  leaveAddress: (gallery: Gallery, left: { email: string; consent: string | null }) => Promise<void>
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
    // What is asked of no secret is no guess.
    const isIn = !isProtected(gallery) || (await guess(throttle, guesser, () => isRight(gallery, body)))
    if (isIn) {
      if (gallery.asksEmail) await keepAddress(parts, gallery, request, visitor)
      return access.grant(gallery, 'visitor')
    }
    await throttle.count('unlockWrongPerGallery', gallery.id).catch(unlessFull)
    throw new AppError('invalid_access_code')
  }

/** Only of who knows what the gallery asks for: nothing is kept of who does not. */
const keepAddress = async (
  { throttle, leaveAddress }: Parts,
  gallery: Gallery,
  { body, address }: { body: { email?: string | undefined; consent?: string | null | undefined }; address: string },
  { subject }: Visitor,
): Promise<void> => {
  const { email, consent = null } = body
  if (email === undefined) {
    throw new AppError('invalid_request', {}, [{ path: 'email', message: 'Please enter your email address.' }])
  }
  await throttle.count('addressesPerSession', subject)
  await throttle.count('addressesPerAddress', address)
  await leaveAddress(gallery, { email, consent })
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
