import type { Key, Table } from '#functions/shared/table/writes.ts'
import { put } from '#functions/shared/table/writes.ts'
import { afterHours, epochSeconds, stamp } from '#functions/shared/time/clock.ts'
import type { PaymentEvent } from '#schema/events/payment.ts'

const eventKeys = {
  event: (eventId: string): Key => ({ PK: `EVT#${eventId}`, SK: 'EVT' }),
}

const keptHours = 400 * 24

/** Which events came and what became of them: for audit alone, nothing is decided from it. */
export const eventStore = (table: Table) => ({
  async record(event: PaymentEvent, outcome: string, at: Date): Promise<void> {
    await table.write(
      put(
        {
          ...eventKeys.event(event.eventId),
          ...event,
          outcome,
          handledAt: stamp(at),
          ttl: epochSeconds(afterHours(at, keptHours)),
        },
        'always',
      ),
    )
  },
})
export type EventStore = ReturnType<typeof eventStore>
