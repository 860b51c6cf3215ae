import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const program = join(import.meta.dirname, '../../local/start.ts')
/** It closes everything within three seconds of being asked. */
const stopWithinMs = 10_000

/** A local system in a process of its own. */
export type Market = { url: string; stop: () => Promise<void> }

/**
 * Starts a system on a state folder and a free port. In a new folder it first creates the demo market's year.
 * @param priority The process priority, as for `os.setPriority`.
 * @throws {Error} when the system ends before it is ready. It has written the reason to this process' stderr.
 */
const startMarket = async (
  stateDir: string,
  { args = [], priority }: { args?: readonly string[]; priority?: number } = {},
): Promise<Market> => {
  const child = spawn(process.execPath, [program, '--port', '0', '--state', stateDir, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // As under `npm start`, it ends when whoever started it is gone.
    env: { ...process.env, npm_lifecycle_event: 'start' },
  })
  if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority)
  const ended = once(child, 'close')
  const stop = async () => {
    const killing = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
    child.kill('SIGINT')
    await ended
    clearTimeout(killing)
  }
  // It is read to its end: a full pipe would stop the system.
  const lines = createInterface(child.stdout)
  const url = new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const [, found] = /(http:\S+) +\(up in/.exec(line) ?? []
      if (found !== undefined) resolve(found)
    })
    const failed = () => reject(new Error('A local system ended before it was up; what it said is above.'))
    ended.then(failed, failed)
  })
  return { url: await url, stop }
}

/** Lives through the demo market's year, which takes a minute of one core, and leaves it in the folder. */
export const liveThroughYear = async (stateDir: string, { isBesideOthers = false } = {}): Promise<void> => {
  const { stop } = await startMarket(stateDir, {
    // Each copy would read the race's numbers, and a journey that moves the clock would wait for it.
    args: ['--fresh', '--no-pages', '--no-numbers'],
    ...(isBesideOthers && { priority: constants.priority.PRIORITY_BELOW_NORMAL }),
  })
  await stop()
}

/**
 * So many systems, each on a copy of a folder that no system uses. Journeys look at what is behind the edge, as decision 69
 * has it: what another journey looked at may lie there for five minutes.
 */
export const marketsFrom = async (stateDir: string, count: number): Promise<Market[]> => {
  const folders = Array.from({ length: count }, (_, index) => `${stateDir}-${index + 1}`)
  const starting = folders.map(async (folder) => {
    // Thousands of small files: in turn and at once they take an eighth of what a copy in steps takes.
    cpSync(stateDir, folder, { recursive: true })
    // Each looks for ports of its own: those of the copied folder are free for all of them when they look.
    await rm(join(folder, 'ports.json'), { force: true })
    return startMarket(folder, { args: ['--no-edge'] })
  })
  const started = await Promise.allSettled(starting)
  const markets = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const failed = started.find((each) => each.status === 'rejected')
  if (!failed) return markets
  await Promise.all(markets.map(({ stop }) => stop()))
  throw failed.reason
}
