import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { missingObject } from '../http/errors.ts'
import { listOperation, type Operation, operation } from '../http/operation.ts'
import { flag, link, mergedMetadata, metadata, text } from '../http/params.ts'
import type { KeptEndpoint } from '../store/state.ts'
import type { World } from '../world.ts'

/** An endpoint is shown without its secret, which is told once: https://docs.stripe.com/api/webhook_endpoints/object */
const shown = ({ secret: _, isConnect: __, ...endpoint }: KeptEndpoint) => endpoint

const endpointOf = (world: World, id: string) => {
  const endpoint = world.state.webhookEndpoints.find(id)
  if (!endpoint) throw missingObject('webhook_endpoint', id)
  return endpoint
}

export const webhookEndpointOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/v1/webhook_endpoints',
    params: z.strictObject({
      url: link(),
      enabled_events: z.array(text()).min(1),
      connect: flag().optional(),
      api_version: text().optional(),
      metadata: metadata().optional(),
    }),
    run({ params, world }) {
      const made = world.state.webhookEndpoints.put({
        id: world.newId('we'),
        object: 'webhook_endpoint',
        api_version: params.api_version ?? null,
        application: null,
        created: world.now(),
        description: null,
        enabled_events: params.enabled_events,
        livemode: false,
        metadata: mergedMetadata({}, params.metadata),
        status: 'enabled',
        url: params.url,
        isConnect: params.connect ?? false,
        secret: `whsec_${randomBytes(24).toString('base64url')}`,
      })
      return { ...shown(made), secret: made.secret }
    },
  }),
  listOperation({
    path: '/v1/webhook_endpoints',
    filters: {},
    candidates: ({ world }) => world.state.webhookEndpoints.all().map(shown),
  }),
  operation({
    method: 'POST',
    path: '/v1/webhook_endpoints/:id',
    params: z.strictObject({
      enabled_events: z.array(text()).min(1).optional(),
      disabled: flag().optional(),
      metadata: metadata().optional(),
    }),
    run({ ids: [id], params, world }) {
      const endpoint = endpointOf(world, id)
      endpoint.enabled_events = params.enabled_events ?? endpoint.enabled_events
      endpoint.metadata = mergedMetadata(endpoint.metadata, params.metadata)
      if (params.disabled !== undefined) endpoint.status = params.disabled ? 'disabled' : 'enabled'
      return shown(endpoint)
    },
  }),
  operation({
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    params: z.strictObject({}),
    run({ ids: [id], world }) {
      world.state.webhookEndpoints.remove(endpointOf(world, id).id)
      return { id, object: 'webhook_endpoint', deleted: true }
    },
  }),
]
