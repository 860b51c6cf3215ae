import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { StartFailure } from '#local/process/start-failure.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const Manifest = z.object({ optionalDependencies: z.record(z.string(), z.string()) })

/** The version that is tested here, for every machine. */
const version = (): string => {
  const { optionalDependencies } = Manifest.parse(JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')))
  const found = Object.entries(optionalDependencies).find(([name]) => name.startsWith('@dynoxide/'))?.[1]
  if (found === undefined) throw new Error('package.json names no @dynoxide package.')
  return found
}

type Machine = { platform: string; arch: string }
type Parts = Partial<Machine> & {
  /** Where a program is kept that npm did not install with the rest; default: a cache beside the packages. */
  cache?: string
  /** The command that fetches packages. */
  npm?: string
}

/** In the package of that name, as whoever stands at `from` finds it. */
const programOf = (name: string, from: string): string | undefined => {
  try {
    const path = join(dirname(createRequire(from).resolve(`${name}/package.json`)), 'dynoxide')
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

const run = (command: string, args: readonly string[], folder: string): Promise<boolean> =>
  new Promise((resolve) => {
    // On Windows npm is a script of the shell.
    const child = spawn(command, args, { cwd: folder, stdio: 'ignore', shell: process.platform === 'win32' })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })

/** Fetches the machine's package into a folder of its own: the lock file of the project is left alone. */
const fetched = async (name: string, { cache, npm }: { cache: string; npm: string }): Promise<string | undefined> => {
  await mkdir(cache, { recursive: true })
  await writeFile(join(cache, 'package.json'), '{ "private": true }\n')
  const install = ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', `${name}@${version()}`]
  return (await run(npm, install, cache)) ? programOf(name, join(cache, 'package.json')) : undefined
}

/**
 * The path of dynoxide, the local stand-in for DynamoDB. It has one package for each platform. The lock file holds the
 * one for Linux on x64, which npm skips on other platforms; theirs is downloaded when it is first needed.
 * @throws {StartFailure} when there is none for this platform, with what to do instead.
 */
export const tableProgram = async ({
  platform = process.platform,
  arch = process.arch,
  cache = join(repository, 'node_modules/.cache/dynoxide'),
  npm = 'npm',
}: Parts = {}): Promise<string> => {
  const name = `@dynoxide/${platform}-${arch}`
  const found =
    programOf(name, import.meta.url) ??
    programOf(name, join(cache, 'package.json')) ??
    (await fetched(name, { cache, npm }))
  if (found !== undefined) return found
  throw new StartFailure(
    `There is no DynamoDB for this machine (${platform} ${arch}), and ${name} could not be fetched: start DynamoDB Local (docs/local-system.md) and set DYNAMODB_ENDPOINT to its address.`,
  )
}
