import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const Package = z.looseObject({ version: z.string(), integrity: z.string() })
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
      return [`node_modules/${name}`, Package.parse(entry)]
    }),
  )
}
