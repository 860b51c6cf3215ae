/** So many bytes of one thing. */
const filled = (unit: string, bytes: number): string => {
  const size = Buffer.byteLength(unit)
  return unit.repeat(Math.max(1, Math.floor(bytes / size)))
}

/** What a stranger may put into a field: each was slow for some expression or library once. */
export const hostileTexts: Readonly<Record<string, (bytes: number) => string>> = {
  blanks: (bytes) => `a${filled(' ', bytes - 2)}b`,
  dots: (bytes) => `x@${filled('.', bytes - 3)}@`,
  'at signs': (bytes) => filled('@', bytes),
  'line breaks': (bytes) => `a${filled(' \n', bytes - 2)}b`,
  marks: (bytes) => `a${filled('\u0323\u0301', bytes - 1)}`,
  joiners: (bytes) => filled('a\u200D', bytes),
  hyphens: (bytes) => `a${filled('-', bytes - 2)}b`,
  digits: (bytes) => filled('9', bytes),
  slashes: (bytes) => `${filled('../', bytes - 5)}a.jpg`,
}

/** Whole bodies: JSON that is costly to read before anybody looks at a field. */
export const hostileBodies: Readonly<Record<string, (bytes: number) => string>> = {
  'deep lists': (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  'deep objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`,
  'unclosed lists': (bytes) => '['.repeat(bytes),
  'a long number': (bytes) => `{"version":${'9'.repeat(bytes - 12)}}`,
  'many fields': (bytes) =>
    `{${Array.from({ length: Math.floor(bytes / 11) }, (_, index) => `"f${String(index).padStart(5, '0')}":1`).join(',')}}`,
  'blanks alone': (bytes) => ' '.repeat(bytes),
}

type Fields = { [name: string]: unknown }
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The body with one field after the other, also within objects, replaced by `value`. */
export const replacedFields = (body: unknown, value: unknown): Fields[] => {
  if (!isFields(body)) return []
  return Object.entries(body).flatMap(([name, inner]) => [
    { ...body, [name]: value },
    ...replacedFields(inner, value).map((changed) => ({ ...body, [name]: changed })),
  ])
}

/** A list as long as fits, of what stands first in each list of the body, and of noughts. */
export const longLists = (body: unknown, bytes: number): Fields[] => {
  if (!isFields(body)) return []
  return Object.entries(body).flatMap(([name, inner]) => {
    if (!Array.isArray(inner)) return []
    return [inner[0], 0, {}].map((one) => {
      const size = JSON.stringify(one).length + 1
      return { ...body, [name]: Array.from({ length: Math.floor((bytes - 200) / size) }, () => one) }
    })
  })
}
