import { expect, test } from 'vitest'
import * as z from 'zod'
import {
  ConfirmReset,
  ConfirmSignUp,
  CurrentPassword,
  SignIn,
  SignUp,
} from '#frontend/features/accounts/credentials.ts'
import { api } from '#schema/api/all.ts'
import type { SubjectSpec } from '#schema/api/endpoint.ts'
import { UpdateGallery } from '#schema/api/galleries.ts'
import { CreateProofSession } from '#schema/api/proofing.ts'
import { Email, line } from '#schema/text.ts'

const subjects: SubjectSpec[] = Object.values(api)
const endpoints = subjects.flatMap(({ name: subject, endpoints: all }) =>
  Object.entries(all).map(([name, endpoint]) => ({ ...endpoint, full: `${subject}.${name}` })),
)
const bodies = endpoints.flatMap(({ full, body }) => (body ? [{ name: full, schema: body }] : []))
const queries = endpoints.flatMap(({ full, query }) => (query ? [{ name: `${full}?`, schema: query }] : []))
const signing = Object.entries({ SignIn, SignUp, ConfirmSignUp, ConfirmReset, CurrentPassword })
const typed = [...bodies, ...queries, ...signing.map(([name, schema]) => ({ name, schema }))]

/** What people, drafts of other releases and programs put into a field; one of them is wrong for any. */
const wrong: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  ' x ',
  'x'.repeat(400_000),
  'x@y',
  'not-a-date',
  '12030-01-01',
  -1,
  1.5,
  1e20,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  [],
  [undefined, 'x'],
  Array.from({ length: 20_000 }, () => 'x'),
  {},
]

type JsonSchema = z.core.JSONSchema.BaseSchema
const schemaOf = (part: unknown): JsonSchema => (typeof part === 'object' && part !== null ? { ...part } : {})

/** Values in which one place, each in its turn, holds something wrong. */
const badValues = (schema: JsonSchema): unknown[] => [
  ...wrong,
  ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    badValues(schemaOf(part)).map((value) => ({ [name]: value })),
  ),
  ...(schema.items ? badValues(schemaOf(schema.items)).map((value) => [value]) : []),
  ...(schema.anyOf ?? []).flatMap((choice) => badValues(schemaOf(choice))),
]
const messagesOf = (schema: z.ZodType): string[] => {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const found = badValues(shape).flatMap((value) => schema.safeParse(value).error?.issues ?? [])
  return [...new Set(found.map(({ message }) => message))]
}

const reasonOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test('the contract is looked at whole', () => {
  expect(bodies.length).toBeGreaterThan(15)
})

test.each(typed)('whatever is wrong with $name is said in words for people', ({ schema }) => {
  const messages = messagesOf(schema)
  expect(
    messages.filter((message) => !/^[A-Z].{10,}/.test(message) || /^Invalid|^Too |expected|pattern/.test(message)),
  ).toEqual([])
})

test.each([
  [z.string(), undefined, 'Please fill this in.'],
  [z.string().min(1), '', 'Please fill this in.'],
  [z.int(), 1.5, 'Please enter a whole number.'],
  [z.int().min(3), 2, 'Please enter 3 or more.'],
  [z.int().max(1_000), 1_001, 'Please enter 1,000 or less.'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Please choose at most 2.'],
  [z.enum(['a', 'b']), 'c', 'Please check this: it cannot be used as it is.'],
])('a schema without a sentence of its own has one: %#', (schema, value, sentence) => {
  expect(reasonOf(schema, value)).toBe(sentence)
})

test.each([1.5, -1, 1e20, Number.NaN, '3'])('the download limit %j is refused with what it may be', (downloadLimit) => {
  expect(reasonOf(UpdateGallery, { version: 0, downloadLimit })).toBe(
    'Please enter a whole number from 0 to 1,000,000.',
  )
})

test.each([0, 2.5, 10_001])('%d photos to choose are refused with how many may be asked for', (selectionTarget) => {
  expect(reasonOf(CreateProofSession.pick({ selectionTarget: true }), { selectionTarget })).toBe(
    'Please enter a whole number from 1 to 10,000.',
  )
})

test('a gallery price that is none is refused with what one looks like', () => {
  for (const pricePence of [Number.NaN, -1, 0.5, 10_000_001])
    expect(reasonOf(UpdateGallery, { version: 0, pricePence })).toBe(
      'Please enter a price from £0 to £100,000, for example 14.99.',
    )
})

test('text that is too long says how long it may be', () => {
  expect(reasonOf(line(60), 'x'.repeat(61))).toBe('Please use at most 60 characters.')
  expect(reasonOf(Email, `${'x'.repeat(250)}@example.com`)).toBe('Please use at most 254 characters.')
})

test('a date that is none says which are', () => {
  expect(reasonOf(UpdateGallery, { version: 0, expiresAt: '12030-01-01' })).toBe(
    'Please enter a date up to the year 9999.',
  )
})
