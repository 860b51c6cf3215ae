import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod'
import { readBody } from '#local/http/body.ts'
import { listen as listenOn } from '#local/http/listen.ts'
import { ControlRefusal, type Controls } from './control.ts'
import { hostedPage, notFoundPage } from './hosted-pages.ts'
import type { answerApi } from './http/api.ts'
import type { Page } from './pages/layout.ts'
import { type RequestLog, recordRequest } from './request-log.ts'
import type { World } from './world.ts'

type Parts = {
  world: World
  api: ReturnType<typeof answerApi>
  control: Controls
  log: RequestLog
  /** The path under which the hosted pages are reached, if not the root. */
  prefix(): string
  /** Told after whatever may have changed the state. */
  changed(): void
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const maxBodyBytes = 1_000_000

/** The three faces of the stand-in: Stripe's API, the controls, the hosted pages. */
export const serve = ({ world, api, control, log, prefix, changed }: Parts): Handler => {
  const serveApi = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const { method = 'GET', headers } = request
    const { pathname: path, search } = url
    const body = await readText(request)
    const query = search.slice(1)
    const answer = await api({
      method,
      path,
      query,
      body,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
      ),
    })
    if (method !== 'GET') changed()
    const status = answer.kind === 'reset' ? 'reset' : answer.status
    const id = answer.kind === 'reset' ? null : (answer.headers['request-id'] ?? null)
    log.add({ id, atMs: world.nowMs(), method, path, status })
    if (answer.kind !== 'reset') {
      const account = headers['stripe-account']?.toString()
      recordRequest({ method, path, query, body, account, status: answer.status, answer: String(answer.body) })
    }
    if (answer.kind === 'reset') response.destroy()
    else send(response, answer)
  }

  const serveControl = async (request: IncomingMessage, response: ServerResponse, name: string) => {
    const action = Object.entries(control).find(([known]) => known === name)?.[1]
    if (!action) return sendJson(response, 404, { error: `There is no control named ${name}.` })
    // A page of another origin cannot send JSON without asking first, and nobody here answers that question.
    if (request.method !== 'POST' || !request.headers['content-type']?.startsWith('application/json')) {
      return sendJson(response, 415, { error: 'Controls take a POST of application/json.' })
    }
    try {
      const result = await action.fromJson(JSON.parse((await readText(request)) || '{}'))
      changed()
      sendJson(response, 200, result)
    } catch (error) {
      if (error instanceof ControlRefusal) sendJson(response, 409, { error: error.message })
      else if (error instanceof z.ZodError) sendJson(response, 400, { error: z.prettifyError(error) })
      else if (error instanceof SyntaxError) sendJson(response, 400, { error: 'The body is not JSON.' })
      else throw error
    }
  }

  const servePage = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const method = request.method === 'POST' ? 'POST' : 'GET'
    const form = new URLSearchParams(method === 'POST' ? await readText(request) : '')
    const shown = hostedPage(world, path, { method, form }) ?? notFoundPage(world)
    if (method === 'POST') changed()
    send(response, shown)
  }

  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const path = url.pathname.startsWith(`${prefix()}/`) ? url.pathname.slice(prefix().length) : url.pathname
    if (path.startsWith('/v1/')) return serveApi(request, response, url)
    if (path.startsWith('/__control/')) return serveControl(request, response, path.slice('/__control/'.length))
    return servePage(request, response, path)
  }
}

/** @throws StartFailure when the port is taken. */
export const listen = async ({ host, port }: { host: string; port: number }, handle: Handler) => {
  const listening = await listenOn(
    port,
    (request, response) => {
      handle(request, response).catch((error: unknown) => {
        console.error('The Stripe stand-in failed:', error)
        if (response.headersSent) response.destroy()
        else sendJson(response, 500, { error: { type: 'api_error', message: 'The stand-in failed.' } })
      })
    },
    { host, purpose: 'the stand-in for Stripe' },
  )
  return { url: `http://${host}:${listening.port}`, close: listening.close }
}

const readText = async (request: IncomingMessage) => (await readBody(request, maxBodyBytes)).toString('utf8')

const send = (response: ServerResponse, { status, headers, body }: Page) => {
  response.writeHead(status, headers).end(body)
}

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  send(response, { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
