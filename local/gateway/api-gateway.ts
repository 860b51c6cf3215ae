import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod'
import { BodyTooLarge, readBody, sendJson } from '#local/http/body.ts'
import { FunctionTimeout, type Invoker } from '#local/lambda/invoker.ts'
import { httpEvent } from './http-event.ts'
import { type ApiRoute, router } from './routes.ts'
import type { tokenAuthorizer } from './token-authorizer.ts'

/** API Gateway's own limit on a request body, not to be raised. */
const maxBodyBytes = 10 * 1_024 * 1_024

const Result = z.object({
  statusCode: z.int(),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  cookies: z.array(z.string()).default([]),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
})

/** What a function may answer: with a status code it is the response, anything else is the body of a 200. */
const responseOf = (result: unknown) => {
  const parsed = Result.safeParse(result)
  if (parsed.success) return parsed.data
  if (typeof result === 'object' && result !== null && 'statusCode' in result) return undefined
  const body = typeof result === 'string' ? result : JSON.stringify(result ?? null)
  return Result.parse({ statusCode: 200, headers: { 'content-type': 'application/json' }, body })
}

/** Answers `/api/*` as API Gateway behind CloudFront does, by calling the subjects' functions. */
export const apiGateway = ({
  routes,
  invoker,
  authorize,
  originVerify,
  now,
}: {
  routes: readonly ApiRoute[]
  invoker: Invoker
  authorize: ReturnType<typeof tokenAuthorizer>
  /** The header that proves to a function that a request came through CloudFront. */
  originVerify: () => string
  now: () => Date
}) => {
  const match = router(routes)
  return async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const requestId = randomUUID()
    response.setHeader('apigw-requestid', requestId)
    const refuse = (status: number, message: string) => sendJson(response, status, { message })

    const matched = match(request.method ?? 'GET', url.pathname)
    if (!matched) {
      request.resume()
      return refuse(404, 'Not Found')
    }
    const { route } = matched
    const authorized = route.isAuthorized ? await authorize(request.headers.authorization, route.scopes) : undefined
    if (authorized && 'status' in authorized) {
      request.resume()
      response.setHeader('www-authenticate', authorized.challenge)
      return refuse(authorized.status, authorized.message)
    }

    const remote = request.socket.remoteAddress ?? '127.0.0.1'
    const added = {
      'cloudfront-viewer-address': `${remote}:${request.socket.remotePort ?? 0}`,
      'x-forwarded-for': remote,
      'x-forwarded-proto': 'https',
      'x-origin-verify': originVerify(),
      via: '2.0 local.cloudfront.net (CloudFront)',
    }
    try {
      const body = await readBody(request, maxBodyBytes)
      const event = httpEvent({ request, body, url, matched, authorized, requestId, at: now(), added })
      const result = responseOf(await invoker.invoke(route.entry, event))
      if (!result) return refuse(500, 'Internal Server Error')
      const payload = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8')
      const headers = Object.entries(result.headers).map(([name, value]) => [name.toLowerCase(), String(value)])
      response.writeHead(result.statusCode, {
        'content-type': 'application/json',
        ...Object.fromEntries(headers),
        ...(result.cookies.length > 0 && { 'set-cookie': result.cookies }),
        ...(result.statusCode !== 204 && result.statusCode !== 304 && { 'content-length': payload.length }),
      })
      response.end(request.method === 'HEAD' ? undefined : payload)
    } catch (error) {
      if (error instanceof BodyTooLarge) {
        response.setHeader('connection', 'close')
        return refuse(413, 'Request Entity Too Large')
      }
      if (error instanceof FunctionTimeout) return refuse(503, 'Service Unavailable')
      return refuse(500, 'Internal Server Error')
    }
  }
}
