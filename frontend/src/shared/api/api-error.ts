import { type ErrorBody, type ErrorCode, errors, type FieldProblem } from '#schema/errors.ts'

type Parts = {
  code: ErrorCode
  message?: string
  requestId?: string
  fields?: readonly FieldProblem[]
  details?: Readonly<Record<string, unknown>>
}

/** An answer that is not 2xx, or no answer at all (`unavailable`), in the contract's words. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly requestId: string | undefined
  readonly fields: readonly FieldProblem[]
  readonly details: Readonly<Record<string, unknown>>

  constructor({ code, message, requestId, fields = [], details = {} }: Parts) {
    super(message ?? errors[code][1])
    this.name = 'ApiError'
    this.code = code
    this.requestId = requestId
    this.fields = fields
    this.details = details
  }
}

/** Nothing answered: the browser is offline, or the way is broken. In words that name the next step. */
export const notReached = (): ApiError =>
  new ApiError({
    code: 'unavailable',
    message: navigator.onLine
      ? 'Darkslide could not be reached. Please check your connection and try again.'
      : 'You are offline. Please try again when you are back.',
    details: { reached: false },
  })
export const isNotReached = (thrown: unknown): boolean => thrown instanceof ApiError && thrown.details.reached === false

export const fromErrorBody = ({ error }: ErrorBody): ApiError =>
  new ApiError({
    code: error.code,
    message: error.message,
    requestId: error.requestId,
    ...(error.fields && { fields: error.fields }),
    ...(error.details && { details: error.details }),
  })

/** The code of what was thrown; anything unknown is `internal`. */
export const codeOf = (thrown: unknown): ErrorCode => (thrown instanceof ApiError ? thrown.code : 'internal')

/** How long the server asks to wait before the next try, if it says so. */
export const retryAfterMs = (thrown: unknown): number | undefined => {
  const seconds = thrown instanceof ApiError ? thrown.details.retryAfterSeconds : undefined
  return typeof seconds === 'number' ? seconds * 1_000 : undefined
}

/** The sentence for people; a fault of ours names the number by which support finds it. */
export const sentenceOf = (thrown: unknown): string => {
  if (!(thrown instanceof ApiError)) return errors.internal[1]
  const { code, message, requestId } = thrown
  return code === 'internal' && requestId ? `${message} If it stays, tell support this number: ${requestId}` : message
}

/**
 * The sentence of a refusal that ends by itself, which says how long that takes; `undefined` for all others. Where a screen
 * has words of its own for what went wrong, these come before them.
 */
export const waitSentenceOf = (thrown: unknown): string | undefined =>
  retryAfterMs(thrown) === undefined ? undefined : sentenceOf(thrown)

/** The reason beside one field of a form (`path` as in the contract: "customer.email"), if the server gave one. */
export const fieldProblem = (thrown: unknown, path: string): string | undefined =>
  thrown instanceof ApiError ? thrown.fields.find((field) => field.path === path)?.message : undefined
