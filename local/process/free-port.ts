import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Ports below those that operating systems assign automatically, which begin at 32,768 on Linux and at 49,152 elsewhere
 * (RFC 6335). A port of that range could be taken by another process, as a server's port or as the near end of a
 * connection, before the program that it was chosen for listens on it.
 */
const first = 20_000
const afterLast = 32_768

/** Whether nobody listens on this port now. */
export const isFreePort = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A port of this machine that nobody listens on now, and that only another search like this one would take. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(first, afterLast)
    if (await isFreePort(port)) return port
  }
}
