import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { api } from '#schema/api/all.ts'
import type { SubjectSpec } from '#schema/api/endpoint.ts'
import { uploadRefusal } from '#schema/upload-rules.ts'
import { filesBelow } from '#test/support/tree/files.ts'
import { openApi } from '../../scripts/openapi/document.ts'

const subjects: SubjectSpec[] = Object.values(api)
const endpoints = subjects.flatMap(({ name: subject, endpoints: all }) =>
  Object.entries(all).map(([name, endpoint]) => ({ subject, name, endpoint, full: `${subject}.${name}` })),
)

test('every subject is served by the entry of its name', () => {
  const entries = filesBelow('functions')
  const missing = subjects
    .map(({ name }) => `functions/${name}/${name}.lambda.ts`)
    .filter((path) => !entries.includes(path))
  expect(missing).toEqual([])
})

test('no two endpoints share a route', () => {
  const routes = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/\{\w+\}/g, '{}')}`)
  expect(routes.filter((route, at) => routes.indexOf(route) !== at)).toEqual([])
})

test('a path names exactly the parameters that are parsed', () => {
  const wrong = endpoints.filter(({ endpoint }) => {
    const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()
    return JSON.stringify(named) !== JSON.stringify(Object.keys(endpoint.params?.shape ?? {}).toSorted())
  })
  expect(wrong.map(({ full }) => full)).toEqual([])
})

test('what is read leniently is published without limits: nothing of it is refused', () => {
  const Published = z.object({
    parameters: z.array(z.object({ name: z.string(), schema: z.unknown() })),
    requestBody: z.object({
      content: z.object({
        'application/json': z.object({ schema: z.object({ properties: z.record(z.string(), z.unknown()) }) }),
      }),
    }),
  })
  const posted = (path: string) => Published.parse(openApi().paths[path]?.post)
  const body = (path: string) => posted(path).requestBody.content['application/json'].schema.properties
  const lenient = { description: 'What cannot be read counts as not sent.' }
  const unlock = '/galleries/{galleryId}/unlock'
  expect(body(unlock)).toMatchObject({ accessCode: lenient, password: lenient })
  expect(body('/sessions')).toEqual({ earlier: lenient })
  const headers = posted(unlock).parameters.filter(({ name }) => name === 'x-gallery-session')
  expect(headers.map(({ schema }) => schema)).toEqual([lenient])
})

test('only reads are cacheable, and none that looks at a session', () => {
  const wrong = endpoints.filter(
    ({ endpoint }) =>
      endpoint.cache === 'edge' &&
      (endpoint.method !== 'GET' ||
        endpoint.access === 'photographer' ||
        endpoint.access === 'subscriber' ||
        Object.hasOwn(endpoint.headers?.shape ?? {}, 'x-gallery-session')),
  )
  expect(wrong.map(({ full }) => full)).toEqual([])
})

test('what changes own things is for photographers, and what the trial gates for subscribers', () => {
  const mine = endpoints.filter(({ endpoint }) => endpoint.path === '/me' || endpoint.path.startsWith('/me/'))
  expect(mine.filter(({ endpoint }) => endpoint.access === 'public' || endpoint.access === 'visitor')).toEqual([])
  const gated = endpoints.filter(({ endpoint }) => endpoint.access === 'subscriber')
  expect(gated.filter(({ endpoint }) => !endpoint.errors.includes('trial_expired')).map(({ full }) => full)).toEqual([])
})

test('there is no role above a photographer: whatever support does is a command on the machine', () => {
  const kinds = new Set(endpoints.map(({ endpoint }) => endpoint.access))
  expect([...kinds].toSorted()).toEqual(['photographer', 'public', 'subscriber', 'visitor'])
})

test('a trial that is over closes exactly making, changing and uploading, and neither taking down nor what was sold', () => {
  const gated = endpoints.filter(({ endpoint }) => endpoint.access === 'subscriber')
  expect(gated.map(({ full }) => full).toSorted()).toEqual([
    'galleries.arrangeSets',
    'galleries.create',
    'galleries.priceAll',
    'galleries.sendToClient',
    'orders.makeCode',
    'photos.grantUpload',
    'photos.move',
    'photos.putInSet',
    'photos.regrantUpload',
    'photos.update',
    'proofing.create',
    'proofing.link',
    'proofing.reopen',
    'proofing.update',
  ])
})

type JsonSchema = { [name: string]: unknown }
const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null
/** Texts of a JSON schema that may be of any length: no limit, no list, no pattern of a fixed length. */
const unboundedIn = (schema: unknown, path = ''): string[] => {
  if (!isObject(schema)) return []
  const { type, maxLength, enum: list, const: one, pattern } = schema
  const isFixed = typeof pattern === 'string' && /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern)
  const isBounded = maxLength !== undefined || list !== undefined || one !== undefined || isFixed
  const own = type === 'string' && !isBounded ? [path] : []
  return [...own, ...Object.entries(schema).flatMap(([name, value]) => unboundedIn(value, `${path}/${name}`))]
}

test('every text of a request has a greatest length', () => {
  const parts = endpoints.flatMap(({ full, endpoint: { params, query, headers, body } }) =>
    Object.entries({ params, query, headers, body }).map(([part, schema]) => ({ full: `${full} ${part}`, schema })),
  )
  const unbounded = parts.flatMap(({ full, schema }) =>
    schema ? unboundedIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), full) : [],
  )
  expect(unbounded).toEqual([])
})

/** What the contract says of a part, and what the server takes of it. */
const sides = (schema: z.ZodType | undefined, name: string) => {
  const part = schema instanceof z.ZodObject ? z.instanceof(z.ZodType).parse(schema.shape[name]) : z.never()
  const { pattern, minLength, maxLength, minimum, maximum, anyOf } = z.toJSONSchema(part, {
    io: 'input',
    unrepresentable: 'any',
  })
  return {
    taken: (value: unknown) => part.safeParse(value).success,
    said: { pattern, minLength, maxLength, minimum, maximum, anyOf },
  }
}
const { galleries, photos, proofing, profiles } = api

describe('the contract promises only what is taken', () => {
  test('a title says something', () => {
    const { said, taken } = sides(galleries.endpoints.create.body, 'title')
    expect(said).toMatchObject({ minLength: 1, maxLength: 120 })
    const pattern = new RegExp(said.pattern ?? 'none', 'u')
    for (const text of [
      '',
      ' ',
      '\u200B',
      '\u200D',
      '\u202E\u00AD',
      '\0',
      '\uFEFF',
      '\u061C\uFFF9',
      'A',
      '日',
      '👩‍👩‍👧',
    ])
      expect({ text, is: pattern.test(text) && !taken(text) }).toEqual({ text, is: false })
  })

  test.each([
    ['galleries.create', galleries.endpoints.create.body, 'clientEmail'],
    ['proofing.create', proofing.endpoints.create.body, 'clientEmail'],
  ])('%s: an address has the pattern that is asked of it', (_, body, name) => {
    const { said, taken } = sides(body, name)
    const pattern = new RegExp(
      said.pattern ?? /"pattern":"(.*?)"[,}]/.exec(JSON.stringify(said.anyOf))?.[1]?.replaceAll('\\\\', '\\') ?? 'none',
    )
    for (const text of ['0', 'a@b', 'a@b..c', '@.', 'a@b.c'])
      expect({ text, is: pattern.test(text) }).toEqual({ text, is: taken(text) })
  })

  test('a website is one that is taken', () => {
    const { said, taken } = sides(profiles.endpoints.update.body, 'websiteUrl')
    const pattern = new RegExp(
      /"pattern":"(.*?)"[,}]/.exec(JSON.stringify(said))?.[1]?.replaceAll('\\\\', '\\') ?? 'none',
    )
    const good = ['', 'example.com', 'https://my-shop.example.co.uk/a?b=c', `https://a.bc/${'x'.repeat(278)}`]
    for (const text of good) expect({ text, is: pattern.test(text) && taken(text) }).toEqual({ text, is: true })
    for (const text of ['0', 'localhost', '127.0.0.1', 'ftp://a.com'])
      expect({ text, is: pattern.test(text) || taken(text) }).toEqual({ text, is: false })
    // Names that are reserved: a pattern that looks ahead could say so, and would not be linear.
    for (const text of ['a.local', 'a.home.arpa', 'a.local/x'])
      expect({ text, is: taken(text) }).toEqual({ text, is: false })
  })

  test('an upload names its extensions and its sizes', () => {
    const { fileName, bytes } = {
      fileName: sides(photos.endpoints.grantUpload.body, 'fileName'),
      bytes: sides(photos.endpoints.grantUpload.body, 'bytes'),
    }
    expect(bytes.said).toMatchObject({ minimum: 1, maximum: 52_428_800 })
    const pattern = new RegExp(fileName.said.pattern ?? 'none')
    for (const name of ['a.jpg', 'A.JPEG', 'b.NeF', 'c.tif', 'x', 'a.exe', '.htaccess', 'a.jpg.exe', 'a.gif'])
      expect({ name, is: pattern.test(name) }).toEqual({
        name,
        is: uploadRefusal({ fileName: name, contentType: 'anything', bytes: 1 }) === undefined,
      })
  })

  test('prices have their range, and a code of any length is a wrong one', () => {
    const price = sides(galleries.endpoints.browse.query, 'minPence')
    expect(price.said).toMatchObject({ minimum: 0, maximum: 10_000_000 })
    expect([price.taken('10000001'), price.taken('10000000')]).toEqual([false, true])
    const code = sides(galleries.endpoints.unlock.body, 'accessCode')
    expect(code.said).toMatchObject({ maxLength: 16_384 })
    expect([code.taken('x'.repeat(1_001)), code.taken('x')]).toEqual([true, true])
  })
})

test('docs/openapi.json is fresh (npm run openapi)', () => {
  const written: unknown = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))
  expect(written).toEqual(JSON.parse(JSON.stringify(openApi())))
})

test('what sends money, or says where to, asks for a sign-in of the last minutes; nothing else does', () => {
  const fresh = endpoints.filter(({ endpoint }) => endpoint.freshSignIn === true)
  expect(fresh.map(({ full }) => full).toSorted()).toEqual(['payouts.request', 'payouts.setUpAccount'])
  for (const { endpoint } of fresh) expect(endpoint.errors).toContain('sign_in_too_old')
})
