import { rgbaToThumbHash } from 'thumbhash'
import type { WatermarkStrength } from '#schema/entities/gallery.ts'
import type { FileFormat } from '#schema/file-formats.ts'
import { limits } from '#schema/limits.ts'
import { type CleanCopy, type CopyOptions, cleanCopy, drawablePreview } from './cleaning/clean-copy.ts'
import { withRights } from './cleaning/clean-jpeg.ts'
import { decodePhoto, toRaster, within } from './decode.ts'
import { sharp } from './hardened-sharp.ts'
import type { PhotoFile } from './photo-file.ts'
import type { RawFile } from './recognise.ts'
import type { Refused } from './refusals.ts'
import type { Rights } from './rights-fields.ts'
import { burnIn, type Raster } from './watermark.ts'

/** One image made from the original: sRGB, upright, on white, without metadata. */
export type Rendition = {
  bytes: Buffer
  contentType: 'image/jpeg' | 'image/avif'
  width: number
  height: number
}

export type RenderedPhoto = {
  kind: 'rendered'
  /** What the original's bytes are. */
  fileFormat: FileFormat
  /** Size in pixels of the original (of a RAW file: of the preview inside it), upright. */
  width: number
  height: number
  /** When the camera says it was taken, ISO 8601: with its offset where the file tells one, else local time without. */
  capturedAt: string | undefined
  /** The camera that took it, as the file names it. */
  camera: string | undefined
  /** Base64. */
  thumbhash: string
  /** At most 2048 px, JPEG, marked where a watermark is asked for. */
  display: Rendition
  /** At most 480 px, JPEG, marked likewise. */
  thumbnail: Rendition
  /** `display` as AVIF, in two fifths of the bytes. */
  displayAvif: Rendition
  /** At most 1024 px, for grids on dense screens, marked likewise. Only AVIF: a browser that lacks it takes the thumbnail. */
  mediumAvif: Rendition
  /** `thumbnail` as AVIF, in half the bytes. */
  thumbnailAvif: Rendition
  /** The buyer's 2048 px file, never marked; it says who made it and whose it is. */
  web: Rendition
  /** The buyer's original, which all else was drawn from. */
  original: Buffer
}

/** A RAW file that is sound as far as can be seen, but holds no picture to show: kept, not for sale. */
export type WithoutPreview = { kind: 'without-preview'; sentence: string }

export type RenderOptions = CopyOptions & {
  /** Burned into display, medium, thumbnail and their siblings. Absent: none. */
  watermark?: { text: string; strength?: WatermarkStrength } | undefined
}

const withoutPreview: WithoutPreview = {
  kind: 'without-preview',
  sentence: 'This RAW file holds no preview we can show. It is kept, but cannot be sold until you upload a JPEG of it.',
}

const { mediumPx, thumbnailPx, jpegQuality } = limits.rendition

const asImage = ({ data, width, height }: Raster) => sharp(data, { raw: { width, height, channels: 3 } })

const shrink = async (raster: Raster, longestSide: number): Promise<Raster> => {
  if (Math.max(raster.width, raster.height) <= longestSide) return raster
  return toRaster(asImage(raster).resize(within(longestSide)))
}

// Huffman tables made for each file would save 2% of the bytes for three times the time; browsers take the AVIF anyway.
const asJpeg = async (raster: Raster): Promise<Rendition> => {
  const bytes = await asImage(raster).jpeg({ quality: jpegQuality, optimiseCoding: false }).toBuffer()
  return { bytes, contentType: 'image/jpeg', width: raster.width, height: raster.height }
}

/**
 * AVIF at its fastest: effort 1 would take three times as long for a thirtieth of the bytes. Each quality is the least whose
 * SSIM is not below that of the WebP of earlier releases (docs/decisions/0176-avif-for-what-is-shown.md has the table); the
 * largest has three more, for leaves and hair that people look at closely.
 */
export const avifFor = {
  display: { quality: 59, effort: 0, chromaSubsampling: '4:2:0' },
  medium: { quality: 55, effort: 0, chromaSubsampling: '4:2:0' },
  thumbnail: { quality: 59, effort: 0, chromaSubsampling: '4:2:0' },
} as const

const asAvif = async (raster: Raster, size: keyof typeof avifFor): Promise<Rendition> => {
  const bytes = await asImage(raster).avif(avifFor[size]).toBuffer()
  return { bytes, contentType: 'image/avif', width: raster.width, height: raster.height }
}

/** The longest side a thumbhash is made from. */
const hashPx = 100

const thumbhashOf = async (raster: Raster) => {
  const { data, width, height } = await shrink(raster, hashPx)
  const rgba = new Uint8Array(width * height * 4).fill(255)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    rgba.set(data.subarray(pixel * 3, pixel * 3 + 3), pixel * 4)
  }
  return Buffer.from(rgbaToThumbHash(width, height, rgba)).toString('base64')
}

/** Each smaller size comes from the next larger one; the mark is burned in once, and shrinks with the photo. */
const fanOut = async (clean: Raster, { watermark, rights }: Pick<RenderOptions, 'watermark'> & { rights: Rights }) => {
  const shown = watermark ? await burnIn(clean, watermark.text, watermark.strength) : clean
  const middle = await shrink(shown, mediumPx)
  const small = await shrink(middle, thumbnailPx)
  const [display, displayAvif, mediumAvif, thumbnail, thumbnailAvif, thumbhash, web] = await Promise.all([
    asJpeg(shown),
    asAvif(shown, 'display'),
    asAvif(middle, 'medium'),
    asJpeg(small),
    asAvif(small, 'thumbnail'),
    thumbhashOf(small),
    watermark ? asJpeg(clean) : undefined,
  ])
  const sold = web ?? display
  const signed = { ...sold, bytes: withRights(sold.bytes, rights) }
  return { display, displayAvif, mediumAvif, thumbnail, thumbnailAvif, thumbhash, web: signed }
}

/** How many of a RAW file's previews are tried, largest first. */
const previewTries = 3

const renderRaw = async (
  file: PhotoFile,
  { photo, bytes, rights }: CleanCopy<RawFile>,
  { watermark }: RenderOptions,
): Promise<RenderedPhoto | WithoutPreview> => {
  for (const place of photo.previews.slice(0, previewTries)) {
    const preview = drawablePreview(file, { raw: photo, place })
    if (!preview) continue
    const decoded = await decodePhoto(preview.bytes, { isTiff: false })
    if (decoded.kind === 'refused') continue
    return {
      kind: 'rendered',
      fileFormat: photo.format,
      width: decoded.width,
      height: decoded.height,
      capturedAt: photo.capturedAt ?? preview.capturedAt,
      camera: photo.camera ?? preview.camera,
      original: bytes,
      ...(await fanOut(decoded.raster, { watermark, rights })),
    }
  }
  return withoutPreview
}

const isRaw = (copy: CleanCopy): copy is CleanCopy<RawFile> => copy.photo.kind === 'raw'

/**
 * Makes everything the market shows and sells of one photo, from one decode. What is drawn is drawn from the buyer's clean
 * copy: so that copy is sound, and looks as its photo is shown. Deterministic; no network.
 * A file that cannot be cleaned or drawn is answered, not thrown, with the sentence its photographer sees; what is thrown
 * (no memory, no such path) is worth another try.
 */
export const renderPhoto = async (
  file: PhotoFile,
  options: RenderOptions = {},
): Promise<RenderedPhoto | WithoutPreview | Refused> => {
  const copy = cleanCopy(file, options)
  if (copy.kind === 'refused') return copy
  if (isRaw(copy)) return renderRaw(file, copy, options)
  const { photo, bytes, rights } = copy
  const decoded = await decodePhoto(bytes, { isTiff: photo.format === 'tiff' })
  if (decoded.kind === 'refused') return decoded
  return {
    kind: 'rendered',
    fileFormat: photo.format,
    width: decoded.width,
    height: decoded.height,
    capturedAt: photo.capturedAt,
    camera: photo.camera,
    original: bytes,
    ...(await fanOut(decoded.raster, { watermark: options.watermark, rights })),
  }
}
