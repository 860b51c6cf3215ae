import { randomInt } from 'node:crypto'
import Stripe from 'stripe'
import { runClockDriven } from './clock-driven.ts'
import { type Controls, controls } from './control.ts'
import { answerApi } from './http/api.ts'
import { faults as newFaults } from './http/faults.ts'
import { idempotency as newIdempotency } from './http/idempotency.ts'
import { operations } from './operations.ts'
import { requestLog } from './request-log.ts'
import { listen, serve } from './server.ts'
import { emptyState } from './store/state.ts'
import { stateFile } from './store/state-file.ts'
import { type WebhookEndpoint, webhookDelivery } from './webhooks/delivery.ts'
import type { Event } from './wire.ts'
import type { World } from './world.ts'

export type StripeOptions = {
  /** 0, the default, takes a free port. */
  port?: number
  /** Default 127.0.0.1: the controls are open to whoever can reach it. */
  host?: string
  clock: () => Date
  /** Where the state is kept; without it, it ends with the process. */
  stateFile?: string
  webhooks?: readonly WebhookEndpoint[]
  /** Where a browser finds the hosted pages, perhaps behind another server; default the server itself. */
  publicUrl?: string
  /** From 0 to below 1; for ids. */
  random?: () => number
  /** The only key let in; without it every `sk_test_…` is. */
  apiKey?: string
  /** How often time is looked at, in real milliseconds; 0 leaves that to `control.tick`. Default 1,000. */
  tickEveryMs?: number
}

export type StripeServer = { url: string; control: Controls; close(): Promise<void> }

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SEQUENCE_LENGTH = 6
const RANDOM_LENGTH = 18

/** A stand-in for Stripe: its API over HTTP, the pages it hosts, its webhooks, and controls for what goes wrong. */
export const startStripe = async (options: StripeOptions): Promise<StripeServer> => {
  const { clock, host = '127.0.0.1', random = () => randomInt(2 ** 32) / 2 ** 32, tickEveryMs = 1_000 } = options
  const state = emptyState()
  let sequence = 0
  let running: { id: string; idempotency_key: string | null } | undefined
  let publicUrl = options.publicUrl?.replace(/\/$/, '') ?? ''

  const file = options.stateFile === undefined ? undefined : stateFile(options.stateFile, state, () => sequence)
  sequence = file?.load() ?? 0
  const changed = () => file?.changed()

  const world: World = {
    state,
    now: () => Math.floor(clock().getTime() / 1000),
    nowMs: () => clock().getTime(),
    newId(prefix) {
      sequence++
      const tail = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[Math.floor(random() * ALPHABET.length)])
      return `${prefix}_${sequenceText(sequence)}${tail.join('')}`
    },
    emit(type, object, about = {}) {
      const event: Event = {
        id: world.newId('evt'),
        object: 'event',
        ...(about.account === undefined ? {} : { account: about.account }),
        api_version: Stripe.API_VERSION,
        created: world.now(),
        data: {
          object: structuredClone(object),
          ...(about.previous === undefined ? {} : { previous_attributes: about.previous }),
        },
        livemode: false,
        pending_webhooks: 0,
        request: { id: running?.id ?? null, idempotency_key: running?.idempotency_key ?? null },
        type,
      }
      // What is told of was changed, however it was reached.
      if ('id' in object) file?.touched(String(object.id))
      state.events.put(event)
      webhooks.publish(event)
    },
    page: (path) => `${publicUrl}${path}`,
  }
  const webhooks = webhookDelivery({ world, endpoints: options.webhooks ?? [], changed })
  const faults = newFaults(() => world.newId('flt'))
  const idempotency = newIdempotency(state.idempotentAnswers, world.nowMs)
  const log = requestLog()

  const tick = () => {
    // Controls that were called in this process are answered already.
    changed()
    const before = sequence
    runClockDriven(world)
    idempotency.prune()
    webhooks.pump()
    // Whatever time brings is told by an event, and every event takes an id.
    if (sequence !== before) changed()
    else file?.unchanged()
  }
  const control = controls({ world, faults, webhooks, tick, requests: log.list })
  const api = answerApi({
    world,
    operations,
    faults,
    idempotency,
    apiKey: options.apiKey,
    duringRequest(request, run) {
      running = request
      try {
        return run()
      } finally {
        running = undefined
      }
    },
  })

  const server = await listen(
    { host, port: options.port ?? 0 },
    serve({ world, api, control, log, prefix: () => new URL(publicUrl).pathname.replace(/\/$/, ''), changed }),
  )
  publicUrl ||= server.url

  const timer = tickEveryMs > 0 ? setInterval(tick, tickEveryMs) : undefined
  timer?.unref()
  webhooks.pump()

  return {
    url: server.url,
    control,
    async close() {
      clearInterval(timer)
      faults.clear()
      await server.close()
      await webhooks.close()
      file?.close()
    },
  }
}

const sequenceText = (sequence: number) => {
  let text = ''
  for (let rest = sequence; rest > 0; rest = Math.floor(rest / ALPHABET.length)) {
    text = (ALPHABET[rest % ALPHABET.length] ?? '') + text
  }
  return text.padStart(SEQUENCE_LENGTH, '0')
}
