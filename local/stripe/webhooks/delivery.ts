import type { Delivery } from '../store/state.ts'
import type { Event } from '../wire.ts'
import type { World } from '../world.ts'
import { signatureHeader } from './signature.ts'

export type WebhookEndpoint = {
  /** Of one that was made by the API. */
  id?: string
  url: string
  secret: string
  /** Events of the platform's own account, or those of connected accounts. */
  kind: 'platform' | 'connect'
  /** The types it asks for; without it all. */
  events?: readonly string[]
}

// Stripe tries for up to three days with growing pauses (https://docs.stripe.com/webhooks#retries). The first pauses
// are shorter here, because whoever waits is looking at the screen.
const RETRY_AFTER_MS = [
  1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000, 43_200_000, 86_400_000, 86_400_000,
]
const TIMEOUT_MS = 20_000
const AT_ONCE = 4

type Parts = {
  world: World
  endpoints: readonly WebhookEndpoint[]
  /** Told after each attempt, so that the state can be saved. */
  changed(): void
}

/** What becomes of new webhooks: kept back or not, sent how many times more, how many of the next ones lost. */
type Tampering = { holds: boolean; copies: number; losses: number }
const untouched: Tampering = { holds: false, copies: 0, losses: 0 }

/** Sends events to their endpoints, again and again until each has answered 2xx, and spoils that on demand. */
export const webhookDelivery = ({ world, endpoints: given, changed }: Parts) => {
  const { deliveries, events } = world.state
  const stopped = new AbortController()
  const sending = new Set<Promise<void>>()
  let tampering = { ...untouched }
  const made = (): WebhookEndpoint[] =>
    world.state.webhookEndpoints
      .all()
      .filter(({ status }) => status === 'enabled')
      .map(({ id, url, secret, isConnect, enabled_events: events }) => ({
        id,
        url,
        secret,
        kind: isConnect ? ('connect' as const) : ('platform' as const),
        ...(!events.includes('*') && { events }),
      }))
  const endpoints = () => [...given, ...made()]

  // What was on its way when the program ended is sent again: at least once, as Stripe promises.
  for (const delivery of deliveries.all()) if (delivery.state === 'sending') delivery.state = 'pending'

  const endpointOf = (delivery: Delivery) => {
    if (delivery.endpoint !== undefined) return made().find(({ id }) => id === delivery.endpoint)
    // The same program at another port after a restart is still whom it is for.
    return (
      given.find(({ url, kind }) => url === delivery.url && kind === delivery.kind) ??
      given.find(({ kind }) => kind === delivery.kind)
    )
  }

  const attempt = async (delivery: Delivery) => {
    const event = events.find(delivery.event)
    const endpoint = endpointOf(delivery)
    if (!event || !endpoint) return deliveries.remove(delivery.id)
    delivery.state = 'sending'
    // Saved before it is sent: a crash must not undo what an endpoint was told.
    changed()
    const delivered = await posted(event, endpoint)
    if (delivered) {
      deliveries.remove(delivery.id)
      event.pending_webhooks = deliveries.where('event', event.id).length
      return
    }
    const pauseMs = RETRY_AFTER_MS[delivery.attempts]
    delivery.attempts++
    if (pauseMs === undefined) return deliveries.remove(delivery.id)
    delivery.state = 'pending'
    delivery.nextAtMs = world.nowMs() + pauseMs
    deliveries.put(delivery)
  }

  const posted = async (event: Event, endpoint: WebhookEndpoint) => {
    const body = JSON.stringify(event, undefined, 2)
    const signature = signatureHeader({ body, secret: endpoint.secret, timestamp: world.now() })
    try {
      const answer = await fetch(endpoint.url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
          'user-agent': 'Stripe/1.0 (local stand-in)',
        },
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await answer.arrayBuffer()
      return answer.ok
    } catch {
      return false
    }
  }

  const tracked = (work: Promise<void>) => {
    const done = work.finally(() => {
      sending.delete(done)
      changed()
    })
    sending.add(done)
    return done
  }

  const due = () => deliveries.all().filter(({ state, nextAtMs }) => state === 'pending' && nextAtMs <= world.nowMs())

  /** Starts what is due, a few at a time. */
  const pump = () => {
    if (stopped.signal.aborted || sending.size >= AT_ONCE) return
    for (const delivery of due().slice(0, AT_ONCE - sending.size)) {
      tracked(attempt(delivery)).then(pump, pump)
    }
  }

  const oneByOne = async (waiting: readonly Delivery[]) => {
    for (const delivery of waiting) await tracked(attempt(delivery))
  }

  const enqueue = (event: Event, endpoint: WebhookEndpoint, held: boolean) =>
    deliveries.put({
      id: world.newId('whd'),
      event: event.id,
      url: endpoint.url,
      ...(endpoint.id !== undefined && { endpoint: endpoint.id }),
      kind: endpoint.kind,
      attempts: 0,
      nextAtMs: world.nowMs(),
      state: held ? 'held' : 'pending',
    })

  const wants = (endpoint: WebhookEndpoint, event: Event) =>
    endpoint.kind === (event.account === undefined ? 'platform' : 'connect') &&
    (endpoint.events?.includes(event.type) ?? true)

  return {
    /** Queues `event` for every endpoint that asks for it. */
    publish(event: Event) {
      for (const endpoint of endpoints().filter((one) => wants(one, event))) {
        if (tampering.losses > 0) {
          tampering.losses--
          continue
        }
        for (let copy = 0; copy <= tampering.copies; copy++) enqueue(event, endpoint, tampering.holds)
      }
      event.pending_webhooks = deliveries.where('event', event.id).length
      // After the request that caused it has its answer, as with Stripe.
      setImmediate(pump)
    },
    pump,
    /** Done when nothing is on its way and nothing is due. */
    async settled() {
      while (sending.size > 0 || due().length > 0) {
        pump()
        await Promise.allSettled(sending)
        await new Promise<void>((resolve) => setImmediate(resolve))
      }
    },
    async resend(event: Event) {
      const again = endpoints()
        .filter((endpoint) => wants(endpoint, event))
        .map((one) => enqueue(event, one, false))
      await oneByOne(again)
    },
    hold() {
      tampering.holds = true
    },
    duplicate(times: number) {
      tampering.copies = times
    },
    drop(count: number) {
      tampering.losses = count
    },
    /** Sends what was held, as it arose; done when all was tried. */
    async release() {
      tampering.holds = false
      await oneByOne(deliveries.all().filter(({ state }) => state === 'held'))
    },
    calm() {
      tampering = { ...untouched }
    },
    waiting: () => deliveries.all().map(({ event, url, attempts, state }) => ({ event, url, attempts, state })),
    async close() {
      stopped.abort()
      await Promise.allSettled(sending)
    },
  }
}

export type WebhookDelivery = ReturnType<typeof webhookDelivery>
