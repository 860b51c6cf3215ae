import type { Clock } from '../options.ts'

export type AttemptLimit = {
  isLocked(subject: string): boolean
  fail(subject: string): void
  clear(subject: string): void
}

/**
 * Cognito's lock-out: five failures are free, the next locks for a second, and each later one doubles that, up to about
 * fifteen minutes (Amazon Cognito developer guide, "Sign-in lockout behavior"). Kept in memory: a restart forgives.
 */
export const attemptLimit = (clock: Clock): AttemptLimit => {
  const failures = new Map<string, { count: number; lockedUntilMs: number }>()
  return {
    isLocked: (subject) => (failures.get(subject)?.lockedUntilMs ?? 0) > clock().getTime(),
    fail: (subject) => {
      if (failures.size >= maximumSubjects) failures.delete(failures.keys().next().value ?? '')
      const count = (failures.get(subject)?.count ?? 0) + 1
      const lockMs = count < freeFailures ? 0 : Math.min(2 ** (count - freeFailures) * 1000, longestLockMs)
      failures.set(subject, { count, lockedUntilMs: clock().getTime() + lockMs })
    },
    clear: (subject) => failures.delete(subject),
  }
}

const freeFailures = 5
const longestLockMs = 15 * 60_000
const maximumSubjects = 10_000
