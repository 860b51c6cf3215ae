import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import { keepingOf } from '#functions/shared/edge/edge-tags.ts'
import type { Gate } from '#functions/shared/identity/gate.ts'
import { freshMinutes, signedInLongAgo } from '#functions/shared/identity/verify-token.ts'
import { describeError, type Log, systemLog } from '#functions/shared/log/logger.ts'
import { type Clock, systemClock } from '#functions/shared/time/clock.ts'
import type { Endpoint, Subject } from '#schema/api/endpoint.ts'
import { assumed } from '#schema/assumed.ts'
import { AppError, type ErrorCode } from '#schema/errors.ts'
import { UserId } from '#schema/ids.ts'
import { clientOf } from './client-address.ts'
import { edgeHeaders, entityTag } from './edge-cache.ts'
import { errorResult, jsonHeaders } from './error-result.ts'
import type { Operation, OperationRequest, Operations, Photographer } from './operation.ts'
import { isOutage } from './outage.ts'
import { readRequest } from './read-request.ts'

type HttpEvent = APIGatewayProxyEventV2
type HttpResult = APIGatewayProxyStructuredResultV2
export type HttpHandler = (event: HttpEvent, context: Context) => Promise<HttpResult>

type Route = {
  readonly name: string
  readonly endpoint: Endpoint
  readonly run: (event: HttpEvent) => Promise<HttpResult>
}

/** API Gateway names the route it matched: "GET /api/galleries/{galleryId}". */
const routeKeyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} /api${path}`

/**
 * The Lambda handler of a subject: the only place that knows middy and API Gateway. For each request it finds the
 * endpoint, checks access, parses, runs the operation, parses the answer and turns errors into the contract's body.
 * @param build Makes the operations, on the first request: importing an entry reads no setting and opens no connection.
 * @param how Makes the gate then too. The log is the subject's own unless another one is named.
 */
export const serve = <S extends Subject>(
  subject: { readonly name: string; readonly endpoints: S },
  build: () => Operations<S>,
  { gate, log = systemLog(subject.name), now = systemClock }: { gate: () => Gate; log?: Log; now?: Clock },
): HttpHandler => {
  let routes: Map<string, Route> | undefined
  const makeRoutes = (): Map<string, Route> => {
    const operations = build()
    const guards = gate()
    const route = <K extends keyof S & string>(name: K): Route => ({
      name,
      endpoint: endpointOf(subject.endpoints, name),
      run: bind<S[K]>(subject.endpoints[name], operations[name], { gate: guards, now }),
    })
    return new Map(
      Object.keys(subject.endpoints).map((name) => [routeKeyOf(endpointOf(subject.endpoints, name)), route(name)]),
    )
  }

  return middy<HttpEvent, HttpResult>(async (event: HttpEvent) => {
    routes ??= makeRoutes()
    // The answer to HEAD is that to GET; API Gateway sends no body with it (RFC 9110, 9.3.2).
    const route = routes.get(event.routeKey.replace('HEAD ', 'GET '))
    if (!route) throw new AppError('not_found')
    return route.run(event)
  }).use(answerErrors(log))
}

const endpointOf = (endpoints: Subject, name: string): Endpoint => {
  const found = endpoints[name]
  if (!found) throw new TypeError(`No endpoint is called ${name}.`)
  return found
}

/** Joins an endpoint with its operation: access, parse, run, parse. */
const bind =
  <E extends Endpoint>(endpoint: E, operation: Operation<E>, { gate, now }: { gate: Gate; now: Clock }) =>
  async (event: HttpEvent): Promise<HttpResult> => {
    if (!(await gate.cameThroughFront(event.headers['x-origin-verify']))) throw new AppError('forbidden')
    const caller = await callerOf(endpoint, event, gate)
    const parts = await readOrCount(endpoint, event, gate)
    const request = assumed<OperationRequest<E>>(
      { ...parts, caller, address: addressOf(event) },
      'the schemas of the endpoint have parsed each part, and its access has decided about the caller',
    )
    const answer = await operation(request)
    const kept = edgeHeaders(keepingOf(answer), now())
    return respond(endpoint, event, { answer: endpoint.response.parse(answer), kept })
  }

const unreadable: ReadonlySet<string> = new Set<ErrorCode>(['invalid_request', 'invalid_json', 'payload_too_large'])

/** Reads the request; one that cannot be read counts against its address, but for webhooks, which come from a few. */
const readOrCount = async (endpoint: Endpoint, event: HttpEvent, gate: Gate) => {
  try {
    return readRequest(endpoint, event)
  } catch (error) {
    const isCounted = error instanceof AppError && unreadable.has(error.code) && endpoint.raw !== true
    if (isCounted) await gate.countUnreadable(addressOf(event))
    throw error
  }
}

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/

const callerOf = async (endpoint: Endpoint, event: HttpEvent, gate: Gate): Promise<Photographer | undefined> => {
  if (endpoint.access === 'public' || endpoint.cache === 'edge') return undefined
  const token = bearer.exec(event.headers.authorization ?? '')?.[1]
  if (endpoint.access === 'visitor' && token === undefined) return undefined
  const within = endpoint.freshSignIn ? freshMinutes : undefined
  const userId = token === undefined ? undefined : await gate.verifyToken(token, within)
  if (userId === undefined) throw new AppError('unauthenticated')
  if (userId === signedInLongAgo) throw new AppError('sign_in_too_old')
  const isVisitor = endpoint.access === 'visitor'
  if (isVisitor && endpoint.namesCaller !== true) return { userId }
  const standing = await gate.standing(UserId.parse(userId))
  if (standing === 'closed') throw new AppError('unauthenticated')
  if (isVisitor) return { userId }
  if (standing === 'closing' && endpoint.whileClosing !== true) throw new AppError('account_closing')
  if (endpoint.access === 'subscriber' && standing === 'trial_expired') throw new AppError('trial_expired')
  return { userId }
}

/** Set by CloudFront, which drops what the client sent under that name. */
const addressOf = ({ headers, requestContext }: HttpEvent): string => {
  const viewer = headers['cloudfront-viewer-address']
  return viewer === undefined ? requestContext.http.sourceIp : clientOf(viewer)
}

type Answer = { readonly answer: unknown; readonly kept: Readonly<Record<string, string>> }

const respond = (endpoint: Endpoint, event: HttpEvent, { answer, kept }: Answer): HttpResult => {
  const requestId = { 'x-request-id': event.requestContext.requestId }
  if (answer === undefined) return { statusCode: 204, headers: { ...requestId, 'cache-control': 'no-store' } }
  const body = JSON.stringify(answer)
  if (endpoint.cache !== 'edge' || event.headers['x-gallery-grant'] !== undefined) {
    return { statusCode: 200, headers: { ...jsonHeaders, ...requestId, 'cache-control': 'private, no-store' }, body }
  }
  const etag = entityTag(body)
  const headers = { ...jsonHeaders, ...requestId, ...kept, etag }
  const isKnown = event.headers['if-none-match']?.includes(etag) === true
  return isKnown ? { statusCode: 304, headers } : { statusCode: 200, headers, body }
}

/** A middleware of middy: every error becomes the contract's body, and one line in the log. */
const answerErrors = (log: Log): middy.MiddlewareObj<HttpEvent, HttpResult> => ({
  onError: (request) => {
    const { error, event } = request
    const known = error instanceof AppError ? error : undefined
    const told = known ?? new AppError(isOutage(error) ? 'unavailable' : 'internal')
    const fields = { endpoint: event.routeKey, requestId: event.requestContext.requestId, code: told.code }
    if (known) log.info('refused', fields)
    else log.error('failed', { ...fields, ...describeError(error) })
    request.response = errorResult(told, event)
  },
})
