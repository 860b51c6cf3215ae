import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sources = globSync('{frontend/src,functions}/**/*.{ts,tsx}', { cwd: root }).map((file) =>
  file.replaceAll('\\', '/'),
)
const text = new Map(sources.map((file) => [file, read(file)]))

/** Files that run what a package has; an import of types alone would let the package be taken out. */
const usersOf = (name: string): string[] => {
  const imported = new RegExp(`import (?!type)[^;]*?from '${name}(?:/[\\w/-]+)?'|import\\('${name}(?:/[\\w/-]+)?'\\)`)
  return sources.filter((file) => imported.test(text.get(file) ?? ''))
}

/** The packages that the product's design card names, where each works, and the journeys that end without it (decision 142). */
const card = [
  {
    name: '@aws-amplify/ui-react',
    works: 'frontend/src/shared/session/sign-in-machine.tsx',
    journeys: [
      ['accounts.spec.ts', 'Back leads through the screens of /auth'],
      ['accounts.spec.ts', 'an authenticator app: set up by its key'],
    ],
  },
  {
    name: 'aws-amplify',
    works: 'frontend/src/shared/session/cognito.ts',
    journeys: [
      ['accounts.spec.ts', 'a new password needs the old one'],
      ['google.spec.ts', 'somebody with a Google account comes in through it'],
    ],
  },
  {
    name: 'react-router-dom',
    works: 'frontend/src/ui/link.tsx',
    journeys: [['first-sale.spec.ts', 'a photographer signs up, hangs a gallery']],
  },
  {
    name: '@aws-sdk/lib-dynamodb',
    works: 'functions/shared/table/table.ts',
    journeys: [['first-sale.spec.ts', 'a photographer signs up, hangs a gallery']],
  },
] as const

test.each(card)('$name does work of the product, and journeys stand on it', ({ name, works, journeys }) => {
  expect(usersOf(name)).toContain(works)
  for (const [file, title] of journeys) expect(read(`test/e2e/${file}`)).toContain(title)
})

test('routing comes from react-router-dom alone', () => {
  const others = sources.filter((file) => /from 'react-router(?:\/[\w-]+)?'/.test(text.get(file) ?? ''))
  expect(others).toEqual([])
})
