import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Ports that no system gives out by itself: those begin at 32,768 on Linux and at 49,152 elsewhere (RFC 6335). One of
 * those could be anybody's, as a server that asked for any port or as the near end of a connection, before the program
 * that it is chosen for listens on it.
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
