import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const folder = fileURLToPath(new URL('../../local/seed/photos/', import.meta.url))
/** 24 megapixels, as most cameras of photographers make them. */
const [width, height] = [6_000, 4_000]

export type BenchPhoto = { path: string; bytes: number }

/**
 * `count` photographs of 24 megapixels, no two alike: the demo's, each time cut and toned otherwise. A little grain
 * gives back the detail that enlarging takes, so that the files are as large and as slow to open as a camera's. Made once
 * and kept in `into`.
 */
export const makePhotos = async (count: number, into: string): Promise<BenchPhoto[]> => {
  mkdirSync(into, { recursive: true })
  const sources = readdirSync(folder).filter((name) => name.endsWith('.jpg'))
  const photos: BenchPhoto[] = []
  for (let index = 0; index < count; index++) {
    const source = sources[index % sources.length] ?? ''
    const turn = Math.floor(index / sources.length)
    const path = join(into, `${String(index + 1).padStart(3, '0')}-${source}`)
    if (!existsSync(path)) await makePhoto(join(folder, source), { turn, path })
    photos.push({ path, bytes: statSync(path).size })
  }
  const distinct = new Set(photos.map(({ path }) => createHash('sha256').update(readFileSync(path)).digest('hex')))
  if (distinct.size !== count) throw new Error(`Only ${distinct.size} of ${count} photographs differ.`)
  return photos
}

const grain = await sharp({
  create: {
    width: 1_500,
    height: 1_000,
    channels: 3,
    background: '#808080',
    noise: { type: 'gaussian', mean: 128, sigma: 16 },
  },
})
  .png()
  .toBuffer()

const makePhoto = async (source: string, { turn, path }: { turn: number; path: string }): Promise<void> => {
  const upright = sharp(source, { autoOrient: true })
  const { width: wide = 0, height: high = 0 } = await upright.metadata()
  const inset = Math.round((Math.min(wide, high) / 40) * turn)
  const cut = await upright
    .extract({ left: inset, top: inset, width: wide - 2 * inset, height: high - 2 * inset })
    .modulate({ hue: turn * 7, brightness: 1 - turn * 0.02 })
    .toBuffer()
  const grained = await sharp(cut)
    .resize(width / 2, height / 2, { fit: 'cover' })
    .composite([{ input: grain, tile: true, blend: 'soft-light' }])
    .raw()
    .toBuffer()
  await sharp(grained, { raw: { width: width / 2, height: height / 2, channels: 3 } })
    .resize(width, height, { kernel: 'cubic' })
    .jpeg({ quality: 91 })
    .toFile(path)
}
