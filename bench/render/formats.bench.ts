// Bytes, processor time and likeness of what visitors are sent, by format and quality: npm run bench:render:formats. One
// thread, the demo photographs at each size, without a mark; peak memory of a process of its own for each.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp, { type AvifOptions, type JpegOptions, type WebpOptions } from 'sharp'
import { ssim } from 'ssim.js'
import * as z from 'zod'
import { machine, machineLine } from '#bench/machine.ts'
import { median } from '#bench/means.ts'
import { avifFor } from '#functions/media/render.ts'
import { limits } from '#schema/limits.ts'
import { psnr } from './psnr.ts'

type Size = keyof typeof avifFor
type Settings =
  | ({ format: 'jpeg' } & JpegOptions)
  | ({ format: 'webp' } & WebpOptions)
  | ({ format: 'avif' } & AvifOptions)
type Raster = { data: Buffer; raw: { width: number; height: number; channels: 3 } }

const { displayPx, mediumPx, thumbnailPx, jpegQuality } = limits.rendition
const pixels: Readonly<Record<Size, number>> = { display: displayPx, medium: mediumPx, thumbnail: thumbnailPx }
const rounds = Number(process.env.ROUNDS ?? 3)
const photos = fileURLToPath(new URL('../../local/seed/photos/', import.meta.url))
const names = readdirSync(photos).filter((name) => name.endsWith('.jpg'))

/** What releases before decision 176 drew. */
const before: Readonly<Record<Size, Settings>> = {
  display: { format: 'webp', quality: 80, effort: 1 },
  medium: { format: 'webp', quality: 75, effort: 2 },
  thumbnail: { format: 'webp', quality: 75, effort: 4 },
}
const jpeg: Settings = { format: 'jpeg', quality: jpegQuality, optimiseCoding: false }
const ours = (size: Size): Settings => ({ format: 'avif', ...avifFor[size] })
/** Qualities about the chosen one, one step slower, and chroma whole. */
const contendersOf = (size: Size): Settings[] => {
  const { quality } = avifFor[size]
  const near = [-6, -1, 0, 3].map((step): Settings => ({ ...avifFor[size], format: 'avif', quality: quality + step }))
  const others: Settings[] = [
    { format: 'avif', ...avifFor[size], effort: 1 },
    { format: 'avif', ...avifFor[size], chromaSubsampling: '4:4:4' },
    { format: 'avif', ...avifFor[size], tune: 'ssim' },
  ]
  return [jpeg, before[size], ...near, ...others]
}
const nameOf = ({ format, ...rest }: Settings) => {
  const { quality, effort, chromaSubsampling, tune }: AvifOptions = rest
  const details = [
    effort === undefined ? '' : `effort ${effort}`,
    chromaSubsampling === '4:4:4' ? '4:4:4' : '',
    tune === undefined ? '' : `tuned for ${tune}`,
  ]
  return [`${format.toUpperCase().replace('WEBP', 'WebP')} ${quality}`, ...details.filter(Boolean)].join(', ')
}

// What this process measures is encoding; the product has one thread and no cache as well.
sharp.cache(false)
sharp.concurrency(1)
// Shut in the product, which opens no such file; here it is the judge.
sharp.unblock({ operation: ['VipsForeignLoadHeif'] })

const shrunk = async (input: ReturnType<typeof sharp>, longestSide: number): Promise<Raster> => {
  const { data, info } = await input
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, raw: { width: info.width, height: info.height, channels: 3 } }
}
/** Each smaller size comes from the next larger one, as in the product. */
const rasterOf = async (name: string, size: Size): Promise<Raster> => {
  const display = await shrunk(sharp(readFileSync(photos + name), { autoOrient: true }), displayPx)
  if (size === 'display') return display
  const medium = await shrunk(sharp(display.data, { raw: display.raw }), mediumPx)
  return size === 'medium' ? medium : shrunk(sharp(medium.data, { raw: medium.raw }), thumbnailPx)
}
const encode = ({ data, raw }: Raster, settings: Settings): Promise<Buffer> => {
  const image = sharp(data, { raw })
  if (settings.format === 'jpeg') return image.jpeg(settings).toBuffer()
  return settings.format === 'webp' ? image.webp(settings).toBuffer() : image.avif(settings).toBuffer()
}

const asImage = async ({ data, raw }: Raster) => ({
  data: new Uint8ClampedArray(await sharp(data, { raw }).ensureAlpha().raw().toBuffer()),
  width: raw.width,
  height: raw.height,
})
type Score = { ms: number; bytes: number; ssim: number; ssimFar: number; psnr: number }
const score = async (raster: Raster, settings: Settings): Promise<Score> => {
  const times: number[] = []
  let file: Buffer = Buffer.alloc(0)
  for (let round = 0; round < rounds; round += 1) {
    const start = process.cpuUsage()
    file = await encode(raster, settings)
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1_000)
  }
  const decoded = { ...raster, data: await sharp(file).removeAlpha().raw().toBuffer() }
  const [truth, shown] = [await asImage(raster), await asImage(decoded)]
  return {
    ms: median(times),
    bytes: file.length,
    ssim: ssim(truth, shown, { downsample: false }).mssim,
    ssimFar: ssim(truth, shown).mssim,
    psnr: psnr(decoded.data, raster.data),
  }
}

const [mode = '', size = '', format = ''] = process.argv.slice(2)
const sizes = ['thumbnail', 'medium', 'display'] as const
const Peak = z.object({ idle: z.number(), peak: z.number() })
const rss = (field: string) =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1_024

if (mode === 'memory') {
  const known = sizes.find((each) => each === size) ?? 'display'
  // Noise, which no encoder can make light of, in the largest shape that there is.
  const side = pixels[known]
  const data = Buffer.alloc(side * side * 3)
  for (let index = 0; index < data.length; index += 1) data[index] = Math.imul(index, 2_654_435_761) >>> 24
  const settings = format === 'none' ? undefined : { webp: before[known], avif: ours(known), jpeg }[format]
  const raster: Raster = { data, raw: { width: side, height: side, channels: 3 } }
  const idle = rss('VmHWM')
  if (settings) await encode(raster, settings)
  console.log(JSON.stringify({ idle, peak: rss('VmHWM') }))
} else {
  const date = new Date().toISOString().slice(0, 10)
  const about = machine()
  const lines: string[] = []
  const say = (line = '') => {
    console.log(line)
    lines.push(line)
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  say(`# What visitors are sent, by format, ${date}`)
  say()
  say(
    `${machineLine(about)}, sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}, libaom ${sharp.versions.aom ?? '-'}, ssim.js 3.5.0. Load average ${about.loadAverage} before: milliseconds are of processor time, one thread, medians of ${rounds}. Means over the ${names.length} demo photographs, against the pixels that were encoded. SSIM is of every pixel; “from afar” is ssim.js with its defaults, which first shrinks both to some 256 px and so hardly sees what is lost at 1024 and 2048. “Photos worse” are those whose SSIM is below that of the WebP of earlier releases. Bold: today's.`,
  )
  for (const size of sizes) {
    say()
    say(`## ${size}, ${pixels[size]} px`)
    say()
    say('| | ms | kB | SSIM | least | from afar | dB | photos with more bytes | photos worse |')
    say('|---|---:|---:|---:|---:|---:|---:|---:|---:|')
    const rasters: Raster[] = []
    for (const name of names) rasters.push(await rasterOf(name, size))
    const scored = new Map<string, Score[]>()
    for (const settings of contendersOf(size)) {
      const scores: Score[] = []
      for (const raster of rasters) scores.push(await score(raster, settings))
      scored.set(nameOf(settings), scores)
    }
    const old = scored.get(nameOf(before[size])) ?? []
    for (const [name, scores] of scored) {
      const of = (key: keyof Score) => mean(scores.map((each) => each[key]))
      const more = scores.filter(({ bytes }, index) => bytes > (old[index]?.bytes ?? 0)).length
      const worse = scores.filter((each, index) => each.ssim < (old[index]?.ssim ?? 0)).length
      const label = name === nameOf(ours(size)) ? `**${name}**` : name
      const least = Math.min(...scores.map((each) => each.ssim))
      say(
        `| ${label} | ${of('ms').toFixed(0)} | ${(of('bytes') / 1_000).toFixed(1)} | ${of('ssim').toFixed(4)} | ${least.toFixed(4)} | ${of('ssimFar').toFixed(4)} | ${of('psnr').toFixed(2)} | ${more} | ${worse} |`,
      )
    }
  }
  say()
  say('## Memory')
  say()
  say('What encoding one square of noise adds to the peak of a process, in MB.')
  say()
  say('| | JPEG | WebP | AVIF |')
  say('|---|---:|---:|---:|')
  for (const size of sizes) {
    const added = ['jpeg', 'webp', 'avif'].map((format) => {
      const output = execFileSync(process.execPath, [import.meta.filename, 'memory', size, format], {
        encoding: 'utf8',
      })
      const { idle, peak } = Peak.parse(JSON.parse(output))
      return (peak - idle).toFixed(0)
    })
    say(`| ${pixels[size]} px | ${added.join(' | ')} |`)
  }
  writeFileSync(
    fileURLToPath(new URL(`../results/render-formats-${date}.md`, import.meta.url)),
    `${lines.join('\n')}\n`,
  )
}
