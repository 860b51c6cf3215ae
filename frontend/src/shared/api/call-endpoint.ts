import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { authSession } from '#frontend/shared/session/auth-session.ts'
import type { Endpoint, RequestOf, ResponseOf } from '#schema/api/endpoint.ts'
import { galleries } from '#schema/api/galleries.ts'
import { ErrorBody, type ErrorCode, sentenceFor } from '#schema/errors.ts'
import { ApiError, codeOf, fromErrorBody, notReached } from './api-error.ts'
import { grantOf } from './grants.ts'
import { keptSession, makeSession } from './session-token.ts'

type Values = Readonly<Record<string, unknown>>
/** A request of any endpoint: what the typed ones have in common. */
type AnyRequest = { params?: Values; query?: Values; headers?: Values; body?: unknown }
type Options = {
  signal?: AbortSignal
  /** Waited for between an answer's coming and its reading, which takes a slow phone some milliseconds. */
  beforeReading?: () => Promise<void>
}

const text = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value)

const addressOf = (endpoint: Endpoint, { params = {}, query = {} }: AnyRequest): string => {
  // An id that cannot exist needs no request to be unknown.
  if (endpoint.params && !endpoint.params.safeParse(params).success) throw new ApiError({ code: 'not_found' })
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const written = text(value)
    if (written !== undefined) search.set(name, written)
  }
  const suffix = search.size > 0 ? `?${search.toString()}` : ''
  return `/api${path}${suffix}`
}

/** Answers that the edge keeps must not depend on who asks, so they never carry a token. */
const mayCarryToken = (endpoint: Endpoint) => endpoint.access !== 'public' && endpoint.cache !== 'edge'
const needsToken = (endpoint: Endpoint) => endpoint.access === 'photographer' || endpoint.access === 'subscriber'

/** A token that cannot be renewed without a connection is no missing sign-in, and is not reported as one. */
const tokenFor = async (endpoint: Endpoint): Promise<string | undefined> => {
  try {
    return await authSession.accessToken()
  } catch (thrown) {
    logWarning('token_not_available', { error: errorName(thrown) })
    if (needsToken(endpoint)) throw notReached()
    return undefined
  }
}

const needsSession = (endpoint: Endpoint) => endpoint.errors.includes('session_needed')
const askForSession = async (earlier?: string): Promise<string> => {
  const { session } = await send(galleries.endpoints.startSession, {
    body: { ...(earlier !== undefined && { earlier }) },
  })
  return session
}

const headersOf = async (endpoint: Endpoint, { params = {}, headers = {}, body }: AnyRequest): Promise<Headers> => {
  const sent = new Headers({ accept: 'application/json' })
  const named = endpoint.headers?.shape ?? {}
  if (body !== undefined) sent.set('content-type', 'application/json')
  if ('x-gallery-session' in named) {
    const session = keptSession() ?? (needsSession(endpoint) ? await makeSession(askForSession) : undefined)
    if (session !== undefined) sent.set('x-gallery-session', session)
  }
  if ('x-gallery-grant' in named) {
    const grant = grantOf(String(params.galleryId))
    if (grant) sent.set('x-gallery-grant', grant)
  }
  for (const [name, value] of Object.entries(headers)) {
    const written = text(value)
    if (written !== undefined) sent.set(name, written)
  }
  if (mayCarryToken(endpoint)) {
    const token = await tokenFor(endpoint)
    if (token) sent.set('authorization', `Bearer ${token}`)
    else if (needsToken(endpoint)) throw new ApiError({ code: 'unauthenticated' })
  }
  return sent
}

/** For what a browser throws: as long as nobody gave the request up, its line was lost. */
const lostUnless = (signal: AbortSignal | undefined) => (thrown: unknown) => {
  if (signal?.aborted) throw thrown
  throw notReached()
}

/**
 * `undefined` where there is nothing, or no JSON: a firewall's or a proxy's answer. One that breaks off is no answer: whoever
 * asked does not know what became of it (https://fetch.spec.whatwg.org/#body-mixin, a `TypeError` where its bytes end early).
 */
const bodyOf = async (response: Response, beforeReading?: Options['beforeReading']): Promise<unknown> => {
  if (response.status === 204) return undefined
  const text = await response.text()
  await beforeReading?.()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const codeOfStatus = (status: number) => {
  if (status === 429) return 'too_many_requests'
  return status >= 500 ? 'unavailable' : 'internal'
}

/** The wait that an answer asks for: seconds, or a date (RFC 9110, section 10.2.3). */
const retryAfterOf = (response: Response): { retryAfterSeconds?: number } => {
  const text = response.headers.get('retry-after')?.trim() ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? { retryAfterSeconds: Math.max(0, seconds) } : {}
}

const refusalOfOthers = (code: ErrorCode, details: { retryAfterSeconds?: number }): ApiError =>
  new ApiError({ code, message: sentenceFor(code, details), details })

/** An answer that is not 2xx. Not all of them are ours: the firewall, API Gateway and proxies answer in their own way. */
const refusalOf = (response: Response, body: unknown): ApiError => {
  const ours = ErrorBody.safeParse(body)
  return ours.success
    ? fromErrorBody(ours.data)
    : refusalOfOthers(codeOfStatus(response.status), retryAfterOf(response))
}

/**
 * Calls one endpoint of the contract. The answer is parsed with the contract's schema; a refusal is thrown as
 * `ApiError`. Session, grant and token are added where the contract asks for them.
 */
export function callEndpoint<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options?: Options,
): Promise<ResponseOf<E>>
export async function callEndpoint(endpoint: Endpoint, request: AnyRequest, options: Options = {}): Promise<unknown> {
  const sentSession = keptSession()
  try {
    return await send(endpoint, request, options)
  } catch (thrown) {
    // The session was of before signatures, or its key is gone. Nothing was done: it is made anew, and asked again.
    if (codeOf(thrown) !== 'session_needed') throw thrown
    await makeSession(askForSession, sentSession)
    return send(endpoint, request, options)
  }
}

function send<E extends Endpoint>(endpoint: E, request: RequestOf<E>, options?: Options): Promise<ResponseOf<E>>
function send(endpoint: Endpoint, request: AnyRequest, options?: Options): Promise<unknown>
async function send(endpoint: Endpoint, request: AnyRequest, options: Options = {}): Promise<unknown> {
  const address = addressOf(endpoint, request)
  const headers = await headersOf(endpoint, request)
  const { signal, beforeReading } = options
  const sent: RequestInit = { method: endpoint.method, headers, credentials: 'omit' }
  if (request.body !== undefined) sent.body = JSON.stringify(request.body)
  if (signal) sent.signal = signal
  // Browsers, too, go by the minutes that the edge may show an old answer while it fetches a new one: a gallery would
  // stay locked after the right code, or there after it was deleted. Asked like this they compare first.
  if (endpoint.cache === 'edge') sent.cache = 'no-cache'

  const response = await fetch(address, sent).catch(lostUnless(signal))
  const body = await bodyOf(response, beforeReading).catch(lostUnless(signal))
  if (!response.ok) throw refusalOf(response, body)
  const parsed = endpoint.response.safeParse(body)
  if (!parsed.success) throw new ApiError({ code: 'internal' })
  return parsed.data
}
