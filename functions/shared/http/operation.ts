import type * as z from 'zod'
import type { BodyOf, Endpoint, HeadersOf, ParamsOf, QueryOf, Subject } from '#schema/api/endpoint.ts'
import type { UserId } from '#schema/ids.ts'

/** A signed-in user whose account is neither closed nor being erased. */
export type Photographer = { readonly userId: UserId }

/** Who asks: certain for a photographer's endpoint, possible for a visitor's, never for a public one. */
type CallerOf<E extends Endpoint> = E['access'] extends 'photographer' | 'subscriber'
  ? Photographer
  : E['access'] extends 'visitor'
    ? Photographer | undefined
    : undefined

/** One request, parsed by its endpoint. */
export type OperationRequest<E extends Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly headers: HeadersOf<E>
  readonly body: BodyOf<E>
  readonly caller: CallerOf<E>
  /** The caller's network address as CloudFront saw it: the key of throttles, never logged. */
  readonly address: string
  /** The bytes as they came, for endpoints marked `raw`. */
  readonly rawBody: Uint8Array
}

/** What an endpoint does. Its answer is parsed by the contract on the way out, so unnamed fields never leave. */
export type Operation<E extends Endpoint> = (request: OperationRequest<E>) => Promise<z.input<E['response']>>
export type Operations<S extends Subject> = { readonly [K in keyof S]: Operation<S[K]> }
