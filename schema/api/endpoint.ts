import * as z from 'zod'
import type { ErrorCode } from '#schema/errors.ts'
import '#schema/sentences.ts'

/**
 * Who may call an endpoint.
 * - `public`: anyone; the answer is the same for all.
 * - `visitor`: anyone; a token, a gallery grant or a session is read if it is sent.
 * - `photographer`: signed in, with an account that is not deleted.
 * - `subscriber`: a photographer in trial or with a subscription; others get 402 `trial_expired`.
 */
export type Access = 'public' | 'visitor' | 'photographer' | 'subscriber'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Shape = z.ZodObject<z.ZodRawShape>

/** An endpoint as data: the router, the gateway's routes, the browser's client, the tests and OpenAPI read this object. */
export type EndpointSpec = {
  readonly method: Method
  /** Below `/api`, with `{name}` for each path parameter. */
  readonly path: `/${string}`
  readonly access: Access
  /** One line for people: what it does. */
  readonly summary: string
  readonly params?: Shape
  readonly query?: Shape
  /** Request headers beside the common ones, lower case. */
  readonly headers?: Shape
  readonly body?: z.ZodType
  readonly response: z.ZodType
  /** Codes beyond those every endpoint may answer (`commonErrors`). */
  readonly errors: readonly ErrorCode[]
  /** `edge`: CloudFront may keep the answer until a change calls it back, five minutes at most, keyed by path, query and grant. */
  readonly cache?: 'edge'
  /** Also answers a photographer who asked for the account to be deleted and waits for the erasure. */
  readonly whileClosing?: true
  /** For visitors: what it stores lies under the caller's id, so the token of an account that is being erased is refused. */
  readonly namesCaller?: true
  /** Only for whoever signed in in the last 15 minutes; others get 403 `sign_in_too_old`. */
  readonly freshSignIn?: true
  /** The longest body that is read, in bytes; `defaultBodyBytes` where none is given. Longer ones are 413, unparsed. */
  readonly maxBodyBytes?: number
  /** The raw body is handed over unparsed: webhooks, whose signature covers the bytes. */
  readonly raw?: true
}

export type Endpoint = EndpointSpec
export type Subject = Readonly<Record<string, Endpoint>>

/**
 * Most bodies are a few fields. The longest of them is a description of 2,000 characters: 6 kB as browsers write it, and
 * 12 kB where every character is escaped (`\\u0041`).
 */
export const defaultBodyBytes = 16_384
export const maxBodyBytesOf = ({ maxBodyBytes = defaultBodyBytes }: Pick<Endpoint, 'maxBodyBytes'>): number =>
  maxBodyBytes

/** What any endpoint may answer besides its own list. */
export const commonErrors = [
  'invalid_request',
  'invalid_json',
  'payload_too_large',
  'too_many_requests',
  'unavailable',
  'internal',
] as const satisfies readonly ErrorCode[]

export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec

/**
 * Describes one subject's endpoints.
 * @param impact What users lose when the subject fails: the text of its alarms.
 */
export const subject = <const S extends Subject>(name: string, impact: string, endpoints: S) => ({
  name,
  impact,
  endpoints,
})
export type SubjectSpec = { readonly name: string; readonly impact: string; readonly endpoints: Subject }

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined

export type ParamsOf<E extends Endpoint> = Parsed<E['params']>
export type QueryOf<E extends Endpoint> = Parsed<E['query']>
export type HeadersOf<E extends Endpoint> = Parsed<E['headers']>
export type BodyOf<E extends Endpoint> = Parsed<E['body']>
export type ResponseOf<E extends Endpoint> = z.output<E['response']>

/** Absent where the endpoint describes none; may be left out where all of it is optional. */
type Part<K extends string, T> = T extends undefined
  ? { readonly [P in K]?: never }
  : Record<never, never> extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T }

/** What a client sends: the parts that the endpoint describes, before parsing. */
export type RequestOf<E extends Endpoint> = Part<'params', Sent<E['params']>> &
  Part<'query', Sent<E['query']>> &
  Part<'headers', Sent<E['headers']>> &
  Part<'body', Sent<E['body']>>

/** A number in an address: digits and nothing else ("12", not "0xC" or "1e1"). Left empty it is as good as absent. */
export const inAddress = <T extends z.ZodType>(number: T) =>
  z.preprocess((text) => (typeof text === 'string' ? numberOf(text) : text), number)
const numberOf = (text: string): number | string | undefined => {
  if (text === '') return undefined
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}

/** Nothing to say: 204. */
export const Nothing = z.undefined()

/** Which state of a thing an edit has seen. It counts edits; a number that no count reaches is refused, not added to. */
export const Version = z.int().min(0).max(1_000_000_000)
