import * as z from 'zod'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { IdempotencyKey } from '#schema/ids.ts'

const storageKey = 'checkout_attempt'
/** A payment page lives 31 minutes: who is led to one again still has time to pay. */
const lifeMs = 20 * 60_000
const Attempt = z.object({ digest: z.string(), key: IdempotencyKey, startedAtMs: z.number() })
type Attempt = z.infer<typeof Attempt>

/** Says whether content is the same without saying what it is: the browser keeps it, and it names the buyer. */
const digestOf = async (content: unknown): Promise<string> => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(content)))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const read = (): Attempt | undefined => {
  try {
    return Attempt.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')).data
  } catch {
    return undefined
  }
}

/** The attempt is settled: the same content is another purchase from now on. */
export const forgetAttempt = () => localStorage.removeItem(storageKey)

/**
 * The idempotency key of a checkout, shared by all tabs of a browser. The same content keeps its key when it is sent
 * again: after a lost answer, after returning from the payment page, or from another tab. It is one order then, which
 * can be paid only once. Changed content gets a new key, and so does a checkout after an answer that completed the one
 * before.
 */
export const createAttemptKeys = (makeId: () => string, nowMs: () => number = Date.now) => {
  let unkept: Attempt | undefined
  return {
    keyFor: async (body: unknown): Promise<IdempotencyKey> => {
      const digest = await digestOf(body)
      // From here to the writing nothing waits: another tab reads before it or after it.
      const known = read() ?? unkept
      const age = nowMs() - (known?.startedAtMs ?? 0)
      if (known?.digest === digest && age >= 0 && age < lifeMs) return known.key
      const attempt = { digest, key: IdempotencyKey.parse(makeId()), startedAtMs: nowMs() }
      unkept = attempt
      try {
        localStorage.setItem(storageKey, JSON.stringify(attempt))
      } catch (thrown) {
        logWarning('attempt_not_kept', { error: errorName(thrown) })
      }
      return attempt.key
    },
    settle: () => {
      unkept = undefined
      forgetAttempt()
    },
  }
}
