// @vitest-environment node
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, isAbsolute, join } from 'node:path'
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
  const env = { command: 'build', mode: 'production', isSsrBuild: false } as const
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
    build: { ssr: isAbsolute(source) ? source : fileOf(source), outDir, minify: false },
  })
  return pathToFileURL(join(outDir, `${basename(source).replace(/\.\w+$/, '')}.js`)).href
}

const Endpoint = z.custom<object>((value) => typeof value === 'object')
const BuiltContract = z.object({ api: z.record(z.string(), z.object({ endpoints: z.record(z.string(), Endpoint) })) })

const BuiltSchema = z.custom<z.ZodType>((value) => value instanceof Object && isSchema(value))
const isSchema = (value: object): value is { _zod: { def: object } } => '_zod' in value
/** What a schema is made of, its parts and theirs; of what is a function, that it is one. */
const described = (part: unknown): unknown => {
  if (typeof part === 'function') return 'a function'
  if (part instanceof RegExp) return String(part)
  if (typeof part !== 'object' || part === null) return part
  if (part instanceof Set) return described([...part])
  const entries = Object.entries(isSchema(part) ? part._zod.def : part)
  return Object.fromEntries(entries.map(([name, value]) => [name, described(value)]))
}

test('a schema that is made on first use takes what the source says', async () => {
  const program = await built('schema/api/all.ts', 'lazy-contract', 'lazy-schemas')
  expect((await readFile(fileURLToPath(program), 'utf8')).split('lazySchema(() =>').length).toBeGreaterThan(150)
  const contract = BuiltContract.parse(await import(/* @vite-ignore */ program))
  let count = 0
  for (const [subject, { endpoints }] of Object.entries(api)) {
    for (const [name, source] of Object.entries(endpoints)) {
      const endpoint = new Map(Object.entries(contract.api[subject]?.endpoints[name] ?? {}))
      for (const [part, wanted] of Object.entries(source)) {
        if (!(wanted instanceof Object && isSchema(wanted))) continue
        count += 1
        const [where, schema] = [`${subject}.${name}.${part}`, BuiltSchema.parse(endpoint.get(part))]
        expect([where, described(schema)]).toEqual([where, described(wanted)])
        for (const value of [...samples, ...deepSamples])
          expect([where, outcome(schema, value)]).toEqual([where, outcome(BuiltSchema.parse(wanted), value)])
      }
    }
  }
  expect(count).toBeGreaterThan(150)
})

test('only schemas are called as types are: what the build makes on first use is nothing else', async () => {
  const files = import.meta.glob('../../schema/**/*.ts')
  expect(Object.keys(files).length).toBeGreaterThan(60)
  for (const [file, load] of Object.entries(files)) {
    const names = [
      ...(await readFile(fileOf(file.slice('../../'.length)), 'utf8')).matchAll(/^export const ([A-Z]\w*) =/gm),
    ]
    const module = new Map(Object.entries(Object(await load())))
    for (const [, name = ''] of names) {
      const value = module.get(name)
      expect([file, name, value instanceof Object && isSchema(value)]).toEqual([file, name, true])
    }
  }
})

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

type Zod = typeof z
const BuiltZod = z.custom<Zod>((value) => typeof value === 'object' && value !== null && 'object' in value)
/** One of each kind that the contract is made of. */
const kinds: Readonly<Record<string, (zod: Zod) => z.ZodType>> = {
  string: (zod) => zod.string().trim().min(2).max(4),
  pattern: (zod) => zod.string().regex(/^a+$/),
  email: (zod) => zod.email(),
  time: (zod) => zod.iso.datetime(),
  number: (zod) => zod.number().int().min(0).max(10),
  boolean: (zod) => zod.boolean(),
  literal: (zod) => zod.literal(['a', 7]),
  enum: (zod) => zod.enum(['a', 'b']).exclude(['b']),
  object: (zod) => zod.object({ a: zod.string(), b: zod.number().optional() }).omit({ b: true }),
  strict: (zod) => zod.strictObject({ a: zod.string().nullable() }),
  extended: (zod) => zod.object({ a: zod.string() }).extend({ b: zod.number().default(7) }),
  array: (zod) => zod.array(zod.string()).min(1).readonly(),
  record: (zod) => zod.record(zod.string(), zod.number()),
  tuple: (zod) => zod.tuple([zod.string(), zod.number()]),
  union: (zod) => zod.union([zod.string(), zod.number()]),
  variants: (zod) =>
    zod.discriminatedUnion('a', [zod.object({ a: zod.literal('a') }), zod.object({ a: zod.literal('b') })]),
  both: (zod) => zod.object({ a: zod.string() }).and(zod.object({ b: zod.number() })),
  changed: (zod) =>
    zod
      .string()
      .transform((text) => text.length)
      .pipe(zod.number().max(3)),
  refined: (zod) => zod.string().refine((text) => text !== 'a', 'Not a'),
  caught: (zod) => zod.string().catch('caught'),
  branded: (zod) => zod.string().brand('Id'),
  lazy: (zod) => zod.lazy(() => zod.string()),
  custom: (zod) => zod.custom((value) => value === 7),
  text: (zod) => zod.templateLiteral(['a', zod.number()]),
}
const samples = [
  undefined,
  null,
  '',
  'a',
  ' aa ',
  'aaaaa',
  'a7',
  'a@darkslide.test',
  '2026-11-26T10:00:00Z',
  0,
  7,
  7.5,
  -1,
]
const deepSamples = [true, [], ['a'], ['a', 7], {}, { a: 'a' }, { a: null }, { a: 'b', b: 7 }, { a: 7, b: 'a' }]
/** What is said to people is left out of the smaller library; the contract has its own words. */
const outcome = (schema: z.ZodType, value: unknown) => {
  const { success, data, error } = schema.safeParse(value)
  return JSON.stringify(success ? { data } : error.issues, (key, part) => (key === 'message' ? undefined : part))
}
/** All that a schema can do, its own and what it has from where. */
const membersOf = (schema: object): string[] => {
  const names = new Set<string>()
  for (let at = schema; at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at)) names.add(name)
  return [...names].sort()
}

test('the validation library that begins sooner takes and refuses the same, and can do the same', async () => {
  const slim = BuiltZod.parse(await import(/* @vite-ignore */ await built('node_modules/zod/index.js', 'slim-zod')))
  for (const [kind, make] of Object.entries(kinds)) {
    const [ours, theirs] = [make(slim), make(z)]
    for (const value of [...samples, ...deepSamples])
      expect([kind, value, outcome(ours, value)]).toEqual([kind, value, outcome(theirs, value)])
    const [members, own] = [membersOf(theirs), membersOf(ours)]
    expect(own.filter((name) => !members.includes(name))).toEqual([])
    // The deprecated formats of a string are functions of the library itself as well.
    expect(members.filter((name) => !own.includes(name) && !(name in z) && !(name in z.iso))).toEqual([])
    expect(own).toContain('optional')
  }
  expect(Object.getOwnPropertyNames(Object.getPrototypeOf(slim.string()))).not.toContain('optional')
})

/** What of React the site imports, and the file that it stands in. */
const reactFiles = {
  'react/index': 'react/cjs/react.production',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production',
  'react-dom/index': 'react-dom/cjs/react-dom.production',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production',
  'scheduler/index': 'scheduler/cjs/scheduler.production',
  'use-sync-external-store/shim/with-selector':
    'use-sync-external-store/cjs/use-sync-external-store-shim/with-selector.production',
}
const Exports = z.record(z.string(), z.unknown())
const kindsOf = (exports: Readonly<Record<string, unknown>>, but: readonly string[] = []) =>
  Object.fromEntries(
    Object.keys(exports)
      .filter((name) => !but.includes(name))
      .sort()
      .map((name) => [name, typeof exports[name]]),
  )

test('React as modules has all that it has for who requires it, and needs no helpers for that', async () => {
  const lines = Object.keys(reactFiles).map(
    (file, n) => `export * as part${n} from '${fileOf(`node_modules/${file}.js`)}'`,
  )
  // Nothing of the site imports all of them.
  const activity = fileOf('node_modules/@ark-ui/react/dist/utils/react-activity.js')
  const entry = join(folder, 'react-parts.js')
  await writeFile(entry, [...lines, `export * as activity from '${activity}'`].join('\n'))
  const program = await built(entry, 'react-as-modules', 'react-by-name')
  expect(await readFile(fileURLToPath(program), 'utf8')).not.toMatch(/__commonJS|__toESM|__toCommonJS|__esm/)
  const parts = z.record(z.string(), Exports).parse({ ...(await import(/* @vite-ignore */ program)) })
  for (const [n, file] of Object.values(reactFiles).entries()) {
    const wanted = kindsOf(Exports.parse(createRequire(import.meta.url)(fileOf(`node_modules/${file}.js`))))
    // What tests of React's own may put into the scheduler is named there, and is not.
    const own = kindsOf(parts[`part${n}`] ?? {}, ['default', 'log', 'unstable_setDisableYieldValue'])
    expect([file, own]).toEqual([file, wanted])
    expect([
      file,
      kindsOf(Exports.parse(parts[`part${n}`]?.default), ['log', 'unstable_setDisableYieldValue']),
    ]).toEqual([file, wanted])
  }
  expect(parts.activity).toMatchObject({ supportsActivity: true, Activity: parts.part0?.Activity })
})

test('a build that no longer finds a file of the style engine says which', async () => {
  await expect(built('schema/api/all.ts', 'slim-chakra')).rejects.toThrow('There is no “system.js” any more')
})
