// Bytes, processor time and likeness of the pieces of a cover that its card and phones show: npm run bench:render:covers. Of the demo
// photographs, cut around their middle out of the JPEG that the product cuts from; the upright piece of those that are wide.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp, { type AvifOptions } from 'sharp'
import { ssim } from 'ssim.js'
import { machine, machineLine } from '#bench/machine.ts'
import { cutPiece, type PieceKind, pieceAvif } from '#functions/media/cut-piece.ts'
import { avifFor } from '#functions/media/render.ts'
import { limits } from '#schema/limits.ts'

type Score = { bytes: number; ms: number; likeness: number[] }
/** A file, and the part of it that is shown where that is not all. */
type Drawn = { file: Buffer; shown?: Buffer }
type Contender = (display: Buffer) => Promise<Drawn>

const { displayPx, mediumPx, thumbnailPx, jpegQuality } = limits.rendition
/**
 * In pixels of the device, of Lighthouse's phone (412 CSS px, 1.75 to each) and of one of 390 with three: the full cover of
 * a gallery's page, and the picture of a card. In that the first is a desktop's of one pixel to each of the page's.
 */
const screens = {
  tall: [
    { width: 721, height: 1_188 },
    { width: 1_170, height: 1_930 },
  ],
  card: [
    { width: 373, height: 249 },
    { width: 665, height: 443 },
    { width: 1_074, height: 716 },
  ],
} as const

sharp.cache(false)
sharp.concurrency(1)
// Shut in the product, which opens no such file; here it is the judge.
sharp.unblock({ operation: ['VipsForeignLoadHeif'] })

const pieceOf = async (picture: Buffer, kind: PieceKind) => {
  const whole = await sharp(picture).metadata()
  const { ratio } = limits.coverPieces[kind]
  const width = Math.min(whole.width, Math.round(whole.height * ratio))
  const height = Math.min(whole.height, Math.round(whole.width / ratio))
  const [left, top] = [Math.round((whole.width - width) / 2), Math.round((whole.height - height) / 2)]
  return sharp(picture).extract({ left, top, width, height })
}
const drawn =
  (kind: PieceKind, most: number, settings: AvifOptions): Contender =>
  async (display) => {
    const { ratio } = limits.coverPieces[kind]
    const box = kind === 'tall' ? { height: most } : { width: most, height: Math.round(most / ratio) }
    const piece = (await pieceOf(display, kind)).resize({ ...box, fit: 'inside', withoutEnlargement: true })
    return { file: await piece.avif(settings).toBuffer() }
  }
const { effort, qualities } = pieceAvif
const [usual, ...lower] = qualities
const oursOf = (kind: PieceKind): string => {
  const { widthPx, heightPx, mostBytes } = limits.coverPieces[kind]
  return `${kind === 'tall' ? heightPx : widthPx} px, ${usual}, above ${mostBytes / 1_000} kB ${lower.join(', ')}`
}
const ours =
  (kind: PieceKind): Contender =>
  async (display) => ({ file: (await cutPiece(display, { kind, focus: { x: 0.5, y: 0.5 } })).bytes })
/** As decision 184 had it. */
const before =
  (kind: PieceKind, mostBytes: number): Contender =>
  async (display) => {
    const { heightPx, widthPx } = limits.coverPieces[kind]
    const px = kind === 'tall' ? heightPx : widthPx
    const best = await drawn(kind, px, { quality: 38, effort })(display)
    return best.file.length > mostBytes ? drawn(kind, px, { quality: 30, effort })(display) : best
  }
/** A size of the whole picture, of which the frame of a card shows the middle. */
const whole =
  (most: number, size: keyof typeof avifFor): Contender =>
  async (display) => {
    const box = { width: most, height: most, fit: 'inside', withoutEnlargement: true } as const
    const file = await sharp(display).resize(box).avif(avifFor[size]).toBuffer()
    return { file, shown: await (await pieceOf(file, 'card')).png().toBuffer() }
  }
const contenders: Readonly<Record<PieceKind, Readonly<Record<string, Contender>>>> = {
  tall: {
    'before: 800 px, 54': drawn('tall', 800, { quality: 54, effort }),
    'before: as high as the picture, 58, effort 0': drawn('tall', displayPx, { quality: 58, effort: 0 }),
    '1,080 px, 46': drawn('tall', 1_080, { quality: 46, effort }),
    '1,200 px, 42': drawn('tall', 1_200, { quality: 42, effort }),
    ...Object.fromEntries(
      [34, 38, 42].map((quality) => [`1,366 px, ${quality}`, drawn('tall', 1_366, { quality, effort })]),
    ),
    '1,366 px, 38, above 45 kB 30, chroma at full size': before('tall', 45_000),
    [oursOf('tall')]: ours('tall'),
  },
  card: {
    'before: the whole of 480 px': whole(thumbnailPx, 'thumbnail'),
    'before: the whole of 1,024 px': whole(mediumPx, 'medium'),
    '760 px, 50': drawn('card', 760, { quality: 50, effort }),
    '760 px, 46': drawn('card', 760, { quality: 46, effort }),
    '900 px, 42': drawn('card', 900, { quality: 42, effort }),
    ...Object.fromEntries(
      [34, 38, 42].map((quality) => [`1,080 px, ${quality}`, drawn('card', 1_080, { quality, effort })]),
    ),
    '1,080 px, 38, above 30 kB 30, chroma at full size': before('card', 30_000),
    [oursOf('card')]: ours('card'),
  },
}

const shownOn = async (picture: Buffer, { width, height }: { width: number; height: number }) => ({
  data: new Uint8ClampedArray(await sharp(picture).resize({ width, height }).ensureAlpha().raw().toBuffer()),
  width,
  height,
})
const score = async (file: Buffer, truth: Buffer, kind: PieceKind): Promise<number[]> => {
  const likeness: number[] = []
  for (const screen of screens[kind]) {
    const [asShot, shown] = [await shownOn(truth, screen), await shownOn(file, screen)]
    likeness.push(ssim(asShot, shown, { downsample: false }).mssim)
  }
  return likeness
}

const folder = fileURLToPath(new URL('../../local/seed/photos/', import.meta.url))
const kinds = ['tall', 'card'] as const
const scored = {
  tall: new Map<string, Score[]>(Object.keys(contenders.tall).map((name) => [name, []])),
  card: new Map<string, Score[]>(Object.keys(contenders.card).map((name) => [name, []])),
}
for (const name of readdirSync(folder).filter((each) => each.endsWith('.jpg'))) {
  const original = await sharp(readFileSync(folder + name), { autoOrient: true })
    .resize({ width: displayPx, height: displayPx, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
  const { width, height } = await sharp(original).metadata()
  const display = await sharp(original).jpeg({ quality: jpegQuality, optimiseCoding: false }).toBuffer()
  for (const kind of kinds) {
    if (kind === 'tall' && width <= height) continue
    const truth = await (await pieceOf(original, kind)).png().toBuffer()
    for (const [contender, draw] of Object.entries(contenders[kind])) {
      const start = process.cpuUsage()
      const { file, shown = file } = await draw(display)
      const { user, system } = process.cpuUsage(start)
      const likeness = await score(shown, truth, kind)
      scored[kind].get(contender)?.push({ bytes: file.length, ms: (user + system) / 1_000, likeness })
    }
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const date = new Date().toISOString().slice(0, 10)
const about = machine()
const rowsOf = (kind: PieceKind) =>
  [...scored[kind]].map(([name, scores]) => {
    const kb = scores.map(({ bytes }) => bytes / 1_000)
    const likeness = screens[kind].flatMap((_, index) => {
      const on = scores.map((each) => each.likeness[index] ?? 0)
      return [mean(on).toFixed(4), Math.min(...on).toFixed(4)]
    })
    const cells = [
      mean(kb).toFixed(1),
      Math.max(...kb).toFixed(0),
      ...likeness,
      mean(scores.map(({ ms }) => ms)).toFixed(0),
    ]
    return `| ${[name === oursOf(kind) ? `**${name}**` : name, ...cells].join(' | ')} |`
  })
const tableOf = (kind: PieceKind, title: string) => {
  const [count = 0] = [...scored[kind].values()].map(({ length }) => length)
  const columns = screens[kind].map(({ width, height }) => `SSIM at ${width} by ${height} | least`)
  return [
    `## ${title}, of ${count} photographs`,
    '',
    `| | kB | most | ${columns.join(' | ')} | ms |`,
    `|---|---:|---:|${screens[kind].map(() => '---:|---:|').join('')}---:|`,
    ...rowsOf(kind),
    '',
  ]
}
const text = [
  `# The pieces of a cover, ${date}`,
  '',
  `${machineLine(about)}, sharp ${sharp.versions.sharp}, libaom ${sharp.versions.aom ?? '-'}, ssim.js 3.5.0. Means over demo photographs, AVIF of effort 3 where nothing else is said, of whole pictures as they are drawn; milliseconds are of processor time. SSIM is of every pixel of the screen, between what it shows of the file and of the original's 2,048 px. Bold: today's.`,
  '',
  ...tableOf('tall', 'Upright, of wide covers'),
  ...tableOf('card', 'Of a card'),
].join('\n')
console.log(text)
writeFileSync(fileURLToPath(new URL(`../results/render-covers-${date}.md`, import.meta.url)), text)
