import type { Stripe } from 'stripe'
import { messageOf } from '#functions/payments/event-message.ts'
import { liveStripe } from '#functions/payments/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import { handleEvent } from '#functions/stripe-events/handle-event.ts'
import { liveSettling } from '#functions/stripe-events/live.ts'
import type { PaymentEvent } from '#schema/events/payment.ts'
import { StripeEvent } from '#schema/events/payment.ts'
import { type Command, Refusal } from './command.ts'

const moment = (text: unknown): Date => {
  const at = new Date(typeof text === 'string' ? text : Number.NaN)
  if (Number.isNaN(at.getTime())) throw new Refusal('Say --since as a moment in UTC: 2026-01-31T12:00Z.')
  return at
}

/** Oldest first, as they came; Stripe lists the newest first. */
const eventsSince = async (stripe: Stripe, since: Date, type: string | undefined): Promise<PaymentEvent[]> => {
  const found: PaymentEvent[] = []
  const created = { gte: epochSeconds(since) }
  for await (const event of stripe.events.list({ limit: 100, created, ...(type !== undefined && { type }) })) {
    const message = messageOf(StripeEvent.parse(event), 'platform')
    if (message) found.push(message)
  }
  return found.toReversed()
}

export const replayEvents: Command = {
  name: 'replay-events',
  summary: 'handles again what Stripe told since a moment',
  help: `--since 2026-01-31T12:00Z [--type charge.refunded] [--apply]

Stripe keeps events for 30 days. Each is handled as the worker does: by reading its object anew, so repeating is safe.
After a restore this brings back the sessions, refunds, disputes and transfers that the table has forgotten. Events of
photographers' accounts are not among them; an account is asked for anew whenever it is to be paid. Without --apply
they are only counted.`,
  options: { since: { type: 'string' }, type: { type: 'string' }, apply: { type: 'boolean', default: false } },
  run: async ({ values }, { target, say }) => {
    const since = moment(values.since)
    await target.actAs('functions/stripe-events/converge.lambda.ts')
    const type = typeof values.type === 'string' ? values.type : undefined
    const events = await eventsSince(await liveStripe(), since, type)
    if (values.apply !== true) {
      const kinds = Map.groupBy(events, (event) => event.type)
      for (const [kind, list] of kinds) say(`${String(list.length).padStart(6)}  ${kind}`)
      return say(`Would handle ${events.length} events on ${target.name}. Say --apply to do it.`)
    }
    const handle = handleEvent(liveSettling(systemLog('ops')))
    const failed: string[] = []
    for (const event of events) {
      await handle(event).catch(() => failed.push(event.eventId))
    }
    say(`${events.length - failed.length} events handled.`)
    if (failed.length > 0) throw new Refusal(`${failed.length} could not be: ${failed.join(', ')}.`)
  },
}
