import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesBelow } from '#test/support/tree/files.ts'

const zones = ['schema', 'functions', 'frontend', 'lib', 'bin', 'local', 'scripts', 'bench', 'test']
const sources = zones
  .flatMap((zone) => filesBelow(zone))
  .filter((path) => /\.tsx?$/.test(path) && path !== 'test/structure/assumed.test.ts')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const found = (what: RegExp) =>
  sources.flatMap(({ path, text }) => [...text.matchAll(what)].map(([said]) => `${path}: ${said}`))

/** Of `z.custom`: without a check, and with one that says yes to everything. */
const unchecked = /z\s*\.custom(?:<.*>)?\(\s*(?:\)|\(\w*\)\s*=>\s*true\b)/g

test('what reads like a check of a value is one', () => {
  expect(found(unchecked)).toEqual([])
})

test('such a place is found', () => {
  for (const text of ['z.custom<A<B>>().parse(x)', 'z.custom()', 'z.custom<T>(() => true)', 'z.custom<T>((_) => true)'])
    expect(text).toMatch(new RegExp(unchecked.source))
  expect("z.custom<T>((value) => typeof value === 'function')").not.toMatch(new RegExp(unchecked.source))
})

test('types are assumed in these places, and in no others: each is a claim that nothing checks', () => {
  expect(found(/\bassumed</g).map((place) => place.replace(/: .*/, ''))).toEqual([
    'functions/pages/call-in-process.ts',
    'functions/pages/call-in-process.ts',
    'functions/shared/http/serve.ts',
    'local/api-client/api-client.ts',
    'local/process/kept-ports.ts',
    'test/functions/galleries/gallery-access.test.ts',
    'test/support/http/request.ts',
  ])
  // The lint rule against assertions is switched off where `assumed` is made, and nowhere else.
  expect(found(/biome-ignore lint\/plugin/g)).toEqual(['schema/assumed.ts: biome-ignore lint/plugin'])
})
