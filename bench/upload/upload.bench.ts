import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Request } from '@playwright/test'
import sharp from 'sharp'
import { machine, machineLine } from '#bench/machine.ts'
import { apiClient } from '#local/api-client/api-client.ts'
import { people } from '#local/seed/people.ts'
import { startLocalSystem } from '#local/system.ts'
import { api } from '#schema/api/all.ts'
import { limits } from '#schema/limits.ts'
import { addresses, paths } from '#schema/paths.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { makePhotos } from './photos.ts'

/**
 * A photographer's evening: 100 photos of 24 megapixels through the upload page of a browser, two at a time, into the
 * whole local system, until each can be seen. Browser, storage, database and renderer share this machine.
 */
const count = Number(process.env.COUNT ?? 100)
const results = fileURLToPath(new URL('../results/', import.meta.url))
const say = (line: string) => console.log(line)

const photos = await makePhotos(count, join(tmpdir(), 'darkslide-bench-upload'))
const totalBytes = photos.reduce((sum, { bytes }) => sum + bytes, 0)
say(`${count} photos, ${(totalBytes / 1e6).toFixed(0)} MB`)

const stateDir = await mkdtemp(join(tmpdir(), 'darkslide-bench-upload-state-'))
const system = await startLocalSystem({
  stateDir,
  port: 0,
  build: 'production',
  seed: false,
  quiet: true,
  isTicking: true,
})
const found = await findBrowser()
if (found.kind === 'none') throw new Error(found.sentence)
const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] })

type Step = 'grant' | 'put' | 'confirm' | 'render'
const steps: Record<Step, number[]> = { grant: [], put: [], confirm: [], render: [] }
const failures: string[] = []
let sending = 0
let mostSending = 0
let lastPutAtMs = 0

const stepOf = (request: Request): Exclude<Step, 'render'> | undefined => {
  const { pathname } = new URL(request.url())
  if (request.method() === 'PUT' && request.url().startsWith(system.storage.url)) return 'put'
  if (request.method() !== 'POST' || !pathname.startsWith('/api/me/')) return undefined
  if (pathname.endsWith('/photos')) return 'grant'
  return pathname.endsWith('/uploaded') ? 'confirm' : undefined
}

/** Invocations of the render function, gathered before the system forgets them. */
const renders = new Map<string, { startedAtMs: number; tookMs: number; outcome: string }>()
const gather = () => {
  for (const each of system.invocations())
    if (each.entry.endsWith('render-photo.lambda.ts')) renders.set(each.requestId, each)
}

try {
  const { identity } = system
  const accounts = people(
    { endpoint: identity.endpoint, clientId: identity.clientId },
    async (to) => system.outbox().findLast((mail) => mail.to.includes(to))?.text ?? '',
  )
  const account = { name: 'Vera Lund', email: 'vera@example.com', password: 'darkroom' }
  await accounts.signUp(account)
  const own = apiClient(system.url, await accounts.signIn(account))
  accounts.close()
  const gallery = await own.call(api.galleries.endpoints.create, { body: { title: 'One hundred' } })

  const page = await browser.newPage({ baseURL: system.url })
  await page.goto(paths.auth())
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(account.email)
  await form.getByLabel('Password', { exact: true }).fill(account.password)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('/')

  page.on('request', (request) => {
    if (stepOf(request) !== 'put') return
    sending += 1
    mostSending = Math.max(mostSending, sending)
  })
  page.on('requestfailed', (request) => {
    if (stepOf(request) === 'put') sending -= 1
    if (stepOf(request)) failures.push(`${request.method()} ${request.failure()?.errorText ?? ''}`)
  })
  page.on('requestfinished', (request) => {
    const step = stepOf(request)
    if (!step) return
    const { responseEnd } = request.timing()
    steps[step].push(responseEnd)
    if (step === 'put') {
      sending -= 1
      lastPutAtMs = performance.now()
    }
  })
  page.on('response', (response) => {
    if (stepOf(response.request()) && !response.ok())
      failures.push(`${response.request().method()} ${response.status()}`)
  })

  await page.goto(addresses.uploadTo(gallery.id))
  await page.locator('input[type=file]').setInputFiles(photos.map(({ path }) => path))
  const start = page.getByRole('button', { name: `Upload ${count} Photos` })
  await start.waitFor()
  const loadBefore = loadavg()[0] ?? 0
  const gathering = setInterval(gather, 1_000)
  const startedAt = Date.now()
  const began = performance.now()
  await start.click()
  await page.getByText(`${count} of ${count} done`).waitFor({ timeout: 1_800_000 })
  const readyMs = performance.now() - began
  clearInterval(gathering)
  gather()
  const sentMs = lastPutAtMs - began
  const load = loadavg()[0] ?? 0
  // What ran before was S3's word that the queue is set up.
  for (const [id, { startedAtMs }] of renders) if (startedAtMs < startedAt) renders.delete(id)
  steps.render = [...renders.values()].map(({ tookMs }) => tookMs)

  const stored = await own.call(api.galleries.endpoints.getMine, { params: { galleryId: gallery.id } })
  const dead = system.queues().filter(({ isDeadLetters, visible }) => isDeadLetters && visible > 0)
  if (stored.photoCount !== count) failures.push(`${stored.photoCount} of ${count} photos are in the gallery`)
  if (renders.size < count) failures.push(`only ${renders.size} renderings were seen`)
  if ([...renders.values()].some(({ outcome }) => outcome !== 'ok')) failures.push('a rendering failed')
  if (dead.length > 0) failures.push('messages were set aside')
  if (mostSending > limits.upload.concurrency) failures.push(`${mostSending} files were sent at once`)

  report({ readyMs, sentMs, loadBefore, load })
} finally {
  await browser.close()
  await system.close()
  await rm(stateDir, { recursive: true, force: true })
}
process.exit(failures.length === 0 ? 0 : 1)

function report({ readyMs, sentMs, loadBefore, load }: Record<'readyMs' | 'sentMs' | 'loadBefore' | 'load', number>) {
  const at = (values: number[], share: number) =>
    values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
  const sums = Object.entries(steps).map(([step, values]) => ({
    step,
    calls: values.length,
    medianMs: Math.round(at(values, 0.5)),
    p95Ms: Math.round(at(values, 0.95)),
    mostMs: Math.round(at(values, 1)),
    inAllMs: Math.round(values.reduce((sum, value) => sum + value, 0)),
  }))
  const slowest = sums.toSorted((one, other) => other.medianMs - one.medianMs)[0]
  const date = new Date().toISOString().slice(0, 10)
  const about = {
    ...machine(),
    chromium: browser.version(),
    sharp: sharp.versions.sharp,
  }
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1_024)
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  const lines = [
    `# Uploading, ${date}`,
    '',
    `${machineLine(about)}, Chromium ${about.chromium}, sharp ${about.sharp}. Load average ${loadBefore.toFixed(1)} before and ${load.toFixed(1)} after: whatever was above 0 before is other work on the same cores.`,
    '',
    `${count} photos of 24 megapixels, ${(totalBytes / 1e6).toFixed(0)} MB, ${(totalBytes / count / 1e6).toFixed(1)} MB each, no two alike, through the upload page in a browser, ${mostSending} at a time, into the whole local system. Browser, storage, database and renderer share the machine.`,
    '',
    `- ${failures.length} failures${failures.length > 0 ? `: ${[...new Set(failures)].join('; ')}` : ''}`,
    `- all sent after ${seconds(sentMs)} s, all on sale after ${seconds(readyMs)} s (${seconds(readyMs / count)} s a photo)`,
    `- the slowest step is ${slowest?.step ?? 'none'}`,
    `- most memory of the process that holds every function, storage and queues: ${peakMb} MB`,
    '',
    '| step | calls | median ms | 95 % ms | most ms | in all s |',
    '|---|---:|---:|---:|---:|---:|',
    ...sums.map(
      ({ step, calls, medianMs, p95Ms, mostMs, inAllMs }) =>
        `| ${step} | ${calls} | ${medianMs} | ${p95Ms} | ${mostMs} | ${seconds(inAllMs)} |`,
    ),
    '',
    'Grant, put and confirm are requests as the browser sees them; render is the function from its message to its answer, with many photos in work at once on these cores, so that each takes its share of the others’ time.',
  ]
  for (const line of lines) say(line)
  if (count < 100) return
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, `upload-${date}.md`), `${lines.join('\n')}\n`)
  const record = {
    date,
    machine: about,
    count,
    totalBytes,
    load: { before: loadBefore, after: load },
    readyMs,
    sentMs,
    mostSending,
    peakMb,
    failures,
    steps: sums,
  }
  writeFileSync(join(results, `upload-${date}.json`), `${JSON.stringify(record, null, 1)}\n`)
}
