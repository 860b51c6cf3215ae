import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { chromium } from '@playwright/test'
import * as z from 'zod'
import { machine, machineLine } from '#bench/machine.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { dynamoTable } from '#functions/shared/table/table.ts'
import { startLocalSystem } from '#local/system.ts'
import { PhotoId } from '#schema/ids.ts'
import { paths } from '#schema/paths.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { phone } from './interactions.ts'
import { hangMany } from './many-photos.ts'

/**
 * A gallery of 10,000 photos scrolled from its first to its last on a slow phone: what each frame took, and what the
 * page holds in memory on the way. `PHOTOS=1000` for a quick look, of which nothing is kept.
 */
const count = Number(process.env.PHOTOS ?? 10_000)
const isWhole = count >= 10_000
/** What is known of a photo stays, for the way back: 3 kB. What is drawn of it does not. */
const budgets = { frameMs: 50, nodes: 1.5, kbAPhoto: 3 }
const say = (line = '') => console.log(line)

const found = await findBrowser()
if (found.kind === 'none') throw new Error(found.sentence)
const browser = await chromium.launch({
  executablePath: found.path,
  args: ['--no-sandbox'],
})
// A phone does not run the market. What does gets the processor where the browser, which was started before, leaves it:
// this process thread by thread (setpriority(2): on Linux each has a priority of its own), and whatever it starts.
const threads = '/proc/self/task'
for (const thread of existsSync(threads) ? readdirSync(threads).map(Number) : [0])
  setPriority(thread, constants.priority.PRIORITY_LOW)
const folder = await mkdtemp(join(tmpdir(), 'darkslide-bench-scroll-'))
const system = await startLocalSystem({
  stateDir: join(folder, 'state'),
  port: 0,
  build: 'production',
  seed: true,
  quiet: true,
  throttleScale: 100_000,
})
const dynamo = new DynamoDBClient({
  endpoint: system.table.endpoint,
  region: 'eu-west-2',
  credentials: system.credentials,
})

const idOf = (n: number) => PhotoId.parse(`pho_${String(n).padStart(26, '0')}`)
const galleryId = await hangMany(system)
const store = photoStore(dynamoTable(system.table.name, dynamo))
const walk = (await store.listShown(galleryId, { limit: 140 })).photos
// Others under other ids, each with the pictures of one that was uploaded.
for (let from = walk.length; from < count; from += 50) {
  const some = Array.from({ length: Math.min(50, count - from) }, (_, n) => from + n)
  await Promise.all(
    some.map(async (n) => {
      const photo = walk[n % walk.length]
      if (photo) await store.create({ ...photo, id: idOf(n), title: `Walker ${n}`, isFeatured: false })
    }),
  )
}
await system.drainQueues()
say(`${count} photos hang.`)

const { page, session } = await phone(browser, system.url)
const LongFrame = z.object({ ms: z.number(), blockedMs: z.number(), ownMs: z.number() })
type LongFrame = z.infer<typeof LongFrame>
const longFrames = async () => z.array(LongFrame).parse(await page.evaluate('pageWatch.longFrames()'))
/** CSS pixels, of the phone and of one flick: over several screens, as quick as a thumb. */
const phoneWidth = 412
const flickPx = 6_000
const flick = () =>
  session.send('Input.synthesizeScrollGesture', { x: 206, y: 500, yDistance: -flickPx, speed: flickPx })
const worstOf = (frames: readonly LongFrame[]) => Math.max(0, ...frames.map(({ ms }) => ms)).toFixed(0)
const blockedOf = (frames: readonly LongFrame[]) => frames.filter(({ blockedMs }) => blockedMs > 0).length
/** The browser keeps no account of its tasks meanwhile: a slow phone has three times as many long frames with it. */
const held = async () => {
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.disable')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.send('Performance.disable')
  // A collection has the browser plan another one, eight seconds later (`kLongDelayMs` in chromium's
  // v8/src/heap/memory-reducer.cc), which is this one's and not the scroll's.
  await page.waitForTimeout(12_000)
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { heapMb: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes') }
}

await page.goto(paths.gallery({ galleryId }))
await page.getByRole('list', { name: 'Photos' }).waitFor()
await page.waitForLoadState('networkidle')
await page.waitForTimeout(2_000)
await longFrames()

/** Milliseconds from the end of a flick. */
const Filled = z.object({ pictures: z.number(), whole: z.number() })
type Stage = {
  photos: number
  over: LongFrame[]
  heapMb: number
  nodes: number
  filled: z.infer<typeof Filled>
}
const stages: Stage[] = []
const listed = (frames: readonly LongFrame[]) =>
  frames.map(({ ms, ownMs }) => `${ms.toFixed(0)} (${ownMs.toFixed(0)})`).join(', ') || 'none'
const wallOf = async () => z.object({ seen: z.number(), of: z.number() }).parse(await page.evaluate('pageWatch.wall()'))
/** A picture as the wall shows it: its address, and its size in CSS pixels. */
const Picture = z.object({ src: z.string(), width: z.number(), height: z.number() })
const pictures = new Map<string, z.infer<typeof Picture>>()
const marks = [0.02, 0.1, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * count))
let over: LongFrame[] = []
let gestures = 0
const stopAt = Date.now() + 20 * 60_000
for (const mark of marks) {
  let at = await wallOf()
  while (at.seen < mark && Date.now() < stopAt) {
    await flick()
    gestures += 1
    over = [...over, ...(await longFrames())]
    at = await wallOf()
  }
  const filled = Filled.parse(await page.evaluate('pageWatch.filled()'))
  over = [...over, ...(await longFrames())]
  for (const picture of z.array(Picture).parse(await page.evaluate('pageWatch.pictures()')))
    pictures.set(picture.src, picture)
  if (at.seen < mark) throw new Error(`Photo ${mark} was not reached: ${at.seen} of ${at.of}.`)
  stages.push({ photos: at.seen, over, filled, ...(await held()) })
  const stage = stages.at(-1)
  say(
    `${at.seen}: ${over.length} frames over 50 ms, worst ${worstOf(over)}, blocked in ${blockedOf(over)}; ${stage?.heapMb.toFixed(1)} MB, ${stage?.nodes} nodes; pictures after ${filled.pictures.toFixed(0)} ms, whole after ${filled.whole.toFixed(0)}`,
  )
  over = []
  await longFrames()
}
// The same thumb on pages without a script: of a picture that the browser paints by itself, and of the wall's pictures as
// the simplest page there is would show them. What frames take there is not the product's.
const flicksAlone = Math.min(gestures, 50)
/** Of so few that are long, one round tells little. */
const roundsAlone = 3
const scrolled = async () => z.number().parse(await page.evaluate('scrollY'))
const framesOfFlicks = async (html: string) => {
  const frames: LongFrame[] = []
  for (let round = 0; round < roundsAlone; round++) {
    // As wide as the phone: otherwise it is laid out for a desk, made smaller, and at its end after a fifth of the flicks.
    await page.setContent(`<meta name="viewport" content="width=device-width">${html}`)
    // A page that is written anew stays where the one before it was scrolled to.
    await page.evaluate('scrollTo(0, 0)')
    await page.waitForTimeout(2_000)
    await longFrames()
    for (let n = 0; n < flicksAlone; n++) {
      const before = await scrolled()
      await flick()
      const by = (await scrolled()) - before
      if (by < flickPx - 1_000) throw new Error(`Flick ${n + 1} of a page without a script scrolled by ${by} pixels.`)
    }
    frames.push(...(await longFrames()))
  }
  return frames
}
const shown = [...pictures.values()]
const meanArea = shown.reduce((sum, { width, height }) => sum + width * height, 0) / shown.length
/** As many as fill the page for all flicks, and one more, without gaps. */
const photosAlone = Math.ceil(((flicksAlone + 2) * flickPx * phoneWidth) / meanArea)
// In a page of the market's own origin, as media is answered to no other.
await page.goto('/robots.txt')
const ofPictures = await framesOfFlicks(
  Array.from({ length: photosAlone }, (_, n) => shown[n % shown.length])
    .map(({ src, width, height } = { src: '', width: 1, height: 1 }) => {
      const size = `width="${Math.round(width)}" height="${Math.round(height)}"`
      return `<img src="${src.replaceAll('&', '&amp;')}" alt="" loading="lazy" decoding="async" ${size}>`
    })
    .join(' '),
)
await page.goto('about:blank')
const ofNothing = await framesOfFlicks(
  `<div style="height: ${(flicksAlone + 1) * flickPx}px; background: repeating-linear-gradient(#ccc, #333 400px)">`,
)
const about = { ...machine(), chromium: browser.version() }
await browser.close()
await system.close()
dynamo.destroy()
await rm(folder, { recursive: true, force: true })

const [first, last] = [stages[1], stages.at(-1)]
const nodes = (last?.nodes ?? Number.NaN) / (first?.nodes ?? Number.NaN)
const kbAPhoto =
  (((last?.heapMb ?? Number.NaN) - (first?.heapMb ?? Number.NaN)) * 1_000) /
  ((last?.photos ?? Number.NaN) - (first?.photos ?? Number.NaN))
const of = (frames: readonly LongFrame[]) =>
  `${frames.length}, ${(frames.length / flicksAlone / roundsAlone).toFixed(2)} each, the longest ${worstOf(frames)} ms, and blocked in ${blockedOf(frames)}`
const all = stages.flatMap(({ over: each }) => each)
const missed = [
  ...(all.some(({ ms }) => ms > budgets.frameMs)
    ? [`${all.length} frames over ${budgets.frameMs} ms, the longest ${worstOf(all)}`]
    : []),
  ...(nodes > budgets.nodes ? [`the document’s nodes grew ${nodes.toFixed(2)} times`] : []),
  ...(kbAPhoto > budgets.kbAPhoto ? [`each photo kept ${kbAPhoto.toFixed(1)} kB`] : []),
]
const date = new Date().toISOString().slice(0, 10)
const lines = [
  `# Scrolling ${count} photos, ${date}`,
  '',
  `${machineLine(about)}, Chromium ${about.chromium}; load ${about.loadAverage} at the end, of which the measured system and browser are part. A phone of 412 × 823, a processor four times slower, ${gestures} flicks of 6,000 pixels at 6,000 a second. Production build. A frame counts as long where it took over 50 ms (Long Animation Frames), and as blocked where one task of it did; the market runs on the same machine with the lowest priority; memory is JavaScript’s after a collection. While a thumb is faster than photos can be drawn, it passes over their colours: the last columns say how long after a flick the window’s pictures are there, and then all of their tiles.`,
  '',
  '| until photo | frames over 50 ms | blocked | the longest, ms | heap MB | nodes of the document | pictures after, ms | all after, ms |',
  '|---:|---:|---:|---:|---:|---:|---:|---:|',
  ...stages.map(
    (stage) =>
      `| ${stage.photos} | ${stage.over.length} | ${blockedOf(stage.over)} | ${worstOf(stage.over)} | ${stage.heapMb.toFixed(1)} | ${stage.nodes} | ${stage.filled.pictures.toFixed(0)} | ${stage.filled.whole.toFixed(0)} |`,
  ),
  '',
  `In all ${all.length} frames over 50 ms in ${gestures} flicks, ${(all.length / gestures).toFixed(2)} each, and blocked in ${blockedOf(all)}. Pages without any script, ${roundsAlone} times ${flicksAlone} such flicks each: ${photosAlone} of the wall’s pictures (${shown.length} different ones), one after the other as plain lazy images, had ${of(ofPictures)}; a page without an element ${of(ofNothing)}.`,
  '',
  `The wall’s long frames in milliseconds, and in brackets how much of each is known to be the page’s own scripts and drawing: ${listed(all)}. Those of the pictures alone: ${listed(ofPictures)}; of the page without an element: ${listed(ofNothing)}.`,
  '',
  `Each photo that was scrolled past keeps ${kbAPhoto.toFixed(1)} kB: what is known of it, for the way back.`,
  '',
  missed.length === 0 ? 'Every budget is met.' : `Missed: ${missed.join('; ')}.`,
]
say()
for (const line of lines) say(line)
if (isWhole) {
  const results = fileURLToPath(new URL('../results/', import.meta.url))
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, `web-scroll-${date}.md`), `${lines.join('\n')}\n`)
}
process.exit(0)
