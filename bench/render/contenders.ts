import type { Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { exifBlock } from '#functions/media/containers/exif.ts'
import { sharp, untrusted } from '#functions/media/hardened-sharp.ts'
import { withBytes } from '#functions/media/photo-file.ts'
import { recognise } from '#functions/media/recognise.ts'
import { avifFor, renderPhoto } from '#functions/media/render.ts'
import { markTile } from '#functions/media/watermark.ts'
import { limits } from '#schema/limits.ts'
import { exifSegment, withSegments } from '#test/support/media/photo-files.ts'

/** What each contender makes of one file. */
export type Made = {
  display: Buffer
  thumbnail: Buffer
  displayAvif: Buffer
  mediumAvif: Buffer
  thumbnailAvif: Buffer
  web: Buffer
  thumbhash: string
}
export type Contender = (file: string, mark: string | undefined) => Promise<Made>

const { displayPx, mediumPx, thumbnailPx, jpegQuality } = limits.rendition
const within = (longestSide: number) =>
  ({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true }) as const

/** The same mark as an image with transparency, as overlays are kept; warm, as ours is. */
const overlays = new Map<
  string,
  Promise<{ input: Buffer; raw: { width: number; height: number; channels: 4 }; tile: true }>
>()
const overlay = (mark: string, longestSide: number) => {
  const key = `${longestSide} ${mark}`
  const made =
    overlays.get(key) ??
    // The tile of the usual shapes, which the benchmark's photos have.
    markTile(mark, { width: longestSide, height: longestSide }).then(({ width, height, hides, adds }) => {
      const input = Buffer.alloc(width * height * 4)
      hides.forEach((hidden, pixel) => {
        const light = hidden === 0 ? 0 : Math.min(255, Math.round(((adds[pixel] ?? 0) * 255) / hidden))
        input.set([light, light, light, hidden], pixel * 4)
      })
      return { input, raw: { width, height, channels: 4 as const }, tile: true as const }
    })
  overlays.set(key, made)
  return made
}

/** RAW files are opened the same way by all, so that what differs is the rendering. */
const pictureIn = (file: string): string | Buffer => {
  const photo = recognise(file)
  const [preview] = photo.kind === 'raw' ? photo.previews : []
  if (photo.kind !== 'raw' || !preview) return file
  const jpeg = withBytes(file, (source) => Buffer.from(source.read(preview.offset, preview.length)))
  const exif = exifBlock({ orientation: photo.orientation })
  return exif ? withSegments(jpeg, exifSegment(exif)) : jpeg
}

const asHash = ({ data, info }: { data: Buffer; info: { width: number; height: number } }) =>
  Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')

/** Makes a picture of a size, with the mark over it or without. */
type Make = (longestSide: number, marked: boolean) => Promise<Sharp>

/** The outputs of a photo by a contender's way of making a size; each is encoded as ours is. */
const outputsOf = async (make: Make, mark: string | undefined): Promise<Made> => {
  const jpeg = async (longestSide: number, marked = true) =>
    (await make(longestSide, marked)).jpeg({ quality: jpegQuality, optimiseCoding: false }).toBuffer()
  const avif = async (longestSide: number, settings: (typeof avifFor)[keyof typeof avifFor]) =>
    (await make(longestSide, true)).avif(settings).toBuffer()
  const display = await jpeg(displayPx)
  return {
    display,
    thumbnail: await jpeg(thumbnailPx),
    displayAvif: await avif(displayPx, avifFor.display),
    mediumAvif: await avif(mediumPx, avifFor.medium),
    thumbnailAvif: await avif(thumbnailPx, avifFor.thumbnail),
    web: mark === undefined ? display : await jpeg(displayPx, false),
    thumbhash: asHash(await (await make(100, false)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })),
  }
}

/** (a) Every output from the original, as image servers do that make one size for each request. */
const pipelinePerOutput: Contender = async (file, mark) => {
  const picture = pictureIn(file)
  const make = async (longestSide: number, marked: boolean) => {
    const image = sharp(picture, { ...untrusted, autoOrient: true })
      .resize(within(longestSide))
      .flatten({ background: '#fff' })
    return marked && mark !== undefined ? image.composite([await overlay(mark, longestSide)]) : image
  }
  return outputsOf(make, mark)
}

/** (b) One decode at display size, then every output from those pixels, as photo libraries do. */
const decodeOnce: Contender = async (file, mark) => {
  const { data, info } = await sharp(pictureIn(file), { ...untrusted, autoOrient: true })
    .resize(within(displayPx))
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const make = async (longestSide: number, marked: boolean) => {
    const image = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }).resize(
      within(longestSide),
    )
    return marked && mark !== undefined ? image.composite([await overlay(mark, longestSide)]) : image
  }
  return outputsOf(make, mark)
}

const ours: Contender = async (file, mark) => {
  const made = await renderPhoto(file, mark === undefined ? {} : { watermark: { text: mark } })
  if (made.kind !== 'rendered') throw new Error(`${file}: ${made.sentence}`)
  return {
    display: made.display.bytes,
    thumbnail: made.thumbnail.bytes,
    displayAvif: made.displayAvif.bytes,
    mediumAvif: made.mediumAvif.bytes,
    thumbnailAvif: made.thumbnailAvif.bytes,
    web: made.web.bytes,
    thumbhash: made.thumbhash,
  }
}

export const contenders = { ours, pipelinePerOutput, decodeOnce } satisfies Record<string, Contender>
export type ContenderName = keyof typeof contenders
export const contenderNames: ContenderName[] = ['ours', 'pipelinePerOutput', 'decodeOnce']
