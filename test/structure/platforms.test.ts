import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
      optional: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
})
const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const machines = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
/** Fetched when it is first needed, or done without: `local/table/table-program.ts`; recheck goes on without its program. */
const notInTheLock = new Set(['@dynoxide', 'recheck'])

test('a package for one kind of machine alone stops nobody’s npm ci', () => {
  const forced = Object.entries(packages).filter(([, { os, cpu, optional }]) => (os ?? cpu) && optional !== true)
  expect(forced.map(([path]) => path)).toEqual([])
})

test('what comes as a program is in the lock file for Linux and macOS on both processors', () => {
  const names = Object.entries(packages)
    .filter(([, { os, cpu }]) => os?.length === 1 && cpu?.length === 1)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  const families = new Map<string, Set<string>>()
  for (const name of names) {
    const machine = /(linux|darwin|macos)-(x64|arm64)/.exec(name)
    if (!machine) continue
    const family = name.slice(0, machine.index).replace(/-$|\/$/, '')
    const known = families.get(family) ?? new Set()
    families.set(family, known.add(`${machine[1]?.replace('macos', 'darwin')}-${machine[2]}`))
  }
  const missing = [...families]
    .filter(([family]) => ![...notInTheLock].some((each) => family.startsWith(each)))
    .flatMap(([family, known]) => machines.filter((each) => !known.has(each)).map((each) => `${family} ${each}`))
  expect(families.size).toBeGreaterThan(8)
  expect(missing).toEqual([])
})
