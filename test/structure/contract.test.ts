import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { api } from '#schema/api/all.ts'
import type { SubjectSpec } from '#schema/api/endpoint.ts'
import { filesBelow, textOf } from '#test/support/tree/files.ts'
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

test('a trial that is over closes exactly making, changing and uploading, and neither taking down nor what was sold', () => {
  const gated = endpoints.filter(({ endpoint }) => endpoint.access === 'subscriber')
  expect(gated.map(({ full }) => full).toSorted()).toEqual([
    'galleries.create',
    'photos.grantUpload',
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

describe('every endpoint is tested', () => {
  const tests = filesBelow('test/functions').concat(filesBelow('test/integration')).map(textOf).join('\n')
  test.each(endpoints.map(({ full, subject, name }) => ({ full, subject, name })))('$full', ({ subject, name }) => {
    expect(
      new RegExp(
        `api\\.${subject}\\.endpoints\\.${name}\\b|\\{[^}]*\\b${name}\\b[^}]*\\} = api\\.${subject}\\.endpoints`,
      ).test(tests),
    ).toBe(true)
  })
})

test('docs/openapi.json is fresh (npm run openapi)', () => {
  const written: unknown = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))
  expect(written).toEqual(JSON.parse(JSON.stringify(openApi())))
})
