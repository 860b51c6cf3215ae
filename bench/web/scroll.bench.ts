import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { chromium } from '@playwright/test'
import * as z from 'zod'
import { lower, startedBy } from '#bench/low-priority.ts'
import { machine, machineLine } from '#bench/machine.ts'
import { stolenMs } from '#bench/stolen-time.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { dynamoTable } from '#functions/shared/table/table.ts'
import { startLocalSystem } from '#local/system.ts'
import { PhotoId } from '#schema/ids.ts'
import { paths } from '#schema/paths.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { phone } from './interactions.ts'
import { hangMany } from './many-photos.ts'
import { flickMarks, readScrollTrace, scrollCategories, type Traced } from './scroll-trace.ts'

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
const ofBrowser = new Set(startedBy(process.pid))
const folder = await mkdtemp(join(tmpdir(), 'darkslide-bench-scroll-'))
const system = await startLocalSystem({
  stateDir: join(folder, 'state'),
  port: 0,
  build: 'production',
  seed: true,
  quiet: true,
  throttleScale: 100_000,
})
// A phone does not run the market: what does gets the processor where the browser, which was started before, leaves it.
for (const pid of [process.pid, ...startedBy(process.pid)]) if (!ofBrowser.has(pid)) lower(pid)
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
/** `at` by the page's own clock. */
const LongFrame = z.object({ at: z.number(), ms: z.number(), blockedMs: z.number(), ownMs: z.number() })
type LongFrame = z.infer<typeof LongFrame>
const longFrames = async () => z.array(LongFrame).parse(await page.evaluate('pageWatch.longFrames()'))
/**
 * Something that a hand does: its long frames, and for how many milliseconds the machine's host gave a processor to others
 * meanwhile; `undefined` where nobody tells.
 */
type Act = { over: LongFrame[]; stolen: number | undefined; isFlick: boolean }
/** Milliseconds: with so many a frame of 30 may have become one of 50, and says nothing of the page. */
const mostStolenMs = 20
/** CSS pixels, of the phone and of one flick: over several screens, as quick as a thumb. */
const phoneWidth = 412
const flickPx = 6_000
/**
 * By a wheel: a touch that is synthesized so scrolls nothing, in Chromium 97
 * (github.com/puppeteer/puppeteer/issues/7928) and, as was tried, in 156.
 */
const flick = () =>
  session.send('Input.synthesizeScrollGesture', { x: 206, y: 500, yDistance: -flickPx, speed: flickPx })
/** For the trace. */
const markedFlick = async () => {
  await page.evaluate(`performance.mark('${flickMarks.begins}')`)
  await flick()
  await page.evaluate(`performance.mark('${flickMarks.ends}'); performance.clearMarks()`)
}
/** A frame may be told of a moment late: what follows something disturbed at once counts as disturbed as well. */
let stolenBefore: number | undefined = 0
const during = async (act: () => Promise<unknown>, isFlick: boolean): Promise<Act> => {
  const before = stolenMs()
  await act()
  const over = await longFrames()
  const after = stolenMs()
  const now = before === undefined || after === undefined ? undefined : after - before
  const stolen = now === undefined || stolenBefore === undefined ? undefined : Math.max(now, stolenBefore)
  stolenBefore = now
  return { over, stolen, isFlick }
}
/** Nothing that comes late is of what was before. */
const forget = async () => {
  await longFrames()
  stolenBefore = 0
}
const flicked = () => during(markedFlick, true)
const isQuiet = ({ stolen }: Act) => stolen !== undefined && stolen < mostStolenMs
const framesOf = (acts: readonly Act[]) => acts.flatMap(({ over }) => over)
const flicksOf = (acts: readonly Act[]) => acts.filter(({ isFlick }) => isFlick).length
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
await browser.startTracing(page, { categories: [...scrollCategories] })

/** Milliseconds from the end of a flick. */
const Filled = z.object({ pictures: z.number(), whole: z.number() })
type Stage = {
  photos: number
  acts: Act[]
  heapMb: number
  nodes: number
  filled: z.infer<typeof Filled>
}
const stages: Stage[] = []
const listed = (frames: readonly LongFrame[], of: (frame: LongFrame) => string = ({ ownMs }) => ownMs.toFixed(0)) =>
  frames.map((frame) => `${frame.ms.toFixed(0)} (${of(frame)})`).join(', ') || 'none'
const wallOf = async () => z.object({ seen: z.number(), of: z.number() }).parse(await page.evaluate('pageWatch.wall()'))
/** A picture as the wall shows it: its address, and its size in CSS pixels. */
const Picture = z.object({ src: z.string(), width: z.number(), height: z.number() })
const pictures = new Map<string, z.infer<typeof Picture>>()
const marks = [0.02, 0.1, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * count))
/** Long frames of flicks that are not counted. */
const afterCollection: LongFrame[] = []
let gestures = 0
const stopAt = Date.now() + 20 * 60_000
for (const mark of marks) {
  const acts: Act[] = []
  let at = await wallOf()
  while (at.seen < mark && Date.now() < stopAt) {
    acts.push(await flicked())
    gestures += 1
    at = await wallOf()
  }
  let filled = Filled.parse({ pictures: 0, whole: 0 })
  const rest = async () => {
    filled = Filled.parse(await page.evaluate('pageWatch.filled()'))
  }
  acts.push(await during(rest, false))
  for (const picture of z.array(Picture).parse(await page.evaluate('pageWatch.pictures()')))
    pictures.set(picture.src, picture)
  if (at.seen < mark) throw new Error(`Photo ${mark} was not reached: ${at.seen} of ${at.of}.`)
  stages.push({ photos: at.seen, acts, filled, ...(await held()) })
  const quiet = acts.filter(isQuiet)
  say(
    `${at.seen}: of ${flicksOf(acts)} flicks ${framesOf(acts).length} frames over 50 ms (${listed(framesOf(acts))}), of ${flicksOf(quiet)} undisturbed ones ${framesOf(quiet).length}; pictures after ${filled.pictures.toFixed(0)} ms, whole after ${filled.whole.toFixed(0)}`,
  )
  await forget()
  if (mark === marks.at(-1)) break
  // A collection throws away what was compiled and has not run for a while (chromium.googlesource.com/v8/v8/+/a55803a15d2b):
  // the next flick may compile it anew, which it does for nobody who scrolls on.
  afterCollection.push(...(await during(flick, true)).over)
}
const traced = readScrollTrace(String(await browser.stopTracing()), gestures)
// The same thumb on pages without a script: of a picture that the browser paints by itself, and of the wall's pictures as
// the simplest page there is would show them. What frames take there is not the product's.
const flicksAlone = Math.min(gestures, 50)
/** Of so few that are long, one round tells little. */
const roundsAlone = 3
const scrolled = async () => z.number().parse(await page.evaluate('scrollY'))
const flicksOver = async (html: string) => {
  const acts: Act[] = []
  const traces: Traced[] = []
  for (let round = 0; round < roundsAlone; round++) {
    // As wide as the phone: otherwise it is laid out for a desk, made smaller, and at its end after a fifth of the flicks.
    await page.setContent(`<meta name="viewport" content="width=device-width">${html}`)
    // A page that is written anew stays where the one before it was scrolled to.
    await page.evaluate('scrollTo(0, 0)')
    await page.waitForTimeout(2_000)
    await forget()
    await browser.startTracing(page, { categories: [...scrollCategories] })
    for (let n = 0; n < flicksAlone; n++) {
      const before = await scrolled()
      acts.push(await flicked())
      const by = (await scrolled()) - before
      if (by < flickPx - 1_000) throw new Error(`Flick ${n + 1} of a page without a script scrolled by ${by} pixels.`)
    }
    const late = await longFrames()
    acts.push({ over: late, stolen: stolenBefore, isFlick: false })
    traces.push(readScrollTrace(String(await browser.stopTracing()), flicksAlone))
  }
  return { acts, traces }
}
const shown = [...pictures.values()]
const meanArea = shown.reduce((sum, { width, height }) => sum + width * height, 0) / shown.length
/** As many as fill the page for all flicks, and one more, without gaps. */
const photosAlone = Math.ceil(((flicksAlone + 2) * flickPx * phoneWidth) / meanArea)
// In a page of the market's own origin, as media is answered to no other.
await page.goto('/robots.txt')
const ofPictures = await flicksOver(
  Array.from({ length: photosAlone }, (_, n) => shown[n % shown.length])
    .map(({ src, width, height } = { src: '', width: 1, height: 1 }) => {
      const size = `width="${Math.round(width)}" height="${Math.round(height)}"`
      return `<img src="${src.replaceAll('&', '&amp;')}" alt="" loading="lazy" decoding="async" ${size}>`
    })
    .join(' '),
)
await page.goto('about:blank')
const ofNothing = await flicksOver(
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
const inFlicks = (acts: readonly Act[]) => {
  const [frames, flicks] = [framesOf(acts), flicksOf(acts)]
  const each = flicks > 0 ? `, ${(frames.length / flicks).toFixed(2)} each` : ''
  return `${frames.length} in ${flicks} flicks${each}, the longest ${worstOf(frames)} ms, blocked in ${blockedOf(frames)}`
}
const of = (acts: readonly Act[]) => `${inFlicks(acts)}; of them undisturbed: ${inFlicks(acts.filter(isQuiet))}`
const all = stages.flatMap(({ acts }) => acts)
const frames = framesOf(all)
const quietFrames = framesOf(all.filter(isQuiet))
const longestOf = (times: readonly number[]) => Math.max(0, ...times).toFixed(0)
const medianOf = (times: readonly number[]) =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0).toFixed(0)
const lateOf = ({ gapsMs }: Pick<Traced, 'gapsMs'>) => gapsMs.filter((ms) => ms > budgets.frameMs)
const late = lateOf(traced)
const onScreen = (traces: readonly Traced[]) => {
  const sum = (of: (trace: Traced) => number) => traces.reduce((all, trace) => all + of(trace), 0)
  const longest = longestOf(traces.flatMap(({ gapsMs }) => gapsMs))
  return `${sum(({ pictures: count }) => count)} pictures, ${sum((trace) => lateOf(trace).length)} late, the longest after ${longest} ms, ${sum(({ skipped }) => skipped)} refreshes without one, ${sum(({ dropped }) => dropped)} dropped`
}
const missed = [
  ...(late.length > 0 ? [`${late.length} pictures came over ${budgets.frameMs} ms after the one before them`] : []),
  // Judged by all: the host takes more where a page has more to do, so the undisturbed flicks are the lighter ones.
  ...(frames.some(({ ms }) => ms > budgets.frameMs)
    ? [`${frames.length} frames of the page over ${budgets.frameMs} ms, the longest ${worstOf(frames)}`]
    : []),
  ...(nodes > budgets.nodes ? [`the document’s nodes grew ${nodes.toFixed(2)} times`] : []),
  ...(kbAPhoto > budgets.kbAPhoto ? [`each photo kept ${kbAPhoto.toFixed(1)} kB`] : []),
]
const date = new Date().toISOString().slice(0, 10)
const lines = [
  `# Scrolling ${count} photos, ${date}`,
  '',
  `${machineLine(about)}, Chromium ${about.chromium}; load ${about.loadAverage} at the end, of which the measured system and browser are part. A phone of 412 × 823, a processor four times slower, ${gestures} flicks of 6,000 pixels at 6,000 a second. Production build. A frame counts as long where it took over 50 ms (Long Animation Frames), and as blocked where one task of it did; the market runs on the same machine with the lowest priority. A flick is undisturbed where the machine’s host gave its processors to others for less than 20 ms, in it and in the one before (steal of /proc/stat); the budget is judged by all. Memory is JavaScript’s after a collection. While a thumb is faster than photos can be drawn, it passes over their colours: the last columns say how long after a flick the window’s pictures are there, and then all of their tiles.`,
  '',
  '| until photo | flicks | frames over 50 ms | undisturbed flicks | frames in those | the longest of those, ms | heap MB | nodes of the document | pictures after, ms | all after, ms |',
  '|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
  ...stages.map(({ photos, acts, heapMb, nodes: drawn, filled }) => {
    const quiet = acts.filter(isQuiet)
    const undisturbed = framesOf(quiet)
    return `| ${photos} | ${flicksOf(acts)} | ${framesOf(acts).length} | ${flicksOf(quiet)} | ${undisturbed.length} | ${worstOf(undisturbed)} | ${heapMb.toFixed(1)} | ${drawn} | ${filled.pictures.toFixed(0)} | ${filled.whole.toFixed(0)} |`
  }),
  '',
  `Frames over 50 ms: ${of(all)}. Pages without any script, ${roundsAlone} times ${flicksAlone} such flicks each: ${photosAlone} of the wall’s pictures (${shown.length} different ones), one after the other as plain lazy images: ${of(ofPictures.acts)}; a page without an element: ${of(ofNothing.acts)}.`,
  '',
  `What a thumb sees, from Chromium’s trace of its compositor: of ${traced.pictures} pictures that came onto the screen within the flicks ${late.length} came over ${budgets.frameMs} ms after the one before them, the longest after ${longestOf(traced.gapsMs)} ms; ${traced.skipped} times a refresh at 60 Hz passed without one, and Chromium calls ${traced.dropped} dropped. From the mark of a flick’s beginning to its first picture, or from the last one to the mark of its end, it took ${medianOf(traced.edgesMs)} ms in the middle and ${longestOf(traced.edgesMs)} at most, asking the page included. ${traced.ofPage} were of a scroll that was not the compositor’s own. In ${traced.blank} the compositor lacked a part of what the page had drawn; colours in a photo’s place are not counted. The same of the pages without any script: the wall’s pictures alone: ${onScreen(ofPictures.traces)}; no element: ${onScreen(ofNothing.traces)}.`,
  '',
  `Of each of the wall’s long frames, in the order in which they came, how many milliseconds at least V8 took for collecting garbage: ${listed(frames, (frame) => traced.collectedMs(frame).toFixed(0))}.`,
  '',
  `Those of the wall in milliseconds, and in brackets how much of each is known to be the page’s own scripts and drawing: ${listed(quietFrames)}; of the disturbed flicks: ${listed(framesOf(all.filter((act) => !isQuiet(act))))}. Of the pictures alone, all: ${listed(framesOf(ofPictures.acts))}; of the page without an element: ${listed(framesOf(ofNothing.acts))}. Not counted is the flick after each collection that the bench asks for, in which what that threw away may be compiled anew: ${listed(afterCollection)}.`,
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
