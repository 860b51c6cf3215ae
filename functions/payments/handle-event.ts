import type { Clock } from '#functions/shared/time/clock.ts'
import type { PaymentEvent } from '#schema/events/payment.ts'
import type { ConvergeOrder } from './converge.ts'
import { kindOfEvent } from './event-kinds.ts'
import type { EventStore } from './event-store.ts'

type Parts = { converge: ConvergeOrder; events: EventStore; now: Clock }

/**
 * One message of the worker. It may come late, twice or before what it builds on: the object is read anew from Stripe.
 * @throws for an object that Stripe does not know: the message comes again, and in the end lies in the dead-letter queue.
 */
export const handleEvent =
  ({ converge, events, now }: Parts) =>
  async (event: PaymentEvent): Promise<void> => {
    await events.record(event, await outcomeOf(event), now())

    async function outcomeOf({ type, source, objectId }: PaymentEvent): Promise<string> {
      switch (kindOfEvent(type, source)) {
        case undefined:
          return 'ignored'
        case 'session': {
          const converged = await converge(objectId)
          if (converged.kind === 'unknown_session') throw new Error('Stripe does not know this session.')
          return converged.kind === 'settled' ? converged.order.status : converged.kind
        }
      }
    }
  }
