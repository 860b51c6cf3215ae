import type { Collection } from '../store/collection.ts'
import type { IdempotentAnswer } from '../store/state.ts'
import { StripeFailure } from './errors.ts'

const HOUR_MS = 60 * 60 * 1000
/**
 * Stripe "can" remove keys once they are "at least 24 hours old" (https://docs.stripe.com/api/idempotent_requests), so
 * code may rely neither on a key's being remembered nor on its being forgotten. Successes are forgotten as early as
 * that allows and refusals as late as seems likely, so that code which relies on either fails here.
 */
const SUCCESS_KEPT_FOR_MS = 24 * HOUR_MS
const REFUSAL_KEPT_FOR_MS = 30 * HOUR_MS
const MAX_KEY_LENGTH = 255

export type KeyedRequest = { key: string; account: string | null; path: string; fingerprint: string }

/**
 * Stripe's idempotency layer, as its documentation of idempotent requests describes it. An answer is kept under its
 * key once an operation began to run, whatever its status; a request refused before that (malformed parameters, rate
 * limit, another request with the key under way) leaves the key free.
 */
export const idempotency = (answers: Collection<IdempotentAnswer>, nowMs: () => number) => {
  const underWay = new Set<string>()
  const isOld = ({ status, createdMs }: IdempotentAnswer) =>
    nowMs() - createdMs >= (status < 400 ? SUCCESS_KEPT_FOR_MS : REFUSAL_KEPT_FOR_MS)
  const scoped = ({ key, account }: KeyedRequest) => `${account ?? ''}|${key}`

  return {
    /** The kept answer to replay, or undefined when the request should run. */
    replay(request: KeyedRequest): IdempotentAnswer | undefined {
      const { key, path, fingerprint } = request
      if (key.length > MAX_KEY_LENGTH)
        throw new StripeFailure(400, mismatch(`Idempotency keys may have at most ${MAX_KEY_LENGTH} characters.`))
      if (underWay.has(scoped(request))) {
        throw new StripeFailure(409, {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: `Another request with the idempotency key '${key}' is still under way. Try again later.`,
        })
      }
      const kept = answers.find(scoped(request))
      if (!kept) return undefined
      if (isOld(kept)) {
        answers.remove(kept.id)
        return undefined
      }
      if (kept.path !== path) {
        throw new StripeFailure(400, mismatch(`The idempotency key '${key}' was first used for '${kept.path}'.`))
      }
      if (kept.fingerprint !== fingerprint) {
        throw new StripeFailure(400, mismatch(`The idempotency key '${key}' was first used with other parameters.`))
      }
      return kept
    },
    begin: (request: KeyedRequest) => underWay.add(scoped(request)),
    end: (request: KeyedRequest) => underWay.delete(scoped(request)),
    keep(request: KeyedRequest, answer: { status: number; body: string; requestId: string }) {
      const { path, fingerprint } = request
      const id = scoped(request)
      answers.remove(id)
      answers.put({ id, fingerprint, path, ...answer, createdMs: nowMs() })
    },
    /** Forgets keys whose time is over. */
    prune() {
      for (const kept of answers.all()) {
        if (nowMs() - kept.createdMs < SUCCESS_KEPT_FOR_MS) break
        if (isOld(kept)) answers.remove(kept.id)
      }
    },
  }
}

export type Idempotency = ReturnType<typeof idempotency>

const mismatch = (message: string) => ({ type: 'idempotency_error' as const, message })
