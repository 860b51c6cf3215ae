import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { StartFailure } from '#local/process/start-failure.ts'

export type Listening = {
  readonly server: Server
  readonly port: number
  close(): Promise<void>
}

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void

type How = {
  /** Default 127.0.0.1: the machine's own address only. */
  readonly host?: string
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
  /** Who needs the port, for the sentence that is shown when it is in use; default: how to choose another. */
  readonly purpose?: string
}

const failed = (error: unknown, port: number, purpose: string | undefined) => {
  if (!(error instanceof Error && 'code' in error)) return error
  if (error.code === 'EADDRINUSE') {
    return new StartFailure(
      purpose === undefined
        ? `Port ${port} is in use: stop what uses it, or choose another with "npm start -- --port N".`
        : `Port ${port} is in use; ${purpose} needs it.`,
    )
  }
  return error.code === 'EACCES'
    ? new StartFailure(`Port ${port} may not be opened by this user: choose one above 1023 with --port.`)
    : error
}

/**
 * Serves on a port; 0 takes a free one.
 * @throws StartFailure where the port is in use or may not be opened.
 */
export const listen = async (
  port: number,
  listener: RequestListener,
  { host = '127.0.0.1', tls, purpose }: How = {},
): Promise<Listening> => {
  const patience = { keepAliveTimeout: 65_000, requestTimeout: 0 }
  const server = tls ? createTlsServer({ ...patience, ...tls }, listener) : createServer(patience, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(failed(error, port, purpose)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    server,
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
