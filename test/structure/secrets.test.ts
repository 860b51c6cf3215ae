import { globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { secretShapes } from '#test/support/infra/secret-shapes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const left = [
  'node_modules',
  '.git',
  '.local',
  '.outside',
  'cdk.out',
  'dist',
  'coverage',
  'test-results',
  'playwright-report',
]
/** Text that could hold one; pictures and fonts are looked at by nobody who looks for keys. */
const looksLikeText = /\.(?:[cm]?[jt]sx?|json|md|ya?ml|css|html|txt|svg|sh|grit)$|(?:^|\/)[\w.-]*(?:env|rc|run)$/

test('no file of the repository holds a secret', () => {
  const files = globSync(['**/*', '.*/**/*', '.*'], {
    cwd: root,
    exclude: (path) => left.some((folder) => path.split('/').includes(folder)),
  }).filter((path) => looksLikeText.test(path) && statSync(`${root}${path}`).isFile())
  expect(files.length).toBeGreaterThan(500)
  expect(files.some((path) => path.startsWith('.github/'))).toBe(true)
  expect(files.filter((path) => secretShapes.test(readFileSync(`${root}${path}`, 'utf8')))).toEqual([])
})

test.each([
  ['an access key of AWS', `AKIA${'A'.repeat(16)}`],
  ['a live key of Stripe', `sk_live_${'a'.repeat(24)}`],
  ['a webhook secret', `whsec_${'a'.repeat(32)}`],
  ['a secret of Google', `GOCSPX-${'a'.repeat(28)}`],
  ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${'M'.repeat(64)}`],
])('%s would be found', (_, secret) => {
  expect(secretShapes.test(`const key = '${secret}'`)).toBe(true)
})
