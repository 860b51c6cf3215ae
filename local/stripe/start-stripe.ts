import { randomInt } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Stripe from 'stripe'
import * as z from 'zod'
import { runClockDriven } from './clock-driven.ts'
import { ControlRefusal, type Controls, controls } from './control.ts'
import { hostedPage, notFoundPage } from './hosted-pages.ts'
import { answerApi } from './http/api.ts'
import { faults as newFaults } from './http/faults.ts'
import { idempotency as newIdempotency } from './http/idempotency.ts'
import { operations } from './operations.ts'
import type { Page } from './pages/layout.ts'
import { requestLog } from './request-log.ts'
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

const MAX_BODY_BYTES = 1_000_000
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
  sequence = (await file?.load()) ?? 0

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
      state.events.put(event)
      webhooks.publish(event)
    },
    page: (path) => `${publicUrl}${path}`,
  }
  const webhooks = webhookDelivery({ world, endpoints: options.webhooks ?? [], changed: () => file?.changed() })
  const faults = newFaults(() => world.newId('flt'))
  const idempotency = newIdempotency(state.idempotentAnswers, world.nowMs)
  const log = requestLog()

  const tick = () => {
    runClockDriven(world)
    idempotency.prune()
    webhooks.pump()
    file?.changed()
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

  const serveApi = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const method = request.method ?? 'GET'
    const body = await readBody(request)
    const answer = await api({
      method,
      path: url.pathname,
      query: url.search.slice(1),
      body,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
      ),
    })
    file?.changed()
    const id = answer.kind === 'reset' ? '' : (answer.headers['request-id'] ?? '')
    const status = answer.kind === 'reset' ? 'reset' : answer.status
    log.add({ id, atMs: world.nowMs(), method, path: url.pathname, status })
    if (answer.kind === 'reset') response.destroy()
    else send(response, answer)
  }

  const serveControl = async (request: IncomingMessage, response: ServerResponse, name: string) => {
    const known = Object.entries(control).find(([action]) => action === name)?.[1]
    if (!known) return sendJson(response, 404, { error: `There is no control named ${name}.` })
    // A page of another origin cannot send JSON without asking first, and nobody here answers that question.
    if (request.method !== 'POST' || !request.headers['content-type']?.startsWith('application/json')) {
      return sendJson(response, 415, { error: 'Controls take a POST of application/json.' })
    }
    try {
      const result = await known.fromJson(JSON.parse((await readBody(request)) || '{}'))
      file?.changed()
      return sendJson(response, 200, result)
    } catch (error) {
      if (error instanceof ControlRefusal) return sendJson(response, 409, { error: error.message })
      if (error instanceof z.ZodError) return sendJson(response, 400, { error: z.prettifyError(error) })
      if (error instanceof SyntaxError) return sendJson(response, 400, { error: 'The body is not JSON.' })
      throw error
    }
  }

  const servePage = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const method = request.method === 'POST' ? 'POST' : 'GET'
    const form = new URLSearchParams(method === 'POST' ? await readBody(request) : '')
    const shown = hostedPage(world, path, { method, form }) ?? notFoundPage(world)
    file?.changed()
    send(response, shown)
  }

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const prefix = new URL(publicUrl).pathname.replace(/\/$/, '')
    const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname
    if (path.startsWith('/v1/')) return serveApi(request, response, url)
    if (path.startsWith('/__control/')) return serveControl(request, response, path.slice('/__control/'.length))
    return servePage(request, response, path)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error('The Stripe stand-in failed:', error)
      if (response.headersSent) response.destroy()
      else sendJson(response, 500, { error: { type: 'api_error', message: 'The stand-in failed.' } })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url = `http://${host}:${port}`
  publicUrl ||= url

  const timer = tickEveryMs > 0 ? setInterval(tick, tickEveryMs) : undefined
  timer?.unref()
  webhooks.pump()

  return {
    url,
    control,
    async close() {
      clearInterval(timer)
      faults.clear()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await webhooks.close()
      file?.changed()
      await file?.close()
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

const readBody = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new Error('The request body is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const send = (response: ServerResponse, { status, headers, body }: Page) => {
  response.writeHead(status, headers).end(body)
}

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  send(response, { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
