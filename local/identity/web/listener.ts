import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyTooLarge, readBody } from '#local/http/body.ts'
import { listen as listenOn } from '#local/http/listen.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export type Listener = {
  port: number
  /** Requests that arrive before the first handler is set are answered 503. */
  serve(handler: Handler): void
  close(): Promise<void>
}

type ListenOptions = {
  /** 0 takes any free port. */
  port: number
  /** Names this server in the sentence shown when its port is in use. */
  purpose: string
  tls?: { key: string; cert: string }
}

const bodyLimitBytes = 64 * 1024

/** Opens a server on this machine alone, before what it serves is known: an address often has to be known first. */
export const listen = async ({ port, purpose, tls }: ListenOptions): Promise<Listener> => {
  let handler: Handler = (_request, response) => response.writeHead(503).end()
  const answer: Handler = async (request, response) => {
    try {
      await handler(request, response)
    } catch (error) {
      const status = error instanceof BodyTooLarge ? 413 : 500
      if (status === 500) console.error('The local sign-in server failed.', error)
      if (!response.headersSent) response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
      response.end(status === 413 ? 'The request is too large.' : 'Something went wrong in the local sign-in server.')
    }
  }
  const listening = await listenOn(port, answer, { tls, purpose })
  return {
    port: listening.port,
    serve: (next) => {
      handler = next
    },
    close: listening.close,
  }
}

/** @throws BodyTooLarge when the body passes 64 kB; the listener answers 413. */
export const readText = async (request: IncomingMessage): Promise<string> =>
  (await readBody(request, bodyLimitBytes)).toString('utf8')

/** Lets the site's own origins read the answers and nobody else's. @returns whether the request was a preflight, now answered. */
export const allowOrigins = (
  origins: ReadonlySet<string>,
): ((...[request, response]: Parameters<Handler>) => boolean) => {
  return (request, response) => {
    const { origin } = request.headers
    response.setHeader('vary', 'origin')
    if (origin !== undefined && origins.has(origin)) {
      response.setHeader('access-control-allow-origin', origin)
      response.setHeader('access-control-allow-methods', 'GET, POST')
      response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
      response.setHeader('access-control-max-age', '600')
    }
    if (request.method !== 'OPTIONS') return false
    response.writeHead(204).end()
    return true
  }
}

export const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}
