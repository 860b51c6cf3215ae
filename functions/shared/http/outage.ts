import * as z from 'zod'
import { AppError } from '#schema/errors.ts'

/** When to ask again what was busy: long enough for a burst to pass, short enough for somebody who looks on. */
export const busyRetrySeconds = 2

/** Something that we rely on asks for time, and the same request may succeed in a moment. `why` is read by people. */
export const busy = (why: string): AppError => new AppError('unavailable', { why, retryAfterSeconds: busyRetrySeconds })
export const isBusy = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'unavailable' && 'retryAfterSeconds' in error.details

const Failure = z.looseObject({
  name: z.string(),
  code: z.string().optional(),
  $retryable: z.unknown().optional(),
  $metadata: z.looseObject({ httpStatusCode: z.number().optional() }).optional(),
})

/** What AWS says when it wants us slower; some of it with status 400 and no other mark. */
const slowDown = new Set([
  'ThrottlingException',
  'ThrottledException',
  'TooManyRequestsException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'SlowDown',
  'TransactionInProgressException',
])
const noAnswer = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'])

/** Whether something that we rely on gave no answer, failed, or asked for time: the same request may succeed later. */
export const isOutage = (error: unknown): boolean => {
  const { data: failure } = Failure.safeParse(error)
  if (!failure) return false
  const { name, code = '', $retryable, $metadata } = failure
  return (
    name === 'TimeoutError' ||
    slowDown.has(name) ||
    noAnswer.has(code) ||
    $retryable !== undefined ||
    ($metadata?.httpStatusCode ?? 0) >= 500
  )
}
