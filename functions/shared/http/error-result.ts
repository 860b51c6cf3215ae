import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { type AppError, type ErrorBody, errors } from '#schema/errors.ts'
import { busyRetrySeconds } from './outage.ts'

/** Headers of every answer in JSON. */
export const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
} as const

/** What a caller is told of an error: the contract's body and the code's status. */
export const errorResult = (
  { code, message, details, fields }: AppError,
  { requestContext: { requestId } }: Pick<APIGatewayProxyEventV2, 'requestContext'>,
): APIGatewayProxyStructuredResultV2 & { readonly headers: Readonly<Record<string, string>> } => {
  const [statusCode] = errors[code]
  const body: ErrorBody = {
    error: {
      code,
      message,
      requestId,
      ...(fields.length > 0 && { fields }),
      ...(Object.keys(details).length > 0 && { details }),
    },
  }
  const usual = code === 'unavailable' ? busyRetrySeconds : undefined
  const retryAfter = typeof details.retryAfterSeconds === 'number' ? details.retryAfterSeconds : usual
  return {
    statusCode,
    headers: {
      ...jsonHeaders,
      'x-request-id': requestId,
      'cache-control': 'private, no-store',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body: JSON.stringify(body),
  }
}
