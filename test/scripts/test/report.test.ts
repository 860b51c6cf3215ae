import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { failureList, readReport, reportVariable } from '../../../scripts/test/report.ts'
import { temporaryFolder } from '../../local/support.ts'

const root = join(import.meta.dirname, '../../..')
const reporterOf = (name: string) => join(root, 'scripts/test', name)

/** Runs a tool on files in a folder of their own, and reads what our reporter wrote of them. */
const reported = async (command: string, args: readonly string[], files: Record<string, string>) => {
  const folder = temporaryFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // Its own: how files load must not be decided by what lies above the folder.
  writeFileSync(join(folder, 'package.json'), '{}')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const file = join(folder, 'report.json')
  // As a program of its own: it must not take itself for one of the workers of this run.
  const env = { PATH: process.env.PATH, HOME: folder, [reportVariable]: file }
  await once(spawn(join(root, 'node_modules/.bin', command), args, { cwd: folder, env, stdio: 'ignore' }), 'close')
  return readReport(file)
}

const vitest = (files: Record<string, string>) =>
  reported('vitest', ['run', '--globals', `--reporter=${reporterOf('vitest-reporter.ts')}`], files)

const playwright = (text: string) =>
  reported('playwright', ['test', '--retries=1', `--reporter=${reporterOf('playwright-reporter.ts')}`], {
    'a.spec.ts': `import { test, expect } from '@playwright/test'\n${text}`,
  })

describe('what vitest reports', () => {
  test('tests that pass, and the first reason of one that does not', async () => {
    const report = await vitest({
      'a.test.ts': `describe('sums', () => {
        test('are right', () => { expect(1 + 1).toBe(2) })
        test('are wrong', () => { expect(1 + 1).toBe(3) })
      })`,
    })

    expect(report).toMatchObject({ passed: 1, skipped: 0, failures: [{ where: 'a.test.ts › sums › are wrong' }] })
    expect(report?.failures[0]?.message).toMatch(/^AssertionError: expected 2 to be 3/)
  })

  test('a hook that failed comes before what failed because of it', async () => {
    const report = await vitest({
      'a.test.ts': `let number
      test('early', () => { expect(number).toBe(1) })
      describe('numbers', () => {
        beforeAll(() => { throw new Error('No numbers.') })
        test('one', () => {})
        test('two', () => {})
      })`,
    })

    expect(report).toMatchObject({ passed: 0, skipped: 2 })
    expect(report?.failures.map(({ where }) => where)).toEqual(['a.test.ts › numbers', 'a.test.ts › early'])
    expect(report?.failures[0]?.message).toMatch(/^Error: No numbers\./)
  })

  test('a file that does not load, one that ends its worker, and an error outside of any test', async () => {
    const report = await vitest({
      'a.test.ts': `import './missing.ts'`,
      'b.test.ts': `test('ends', () => { process.kill(process.pid, 'SIGKILL') })`,
      'c.test.ts': `test('leaves', () => { Promise.reject(new Error('Left behind.')) })`,
    })

    const places = report?.failures.map(({ where }) => where)
    expect(places).toEqual(expect.arrayContaining(['a.test.ts', 'b.test.ts', 'outside of any test']))
    expect(report?.failures.map(({ message }) => message).join()).toContain('Left behind.')
  })
})

describe('what Playwright reports', () => {
  test('journeys that pass, one that fails, one that passes at its second try, one that is left out', async () => {
    const report = await playwright(`
      test('passes', () => {})
      test.describe('a gallery', () => {
        test('fails', () => { expect(1).toBe(2) })
        test('wavers', ({}, { retry }) => { expect(retry).toBe(1) })
      })
      test.describe('a market', () => {
        test.beforeAll(() => { throw new Error('No market.') })
        test('is open', () => {})
        test('is left out', () => {})
      })`)

    expect(report).toMatchObject({ passed: 1, skipped: 1 })
    expect(report?.failures.map(({ where }) => where)).toEqual([
      'a.spec.ts:5 › a gallery › fails',
      'a.spec.ts:6 › a gallery › wavers',
      'a.spec.ts:10 › a market › is open',
    ])
    expect(report?.failures[0]?.message).toMatch(/^Error: expect\(received\)\.toBe\(expected\)/)
  })

  test('a file that does not load', async () => {
    const report = await playwright(`import './missing'`)

    expect(report?.passed).toBe(0)
    expect(report?.failures[0]).toMatchObject({
      where: 'outside of any journey',
      message: expect.stringContaining("Cannot find module './missing'"),
    })
  })
})

test('a tool that never came to its end has no report', async () => {
  expect(await readReport(join(temporaryFolder(), 'none.json'))).toBeUndefined()
})

test('the list names what failed and why, twenty at most', () => {
  const failures = Array.from({ length: 22 }, (_, n) => ({ kind: 'unit', where: `test ${n}`, message: 'Error:\nno' }))

  const lines = failureList(failures).split('\n')

  expect(lines.slice(0, 3)).toEqual(['✘ unit: test 0', '    Error:', '    no'])
  expect(lines.filter((line) => line.startsWith('✘'))).toHaveLength(20)
  expect(lines).toContain('… and 2 more')
})
