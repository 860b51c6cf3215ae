import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const Names = z.record(z.string(), z.string())
const Package = z.looseObject({ version: z.string(), integrity: z.string(), optionalDependencies: Names.optional() })
const Installed = z.object({ version: z.string() })
const Lock = z.object({ packages: z.record(z.string(), z.unknown()) })
export type LockedPackages = Record<string, z.infer<typeof Package>>

/** What `sharp` needs on Lambda's linux-arm64, beside nothing else of the lock file. */
const needed = [
  'sharp',
  '@img/colour',
  '@img/sharp-linux-arm64',
  '@img/sharp-libvips-linux-arm64',
  'detect-libc',
  'semver',
] as const

/** The entries of the lock file for the layer, keyed as there (`node_modules/<name>`). */
export const sharpPackages = (repository: string): LockedPackages => {
  const lock = Lock.parse(JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')))
  return Object.fromEntries(
    needed.map((name) => {
      const nested = `node_modules/sharp/node_modules/${name}`
      const entry = lock.packages[nested] ?? lock.packages[`node_modules/${name}`]
      const { optionalDependencies = {}, ...locked } = Package.parse(entry)
      // Without the other platforms, which npm would miss in a lock file of ours.
      const ours = Object.entries(optionalDependencies).filter(([other]) => needed.some((known) => known === other))
      return [`node_modules/${name}`, { ...locked, optionalDependencies: Object.fromEntries(ours) }]
    }),
  )
}

/** Which of `packages` do not lie in `folder` in their version, as "name version". */
export const missingPackages = (folder: string, packages: Readonly<Record<string, { version: string }>>): string[] =>
  Object.entries(packages)
    .filter(([path, { version }]) => installedVersion(join(folder, path, 'package.json')) !== version)
    .map(([path, { version }]) => `${path.replace('node_modules/', '')} ${version}`)

const installedVersion = (file: string): string | undefined =>
  existsSync(file) ? Installed.parse(JSON.parse(readFileSync(file, 'utf8'))).version : undefined
