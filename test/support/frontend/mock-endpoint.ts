import { afterEach, vi } from 'vitest'
import type { Endpoint, ResponseOf } from '#schema/api/endpoint.ts'
import { type ErrorCode, errors, type FieldProblem, sentenceFor } from '#schema/errors.ts'

export type SentRequest = {
  path: string
  params: Record<string, string>
  query: Record<string, string>
  headers: Record<string, string>
  body: unknown
}

export type Refusing = { refuse: ErrorCode; fields?: FieldProblem[]; details?: Record<string, unknown> }
/** The answer, a refusal, no answer for ever (`'pending'`), or a function that decides per request. */
export type Answer<E extends Endpoint> = ResponseOf<E> | Refusing | 'pending'
type Mock = { endpoint: Endpoint; pattern: RegExp; names: string[]; answer: unknown; requests: SentRequest[] }

const someSession = 'anon_1893492000000_abcdefgh.1893492000.c2lnbmF0dXJl'
let mocks: Mock[] = []

const patternOf = (endpoint: Endpoint) => {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const source = endpoint.path.replace(/\{\w+\}/g, '([^/]+)')
  return { names, pattern: new RegExp(`^/api${source}$`) }
}

const isRefusal = (answer: unknown): answer is Refusing =>
  typeof answer === 'object' && answer !== null && 'refuse' in answer

const json = (status: number, body: unknown) =>
  body === undefined
    ? new Response(null, { status: 204 })
    : new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const respond = (answer: unknown): Response | Promise<Response> => {
  if (answer === 'pending') return new Promise<Response>(() => {})
  if (!isRefusal(answer)) return json(200, answer)
  const [status] = errors[answer.refuse]
  const { refuse: code, fields, details } = answer
  const message = sentenceFor(code, details)
  return json(status, { error: { code, message, requestId: 'req_test', fields, details } })
}

const fakeFetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
  const url = new URL(String(input), 'https://darkslide.test')
  const method = init.method ?? 'GET'
  const mock = mocks.findLast((each) => each.endpoint.method === method && each.pattern.test(url.pathname))
  // Whoever needs a session makes one; only tests about that say how.
  if (!mock && url.pathname === '/api/sessions') return json(200, { session: someSession })
  if (!mock) throw new TypeError(`No mock answers ${method} ${url.pathname}`)
  const values = mock.pattern.exec(url.pathname)?.slice(1) ?? []
  const request: SentRequest = {
    path: `${url.pathname}${url.search}`,
    params: Object.fromEntries(mock.names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')])),
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(new Headers(init.headers)),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
  }
  mock.requests.push(request)
  return respond(typeof mock.answer === 'function' ? await mock.answer(request) : mock.answer)
}

/**
 * Answers one endpoint for the rest of the test; the latest mock of an endpoint wins. The payload's type is the
 * contract's. Returns the requests that came, as they went over the wire.
 */
export const mockEndpoint = <E extends Endpoint>(
  endpoint: E,
  answer: Answer<E> | ((request: SentRequest) => Answer<E> | Promise<Answer<E>>),
): { requests: SentRequest[] } => {
  vi.stubGlobal('fetch', fakeFetch)
  const mock: Mock = { endpoint, ...patternOf(endpoint), answer, requests: [] }
  mocks.push(mock)
  return mock
}

afterEach(() => {
  mocks = []
  vi.unstubAllGlobals()
})
