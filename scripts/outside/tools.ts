import { execFile, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import * as z from 'zod'
import { StartFailure } from '#local/process/start-failure.ts'
import { Missing } from './part.ts'

export const root = new URL('../..', import.meta.url).pathname
/** What judges are fetched into; git ignores it, and it may be deleted at any time. */
const cache = join(root, '.outside')

const exec = promisify(execFile)
type Ran = { code: number; stdout: string; stderr: string }

/** Runs a program to its end, whatever it says. @throws Missing with `cure` where there is no such program. */
export const run = async (
  [command = '', ...args]: readonly string[],
  {
    cure,
    env = {},
    cwd = root,
    timeoutMs = 0,
  }: { cure: string; env?: NodeJS.ProcessEnv; cwd?: string; timeoutMs?: number },
): Promise<Ran> => {
  try {
    const { stdout, stderr } = await exec(command, args, {
      cwd,
      env: { ...process.env, ...env },
      maxBuffer: 256_000_000,
      timeout: timeoutMs,
    })
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = Failure.parse(error)
    if (code === 'ENOENT') throw new Missing(`${command} is not on this machine: ${cure}`)
    return { code: typeof code === 'number' ? code : 1, stdout, stderr }
  }
}

const Failure = z.object({
  code: z.union([z.string(), z.number()]).optional(),
  stdout: z.string().default(''),
  stderr: z.string().default(''),
})

/** The last lines of what a program said, for a sentence about it. */
const ending = ({ stdout, stderr }: Ran): string =>
  `${stdout}\n${stderr}`.trim().split('\n').slice(-4).join(' ').slice(-600)

/** @throws Missing when the program ends with anything but 0. */
const fetched = async (command: readonly string[], cure: string, env: NodeJS.ProcessEnv = {}): Promise<void> => {
  const ran = await run(command, { cure, env })
  if (ran.code !== 0) throw new Missing(`${command[0]} could not fetch it (${cure}): ${ending(ran)}`)
}

/** Python's packages by exact version, in a place of their own. @returns the folder of their commands. */
export const python = async (name: string, packages: readonly string[]): Promise<string> => {
  const home = join(cache, name)
  const cure = 'Python 3.10 or newer with venv (Debian: apt-get install python3-venv) and its package index'
  await fetched(['python3', '-m', 'venv', home], cure)
  await fetched([join(home, 'bin/pip'), 'install', '--quiet', '--disable-pip-version-check', ...packages], cure)
  return join(home, 'bin')
}

/** All jars that a Maven project names, in one folder. */
export const maven = async (name: string, project: string): Promise<string> => {
  const home = join(cache, name)
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies'
  await fetched(
    ['mvn', '--quiet', '--batch-mode', '-f', project, goal, `-DoutputDirectory=${home}`],
    'Maven and Java 17 (Debian: apt-get install maven)',
  )
  return home
}

/** A program that is written in Go. @returns its path. */
export const goProgram = async (name: string, versioned: string): Promise<string> => {
  const home = join(cache, name)
  await fetched(['go', 'install', versioned], 'Go 1.22 or newer (https://go.dev/dl)', { GOBIN: home })
  return join(home, name)
}

/** One package of npm's, outside this project's own. @returns its folder. */
export const npmPackage = async (name: string, version: string): Promise<string> => {
  const home = join(cache, 'npm', name)
  await fetched(
    ['npm', 'install', '--prefix', home, '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`],
    'npm and its registry',
  )
  return join(home, 'node_modules', name)
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })

const answersWithinMs = 300_000
const lookEveryMs = 200

type Server = {
  readonly command: readonly string[]
  readonly url: string
  readonly env?: NodeJS.ProcessEnv
  /** What it writes when it is ready, for one that answers before. */
  readonly says?: RegExp
}

/** A server for as long as `use` takes. @throws StartFailure when it is not ready within five minutes. */
export const served = async <Result>(
  { command, url, env = {}, says }: Server,
  use: () => Promise<Result>,
): Promise<Result> => {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', says ? 'pipe' : 'ignore', 'ignore'],
    env: { ...process.env, ...env },
  })
  const ended = new Promise<never>((_, reject) => {
    child.once('error', () => reject(new Missing(`${program} is not on this machine.`)))
    child.once('exit', (code) => reject(new StartFailure(`${program} ended with ${code}.`)))
  })
  ended.catch(() => {})
  try {
    await Promise.race([ended, says ? saying(child.stdout, says) : answering(url)])
    return await use()
  } finally {
    child.kill('SIGKILL')
  }
}

const saying = async (output: Readable | null, says: RegExp): Promise<void> => {
  const waited = AbortSignal.timeout(answersWithinMs)
  const told = new Promise<void>((resolve, reject) => {
    let said = ''
    output?.on('data', (part) => {
      said += String(part)
      if (says.test(said)) resolve()
    })
    waited.addEventListener('abort', () => reject(new StartFailure(`Nothing said ${says}.`)))
  })
  return told
}

const answering = async (url: string): Promise<void> => {
  const until = performance.now() + answersWithinMs
  while (performance.now() < until) {
    // Whoever is still starting says so with a 503.
    const isThere = await fetch(url).then(
      ({ status }) => status < 500,
      () => false,
    )
    if (isThere) return
    await pause(lookEveryMs)
  }
  throw new StartFailure(`Nothing answers at ${url}.`)
}
