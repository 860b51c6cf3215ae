import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { StartFailure } from '#local/process/start-failure.ts'

export type Listening = {
  readonly server: Server
  readonly port: number
  close(): Promise<void>
}

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void

const failed = (error: unknown, port: number) =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    ? new StartFailure(`Port ${port} is in use: stop what uses it, or choose another with "npm start -- --port N".`)
    : error instanceof Error && 'code' in error && error.code === 'EACCES'
      ? new StartFailure(`Port ${port} may not be opened by this user: choose one above 1023 with --port.`)
      : error

/** Serves on the machine's own address only; port 0 takes a free one. */
export const listen = async (port: number, listener: RequestListener): Promise<Listening> => {
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 0 }, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(failed(error, port)))
    server.listen(port, '127.0.0.1', resolve)
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
