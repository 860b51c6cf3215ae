import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { machine, machineLine } from '#bench/machine.ts'
import { median } from '#bench/means.ts'
import { startLocalSystem } from '#local/system.ts'
import { paths } from '#schema/paths.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { signIn } from '../../scripts/sign-in.ts'
import { startDefaultFront } from './default-front.ts'
import { buildDefaultSite } from './default-site.ts'
import { interactions, shiftsOf, touchGallery } from './interactions.ts'
import { covers, hangMany, iris } from './many-photos.ts'
import { type PageRun, slowdownFor, visitWithLighthouse } from './visit-with-lighthouse.ts'

/**
 * The public pages on a slow phone, ours beside the same screens built by default, taking turns in one run. `RUNS=1` for
 * a quick look, of which nothing is kept; `ONLY=landing` for one page, kept under its name. The processor is slowed to
 * that of a phone in the middle, by how fast it is; `SLOWDOWN=4` for Lighthouse's four, however slow the machine.
 */
const runs = Number(process.env.RUNS ?? 5)
const only = process.env.ONLY
const results = fileURLToPath(new URL('../results/', import.meta.url))
const say = (line = '') => console.log(line)

/** Sooner than other pages: where photos are bought, and where every button leads. */
const lcpMsOf: Readonly<Record<string, number>> = {
  'gallery of 140 photos': 1_600,
  '140 with a usual cover': 1_600,
  'signing in': 2_000,
}
const budgets = {
  lcpMs: 2_100,
  cls: 0.01,
  tbtMs: 150,
  requests: 25,
  touchMs: 100,
  scriptBeforePaintKb: 150,
  performance: 95,
  other: 100,
}

if (!existsSync(fileURLToPath(new URL('lighthouse/node_modules/lighthouse', import.meta.url))))
  throw new Error('Lighthouse is not installed: npm ci --prefix bench/web/lighthouse')
const found = await findBrowser()
if (found.kind === 'none') throw new Error(found.sentence)
const { path: chromePath } = found

const folder = await mkdtemp(join(tmpdir(), 'darkslide-bench-web-'))
const [system] = await Promise.all([
  startLocalSystem({
    stateDir: join(folder, 'state'),
    port: 0,
    build: 'production',
    seed: true,
    quiet: true,
    throttleScale: 10_000,
  }),
  buildDefaultSite(join(folder, 'default-site')),
])
const plain = await startDefaultFront(join(folder, 'default-site'), system.url)
const browser = await chromium.launch({ executablePath: chromePath, args: ['--no-sandbox'] })

const galleryId = await hangMany(system)
const usualId = await hangMany(system, covers.usual)
const pages = [
  { name: 'landing', path: paths.home() },
  { name: 'browse', path: paths.browse() },
  { name: 'gallery of 140 photos', path: paths.gallery({ galleryId }) },
  { name: '140 with a usual cover', path: paths.gallery({ galleryId: usualId }) },
  { name: 'portfolio', path: paths.portfolio({ subdomain: 'iris-calloway' }) },
  {
    name: 'gallery of a portfolio',
    path: paths.portfolioGallery({ subdomain: 'iris-calloway', slug: 'the-ridge-in-october' }),
  },
  { name: 'signing in', path: paths.auth() },
].filter(({ name }) => only === undefined || only.split(',').some((part) => name.includes(part)))
const contenders = [
  { name: 'ours', url: system.url },
  { name: 'default', url: plain.url },
] as const
type Contender = (typeof contenders)[number]['name']

// The first visit to a site that has just begun also builds what the others find.
const tried: PageRun[] = []
for (const { path } of pages.slice(0, 1)) {
  for (let run = 0; run < 3; run++) tried.push(await visitWithLighthouse(`${system.url}${path}`, { chromePath }))
}
const benchmarkIndex = median(tried.map((run) => run.benchmarkIndex))
const slowdown = Number(process.env.SLOWDOWN ?? slowdownFor(benchmarkIndex))
say(`Lighthouse’s index of this machine: ${benchmarkIndex.toFixed(0)}; its processor is slowed ${slowdown} times.`)

const taken = new Map<string, PageRun[]>()
const runsOf = (page: string, contender: Contender) => taken.get(`${page} ${contender}`) ?? []
for (let run = 0; run < runs; run++) {
  for (const { name, path } of pages) {
    for (const contender of contenders) {
      const visited = await visitWithLighthouse(`${contender.url}${path}`, { chromePath, slowdown })
      taken.set(`${name} ${contender.name}`, [...runsOf(name, contender.name), visited])
      say(`${run + 1}/${runs} ${name}, ${contender.name}: LCP ${visited.lcpMs.toFixed(0)} ms`)
    }
  }
}

const touches: Record<string, number>[] = []
for (let run = 0; run < runs; run++) touches.push(await touchGallery(browser, { baseURL: system.url, galleryId }))
const shifts = await shiftsOf(browser, {
  baseURL: system.url,
  signIn: (page) => signIn(page, iris),
  strangers: [paths.auth()],
  paths: [
    ...pages.map(({ path }) => path).filter((path) => path !== paths.auth()),
    ...[paths.cart(), paths.purchaseSuccess(), paths.proof({ token: 'nonsense' }), '/one/two/three'],
    ...[
      paths.dashboard(),
      ...['balance', 'galleries', 'proofing', 'settings'].map((tab) => `${paths.dashboard()}?tab=${tab}`),
    ],
    ...[paths.upload(), paths.profile(), `${paths.profile()}?tab=analytics`, paths.settings()],
  ],
})
const chromiumVersion = browser.version()
await browser.close()
await plain.close()
await system.close()
await rm(folder, { recursive: true, force: true })

const summary = (all: readonly PageRun[]) => {
  const of = (pick: (run: PageRun) => number) => median(all.map(pick))
  return {
    fcpMs: of((run) => run.fcpMs),
    lcpMs: of((run) => run.lcpMs),
    cls: of((run) => run.cls),
    tbtMs: of((run) => run.tbtMs),
    requests: of((run) => run.requests),
    requestsUntilUsable: of((run) => run.requestsUntilUsable),
    scriptKb: of((run) => run.scriptKb),
    scriptBeforePaintKb: of((run) => run.scriptBeforePaintKb),
    imageKb: of((run) => run.imageKb),
    performance: of((run) => run.scores.performance),
    accessibility: of((run) => run.scores.accessibility),
    bestPractices: of((run) => run.scores.bestPractices),
    seo: of((run) => run.scores.seo),
    failed: [...new Set(all.flatMap(({ failed }) => failed))],
  }
}
const measured = pages.map(({ name }) => ({
  page: name,
  ours: summary(runsOf(name, 'ours')),
  default: summary(runsOf(name, 'default')),
}))
const touched = interactions.map((name) => ({ name, ms: median(touches.map((each) => each[name] ?? Number.NaN)) }))
const worstShift = Math.max(...Object.values(shifts))

const missed = [
  ...measured.flatMap(({ page, ours }) => [
    ...(ours.lcpMs > (lcpMsOf[page] ?? budgets.lcpMs) ? [`LCP of ${page}: ${ours.lcpMs.toFixed(0)} ms`] : []),
    ...(ours.cls > budgets.cls ? [`CLS of ${page}: ${ours.cls.toFixed(3)}`] : []),
    ...(ours.tbtMs > budgets.tbtMs ? [`TBT of ${page}: ${ours.tbtMs.toFixed(0)} ms`] : []),
    ...(ours.requestsUntilUsable > budgets.requests
      ? [`requests until ${page} is usable: ${ours.requestsUntilUsable}`]
      : []),
    ...(ours.scriptBeforePaintKb > budgets.scriptBeforePaintKb
      ? [`JavaScript of ${page} before the first paint: ${ours.scriptBeforePaintKb.toFixed(0)} kB`]
      : []),
    ...(ours.performance < budgets.performance ? [`performance of ${page}: ${ours.performance}`] : []),
    ...(Math.min(ours.accessibility, ours.bestPractices, ours.seo) < budgets.other
      ? [`accessibility, best practices, SEO of ${page}: ${ours.accessibility}, ${ours.bestPractices}, ${ours.seo}`]
      : []),
  ]),
  ...touched.flatMap(({ name, ms }) => (ms > budgets.touchMs ? [`${name}: ${ms} ms`] : [])),
  ...Object.entries(shifts).flatMap(([path, shift]) =>
    shift > budgets.cls ? [`CLS of ${path}: ${shift.toFixed(3)}`] : [],
  ),
]

const date = new Date().toISOString().slice(0, 10)
const about = { ...machine(), chromium: chromiumVersion, lighthouse: [...taken.values()][0]?.[0]?.version ?? 'unknown' }
const cells = ({
  fcpMs,
  lcpMs,
  tbtMs,
  cls,
  requests,
  requestsUntilUsable,
  scriptBeforePaintKb,
  scriptKb,
  imageKb,
}: (typeof measured)[number]['ours']) =>
  `${fcpMs.toFixed(0)} | ${lcpMs.toFixed(0)} | ${tbtMs.toFixed(0)} | ${cls.toFixed(3)} | ${requestsUntilUsable}, ${requests} | ${scriptBeforePaintKb.toFixed(0)}, ${scriptKb.toFixed(0)} | ${imageKb.toFixed(0)}`
const lines = [
  `# Pages, ${date}`,
  '',
  `${machineLine(about)}, Chromium ${about.chromium}, Lighthouse ${about.lighthouse}; load ${about.loadAverage} at the end, of which the measured system and browser are part. Medians of ${runs} visits, contenders taking turns. Mobile profile, throttling applied: 1.4 Mbit/s, 562 ms a request, a processor ${slowdown} times slower (Lighthouse’s index of this machine is ${benchmarkIndex.toFixed(0)}; 4 times is for 1,750). Production build, compression and cache headers of the local front, HTTP/1.1.`,
  '',
  'Default: the same screens in one file, every route loaded at once, Chakra’s default system, Amplify’s UI with its style sheet, nothing slimmed, no page in the HTML (`bench/web/default-site.ts`).',
  '',
  '| page | | FCP ms | LCP ms | TBT ms | CLS | requests until usable, in all | script kB before the first paint, in all | pictures kB | LCP, default / ours |',
  '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|',
  ...measured.flatMap(({ page, ours, default: other }) => [
    `| ${page} | ours | ${cells(ours)} | ${(other.lcpMs / ours.lcpMs).toFixed(2)} |`,
    `| | default | ${cells(other)} | |`,
  ]),
  '',
  '| page | performance | accessibility | best practices | SEO | default |',
  '|---|---:|---:|---:|---:|---|',
  ...measured.map(
    ({ page, ours, default: other }) =>
      `| ${page} | ${ours.performance} | ${ours.accessibility} | ${ours.bestPractices} | ${ours.seo} | ${other.performance}, ${other.accessibility}, ${other.bestPractices}, ${other.seo} |`,
  ),
  '',
  'From touch to picture, on the gallery of 140 photos, a processor four times slower:',
  '',
  '| touch | ms |',
  '|---|---:|',
  ...touched.map(({ name, ms }) => `| ${name} | ${ms} |`),
  '',
  `Layout shift of ${Object.keys(shifts).length} routes, public and signed in: at most ${worstShift.toFixed(4)}.`,
  '',
  missed.length === 0 ? 'Every budget is met.' : `Missed: ${missed.join('; ')}.`,
]
say()
for (const line of lines) say(line)
if (runs >= 5) {
  mkdirSync(results, { recursive: true })
  const name = only === undefined ? `web-${date}` : `web-${only}-${date}`
  writeFileSync(join(results, `${name}.md`), `${lines.join('\n')}\n`)
  const record = { date, machine: about, benchmarkIndex, slowdown, runs, budgets, measured, touched, shifts, missed }
  writeFileSync(join(results, `${name}.json`), `${JSON.stringify(record, null, 2)}\n`)
}
process.exit(0)
