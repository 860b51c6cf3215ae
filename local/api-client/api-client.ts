import * as z from 'zod'
import type { Endpoint, RequestOf, ResponseOf } from '#schema/api/endpoint.ts'
import { galleries } from '#schema/api/galleries.ts'
import { assumed } from '#schema/assumed.ts'
import { ErrorBody } from '#schema/errors.ts'

/** The server's refusal, as the contract words it. */
export class ApiRefusal extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(endpoint: Endpoint, status: number, body: ErrorBody) {
    super(`${endpoint.method} ${endpoint.path}: ${status} ${body.error.code}`)
    this.status = status
    this.body = body
  }
}

/**
 * An answer that is not the function's: the gateway or the edge gave it in the function's place, because that ran out of
 * time, broke, or could not be reached. Nobody knows whether the call did something.
 */
export class StubAnswer extends Error {
  readonly status: number

  constructor(endpoint: Endpoint, status: number, text: string) {
    const shown = text.replace(/\s+/g, ' ').slice(0, 120)
    super(`${endpoint.method} ${endpoint.path}: ${status} in place of the function's answer: ${shown}`)
    this.status = status
  }
}

/** How often a read that got no answer of the function is made. */
const readTries = 3

/** Calls endpoints of a running system over HTTP, as a browser would: for the seed, tests and benchmarks. */
export const apiClient = (siteUrl: string, token?: string) => {
  const as = (other: string) => apiClient(siteUrl, other)
  let own: Promise<string> | undefined
  /** The anonymous session of this client, made where an endpoint needs one and the request brings none. */
  const session = (): Promise<string> => {
    own ??= call(galleries.endpoints.startSession, { body: {} }).then((made) => made.session)
    return own
  }

  const call = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<ResponseOf<E>> => {
    const { params = {}, query = {}, headers = {}, body } = parts.parse(request)
    const path = Object.entries(params).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
      endpoint.path.toString(),
    )
    const url = new URL(`${siteUrl}/api${path}`)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const needsSession = endpoint.errors.includes('session_needed') && headers['x-gallery-session'] === undefined
    const sent = {
      method: endpoint.method,
      headers: {
        ...headers,
        ...(needsSession && { 'x-gallery-session': await session() }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && endpoint.cache !== 'edge' && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(url, sent)
      const text = await answer.text()
      const json = jsonOf(text)
      if (answer.ok) return assumed<ResponseOf<E>>(endpoint.response.parse(json), 'its schema has just parsed it')
      const refusal = ErrorBody.safeParse(json)
      if (refusal.success) throw new ApiRefusal(endpoint, answer.status, refusal.data)
      // A read may be repeated; what writes may have written.
      if (endpoint.method !== 'GET' || attempt === readTries) throw new StubAnswer(endpoint, answer.status, text)
    }
  }
  return { call, as, session }
}
export type ApiClient = ReturnType<typeof apiClient>

const fields = z.record(z.string(), z.unknown())
const parts = z.object({
  params: fields.optional(),
  query: fields.optional(),
  headers: z.record(z.string(), z.string().optional()).transform(withoutAbsent).optional(),
  body: z.unknown().optional(),
})

const jsonOf = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function withoutAbsent(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
