// @vitest-environment node
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isValidSystem, type SystemContext } from '@chakra-ui/react'
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
  const outDir = join(folder, ...names, 'built')
  await build({
    configFile: false,
    logLevel: 'silent',
    plugins: plugins.filter(({ name }) => names.includes(name)),
    ssr: { noExternal: true },
    build: { ssr: fileOf(source), outDir, minify: false },
  })
  return pathToFileURL(join(outDir, `${basename(source, '.ts')}.js`)).href
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

const BuiltTheme = z.object({ system: z.custom<SystemContext>((value) => isValidSystem(value)) })
/** The theme's style engine as it is, and as these plugins make it. Tests have it with checks of theirs. */
const systemWith = async (...names: string[]) =>
  BuiltTheme.parse(await import(/* @vite-ignore */ await built('frontend/src/ui/theme.ts', ...names))).system

test('the style engine that does less writes the same rules', async () => {
  const [system, slim] = [await systemWith(), await systemWith('slim-chakra')]
  const properties = [...new Set(system.utility.keys())].filter((property) => property !== 'colorPalette')
  expect(properties.length).toBeGreaterThan(150)
  expect([...new Set(slim.utility.keys())].sort()).toEqual(properties.sort())

  const names = [...system.tokens.categoryMap.values()].flatMap((tokens) => [...tokens.keys()])
  const values = [...new Set(names), ...'title', 'fine', 'auto', 'accent/40', '{colors.accent} 1px', '7px']
  for (const property of properties) {
    for (const value of values) {
      // A palette's tokens stand for others: nothing here uses one.
      if (value.startsWith('colorPalette')) continue
      const style: object = { [property]: value, _hover: { [property]: value }, md: { [property]: value } }
      expect([style, slim.css(style)]).toEqual([style, system.css(style)])
    }
  }
})

test('the style engine that does less declares the same values', async () => {
  const [system, slim] = [await systemWith(), await systemWith('slim-chakra')]
  expect(slim.getTokenCss()).toEqual(system.getTokenCss())
  expect(slim._global).toEqual(system._global)
  expect(slim.token('sizes.page')).toBe('78rem')
  expect(slim.token.var('colors.ink.muted')).toBe(system.token.var('colors.ink.muted'))
})

test('a build that no longer finds a file of the style engine says which', async () => {
  await expect(built('schema/api/all.ts', 'slim-chakra')).rejects.toThrow('There is no “system.js” any more')
})
