import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import type { World } from '../world.ts'
import { accountInvalid, type ErrorBody, StripeFailure, unauthenticated } from './errors.ts'
import { checkExpandable, expanded } from './expand.ts'
import type { Fault, Faults } from './faults.ts'
import { decodeForm, type Form } from './form.ts'
import type { Idempotency, KeyedRequest } from './idempotency.ts'
import type { Operation } from './operation.ts'

export type ApiRequest = {
  method: string
  path: string
  query: string
  body: string
  headers: Record<string, string | undefined>
}

/** `reset` means that the connection is to be cut without an answer. */
export type ApiAnswer =
  | { kind: 'reset' }
  | { kind: 'answer'; status: number; headers: Record<string, string>; body: string }

export type ApiParts = {
  world: World
  operations: readonly Operation[]
  faults: Faults
  idempotency: Idempotency
  /** The one key that is let in; without it every well-formed test key is. */
  apiKey: string | undefined
  /** Says whose request is running, so that its events can name it. */
  duringRequest<T>(request: { id: string; idempotency_key: string | null }, run: () => T): T
}

type Outcome = { status: number; body: string }

/** Answers one request of Stripe's API: authentication, faults, idempotency, parameters, the operation, expansion. */
export const answerApi = (parts: ApiParts) => {
  const { world, faults, idempotency } = parts
  const route = router(parts.operations)

  return async (request: ApiRequest): Promise<ApiAnswer> => {
    const requestId = world.newId('req')
    const { method, path } = request
    const key = method === 'POST' ? request.headers['idempotency-key'] : undefined
    const reply = (outcome: Outcome, more: Record<string, string> = {}): ApiAnswer => ({
      kind: 'answer',
      status: outcome.status,
      body: outcome.body,
      headers: {
        'content-type': 'application/json',
        'request-id': requestId,
        'stripe-version': request.headers['stripe-version'] ?? Stripe.API_VERSION,
        ...(key ? { 'idempotency-key': key } : {}),
        ...(request.headers['stripe-account'] ? { 'stripe-account': request.headers['stripe-account'] } : {}),
        ...more,
      },
    })

    let claimed: KeyedRequest | undefined
    try {
      authenticate(request.headers.authorization, parts.apiKey)
      const account = connectedAccount(world, request.headers['stripe-account'])
      const found = route(method, path)
      const keyed = key ? { key, account, path: `${method} ${path}`, fingerprint: fingerprint(request) } : undefined
      const kept = keyed && idempotency.replay(keyed)
      if (keyed && !kept) {
        idempotency.begin(keyed)
        claimed = keyed
      }
      const keep = (outcome: Outcome) => {
        if (claimed) idempotency.keep(claimed, { ...outcome, requestId })
      }

      const early = await met(faults.next('before', method, path))
      if (early?.kind === 'reset') return early
      if (early) {
        if (early.kept) keep(early.outcome)
        return reply(early.outcome, early.headers)
      }
      let outcome: Outcome
      if (kept) outcome = kept
      else {
        const { expand, ...form } = decodeForm(method === 'GET' || request.body === '' ? request.query : request.body)
        const paths = expandPaths(expand)
        checkExpandable(paths)
        const run = found.operation.prepare(form, { world, ids: found.ids, account })
        outcome = parts.duringRequest({ id: requestId, idempotency_key: key ?? null }, () =>
          executed(() => expanded(world, run(), paths)),
        )
      }
      const late = await met(faults.next('after', method, path))
      keep(late?.kind === 'status' && late.kept ? late.outcome : outcome)
      if (late?.kind === 'reset') return late
      if (late) return reply(late.outcome, late.headers)
      return reply(outcome, kept ? { 'idempotent-replayed': 'true', 'original-request': kept.requestId } : {})
    } catch (error) {
      if (error instanceof StripeFailure) return reply(failed(error))
      throw error
    } finally {
      if (claimed) idempotency.end(claimed)
    }
  }
}

const executed = (run: () => object): Outcome => {
  try {
    return { status: 200, body: JSON.stringify(run()) }
  } catch (error) {
    if (error instanceof StripeFailure) return failed(error)
    throw error
  }
}

const failed = ({ status, body }: StripeFailure): Outcome => errorOutcome(status, body)

const errorOutcome = (status: number, error: ErrorBody): Outcome => ({
  status,
  body: JSON.stringify({ error: withDocumentation(error) }),
})

const withDocumentation = (error: ErrorBody) =>
  error.code === undefined
    ? error
    : { ...error, doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}` }

type Headers = Record<string, string>
type FaultOutcome =
  | { kind: 'reset' }
  | { kind: 'status'; outcome: Outcome; headers: Headers; kept: boolean }
  | undefined

/** Lives through a fault: waits if it holds the request, else says what the caller gets instead of an answer. */
const met = async (fault: (Fault & { released: Promise<void> }) | undefined): Promise<FaultOutcome> => {
  const answer = fault?.answer
  switch (answer?.kind) {
    case 'reset':
      return { kind: 'reset' }
    case 'hold':
      await fault?.released
      return undefined
    case 'status': {
      const { status, code, message, kept } = answer
      const body = { ...faultBody(status, code), ...(code ? { code } : {}), ...(message ? { message } : {}) }
      return { kind: 'status', outcome: errorOutcome(status, body), headers: limitHeaders(status, code), kept }
    }
    default:
      return undefined
  }
}

/**
 * A 429 names the limit in `Stripe-Rate-Limited-Reason`; one without it is `lock_timeout`, another request that holds the
 * object: https://docs.stripe.com/rate-limits. It names no time to wait.
 */
const limitHeaders = (status: number, code: string | undefined): Headers =>
  status === 429 && code !== 'lock_timeout' ? { 'stripe-rate-limited-reason': 'endpoint-rate' } : {}

const faultBody = (status: number, code?: string): ErrorBody => {
  if (code === 'lock_timeout')
    return { type: 'invalid_request_error', message: 'The object is held by another request. Try again later.' }
  if (status === 429)
    return { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests. Try again later.' }
  if (status < 500) return { type: 'invalid_request_error', message: 'The request was refused.' }
  return { type: 'api_error', message: 'An unknown error occurred.' }
}

const authenticate = (authorization: string | undefined, apiKey: string | undefined) => {
  if (!authorization) throw unauthenticated('You did not provide an API key.')
  const given = /^Bearer (.+)$/.exec(authorization)?.[1] ?? ''
  const accepted = apiKey === undefined ? /^(sk|rk)_test_\w{6,}$/.test(given) : given === apiKey
  if (!accepted) throw unauthenticated(`Invalid API Key provided: ${given.slice(0, 8)}****`)
}

const connectedAccount = (world: World, id: string | undefined) => {
  if (id === undefined) return null
  if (!world.state.accounts.find(id)) throw accountInvalid(id)
  return id
}

const expandPaths = (expand: Form[string] | undefined) => {
  const paths = Array.isArray(expand) ? expand : [expand]
  return paths.filter((path) => typeof path === 'string')
}

/** The same parameters in another order are the same request. */
const fingerprint = ({ query, body }: ApiRequest) => {
  const sorted = (text: string) => [...new URLSearchParams(text)].map((pair) => JSON.stringify(pair)).sort()
  return createHash('sha256')
    .update(JSON.stringify([sorted(query), sorted(body)]))
    .digest('base64url')
}

const router = (operations: readonly Operation[]) => {
  const routes = operations.map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(':id', '([^/]+)')}$`),
  }))
  return (method: string, path: string) => {
    for (const { operation, pattern } of routes) {
      const match = operation.method === method ? pattern.exec(path) : null
      if (match) return { operation, ids: idsOf(match) }
    }
    throw new StripeFailure(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    })
  }
}

const idsOf = (match: RegExpExecArray): [string, ...string[]] => {
  const [first = '', ...rest] = match.slice(1).map((id) => decodeURIComponent(id))
  return [first, ...rest]
}
