import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod'
import { openDocument } from '../document.ts'
import type { Clock } from '../options.ts'

export type Session = z.output<typeof session> & { id: string }

export type Sessions = {
  /** @returns the session and its refresh token, which is kept only as a hash. */
  open(of: { username: string; scope: string }): Promise<{ session: Session; refreshToken: string }>
  /** @returns undefined for a token that was never given out, has ended or is over its thirty days. */
  resume(refreshToken: string): Session | undefined
  isOpen(id: string): boolean
  end(id: string): Promise<void>
  endAllOf(username: string): Promise<void>
}

const session = z.object({
  username: z.string(),
  scope: z.string(),
  refreshHash: z.string(),
  /** Seconds since 1970, when the person last proved who they are. */
  authTime: z.number(),
  expiresAtMs: z.number(),
})

/** Thirty days, which is Cognito's default for refresh tokens. */
const lifetimeMs = 30 * 24 * 3600_000

/** A session is what Cognito names by `origin_jti`: one sign-in, all access tokens refreshed from it, ended as one. */
export const openSessions = async ({ stateDir, clock }: { stateDir: string; clock: Clock }): Promise<Sessions> => {
  const { value: sessions, save } = await openDocument(
    join(stateDir, 'sessions.json'),
    z.record(z.string(), session),
    () => ({}),
  )
  const nowMs = () => clock().getTime()
  const openWith = (id: string) => {
    const kept = Object.hasOwn(sessions, id) ? sessions[id] : undefined
    return kept !== undefined && kept.expiresAtMs > nowMs() ? { ...kept, id } : undefined
  }
  const drop = async (unwanted: (kept: z.output<typeof session>) => boolean) => {
    for (const [id, kept] of Object.entries(sessions)) if (unwanted(kept)) delete sessions[id]
    await save()
  }

  return {
    open: async ({ username, scope }) => {
      const id = randomUUID()
      const refreshToken = `${id}.${randomBytes(48).toString('base64url')}`
      const opened = {
        username,
        scope,
        refreshHash: hashOf(refreshToken),
        authTime: Math.floor(nowMs() / 1000),
        expiresAtMs: nowMs() + lifetimeMs,
      }
      sessions[id] = opened
      await drop((kept) => kept.expiresAtMs <= nowMs())
      return { session: { ...opened, id }, refreshToken }
    },
    resume: (refreshToken) => {
      const found = openWith(refreshToken.split('.')[0] ?? '')
      return found?.refreshHash === hashOf(refreshToken) ? found : undefined
    },
    isOpen: (id) => openWith(id) !== undefined,
    end: async (id) => {
      delete sessions[id]
      await save()
    },
    endAllOf: (username) => drop((kept) => kept.username === username),
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
