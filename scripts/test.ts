import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { builtSite } from '#local/front/build-site.ts'
import { freePort } from '#local/process/free-port.ts'
import { findBrowser } from './browser.ts'

/**
 * `npm test`: every kind of check in turn, none stopped by another's failure, and at the end one line with the totals.
 * `npm test -- unit e2e` runs those kinds alone.
 */

type Totals = { passed: number; failed: number; skipped: number }
const added = (parts: readonly Totals[]): Totals => ({
  passed: parts.reduce((sum, { passed }) => sum + passed, 0),
  failed: parts.reduce((sum, { failed }) => sum + failed, 0),
  skipped: parts.reduce((sum, { skipped }) => sum + skipped, 0),
})
type Kind = { name: string; run: (scratch: string) => Promise<Totals> }

const exitCode = (command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => resolve(127))
    child.on('close', (code) => resolve(code ?? 1))
  })

/** A tool that only passes or fails counts as one. */
const single = (command: string, args: string[]) => async (): Promise<Totals> => {
  const failed = (await exitCode(command, args)) === 0 ? 0 : 1
  return { passed: 1 - failed, failed, skipped: 0 }
}

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTotalTestSuites: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

/** A crash, a file that does not load or a kind without a single test is a failure, however few tests failed. */
const vitest =
  (project: string) =>
  async (scratch: string): Promise<Totals> => {
    const file = join(scratch, `${project}.json`)
    const code = await exitCode('vitest', [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ])
    const report = await read(file, VitestReport)
    if (!report) return { passed: 0, failed: 1, skipped: 0 }
    const broken = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    )
    const failed = report.numFailedTests + broken.length
    const isEmpty = report.numPassedTests === 0
    return {
      passed: report.numPassedTests,
      failed: failed === 0 && (code !== 0 || isEmpty) ? 1 : failed,
      skipped: report.numPendingTests,
    }
  }

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
})

/** Journeys that share a market share its clock, so they take turns; markets of their own run side by side. */
const markets = 2

/** Browser journeys against whole local systems, each with a port and a state folder of its own. */
const playwright = async (scratch: string): Promise<Totals> => {
  const browser = await findBrowser()
  if (browser.kind === 'none') {
    console.error(browser.sentence)
    return { passed: 0, failed: 1, skipped: 0 }
  }
  // Once for all: each system would build it anew and write over the other's.
  await builtSite(console.log)
  const parts: Promise<Totals>[] = []
  for (let index = 1; index <= markets; index++)
    parts.push(journeys(`${index}/${markets}`, { scratch, browserPath: browser.path, port: await freePort() }))
  return added(await Promise.all(parts))
}

const journeys = async (
  shard: string,
  { scratch, browserPath, port }: { scratch: string; browserPath: string; port: number },
): Promise<Totals> => {
  const name = `e2e-${shard.replace('/', '-of-')}`
  const file = join(scratch, `${name}.json`)
  const config = ['--config', 'test/e2e/playwright.config.ts']
  const code = await exitCode(
    'playwright',
    ['test', ...config, '--shard', shard, '--output', join('test-results', name)],
    {
      BROWSER_PATH: browserPath,
      E2E_PORT: String(port),
      E2E_STATE: join(scratch, name),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    },
  )
  const report = await read(file, PlaywrightReport)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = unexpected + flaky
  return { passed: expected, failed: failed === 0 && (code !== 0 || expected === 0) ? 1 : failed, skipped }
}

const read = async <T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> => {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    console.error(`No report was written to ${file}: the tool ended before its tests did.`)
    return undefined
  }
}

const kinds: Kind[] = [
  { name: 'format', run: single('biome', ['ci', '--diagnostic-level=error', '.']) },
  { name: 'types', run: single('node', ['scripts/check-types.ts']) },
  { name: 'structure', run: vitest('structure') },
  { name: 'unit', run: vitest('unit') },
  { name: 'web', run: vitest('web') },
  { name: 'infra', run: vitest('infra') },
  { name: 'sim', run: vitest('sim') },
  { name: 'integration', run: vitest('integration') },
  { name: 'e2e', run: playwright },
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !kinds.some((kind) => kind.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no kind of test called ${unknown.join(', ')}; there are ${kinds.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}

const scratch = await mkdtemp(join(tmpdir(), 'darkslide-test-'))
const results: (Totals & { name: string; seconds: number })[] = []
for (const kind of kinds) {
  if (wanted.length > 0 && !wanted.includes(kind.name)) continue
  console.log(`\n── ${kind.name}`)
  const started = performance.now()
  const totals = await kind.run(scratch)
  results.push({ name: kind.name, ...totals, seconds: Math.round((performance.now() - started) / 1_000) })
}
await rm(scratch, { recursive: true, force: true })

console.log('')
console.table(results.map(({ name, ...rest }) => ({ kind: name, ...rest })))
const { passed, failed, skipped } = added(results)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 ? 0 : 1
