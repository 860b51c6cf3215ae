import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import * as z from 'zod'
import { machine, machineLine } from '#bench/machine.ts'
import { type ApiClient, apiClient } from '#local/api-client/api-client.ts'
import { freePort } from '#local/process/free-port.ts'
import { people } from '#local/seed/people.ts'
import { api } from '#schema/api/all.ts'
import type { GalleryId } from '#schema/ids.ts'
import { addresses } from '#schema/paths.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { signIn } from '../../scripts/sign-in.ts'

/**
 * A race's folder through the upload page of a browser while the line is cut, the page is reloaded, closed and opened
 * again, and the whole system restarts. What is in the gallery in the end is read from the table and the bucket by AWS's
 * own clients and compared with the files: none lost, none doubled, every byte.
 */
const count = Number(process.env.COUNT ?? 2_000)
const root = fileURLToPath(new URL('../..', import.meta.url))
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Small pictures, no two alike: what is tried is how many they are. Made once and kept. */
const makeFolder = async (): Promise<string> => {
  const folder = join(tmpdir(), `darkslide-bench-event-${String(count)}`)
  mkdirSync(folder, { recursive: true })
  const source = fileURLToPath(new URL('../../local/seed/photos/picos-de-europa.jpg', import.meta.url))
  const small = await sharp(source, { autoOrient: true })
    .resize(800, 800, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let n = 0; n < count; n += 1) {
    const path = join(folder, `DSC_${String(n + 1).padStart(5, '0')}.jpg`)
    if (existsSync(path)) continue
    const { width, height, channels } = small.info
    const jpeg = await sharp(small.data, { raw: { width, height, channels } })
      .modulate({ hue: n % 360, brightness: 1 - Math.floor(n / 360) * 0.03 })
      .jpeg({ quality: 80 })
      .toBuffer()
    writeFileSync(path, jpeg)
  }
  return folder
}

const folder = await makeFolder()
const sources = new Map(readdirSync(folder).map((name) => [hashOf(readFileSync(join(folder, name))), name]))
if (sources.size !== count) throw new Error(`Only ${String(sources.size)} of ${String(count)} files differ.`)

const stateDir = await mkdtemp(join(tmpdir(), 'darkslide-bench-event-state-'))
const port = await freePort()
const url = `http://localhost:${String(port)}`
/** The market as `npm start` runs it, in a process of its own: a restart forgets what a restart forgets. */
const start = async (): Promise<ChildProcess> => {
  const options = ['--no-seed', '--no-edge', '--port', String(port), '--state', stateDir]
  const child = spawn(process.execPath, ['local/start.ts', ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => text.includes('(up in ') && resolve())
    child.on('exit', (code) => reject(new Error(`The market ended with ${String(code)}.`)))
  })
  return child
}
const stop = async (child: ChildProcess) => {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await ended
}
let market = await start()
const ask = async (path: string): Promise<unknown> => (await fetch(url + path)).json()

const found = await findBrowser()
if (found.kind === 'none') throw new Error(found.sentence)
const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] })
const account = { name: 'Vera Lund', email: 'vera@example.com', password: 'darkroom' }

const Configuration = z.object({ userPoolEndpoint: z.string(), userPoolClientId: z.string() })
const Mails = z.array(z.object({ to: z.array(z.string()), text: z.string() }))
const Environments = z.record(z.string(), z.record(z.string(), z.string()))
const Queues = z.array(z.object({ name: z.string(), visible: z.int(), isDeadLetters: z.boolean() }))

/** A client signed in anew: what a restart forgot is not taken along. */
const signedIn = async (isNew = false): Promise<ApiClient> => {
  const { userPoolEndpoint: endpoint, userPoolClientId: clientId } = Configuration.parse(await ask('/config.json'))
  const accounts = people({ endpoint, clientId }, async (to) => {
    const mails = Mails.parse(await ask('/__local/api/outbox'))
    return mails.findLast((mail) => mail.to.includes(to))?.text ?? ''
  })
  if (isNew) await accounts.signUp(account)
  const own = apiClient(url, await accounts.signIn(account))
  accounts.close()
  return own
}
let own = await signedIn(true)
const gallery = await own.call(api.galleries.endpoints.create, { body: { title: 'Two thousand' } })

// A trial holds exactly as many: a place that a restart took between two writes would stop the last file.
const pageName = 'vera-lund'
await own.call(api.profiles.endpoints.savePageName, { body: { name: pageName } })
const room = ['quota', pageName, '--photos', String(count * 2), '--local', '--url', url]
await promisify(execFile)(process.execPath, ['scripts/ops.ts', ...room], { cwd: root })

const context = await browser.newContext({ baseURL: url })
const newPage = async (): Promise<Page> => {
  const page = await context.newPage()
  // Leaving while files are on their way asks first.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
  return page
}
let page = await newPage()
const waits = { choosing: [] as number[], starting: [] as number[] }
/** What a photographer does at first, and after each interruption: the folder again, then the button. */
const choose = async (id: GalleryId) => {
  if (!page.url().includes(id)) await page.goto(addresses.uploadTo(id))
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a folder' }).click()
  const began = performance.now()
  await (await asked).setFiles(folder)
  const button = page.getByRole('button', { name: /^Upload \d[\d,]* Photos?$/ })
  await button.waitFor({ timeout: 300_000 })
  waits.choosing.push(performance.now() - began)
  const pressed = performance.now()
  await button.click()
  await page
    .getByText(/ of [\d,]+ done/)
    .first()
    .waitFor({ timeout: 120_000 })
  waits.starting.push(performance.now() - pressed)
}

const arrived = async (): Promise<number> => {
  const { photoCount } = await own.call(api.galleries.endpoints.getMine, { params: { galleryId: gallery.id } })
  return photoCount
}
/** Until so many can be seen. The line of the page may be cut meanwhile, this one is not. */
const until = async (photos: number) => {
  const end = Date.now() + 2_400_000
  for (let last = -1; ; await pause(2_000)) {
    // Right after a restart it may be told to come again.
    const now = await arrived().catch(() => last)
    if (now >= photos) return
    if (Date.now() > end) throw new Error(`Only ${String(now)} of ${String(photos)} photos arrived in time.`)
    if (Math.floor(now / 100) > Math.floor(last / 100)) say(`${String(now)} on sale`)
    last = now
  }
}

const reload = async () => {
  await page.reload()
  await choose(gallery.id)
}
const cut = async (ms: number) => {
  await context.setOffline(true)
  await pause(ms)
  await context.setOffline(false)
}
const events: { at: number; name: string; run: () => Promise<void> }[] = [
  { at: 0.05, name: 'the line is cut for 5 seconds', run: () => cut(5_000) },
  { at: 0.15, name: 'the page is reloaded', run: reload },
  { at: 0.25, name: 'the line is cut for 45 seconds', run: () => cut(45_000) },
  {
    at: 0.4,
    name: 'the whole system restarts',
    run: async () => {
      await stop(market)
      await pause(5_000)
      market = await start()
      own = await signedIn()
    },
  },
  {
    at: 0.55,
    name: 'the page is closed, and opened a while later',
    run: async () => {
      await page.close({ runBeforeUnload: false })
      await pause(5_000)
      page = await newPage()
      await choose(gallery.id)
    },
  },
  {
    at: 0.7,
    name: 'the page is reloaded while the line is cut',
    run: async () => {
      await context.setOffline(true)
      await page.reload().catch(() => undefined)
      await pause(3_000)
      await context.setOffline(false)
      await page.goto(addresses.uploadTo(gallery.id))
      await choose(gallery.id)
    },
  },
  {
    at: 0.85,
    name: 'the page is reloaded twice in a row',
    run: async () => {
      await page.reload()
      await reload()
    },
  },
]

const failures: string[] = []
const began = performance.now()
let table: Awaited<ReturnType<typeof stored>> | undefined
try {
  await signIn(page, account)
  await choose(gallery.id)
  for (const { at, name, run } of events) {
    await until(Math.floor(count * at))
    say(name)
    await run()
  }
  await page.getByText('Upload complete').first().waitFor({ timeout: 3_600_000 })
  await until(count)
  table = await stored()
  await report(performance.now() - began, table)
} catch (thrown) {
  await page.screenshot({ path: join(tmpdir(), 'darkslide-bench-event-failed.png') }).catch(() => undefined)
  throw thrown
} finally {
  await browser.close()
  await stop(market)
  await rm(stateDir, { recursive: true, force: true })
}
process.exit(failures.length === 0 ? 0 : 1)

/** The photos of the gallery as they lie in the table, and which file's bytes each has in the bucket. */
async function stored() {
  const environment =
    Environments.parse(await ask('/__local/api/environments'))['functions/media/render-photo.lambda.ts'] ?? {}
  // Endpoints, region and keys: AWS's clients read them themselves.
  Object.assign(process.env, environment)
  const dynamo = new DynamoDBClient({})
  const s3 = new S3Client({ forcePathStyle: true })
  const Row = z.object({
    id: z.string(),
    state: z.string(),
    fileName: z.string(),
    original: z.object({ key: z.string() }).nullable(),
  })
  const rows: (z.infer<typeof Row> & { hash: string })[] = []
  const question = {
    TableName: environment.TABLE_NAME,
    FilterExpression: 'SK = :photo AND galleryId = :gallery',
    ExpressionAttributeValues: { ':photo': 'PHOTO', ':gallery': gallery.id },
  }
  for await (const { Items } of paginateScan({ client: DynamoDBDocumentClient.from(dynamo) }, question)) {
    for (const item of Items ?? []) {
      const row = Row.parse(item)
      const file = row.original
        ? await s3.send(new GetObjectCommand({ Bucket: environment.ORIGINALS_BUCKET, Key: row.original.key }))
        : undefined
      rows.push({ ...row, hash: file?.Body ? hashOf(await file.Body.transformToByteArray()) : '' })
    }
  }
  dynamo.destroy()
  s3.destroy()
  return rows
}

async function report(tookMs: number, rows: Awaited<ReturnType<typeof stored>>) {
  const ready = rows.filter(({ state }) => state === 'ready')
  const lost = [...sources].filter(([hash]) => !ready.some((row) => row.hash === hash)).map(([, name]) => name)
  const doubled = ready.length - new Set(ready.map(({ hash }) => hash)).size
  const foreign = ready.filter(({ hash, fileName }) => sources.get(hash) !== fileName).length
  const others = rows.length - ready.length
  if (lost.length > 0) failures.push(`${String(lost.length)} files are lost, such as ${lost[0] ?? ''}`)
  if (doubled > 0) failures.push(`${String(doubled)} files are doubled`)
  if (foreign > 0) failures.push(`${String(foreign)} photos have the bytes of no file, or another one's name`)
  if (others > 0) failures.push(`${String(others)} photos are left that are not on sale`)
  const dead = Queues.parse(await ask('/__local/api/queues')).filter(
    ({ isDeadLetters, visible }) => isDeadLetters && visible > 0,
  )
  if (dead.length > 0) failures.push('messages were set aside')
  const counted = (await own.call(api.photos.endpoints.uploadRoom, {})).photos
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  const date = new Date().toISOString().slice(0, 10)
  const lines = [
    `# Uploading ${count.toLocaleString('en-GB')} photos through a browser with interruptions, ${date}`,
    '',
    `${machineLine(machine())}, Chromium ${browser.version()}. Load average ${(loadavg()[0] ?? 0).toFixed(1)} at the end. Pictures of 800 pixels, no two alike, chosen as a folder; browser, storage, database and renderer share the machine.`,
    '',
    `- ${String(ready.length)} photos on sale; ${String(lost.length)} lost, ${String(doubled)} doubled, ${String(foreign)} with other bytes than their file's, ${String(others)} left over: read from table and bucket by AWS's clients, each file by its SHA-256`,
    `- ${String(counted)} places are counted in the photographer’s plan`,
    `- all on sale after ${seconds(tookMs)} s, interruptions included`,
    `- the folder was chosen ${String(waits.choosing.length)} times; from choosing it to a button to press ${waits.choosing.map(seconds).join(', ')} s, from the press to the first count ${waits.starting.map(seconds).join(', ')} s`,
    '',
    'What happened on the way, at which part of all photos on sale:',
    '',
    ...events.map(({ at, name }) => `- ${String(Math.round(at * 100))}%: ${name}`),
    ...(failures.length > 0 ? ['', `Failed: ${failures.join('; ')}.`] : []),
  ]
  console.log(lines.join('\n'))
  if (count < 2_000) return
  const results = fileURLToPath(new URL('../results/', import.meta.url))
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, `upload-event-${date}.md`), `${lines.join('\n')}\n`)
}
