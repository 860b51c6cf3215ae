import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { errorResult } from '#functions/shared/http/error-result.ts'
import { AppError } from '#schema/errors.ts'
import { allowedMethods } from './allowed-methods.ts'

type Event = Pick<APIGatewayProxyEventV2, 'rawPath' | 'requestContext'>

/** Answers what is no route: 405 with `Allow` where the address has other methods, else 404 (RFC 9110, 15.5.6). */
export const handler = async (event: Event): Promise<APIGatewayProxyStructuredResultV2> => {
  const methods = allowedMethods(event.rawPath)
  // One that API Gateway did not take for the route that it looks like, because of how it is encoded, is nothing of ours.
  if (methods.length === 0 || methods.includes(event.requestContext.http.method)) {
    return errorResult(new AppError('not_found'), event)
  }
  const { headers, ...refusal } = errorResult(new AppError('method_not_allowed'), event)
  return { ...refusal, headers: { ...headers, allow: methods.join(', ') } }
}
