import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { whenOrphaned } from './process/orphan-watch.ts'
import { StartFailure } from './process/start-failure.ts'

/** The first version of Node that runs these files without a build; Lambda's runtime is the same one. */
const oldestNode = 24
const defaultPort = 4_000
/**
 * How long closing may take. After that, the operating system ends what is left; DynamoDB's stand-in always ends with
 * this process.
 */
const stopWithinMs = 2_500
const root = join(import.meta.dirname, '..')

const optionsOf = () => {
  try {
    const { values } = parseArgs({
      options: {
        fresh: { type: 'boolean', default: false },
        port: { type: 'string', default: String(defaultPort) },
        'no-seed': { type: 'boolean', default: false },
        'no-pages': { type: 'boolean', default: false },
        'no-edge': { type: 'boolean', default: false },
        'no-numbers': { type: 'boolean', default: false },
        state: { type: 'string', default: join(root, '.local') },
      },
    })
    const port = Number(values.port)
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new TypeError('the port')
    const build = values['no-pages'] ? ('none' as const) : ('production' as const)
    return {
      stateDir: values.state,
      fresh: values.fresh,
      seed: !values['no-seed'],
      port,
      build,
      isEdgeKeeping: !values['no-edge'],
      readsNumbers: !values['no-numbers'],
    }
  } catch {
    throw new StartFailure(
      'Usage: npm start -- [--fresh] [--port N] [--no-seed] [--no-pages] [--no-edge] [--no-numbers] [--state FOLDER]',
    )
  }
}

let isClosing = false

const run = async () => {
  const began = performance.now()
  if (Number(process.versions.node.split('.')[0]) < oldestNode)
    throw new StartFailure(
      `Darkslide needs Node ${oldestNode} and this is ${process.versions.node}: "npm start" brings its own.`,
    )
  const options = optionsOf()
  // An unhandled rejection ends one copy of a function in the cloud; here it must not end the whole system.
  process.on('unhandledRejection', (reason) => console.error('A function left a failure behind:', reason))

  const { startLocalSystem } = await import('./system.ts')
  const stopped = new AbortController()
  const starting = startLocalSystem({ ...options, isTicking: true, signal: stopped.signal })
  const close = async () => {
    if (isClosing) process.exit(1)
    isClosing = true
    stopped.abort()
    const closed = starting.then((system) => system.close()).catch(() => {})
    await Promise.race([closed, pause(stopWithinMs)])
    process.exit(0)
  }
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
  // The terminal was closed.
  process.on('SIGHUP', close)
  // Only under `npm start`: a process that was started directly may outlive its shell.
  if (process.env.npm_lifecycle_event === 'start') whenOrphaned(close)

  const system = await starting
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.log(`
  Darkslide   ${system.url}   (up in ${seconds} s)
  Mail, clock, jobs, queues, Stripe:   ${system.url}/__local
${system
  .accounts()
  .map(({ email, password, note }) => `  ${email}   ${password}   ${note}`)
  .join('\n')}

  Ctrl-C stops it; what you did is kept in ${options.stateDir}. "npm start -- --fresh" starts over.
`)
}

run().catch((error) => {
  // A failure while it is being stopped is caused by the stopping.
  if (isClosing) return
  console.error(error instanceof StartFailure ? error.message : error)
  process.exit(1)
})
