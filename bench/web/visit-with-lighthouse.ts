import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as z from 'zod'

const cli = fileURLToPath(new URL('lighthouse/node_modules/lighthouse/cli/index.js', import.meta.url))

const score = z.object({ score: z.number() })
const timing = z.object({ numericValue: z.number() })
const RequestItem = z.object({
  resourceType: z.string().optional(),
  transferSize: z.number().optional(),
  resourceSize: z.number().optional(),
  url: z.string(),
  networkRequestTime: z.number().optional(),
  networkEndTime: z.number().optional(),
})
const Report = z.object({
  lighthouseVersion: z.string(),
  environment: z.object({ benchmarkIndex: z.number() }),
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.object({ performance: score, accessibility: score, 'best-practices': score, seo: score }),
  audits: z
    .object({
      'first-contentful-paint': timing,
      'largest-contentful-paint': timing,
      'cumulative-layout-shift': timing,
      'total-blocking-time': timing,
      'network-requests': z.object({ details: z.object({ items: z.array(RequestItem) }) }),
    })
    .catchall(
      z.object({ score: z.number().nullable().optional(), title: z.string().optional(), id: z.string().optional() }),
    ),
})

export type PageRun = {
  readonly fcpMs: number
  readonly lcpMs: number
  readonly cls: number
  readonly tbtMs: number
  readonly requests: number
  /** Begun before the page's scripts had arrived. */
  readonly requestsUntilUsable: number
  readonly scriptKb: number
  /** Arrived before anything was painted. */
  readonly scriptBeforePaintKb: number
  readonly imageKb: number
  readonly scores: { performance: number; accessibility: number; bestPractices: number; seo: number }
  /** Audits outside performance that were not passed, by id. */
  readonly failed: readonly string[]
  readonly version: string
  /** How fast this machine ran Lighthouse's small piece of work before the visit. */
  readonly benchmarkIndex: number
}

const timings = new Set([
  'first-contentful-paint',
  'largest-contentful-paint',
  'cumulative-layout-shift',
  'total-blocking-time',
  'speed-index',
  'interactive',
  'max-potential-fid',
])

/** What a script asks for before it does anything else is on its way by then, on a processor four times slower too. */
const sameBreathMs = 200

/**
 * When all scripts that were on their way together had arrived, or were asked for by the last of them in the same breath:
 * then the page answers touches. One that was asked for later is wanted by a page that answers already.
 */
const endOfFirstWave = (scripts: readonly z.infer<typeof RequestItem>[]): number => {
  let endMs = 0
  const inOrder = scripts.toSorted((one, other) => (one.networkRequestTime ?? 0) - (other.networkRequestTime ?? 0))
  for (const { networkRequestTime = 0, networkEndTime = 0 } of inOrder) {
    if (endMs > 0 && networkRequestTime >= endMs + sameBreathMs) break
    endMs = Math.max(endMs, networkEndTime)
  }
  return endMs
}

/** Lighthouse's: right for a desktop at the upper end, of an index of 1,500 to 2,000. */
const usualSlowdown = 4
const indexOfUsual = 1_750

/**
 * By how much this machine's processor is to be slowed to be that of a phone in the middle, as Lighthouse asks for where
 * its index lies elsewhere (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md, "Calibrating the CPU
 * slowdown"): never by more than the usual four, and by more than the table there says for a desktop at the lower end (2).
 */
export const slowdownFor = (benchmarkIndex: number): number =>
  Math.min(usualSlowdown, Math.max(1, Math.round((usualSlowdown * benchmarkIndex * 10) / indexOfUsual) / 10))

/**
 * One visit of a phone, nothing cached: Lighthouse's mobile profile with applied throttling (1.4 Mbit/s, 562 ms a request).
 * Its simulated throttling estimates what a page without its prerendered part would do.
 * @param slowdown How many times slower the processor is made.
 */
export const visitWithLighthouse = async (
  url: string,
  { chromePath, slowdown = usualSlowdown }: { chromePath: string; slowdown?: number },
): Promise<PageRun> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      cli,
      url,
      '--quiet',
      '--output=json',
      '--output-path=stdout',
      '--throttling-method=devtools',
      `--throttling.cpuSlowdownMultiplier=${slowdown}`,
      '--no-enable-error-reporting',
      '--max-wait-for-load=60000',
      '--chrome-flags=--headless=new --no-sandbox',
    ],
    { maxBuffer: 256 * 1_048_576, env: { ...process.env, CHROME_PATH: chromePath } },
  )
  const { categories, audits, lighthouseVersion, environment, runtimeError } = Report.parse(JSON.parse(stdout))
  if (runtimeError) throw new Error(runtimeError.message)
  const requests = audits['network-requests'].details.items.filter((each) => /^https?:/.test(each.url))
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  const usableMs = endOfFirstWave(scripts)
  const fcpMs = audits['first-contentful-paint'].numericValue
  const kbOf = (type: string, untilMs = Number.POSITIVE_INFINITY) =>
    requests
      .filter(({ resourceType, networkEndTime = 0 }) => resourceType === type && networkEndTime < untilMs)
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_000
  return {
    version: lighthouseVersion,
    benchmarkIndex: environment.benchmarkIndex,
    fcpMs,
    lcpMs: audits['largest-contentful-paint'].numericValue,
    cls: audits['cumulative-layout-shift'].numericValue,
    tbtMs: audits['total-blocking-time'].numericValue,
    requests: requests.length,
    requestsUntilUsable: requests.filter(({ networkRequestTime = 0 }) => networkRequestTime < usableMs).length,
    scriptKb: kbOf('Script'),
    scriptBeforePaintKb: kbOf('Script', fcpMs),
    imageKb: kbOf('Image'),
    scores: {
      performance: Math.round(categories.performance.score * 100),
      accessibility: Math.round(categories.accessibility.score * 100),
      bestPractices: Math.round(categories['best-practices'].score * 100),
      seo: Math.round(categories.seo.score * 100),
    },
    failed: Object.entries(audits).flatMap(([id, audit]) =>
      'score' in audit && audit.score !== null && audit.score !== undefined && audit.score < 1 && !timings.has(id)
        ? [id]
        : [],
    ),
  }
}
