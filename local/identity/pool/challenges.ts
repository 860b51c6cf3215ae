import { randomBytes } from 'node:crypto'
import type { Clock } from '../options.ts'

export type ChallengeName = 'SOFTWARE_TOKEN_MFA' | 'NEW_PASSWORD_REQUIRED'

/** Cognito's default `AuthSessionValidity`. */
const lifetimeMs = 3 * 60_000

/** Sign-ins whose password was right and that ask for more, by the `Session` that the client sends back. Memory only. */
export const openChallenges = (clock: Clock) => {
  const open = new Map<string, { name: ChallengeName; username: string; expiresAtMs: number }>()
  const nowMs = () => clock().getTime()
  return {
    begin: (name: ChallengeName, username: string): string => {
      for (const [session, { expiresAtMs }] of open) if (expiresAtMs <= nowMs()) open.delete(session)
      const session = randomBytes(48).toString('base64url')
      open.set(session, { name, username, expiresAtMs: nowMs() + lifetimeMs })
      return session
    },
    /** @returns whose it is; undefined for one that ended, was never given out, or asks for something else. */
    of: (name: ChallengeName, session: string | undefined): string | undefined => {
      const found = open.get(session ?? '')
      return found?.name === name && found.expiresAtMs > nowMs() ? found.username : undefined
    },
    end: (session: string | undefined): void => {
      open.delete(session ?? '')
    },
  }
}
