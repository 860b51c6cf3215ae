import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { StartFailure } from '#local/process/start-failure.ts'

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
  const server = tls === undefined ? createHttpServer(answer) : createHttpsServer(tls, answer)

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new StartFailure(`Port ${port} is in use; ${purpose} needs it.`) : error),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()

  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    serve: (next) => {
      handler = next
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)))
        server.closeAllConnections()
      }),
  }
}

class BodyTooLarge extends Error {}

/** @throws when the body passes 64 kB; the listener answers 413. */
export const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > bodyLimitBytes) throw new BodyTooLarge()
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

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
