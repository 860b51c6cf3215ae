import { Agent, type IncomingHttpHeaders, request as openRequest } from 'node:http'
import * as z from 'zod'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { galleries } from '#schema/api/galleries.ts'

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** `undefined` where the body is no JSON. */
  json: unknown
  /** The code of the contract's error body. */
  code: string | undefined
}

export type Asking = {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  token?: string | undefined
  /** Which of this machine's addresses the client has: 127.0.0.2, 127.0.0.3 … are other clients. */
  from?: string | undefined
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** One request as it stands: nothing is added, encoded or followed, and every answer is an answer. */
export const ask = (siteUrl: string, target: string, asking: Asking = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body, token, from } = asking
    const sent = openRequest(
      {
        host: '127.0.0.1',
        port: new URL(siteUrl).port,
        path: target,
        method,
        agent,
        ...(from !== undefined && { localAddress: from }),
        headers: {
          host: new URL(siteUrl).host,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const json = jsonOf(text)
          const code = z.object({ error: z.object({ code: z.string() }) }).safeParse(json).data?.error.code
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, json, code })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const fields = z.record(z.string(), z.unknown()).default({})
const Parts = z.object({ params: fields, query: fields, headers: fields, body: z.unknown().optional() })

/** A request of the contract without its types: for tests that bend it. */
export type Loose = { params?: unknown; query?: unknown; headers?: unknown; body?: unknown }

/** The address of an endpoint below the site, with its parameters filled in. */
const targetOf = (endpoint: Endpoint, request: Loose): string => {
  const { params, query } = Parts.parse(request)
  const path = Object.entries(params).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    endpoint.path.toString(),
  )
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()
  return `/api${path}${search === '' ? '' : `?${search}`}`
}

/** A session of the system, as a browser gets it. @param earlier The id that it shall have. */
export const sessionAt = async (siteUrl: string, earlier?: string): Promise<string> => {
  const { method, path } = galleries.endpoints.startSession
  const headers = { 'content-type': 'application/json' }
  const { json } = await ask(siteUrl, `/api${path}`, { method, headers, body: JSON.stringify({ earlier }) })
  return z.object({ session: z.string() }).parse(json).session
}

/** One session a system, for requests that need one and are not about it. */
const shared = new Map<string, Promise<string>>()
const sharedSession = (siteUrl: string): Promise<string> => {
  const known = shared.get(siteUrl) ?? sessionAt(siteUrl)
  shared.set(siteUrl, known)
  return known
}

/**
 * Sends a request to an endpoint; `how` may replace the body's bytes and add or change headers. Where the endpoint needs
 * a session and the request does not speak of one, it is sent from a browser that has one.
 */
export const send = async (
  siteUrl: string,
  endpoint: Endpoint,
  request: Loose = {},
  how: Asking = {},
): Promise<Answer> => {
  const { headers: given, body } = Parts.parse(request)
  const needsSession = endpoint.errors.includes('session_needed') && !('x-gallery-session' in given)
  const headers = needsSession ? { ...given, 'x-gallery-session': await sharedSession(siteUrl) } : given
  const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return ask(siteUrl, targetOf(endpoint, request), {
    method: endpoint.method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...how,
    headers: {
      ...((body !== undefined || how.body !== undefined) && { 'content-type': 'application/json' }),
      ...Object.fromEntries(named),
      ...how.headers,
    },
  })
}
