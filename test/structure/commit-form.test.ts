import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'darkslide-commit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the repository's hook says of a message: nothing when it is taken. */
const refusalOf = (message: string): string => {
  const file = join(folder, 'COMMIT_EDITMSG')
  writeFileSync(file, message)
  const { status, stderr } = spawnSync('sh', ['.githooks/commit-msg', file], { encoding: 'utf8' })
  return status === 0 ? '' : stderr
}

describe('the commit hook', () => {
  test.each([
    'orders: refuse a cart of another currency',
    'test/e2e: save files of any name\n\nSince a title may hold a slash.',
    `media: ${'x'.repeat(65)}`,
    "Merge branch 'side'",
    'Revert "orders: refuse a cart"',
  ])('takes %j', (message) => {
    expect(refusalOf(message)).toBe('')
  })

  test.each([
    ['Refuse a cart of another currency', 'names no area'],
    [`media: ${'x'.repeat(66)}`, 'longer'],
    ['orders: refuse a cart; mails: say why', 'semicolon'],
    ['orders: refuse a cart.', 'full stop'],
    ['orders: refuse a cart\nbecause it is wrong', 'empty line'],
    ['orders:', 'names no area'],
  ])('refuses %j: %s', (message, reason) => {
    expect(refusalOf(message)).toContain(reason)
  })
})
