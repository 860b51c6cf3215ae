import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtSite } from '#local/front/build-site.ts'
import { findHeadlessBrowser } from '../browser.ts'
import { calledVariable, uncalledEndpoints } from './called-endpoints.ts'
import { liveThroughYear, marketsFrom } from './markets.ts'
import { endedProcessorSeconds } from './processor-seconds.ts'
import { failure, failureList, type Report, readReport, reportVariable } from './report.ts'

/**
 * `npm test`: every kind of check in turn, none stopped by another's failure, and at the end one line with the totals.
 * `npm test -- unit e2e` runs those kinds alone.
 */

type Kind = {
  name: string
  run: (scratch: string) => Promise<Report>
  /** Begins what it needs beside `integration`, the kind that leaves a core idle now and then. */
  begin?: (scratch: string) => Promise<void>
}
const added = (parts: readonly Report[]): Report => ({
  passed: parts.reduce((sum, { passed }) => sum + passed, 0),
  skipped: parts.reduce((sum, { skipped }) => sum + skipped, 0),
  failures: parts.flatMap(({ failures }) => failures),
})
const broken = (what: string, message: string): Report => ({
  passed: 0,
  skipped: 0,
  failures: [failure([what], message)],
})

const exitCode = (command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => resolve(127))
    child.on('close', (code) => resolve(code ?? 1))
  })

/** A tool that only passes or fails counts as one. */
const single = (command: string, args: string[]) => async (): Promise<Report> => {
  const code = await exitCode(command, args)
  if (code === 0) return { passed: 1, skipped: 0, failures: [] }
  return broken(command, `It ended with ${code}; what it found is above.`)
}

/** A tool that reports through one of ours. A crash and a run without a single test are failures, too. */
const reporting = async (command: string, args: string[], file: string, env: NodeJS.ProcessEnv = {}) => {
  const code = await exitCode(command, args, { ...env, [reportVariable]: file })
  const report = await readReport(file)
  if (!report) return broken(command, 'It ended before its tests did.')
  const isWhole = report.failures.length > 0 || (code === 0 && report.passed > 0)
  if (isWhole) return report
  return { ...report, failures: [failure([command], `It ended with ${code} after ${report.passed} tests.`)] }
}

const vitest =
  (project: string, env: NodeJS.ProcessEnv = {}) =>
  (scratch: string) =>
    reporting(
      'vitest',
      ['run', '--project', project, '--reporter=default', '--reporter=./scripts/test/vitest-reporter.ts'],
      join(scratch, `${project}.json`),
      env,
    )

/** The unit tests, and a failure for each endpoint that none of them called with a request of its contract. */
const unitTests = async (scratch: string): Promise<Report> => {
  const file = join(scratch, 'called-endpoints')
  const report = await vitest('unit', { [calledVariable]: file })(scratch)
  const uncalled = await uncalledEndpoints(file)
  return added([
    report,
    { passed: uncalled.length === 0 ? 1 : 0, skipped: 0, failures: [] },
    ...uncalled.map((name) => broken(name, 'No unit test calls it.')),
  ])
}

/**
 * Journeys that share a market share its clock, so they take turns; markets of their own run side by side. One more than
 * there are cores to count on: a journey waits for what fades and for what is typed a fifth of its time.
 */
const marketCount = 3

/** The state folder in which the demo market's year is lived through, once for all markets; or why it could not be. */
let demoYear: Promise<{ stateDir: string } | { failed: string }> | undefined

/** Builds the pages, once for all systems, and begins that year. */
const beginDemoYear = async (scratch: string, options?: { isBesideOthers: boolean }) => {
  if (demoYear) return
  const stateDir = join(scratch, 'market')
  const building = builtSite(console.log)
  demoYear = building
    .then(() => liveThroughYear(stateDir, options))
    .then(
      () => ({ stateDir }),
      (error) => ({ failed: String(error) }),
    )
  // Whatever comes next finds the old pages or the new ones, never half of them.
  await building.catch(() => undefined)
}

/** Browser journeys against whole local systems: as many at a time as there are systems, each on one of its own. */
const journeys = async (scratch: string): Promise<Report> => {
  const browser = await findHeadlessBrowser()
  if (browser.kind === 'none') return broken('the browser', browser.sentence)
  await beginDemoYear(scratch)
  const lived = await demoYear
  if (!lived || 'failed' in lived) return broken('the demo market', lived?.failed ?? 'Nobody began it.')
  const markets = await marketsFrom(lived.stateDir, marketCount).catch((error) => String(error))
  if (typeof markets === 'string') return broken('the demo market', markets)
  const reporter = ['--reporter', `list,${join(import.meta.dirname, 'playwright-reporter.ts')}`]
  try {
    return await reporting(
      'playwright',
      ['test', '--config', 'test/e2e/playwright.config.ts', ...reporter],
      join(scratch, 'e2e.json'),
      { BROWSER_PATH: browser.path, E2E_URL: markets.map(({ url }) => url).join(',') },
    )
  } finally {
    await Promise.all(markets.map(({ stop }) => stop()))
  }
}

const kinds: Kind[] = [
  { name: 'format', run: single('biome', ['ci', '--diagnostic-level=error', '.']) },
  { name: 'types', run: single('node', ['scripts/check-types.ts']) },
  { name: 'unused', run: single('knip', ['--no-progress']) },
  { name: 'structure', run: vitest('structure') },
  { name: 'unit', run: unitTests },
  ...['web', 'infra', 'sim', 'integration'].map((name) => ({ name, run: vitest(name) })),
  { name: 'e2e', run: journeys, begin: (scratch) => beginDemoYear(scratch, { isBesideOthers: true }) },
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !kinds.some((kind) => kind.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no kind of test called ${unknown.join(', ')}; there are ${kinds.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}

// Programs that are started again and again, as an operator's commands and whole systems are, are compiled once
// (https://nodejs.org/api/module.html#module-compile-cache).
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/node')

const scratch = await mkdtemp(join(tmpdir(), 'darkslide-test-'))
type Result = Report & { kind: string; seconds: number; processorSeconds: number | undefined }
const results: Result[] = []
const isWanted = ({ name }: Kind) => wanted.length === 0 || wanted.includes(name)
for (const kind of kinds.filter(isWanted)) {
  if (kind.name === 'integration') for (const { begin } of kinds.filter(isWanted)) await begin?.(scratch)
  console.log(`\n── ${kind.name}`)
  const [started, before] = [performance.now(), endedProcessorSeconds()]
  const report = await kind.run(scratch)
  const [seconds, after] = [Math.round((performance.now() - started) / 1_000), endedProcessorSeconds()]
  const processorSeconds = before === undefined || after === undefined ? undefined : Math.round(after - before)
  results.push({ kind: kind.name, ...report, seconds, processorSeconds })
}
await rm(scratch, { recursive: true, force: true })

console.log('')
console.table(
  results.map(({ kind, passed, failures, skipped, seconds, processorSeconds }) => ({
    kind,
    passed,
    failed: failures.length,
    skipped,
    seconds,
    // Of what has ended by then: the demo market's year is lived through beside `integration`.
    'processor seconds': processorSeconds,
  })),
)
const { passed, skipped, failures } = added(results)
if (failures.length > 0)
  console.log(failureList(results.flatMap(({ kind, failures }) => failures.map((each) => ({ ...each, kind })))))
console.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failures.length === 0 ? 0 : 1
