import type { Operation } from '#functions/shared/http/operation.ts'
import { sameText } from '#functions/shared/signing/signer.ts'
import { throttles } from '#functions/shared/throttle/limits.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, epochSeconds } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryAccess } from './gallery-access.ts'
import { isGalleryPassword } from './gallery-password.ts'
import type { GalleryStore } from './gallery-store.ts'
import type { UnlockTriesStore, WrongTries } from './unlock-tries-store.ts'

type Parts = {
  galleries: GalleryStore
  access: GalleryAccess
  tries: UnlockTriesStore
  throttle: Throttle
  now: Clock
}

/** Exchanges what a gallery asks for against a grant. Guessing is slow from one address, and from many. */
export const unlockGallery =
  ({ galleries, access, tries, throttle, now }: Parts): Operation<typeof api.galleries.endpoints.unlock> =>
  async ({ params: { galleryId }, body, address }) => {
    await throttle.count('unlockPerAddress', address)
    await throttle.count('unlockPerGallery', `${galleryId} ${address}`)
    const gallery = await galleries.find(galleryId)
    if (!gallery) throw new AppError('gallery_not_found')
    const seen = await access.accessOf(gallery, {})
    if (seen.state === 'absent') throw new AppError('gallery_not_found')
    if (seen.state === 'open') return access.grant(gallery, 'visitor')

    const [wrongInAll, own] = await Promise.all([
      throttle.tries('unlockWrongPerTarget', galleryId),
      tries.of(galleryId, address, now()),
    ])
    const waitSeconds = delayOf(wrongInAll, own) - (epochSeconds(now()) - own.lastAt)
    if (waitSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds: waitSeconds })
    if (await isRight(gallery, body)) return access.grant(gallery, 'visitor')

    await Promise.all([
      tries.addWrong(galleryId, address, now()),
      // Only counted: its limit is what makes delays grow, never a refusal of its own.
      throttle.count('unlockWrongPerTarget', galleryId).catch(ignoreLimit),
    ])
    throw new AppError('invalid_access_code')
  }

const firstDelaySeconds = 30
const longestDelaySeconds = 3_600

/**
 * Once a gallery has been guessed at often within an hour, an address that was wrong before waits, twice as long after
 * each wrong try. One that was not is served at once: whoever knows the code always gets in.
 */
const delayOf = (wrongInAll: number, own: WrongTries): number =>
  wrongInAll < throttles.unlockWrongPerTarget.limit
    ? 0
    : Math.min(longestDelaySeconds, firstDelaySeconds * 2 ** (own.count - 1))

const ignoreLimit = (error: unknown): void => {
  if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error
}

type Guess = { accessCode?: string | undefined; password?: string | undefined }

/** Both are compared always, so that the time does not tell which of them was wrong. */
const isRight = async (
  { accessCode, passwordHash }: Pick<Gallery, 'accessCode' | 'passwordHash'>,
  guess: Guess,
): Promise<boolean> => {
  const isCode = accessCode === null || sameText(guess.accessCode ?? '', accessCode)
  const isPassword = passwordHash === null || (await isGalleryPassword(passwordHash, guess.password ?? ''))
  return isCode && isPassword
}
