import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { colourProfile, primaries } from '#test/support/media/colour-profiles.ts'
import { nefFile } from '#test/support/media/raw-files.ts'

/** One file to render: what it is, and whether it is timed or only its memory is measured. */
export type Input = {
  name: string
  file: string
  megapixels: number
  tagged: boolean
  measures: 'time and memory' | 'memory'
}

const photos = new URL('../../local/seed/photos/', import.meta.url)
const photo = (name: string) => readFileSync(new URL(`${name}.jpg`, photos))

type Pixels = { data: Buffer; width: number; height: number }
const raw = async (image: Sharp): Promise<Pixels> => {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
const open = ({ data, width, height }: Pixels) =>
  sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })

/** Pieces of the photographs at their own resolution, side by side: the detail of a camera with that many pixels. */
const mosaic = async (across: number, down: number): Promise<Pixels> => {
  const piece = { width: 1_280, height: 1_088 }
  const sources = await Promise.all(
    [
      'aitzgorri-ridge',
      'dragonfly',
      'fig-in-red-bowl',
      'green-clock',
      'mountain-sunset',
      'nuthatch',
      'picos-de-europa',
      'woodland-stream',
      'two-spaniels',
      'wine-and-drum',
    ].map((name) => raw(sharp(photo(name)))),
  )
  const whole = { width: across * piece.width, height: down * piece.height }
  const data = Buffer.alloc(whole.width * whole.height * 3)
  for (let index = 0; index < across * down; index += 1) {
    const source = sources[index % sources.length]
    if (!source) continue
    const left = (index * 397) % (source.width - piece.width)
    const top = (index * 211) % (source.height - piece.height)
    const to = { x: (index % across) * piece.width, y: Math.floor(index / across) * piece.height }
    for (let row = 0; row < piece.height; row += 1) {
      const from = ((top + row) * source.width + left) * 3
      source.data.copy(data, ((to.y + row) * whole.width + to.x) * 3, from, from + piece.width * 3)
    }
  }
  return { data, ...whole }
}

const profiles = [
  { name: 'no profile', tagged: false, icc: undefined },
  { name: 'sRGB', tagged: true, icc: colourProfile(primaries.srgb, 'sRGB') },
  { name: 'P3', tagged: true, icc: colourProfile(primaries.displayP3, 'Display P3') },
]

/** Makes the files once; they are the same each time. */
export const makeInputs = async (folder: string, log: (line: string) => void): Promise<Input[]> => {
  mkdirSync(folder, { recursive: true })
  const inputs: Input[] = []
  const add = async (input: Omit<Input, 'file'>, extension: string, make: () => Promise<Buffer>) => {
    const file = join(folder, `${input.name.replaceAll(/[^\w]+/g, '-')}.${extension}`)
    if (!existsSync(file)) {
      log(`making ${input.name}`)
      writeFileSync(file, await make())
    }
    inputs.push({ ...input, file })
  }
  const later = <Value>(make: () => Promise<Value>) => {
    let made: Promise<Value> | undefined
    return () => {
      made ??= make()
      return made
    }
  }
  const sizes = [
    {
      megapixels: 12,
      pixels: later(() => raw(sharp(photo('picos-de-europa')).resize(4_000, 3_000, { fit: 'cover' }))),
    },
    { megapixels: 24, pixels: later(() => raw(sharp(photo('nuthatch')).resize(6_000, 4_000, { fit: 'cover' }))) },
    { megapixels: 100, pixels: later(() => mosaic(9, 8)) },
  ]
  for (const { megapixels, pixels } of sizes) {
    for (const progressive of [false, true]) {
      for (const { name, tagged, icc } of profiles) {
        const kind = progressive ? 'progressive' : 'baseline'
        const input = {
          name: `${kind} JPEG ${megapixels} MP ${name}`,
          megapixels,
          tagged,
          measures: 'time and memory' as const,
        }
        await add(input, 'jpg', async () => {
          const image = open(await pixels())
          const profile = join(folder, `${name}.icc`)
          if (icc) writeFileSync(profile, icc)
          return (icc ? image.withIccProfile(profile) : image).jpeg({ quality: 88, progressive }).toBuffer()
        })
      }
    }
  }
  const twelve = sizes[0]?.pixels ?? later(() => mosaic(3, 3))
  const twentyFour = sizes[1]?.pixels ?? twelve
  const hundred = sizes[2]?.pixels ?? twelve
  const timed = { tagged: false, measures: 'time and memory' as const }
  await add({ name: 'PNG 12 MP', megapixels: 12, ...timed }, 'png', async () =>
    open(await twelve())
      .png()
      .toBuffer(),
  )
  await add({ name: 'TIFF 12 MP', megapixels: 12, ...timed }, 'tiff', async () =>
    open(await twelve())
      .tiff({ compression: 'lzw', predictor: 'horizontal' })
      .toBuffer(),
  )
  await add({ name: 'RAW with preview of 24 MP', megapixels: 24, ...timed }, 'nef', async () =>
    nefFile({
      preview: await open(await twentyFour())
        .jpeg({ quality: 88 })
        .toBuffer(),
      orientation: 6,
    }),
  )

  // The files that cost most memory for their kind. Soft pixels, so that the lossless ones stay below 50 MB.
  const soft = later(async () =>
    raw(
      open(await hundred())
        .resize(180, 136)
        .resize(11_520, 8_704, { fit: 'fill', kernel: 'nearest' }),
    ),
  )
  const double = later(() => mosaic(13, 11))
  const only = (name: string, megapixels: number) => ({ name, megapixels, tagged: false, measures: 'memory' as const })
  await add(only('progressive JPEG 100 MP 4:4:4', 100), 'jpg', async () =>
    open(await hundred())
      .jpeg({ quality: 80, progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer(),
  )
  await add(only('progressive CMYK JPEG 100 MP', 100), 'jpg', async () =>
    open(await hundred())
      .toColourspace('cmyk')
      .jpeg({ quality: 70, progressive: true })
      .toBuffer(),
  )
  await add(only('PNG 100 MP', 100), 'png', async () =>
    open(await soft())
      .png({ compressionLevel: 7 })
      .toBuffer(),
  )
  await add(only('interlaced PNG 100 MP', 100), 'png', async () =>
    open(await soft())
      .png({ compressionLevel: 7, progressive: true })
      .toBuffer(),
  )
  await add(only('16-bit TIFF 100 MP', 100), 'tiff', async () =>
    open(await soft())
      .toColourspace('rgb16')
      .tiff({ compression: 'deflate', predictor: 'horizontal' })
      .toBuffer(),
  )
  await add(only('lossy WebP 100 MP', 100), 'webp', async () =>
    open(await hundred())
      .webp({ quality: 70, effort: 0 })
      .toBuffer(),
  )
  await add(only('lossless WebP 100 MP', 100), 'webp', async () =>
    open(await soft())
      .webp({ lossless: true, effort: 0 })
      .toBuffer(),
  )
  await add(only('baseline JPEG 200 MP', 199), 'jpg', async () =>
    open(await double())
      .jpeg({ quality: 75 })
      .toBuffer(),
  )
  await add(only('progressive JPEG 200 MP', 199), 'jpg', async () =>
    open(await double())
      .jpeg({ quality: 75, progressive: true })
      .toBuffer(),
  )
  await add(only('progressive JPEG 200 MP 4:4:4', 199), 'jpg', async () =>
    open(await double())
      .jpeg({ quality: 60, progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer(),
  )
  return inputs
}
