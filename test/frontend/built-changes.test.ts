// @vitest-environment node
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, loadConfigFromFile, type Plugin } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { api } from '#schema/api/all.ts'

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

let folder: string
let plugins: readonly Plugin[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-built-'))
  const env = { command: 'build', mode: 'production', isSsrBuild: true } as const
  const loaded = await loadConfigFromFile(env, fileOf('frontend/vite.config.ts'))
  plugins = (loaded?.config.plugins ?? []).filter((each): each is Plugin => !!each && 'name' in each)
})
afterAll(() => rm(folder, { recursive: true }))

/** Builds a source as a program for Node, changed by these plugins of the site. @returns where it lies. */
const built = async (source: string, ...names: string[]) => {
  await build({
    configFile: false,
    logLevel: 'silent',
    plugins: plugins.filter(({ name }) => names.includes(name)),
    ssr: { noExternal: true },
    build: { ssr: fileOf(source), outDir: folder, minify: false, emptyOutDir: false },
  })
  return pathToFileURL(join(folder, `${basename(source, '.ts')}.js`)).href
}

const Endpoint = z.custom<object>((value) => typeof value === 'object')
const BuiltContract = z.object({ api: z.record(z.string(), z.object({ endpoints: z.record(z.string(), Endpoint) })) })

test('an endpoint that is made on first use says all that it says in the source', async () => {
  const program = await built('schema/api/all.ts', 'lazy-contract')
  const contract = BuiltContract.parse(await import(/* @vite-ignore */ program))
  for (const [subject, { endpoints }] of Object.entries(api)) {
    for (const [name, source] of Object.entries(endpoints)) {
      const endpoint = contract.api[subject]?.endpoints[name] ?? {}
      const where = `${subject}.${name}`
      expect([where, 'path' in endpoint, 'cache' in endpoint]).toEqual([where, true, 'cache' in source])
      // Schemas are objects of their own in each.
      const plain = (value: object) =>
        JSON.stringify(value, (key, part) => (key === 'errors' || !part?.def ? part : 'a schema'))
      expect([where, plain(endpoint)]).toEqual([where, plain(source)])
    }
  }
})

test('a build that no longer finds a file of the style engine says which', async () => {
  await expect(built('schema/api/all.ts', 'slim-chakra')).rejects.toThrow('There is no “system.js” any more')
})
