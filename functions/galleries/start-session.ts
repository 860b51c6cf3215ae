import type { Operation } from '#functions/shared/http/operation.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { unlessFull } from '#functions/shared/throttle/wrong-tries.ts'
import type { api } from '#schema/api/all.ts'

type Parts = { sessions: Pick<GallerySessions, 'make'>; throttle: Pick<Throttle, 'count'> }

/**
 * Nothing is stored: the session is its own proof, and an id of before goes on with its likes. Nobody is refused one: a
 * single visitor could use up what all others of the address need. Past its number an address gets late ones.
 */
export const startSession =
  ({ sessions, throttle }: Parts): Operation<typeof api.galleries.endpoints.startSession> =>
  async ({ body, address }) => {
    const isLate = await throttle.count('sessionsPerAddress', address).then(
      () => false,
      (error: unknown) => {
        unlessFull(error)
        return true
      },
    )
    return { session: await sessions.make({ earlier: body.earlier, isLate }) }
  }
