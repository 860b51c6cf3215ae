import type { Operation } from '#functions/shared/http/operation.ts'
import type { Random } from '#functions/shared/ids/ids.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { type ChangeParts, changeLogo } from './change-logo.ts'
import type { DrawnLogo, RefusedLogo } from './draw-logo.ts'
import type { LogoStore } from './logo-store.ts'

type Parts = ChangeParts & {
  logos: LogoStore
  storage: Pick<Storage, 'put'>
  draw: (bytes: Buffer) => Promise<DrawnLogo | RefusedLogo>
  throttle: Pick<Throttle, 'count'>
  random: Random
}

/** Draws what was sent anew, under a name that nobody can guess and nothing had before, and shows it everywhere. */
export const saveLogo =
  (parts: Parts): Operation<typeof api.logos.endpoints.save> =>
  async ({ body, caller: { userId } }) => {
    const { logos, storage, draw, throttle, random, now } = parts
    await throttle.count('logosPerUser', userId)
    const drawn = await draw(Buffer.from(body.image, 'base64'))
    if (drawn.kind === 'refused')
      throw new AppError('invalid_request', {}, [{ path: 'image', message: drawn.sentence }])

    const name = mediaKeys.logoName(userId, Buffer.from(random(16)).toString('base64url'))
    const keys = mediaKeys.logo({ name })
    await logos.expect({ userId, name }, now())
    await storage.put('renditions', { key: keys.page, bytes: drawn.page, contentType: 'image/webp' })
    await storage.put('renditions', { key: keys.mail, bytes: drawn.mail, contentType: 'image/png' })
    return changeLogo(parts, userId, { name, width: drawn.width, height: drawn.height })
  }
