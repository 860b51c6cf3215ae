import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod'
import type { Place } from '#local/front/edge-cache.ts'
import { BodyTooLarge, readBody } from '#local/http/body.ts'
import { encoded, encodingFor } from '#local/http/compression.ts'
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

/** The browser has just this: CloudFront answers so of what it keeps. */
const isKnownTo = (request: IncomingMessage, { headers }: Answer): boolean =>
  headers.etag !== undefined && request.headers['if-none-match']?.includes(String(headers.etag)) === true

/** What a function may answer: with a status code it is the response, anything else is the body of a 200. */
const responseOf = (result: unknown) => {
  const parsed = Result.safeParse(result)
  if (parsed.success) return parsed.data
  if (typeof result === 'object' && result !== null && 'statusCode' in result) return undefined
  const body = typeof result === 'string' ? result : JSON.stringify(result ?? null)
  return Result.parse({ statusCode: 200, headers: { 'content-type': 'application/json' }, body })
}

type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Buffer
}
const json = (status: number, message: string, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify({ message })),
})

/** What CloudFront does with a request before it sends it on, and with which answers it goes elsewhere. */
export type Forwarding = {
  /** Headers that its function has set; a client's of the same name are dropped. */
  readonly headers?: Readonly<Record<string, string>>
  readonly declined?: readonly number[]
  readonly compress?: boolean
  /** Where the edge keeps the answer, and has it from. */
  readonly place?: Place | undefined
  /** Headers that do not leave the edge. */
  readonly removed?: readonly string[]
  /** What its other function makes of an answer's headers before they go out. */
  readonly finish?: (status: number, headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
}

/** Answers as API Gateway behind CloudFront does, by calling the functions of its routes. */
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
  const answerOf = async (
    request: IncomingMessage,
    url: URL,
    sent: Readonly<Record<string, string>>,
  ): Promise<Answer> => {
    const requestId = randomUUID()
    const marked = (answer: Answer): Answer => ({
      ...answer,
      headers: { 'apigw-requestid': requestId, ...answer.headers },
    })
    const matched = match(request.method ?? 'GET', url.pathname)
    if (!matched) {
      request.resume()
      return marked(json(404, 'Not Found'))
    }
    const { route } = matched
    const authorized = route.isAuthorized ? await authorize(request.headers.authorization, route.scopes) : undefined
    if (authorized && 'status' in authorized) {
      request.resume()
      return marked(json(authorized.status, authorized.message, { 'www-authenticate': authorized.challenge }))
    }

    const remote = request.socket.remoteAddress ?? '127.0.0.1'
    const added = {
      ...sent,
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
      if (!result) return marked(json(500, 'Internal Server Error'))
      const headers = Object.entries(result.headers).map(([name, value]) => [name.toLowerCase(), String(value)])
      return marked({
        status: result.statusCode,
        headers: {
          'content-type': 'application/json',
          ...Object.fromEntries(headers),
          ...(result.cookies.length > 0 && { 'set-cookie': result.cookies }),
        },
        body: Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8'),
      })
    } catch (error) {
      if (error instanceof BodyTooLarge) return marked(json(413, 'Request Entity Too Large', { connection: 'close' }))
      if (error instanceof FunctionTimeout) return marked(json(503, 'Service Unavailable'))
      return marked(json(500, 'Internal Server Error'))
    }
  }

  /** @returns false when the answer was declined, and nothing has been sent. */
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    { headers = {}, declined = [], compress = false, place, removed = [], finish }: Forwarding = {},
  ): Promise<boolean> => {
    const known = place?.find()
    if (known) request.resume()
    const answer = known ?? (await answerOf(request, url, headers))
    if (declined.includes(answer.status)) return false
    if (!known && request.method === 'GET') place?.keep(answer)
    // Cookies are apart in what a function of CloudFront sees.
    const { 'set-cookie': cookies, ...others } = answer.headers
    const shown = Object.entries(others).filter(([name]) => !removed.includes(name))
    const own = Object.fromEntries(shown.map(([name, value]) => [name, String(value)]))
    const sentWith = (status: number) => ({
      ...(finish?.(status, own) ?? own),
      ...(cookies !== undefined && { 'set-cookie': [cookies].flat() }),
    })
    if (known && isKnownTo(request, answer)) {
      response.writeHead(304, sentWith(304))
      response.end()
      return true
    }
    const encoding = compress
      ? encodingFor(String(answer.headers['content-type']), request.headers['accept-encoding']?.toString())
      : undefined
    const payload = encoding ? await encoded(answer.body, encoding) : answer.body
    response.writeHead(answer.status, {
      ...sentWith(answer.status),
      ...(place && { 'x-cache': known ? 'Hit from cloudfront' : 'Miss from cloudfront' }),
      ...(answer.status !== 204 && answer.status !== 304 && { 'content-length': payload.length }),
      ...(encoding && { 'content-encoding': encoding }),
      ...(compress && { vary: 'accept-encoding' }),
    })
    response.end(request.method === 'HEAD' ? undefined : payload)
    return true
  }
}
