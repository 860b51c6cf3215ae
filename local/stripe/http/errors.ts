/** The body of Stripe's error answer: https://docs.stripe.com/api/errors */
export type ErrorBody = {
  type: 'invalid_request_error' | 'api_error' | 'card_error' | 'idempotency_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
}

/** Thrown anywhere in an operation; becomes the answer of its status. */
export class StripeFailure extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const invalid = (message: string, more: { code?: string; param?: string } = {}) =>
  new StripeFailure(400, { type: 'invalid_request_error', message, ...more })

/** Stripe answers 404 for an id in the path, and 400 for an id in the parameters. */
export const missingObject = (kind: string, id: string) =>
  new StripeFailure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: 'id',
  })

export const missingReference = (kind: string, id: string, param = kind) =>
  invalid(`No such ${kind}: '${id}'`, { code: 'resource_missing', param })

export const unauthenticated = (message: string) => new StripeFailure(401, { type: 'invalid_request_error', message })

export const accountInvalid = (id: string) =>
  new StripeFailure(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
  })
