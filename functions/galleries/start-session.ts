import type { Operation } from '#functions/shared/http/operation.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { api } from '#schema/api/all.ts'

type Parts = { sessions: Pick<GallerySessions, 'make'>; throttle: Pick<Throttle, 'count'> }

/** Nothing is stored: the session is its own proof, and an id of before goes on with its likes. */
export const startSession =
  ({ sessions, throttle }: Parts): Operation<typeof api.galleries.endpoints.startSession> =>
  async ({ body, address }) => {
    await throttle.count('sessionsPerAddress', address)
    return { session: await sessions.make(body.earlier) }
  }
