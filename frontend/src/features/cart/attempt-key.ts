import { IdempotencyKey } from '#schema/ids.ts'

/**
 * One key per attempt at a checkout: the same content sent again after a lost answer keeps its key, so that it has one
 * effect; other content, or an answer that settled the attempt, gets a new one.
 */
export const createAttemptKeys = (makeId: () => string) => {
  let attempt: { content: string; key: IdempotencyKey } | undefined
  return {
    keyFor: (body: unknown): IdempotencyKey => {
      const content = JSON.stringify(body)
      if (attempt?.content !== content) attempt = { content, key: IdempotencyKey.parse(makeId()) }
      return attempt.key
    },
    settle: () => {
      attempt = undefined
    },
  }
}
