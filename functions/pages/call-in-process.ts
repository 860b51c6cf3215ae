import type * as z from 'zod'
import { type Keeping, keepingOf } from '#functions/shared/edge/edge-tags.ts'
import type { Operation, OperationRequest } from '#functions/shared/http/operation.ts'
import type { Endpoint, RequestOf, ResponseOf } from '#schema/api/endpoint.ts'
import type { FirstData } from '#schema/api/first-answers.ts'
import { assumed } from '#schema/assumed.ts'
import { AppError } from '#schema/errors.ts'

type Values = Readonly<Record<string, unknown>>
type AnyRequest = { params?: Values; query?: Values; headers?: Values }
type Embedded = FirstData['answers'][number]

/** An answer, and the same as a page carries it to the browser. */
export type EmbeddedAnswer<E extends Endpoint> = {
  readonly answer: ResponseOf<E>
  readonly embedded: Embedded
  /** How the edge may keep what is made of it. */
  readonly keeping: Keeping | undefined
}

/**
 * Asks a public endpoint within the same process, as somebody of whom nothing is known: no token, no grant, no address.
 * @param kind How the browser asks it; `pages` for lists that are read page by page.
 * @throws AppError What the operation throws; `not_found` where the address cannot be parsed.
 */
export const callInProcess = async <E extends Endpoint>(
  [endpoint, operation]: readonly [E, Operation<E>],
  request: RequestOf<E>,
  kind: Embedded['kind'] = 'one',
): Promise<EmbeddedAnswer<E>> => {
  const { params, query, headers }: AnyRequest = request
  const parsed = assumed<OperationRequest<E>>(
    {
      params: parse(endpoint.params, params),
      query: parse(endpoint.query, query ?? {}),
      headers: parse(endpoint.headers, headers ?? {}),
      body: undefined,
      caller: undefined,
      address: '',
      rawBody: new Uint8Array(),
    },
    'the schemas of the endpoint have parsed each part',
  )
  const given = await operation(parsed)
  const answer = assumed<ResponseOf<E>>(endpoint.response.parse(given), 'its schema has just parsed it')
  const { method, path } = endpoint
  return { answer, embedded: { method, path, kind, request: { ...request }, answer }, keeping: keepingOf(given) }
}

const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new AppError('not_found')
  return parsed.data
}
