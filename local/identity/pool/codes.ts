import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod'
import { openDocument } from '../document.ts'
import type { Clock } from '../options.ts'
import { attemptLimit } from './attempt-limit.ts'

type CodePurpose = 'sign-up' | 'reset'

/** What became of a try. Only `right` uses the code up. */
type CodeVerdict = 'right' | 'wrong' | 'expired' | 'locked'

export type Codes = {
  /** Six random digits; any earlier code for the same purpose is void. */
  issue(username: string, purpose: CodePurpose): Promise<string>
  redeem(try_: { username: string; purpose: CodePurpose; code: string }): Promise<CodeVerdict>
}

// Amazon Cognito developer guide, "Signing up and confirming user accounts" and "Resetting passwords".
const lifetimeMs: Record<CodePurpose, number> = { 'sign-up': 24 * 3600_000, reset: 3600_000 }

const codes = z.record(z.string(), z.object({ code: z.string(), expiresAtMs: z.number() }))

export const openCodes = async ({ stateDir, clock }: { stateDir: string; clock: Clock }): Promise<Codes> => {
  const { value: issued, save } = await openDocument(join(stateDir, 'codes.json'), codes, () => ({}))
  const tries = attemptLimit(clock)
  const keyOf = (username: string, purpose: CodePurpose) => `${purpose}:${username}`

  return {
    issue: async (username, purpose) => {
      const code = newCode()
      issued[keyOf(username, purpose)] = { code, expiresAtMs: clock().getTime() + lifetimeMs[purpose] }
      await save()
      return code
    },
    redeem: async ({ username, purpose, code }) => {
      const key = keyOf(username, purpose)
      const kept = issued[key]
      if (kept === undefined || kept.expiresAtMs <= clock().getTime()) return 'expired'
      if (tries.isLocked(key)) return 'locked'
      if (kept.code !== code) {
        tries.fail(key)
        return 'wrong'
      }
      delete issued[key]
      tries.clear(key)
      await save()
      return 'right'
    },
  }
}

const newCode = (): string => randomInt(1_000_000).toString().padStart(6, '0')
