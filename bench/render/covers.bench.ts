// Bytes, processor time and likeness of the upright piece of a cover, as phones show it: npm run bench:render:covers. The
// demo photographs that are wide, cut around their middle out of the JPEG that the product cuts from.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp, { type AvifOptions } from 'sharp'
import { ssim } from 'ssim.js'
import { machine, machineLine } from '#bench/machine.ts'
import { cutTall, tallAvif } from '#functions/media/cut-tall.ts'
import { limits } from '#schema/limits.ts'

type Score = { bytes: number; ms: number; likeness: number[] }

const { displayPx, jpegQuality } = limits.rendition
const { ratio, heightPx, mostBytes } = limits.tallCover
/** In pixels of the device: the full cover of Lighthouse's phone (412 CSS px, 1.75 to each) and of one of 390 with three. */
const screens = [
  { width: 721, height: 1_188 },
  { width: 1_170, height: 1_930 },
]

sharp.cache(false)
sharp.concurrency(1)
// Shut in the product, which opens no such file; here it is the judge.
sharp.unblock({ operation: ['VipsForeignLoadHeif'] })

const pieceOf = async (picture: Buffer) => {
  const { width, height } = await sharp(picture).metadata()
  const wide = Math.min(width, Math.round(height * ratio))
  return sharp(picture).extract({ left: Math.round((width - wide) / 2), top: 0, width: wide, height })
}
const drawn =
  (most: number, settings: AvifOptions) =>
  async (display: Buffer): Promise<Buffer> =>
    (await pieceOf(display)).resize({ height: most, withoutEnlargement: true }).avif(settings).toBuffer()
const { effort, qualities } = tallAvif
const [usual, ...lower] = qualities
const ours = `${heightPx} px, ${usual}, above ${mostBytes / 1_000} kB ${lower.join(', ')}`
const contenders: Readonly<Record<string, (display: Buffer) => Promise<Buffer>>> = {
  'before: 800 px, 54': drawn(800, { quality: 54, effort }),
  'before: as high as the picture, 58, effort 0': drawn(displayPx, { quality: 58, effort: 0 }),
  '1,080 px, 46': drawn(1_080, { quality: 46, effort }),
  '1,200 px, 42': drawn(1_200, { quality: 42, effort }),
  ...Object.fromEntries(
    [34, 38, 42].map((quality) => [`${heightPx} px, ${quality}`, drawn(heightPx, { quality, effort })]),
  ),
  [ours]: async (display) => (await cutTall(display, { x: 0.5, y: 0.5 })).bytes,
}

const shownOn = async (picture: Buffer, { width, height }: (typeof screens)[number]) => ({
  data: new Uint8ClampedArray(await sharp(picture).resize({ width, height }).ensureAlpha().raw().toBuffer()),
  width,
  height,
})
const score = async (file: Buffer, truth: Buffer): Promise<number[]> => {
  const likeness: number[] = []
  for (const screen of screens) {
    const [asShot, shown] = [await shownOn(truth, screen), await shownOn(file, screen)]
    likeness.push(ssim(asShot, shown, { downsample: false }).mssim)
  }
  return likeness
}

const folder = fileURLToPath(new URL('../../local/seed/photos/', import.meta.url))
const scored = new Map<string, Score[]>(Object.keys(contenders).map((name) => [name, []]))
for (const name of readdirSync(folder).filter((each) => each.endsWith('.jpg'))) {
  const original = await sharp(readFileSync(folder + name), { autoOrient: true })
    .resize({ width: displayPx, height: displayPx, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
  const { width, height } = await sharp(original).metadata()
  if (width <= height) continue
  const truth = await (await pieceOf(original)).png().toBuffer()
  const display = await sharp(original).jpeg({ quality: jpegQuality, optimiseCoding: false }).toBuffer()
  for (const [contender, draw] of Object.entries(contenders)) {
    const start = process.cpuUsage()
    const file = await draw(display)
    const { user, system } = process.cpuUsage(start)
    const likeness = await score(file, truth)
    scored.get(contender)?.push({ bytes: file.length, ms: (user + system) / 1_000, likeness })
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const date = new Date().toISOString().slice(0, 10)
const about = machine()
const rows = [...scored].map(([name, scores]) => {
  const kb = scores.map(({ bytes }) => bytes / 1_000)
  const likeness = screens.flatMap((_, index) => {
    const on = scores.map((each) => each.likeness[index] ?? 0)
    return [mean(on).toFixed(4), Math.min(...on).toFixed(4)]
  })
  const cells = [
    mean(kb).toFixed(1),
    Math.max(...kb).toFixed(0),
    ...likeness,
    mean(scores.map(({ ms }) => ms)).toFixed(0),
  ]
  return `| ${[name === ours ? `**${name}**` : name, ...cells].join(' | ')} |`
})
const [count = 0] = [...scored.values()].map(({ length }) => length)
const text = [
  `# The piece of a cover that phones show, ${date}`,
  '',
  `${machineLine(about)}, sharp ${sharp.versions.sharp}, libaom ${sharp.versions.aom ?? '-'}, ssim.js 3.5.0. Means over the ${count} wide demo photographs, AVIF of effort 3 where nothing else is said; milliseconds are of processor time. SSIM is of every pixel of the screen, between what it shows of the file and of the original's 2,048 px. Bold: today's.`,
  '',
  `| | kB | most | ${screens.map(({ width, height }) => `SSIM at ${width} by ${height} | least`).join(' | ')} | ms |`,
  '|---|---:|---:|---:|---:|---:|---:|---:|',
  ...rows,
].join('\n')
console.log(text)
writeFileSync(fileURLToPath(new URL(`../results/render-covers-${date}.md`, import.meta.url)), `${text}\n`)
