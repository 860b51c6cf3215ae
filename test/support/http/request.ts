import type { OperationRequest } from '#functions/shared/http/operation.ts'
import type { Endpoint, RequestOf } from '#schema/api/endpoint.ts'
import { assumed } from '#schema/assumed.ts'
import type { UserId } from '#schema/ids.ts'
import { noteCalled } from './called-endpoints.ts'
import { sessionOf } from './session.ts'

type Sent<E extends Endpoint> = RequestOf<E> & { caller?: UserId | undefined; address?: string; rawBody?: Uint8Array }

const someSession = sessionOf('somebody')

/**
 * A request as an operation gets it: parsed by its endpoint, as `serve` does, from what a client would send, and from
 * somebody's browser unless the test names another session.
 */
export const request = <E extends Endpoint>(endpoint: E, sent: Sent<E>): OperationRequest<E> => {
  noteCalled(endpoint)
  return assumed<OperationRequest<E>>(
    {
      params: endpoint.params?.parse(sent.params),
      query: endpoint.query?.parse(sent.query ?? {}),
      headers: endpoint.headers?.parse({ 'x-gallery-session': someSession, ...sent.headers }),
      body: endpoint.body?.parse(sent.body),
      caller: sent.caller && { userId: sent.caller },
      address: sent.address ?? '198.51.100.7',
      rawBody: sent.rawBody ?? new Uint8Array(),
    },
    'the schemas of the endpoint have parsed each part',
  )
}
