import * as fc from 'fast-check'
import * as z from 'zod'
import type { Endpoint } from '#schema/api/endpoint.ts'
import type { Loose } from './send.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema
/** `known` are texts that stand for something that exists; `bent` is the share of values of which nothing is expected. */
type How = { known: readonly string[]; bent: number }

/** What people and programs put where something else was meant. */
const nasty = fc.constantFrom<unknown>(
  '',
  ' ',
  null,
  true,
  0,
  -1,
  -0,
  0.005,
  1e21,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[[[]]]],
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '{{7*7}}',
  '../../etc/passwd',
  'javascript:alert(1)',
  '\u0000',
  '\u202Egnp.exe',
  '\uD800',
  'İſ',
  '💥'.repeat(50),
  'x'.repeat(5_000),
  '2030-02-30T25:61:00.000Z',
  '9999999999999999999999',
  'NaN',
  'USER#x',
)

const aValue = (schema: JsonSchema, how: How): fc.Arbitrary<unknown> =>
  how.bent === 0
    ? plain(schema, how)
    : fc.oneof({ arbitrary: plain(schema, how), weight: 100 - how.bent }, { arbitrary: nasty, weight: how.bent })

const plain = (schema: JsonSchema, how: How): fc.Arbitrary<unknown> => {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => aValue(schemaOf(choice), how)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum)
  const { minimum: min = -0x80000000, maximum: max = 0x7fffffff } = schema
  switch (schema.type) {
    case 'object':
      return objectOf(schema, how)
    case 'array':
      return fc.array(aValue(schemaOf(schema.items), how), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(5, schema.minItems ?? 0),
      })
    case 'string':
      return textOf(schema, how)
    case 'integer':
      return fc.oneof(fc.integer({ min, max: Math.min(max, Math.max(min, 0) + 3) }), fc.integer({ min, max }))
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return how.bent === 0 ? fc.string({ maxLength: 20 }) : fc.jsonValue()
  }
}

const schemaOf = (part: unknown): JsonSchema => (typeof part === 'object' && part !== null ? { ...part } : {})

const textOf = ({ pattern, format, minLength = 0, maxLength = 60 }: JsonSchema, { known, bent }: How) => {
  if (format === 'date-time')
    return fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }).map((at) => at.toISOString())
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 200)) }
  const chosen = [
    fc.constantFrom('ridge', 'Hannah Price', 'hannah@example.com', 'https://example.com'),
    fc.string({ ...length, unit: 'grapheme' }),
    ...(bent === 0 ? [] : [fc.string({ maxLength: length.maxLength + 5, unit: 'binary' }), fc.constantFrom(...known)]),
  ]
  if (pattern === undefined) return fc.oneof(...chosen)
  const matching = new RegExp(pattern)
  const existing = known.filter((text) => matching.test(text))
  const fitting = [fc.stringMatching(matching), ...(existing.length > 0 ? [fc.constantFrom(...existing)] : [])]
  return fc.oneof(...fitting, ...(bent === 0 ? [] : chosen))
}

const objectOf = (schema: JsonSchema, how: How): fc.Arbitrary<unknown> => {
  const properties = Object.entries(schema.properties ?? {})
  const values = Object.fromEntries(properties.map(([name, part]) => [name, aValue(schemaOf(part), how)]))
  const whole = fc.record(values, { requiredKeys: schema.required?.filter((name) => name in values) ?? [] })
  if (how.bent === 0) return whole
  const lacking = fc.record(values, { requiredKeys: [] })
  const loaded = fc.tuple(whole, fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }))
  return fc.oneof(
    { arbitrary: whole, weight: 4 },
    { arbitrary: lacking, weight: 1 },
    { arbitrary: loaded.map(([body, more]) => ({ ...more, ...body })), weight: 1 },
  )
}

const described = (schema: z.ZodType | undefined): JsonSchema | undefined =>
  schema && schemaOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))

const object = (value: unknown) => z.record(z.string(), z.unknown()).safeParse(value).data ?? {}
/** What a header can carry at all. */
const inHeaders = (value: unknown) =>
  Object.fromEntries(
    Object.entries(object(value))
      .map(([name, text]) => [name, String(text).replace(/[^\x20-\x7E]/g, '?')])
      .filter(([name]) => /^[a-z-]+$/.test(name ?? '')),
  )

/**
 * Requests to an endpoint: half of them such as its schemas describe, about what there is and what there is not; a
 * quarter that change some of the prepared request's fields; a quarter bent.
 */
export const requestsTo = (
  endpoint: Endpoint,
  prepared: Loose,
  known: readonly string[],
): fc.Arbitrary<Required<Loose>> => {
  const made = (bent: number) => {
    const part = (schema: JsonSchema | undefined) => (schema ? aValue(schema, { known, bent }) : fc.constant(undefined))
    return {
      params: fc
        .oneof(
          { arbitrary: fc.constant({}), weight: 3 },
          { arbitrary: part(described(endpoint.params)).map(object), weight: 1 },
        )
        .map((params) => ({ ...object(prepared.params), ...params })),
      query: part(described(endpoint.query)).map(object),
      headers: part(described(endpoint.headers)).map(inHeaders),
      body: part(described(endpoint.body)),
    }
  }
  const right = made(0)
  const changed = fc.tuple(fc.record(right), fc.infiniteStream(fc.boolean())).map(([request, isTaken]) => ({
    ...request,
    headers: { ...request.headers, ...object(prepared.headers) },
    ...(endpoint.body && {
      body: {
        ...Object.fromEntries(Object.entries(object(request.body)).filter(() => isTaken.next().value)),
        ...object(prepared.body),
      },
    }),
  }))
  return fc.oneof(
    { arbitrary: fc.record(right), weight: 2 },
    { arbitrary: changed, weight: 1 },
    { arbitrary: fc.record(made(12)), weight: 1 },
  )
}
