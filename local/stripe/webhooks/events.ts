import * as z from 'zod'
import { listOperation, type Operation } from '../http/operation.ts'
import { text } from '../http/params.ts'
import type { World } from '../world.ts'

export const eventOperations: readonly Operation[] = [
  listOperation({
    path: '/v1/events',
    filters: {
      type: text().optional(),
      types: z.array(text()).max(20).optional(),
    },
    candidates: ({ params, world, account }) =>
      world.state.events
        .all()
        .filter((event) => (event.account ?? null) === account)
        .filter((event) => matchesType(event.type, params.type) && (params.types?.includes(event.type) ?? true)),
  }),
]

/** How long events are kept: https://docs.stripe.com/api/events */
const KEPT_FOR_S = 30 * 24 * 60 * 60

/** Forgets events that are a month old and wait for nobody. */
export const forgetOldEvents = ({ state, now }: World) => {
  for (const event of state.events.all()) {
    if (event.created > now() - KEPT_FOR_S) return
    if (state.deliveries.where('event', event.id).length === 0) state.events.remove(event.id)
  }
}

/** `charge.*` stands for every type that begins so. */
const matchesType = (type: string, wanted: string | undefined) =>
  wanted === undefined || type === wanted || (wanted.endsWith('*') && type.startsWith(wanted.slice(0, -1)))
