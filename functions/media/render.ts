import { readFileSync } from 'node:fs'
import { rgbaToThumbHash } from 'thumbhash'
import type { FileFormat } from '#schema/file-formats.ts'
import { limits } from '#schema/limits.ts'
import { isPlainSrgb } from './colour-profile.ts'
import { sharp, untrusted } from './hardened-sharp.ts'
import { RENDER_TIMEOUT_SECONDS } from './limits.ts'
import { type PhotoFile, withBytes } from './photo-file.ts'
import { type RawFile, recognise } from './recognise.ts'
import { type RefusalCode, type Refused, refuse } from './refusals.ts'
import { stripMetadata, withOrientation } from './strip-metadata.ts'
import { burnIn, type Raster } from './watermark.ts'

/** One image made from the original: sRGB, upright, on white, without metadata. */
export type Rendition = {
  bytes: Buffer
  contentType: 'image/jpeg' | 'image/webp'
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
  /** Base64. */
  thumbhash: string
  /** At most 2048 px, JPEG, marked where a watermark is asked for. */
  display: Rendition
  /** At most 480 px, JPEG, marked likewise. */
  thumbnail: Rendition
  /** `display` as WebP, in fewer bytes. */
  displayWebp: Rendition
  /** `thumbnail` as WebP, in fewer bytes. */
  thumbnailWebp: Rendition
  /** The buyer's 2048 px file, never marked. Without a watermark it is `display` itself. */
  web: Rendition
}

/** A RAW file that is sound as far as can be seen, but holds no picture to show: kept, not for sale. */
export type WithoutPreview = { kind: 'without-preview'; sentence: string }

export type RenderOptions = {
  /** Burned into display, thumbnail and their siblings. Absent: none. */
  watermark?: { text: string } | undefined
}

const withoutPreview: WithoutPreview = {
  kind: 'without-preview',
  sentence: 'This RAW file holds no preview we can show. It is kept, but cannot be sold until you upload a JPEG of it.',
}

const { displayPx, thumbnailPx, jpegQuality } = limits.rendition
const within = (longestSide: number) =>
  ({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true }) as const
const timeout = { seconds: RENDER_TIMEOUT_SECONDS }

/** What decoding failed with, as a reason; undefined when the file is not to blame and another try may succeed. */
const reasonOf = (message: string): RefusalCode | undefined => {
  if (/out of memory|unable to allocate|cannot allocate|ENOENT|EACCES|EMFILE|Input file is missing/i.test(message))
    return undefined
  if (/exceeds pixel limit/i.test(message)) return 'too_many_pixels'
  if (/timeout/i.test(message)) return 'too_slow'
  if (/premature end of JPEG image|ended early|truncated|unexpected end/i.test(message)) return 'truncated'
  return 'damaged'
}

// libjpeg calls these warnings, and real cameras and phones write such files: padding between segments, and scan
// parameters of an older standard. Every other warning means that pixels are lost.
const harmless = /extraneous bytes before marker 0xd9|Invalid SOS parameters/

/** One file to decode, and how strictly. */
type Attempt = {
  input: PhotoFile
  failOn: 'warning' | 'error'
  /**
   * Lifts libtiff's limit of 50 MB for a strip and all else together, which the usual exports of RAW developers in one
   * strip exceed. What it guards against is checked in `recognise`: sizes, metadata, and the memory of a strip.
   */
  unlimited: boolean
}

/** The photo at display size, and the size it had, upright. */
type Decoded = { kind: 'decoded'; raster: Raster; width: number; height: number }

/**
 * The one decode: the whole photo at display size, upright, on white, in sRGB.
 *
 * sharp converts a profile's colours before it shrinks, at the size of the original. Plain sRGB needs no conversion;
 * other profiles are carried through the shrinking and converted at display size. That is also the way to right
 * colours for 16 bits a channel, which sharp would convert to Display P3 and then call sRGB. CMYK is converted first:
 * shrinking needs no profile to be right there, but libvips does, to leave its four channels.
 */
const decode = async ({ input, ...strictness }: Attempt): Promise<Decoded> => {
  const { space, icc, autoOrient } = await sharp(input, { ...untrusted, ...strictness }).metadata()
  const converts = icc !== undefined && space !== 'cmyk' && !isPlainSrgb(icc)
  const shrunk = sharp(input, { ...untrusted, ...strictness, autoOrient: true, ignoreIcc: space !== 'cmyk' })
    .timeout(timeout)
    .resize(within(displayPx))
    .flatten({ background: '#fff' })
  if (!converts) return { kind: 'decoded', ...autoOrient, raster: await toRaster(shrunk) }
  const grey = space === 'b-w' || space === 'grey16'
  const carried = await shrunk
    .toColourspace(grey ? 'b-w' : 'srgb')
    .keepIccProfile()
    .tiff({ compression: 'none' })
    .toBuffer()
  return { kind: 'decoded', ...autoOrient, raster: await toRaster(sharp(carried)) }
}

const toRaster = async (image: ReturnType<typeof sharp>): Promise<Raster> => {
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  if (info.channels === 3) return { data, width: info.width, height: info.height }
  const spread = Buffer.alloc(info.width * info.height * 3)
  for (let pixel = 0; pixel < info.width * info.height; pixel += 1) {
    spread.fill(data[pixel * info.channels] ?? 0, pixel * 3, pixel * 3 + 3)
  }
  return { data: spread, width: info.width, height: info.height }
}

const asImage = ({ data, width, height }: Raster) => sharp(data, { raw: { width, height, channels: 3 } })

const shrink = async (raster: Raster, longestSide: number): Promise<Raster> => {
  if (Math.max(raster.width, raster.height) <= longestSide) return raster
  return toRaster(asImage(raster).resize(within(longestSide)))
}

// Huffman tables made for each file would save 2% of the bytes for three times the time; browsers take the WebP anyway.
const asJpeg = async (raster: Raster): Promise<Rendition> => {
  const bytes = await asImage(raster).jpeg({ quality: jpegQuality, optimiseCoding: false }).toBuffer()
  return { bytes, contentType: 'image/jpeg', width: raster.width, height: raster.height }
}

/**
 * WebP at effort 1: a third fewer bytes than the JPEG for 55 ms at display size. AVIF at its fastest saves a quarter more
 * and takes nearly twice as long. A thumbnail has few pixels and is what pages are full of: 6 ms more buy another quarter
 * of its bytes. docs/decisions/0007-rendering.md has the tables.
 */
export const webpFor = {
  display: { quality: 80, effort: 1 },
  thumbnail: { quality: 75, effort: 4 },
} as const

const asWebp = async (raster: Raster, size: keyof typeof webpFor): Promise<Rendition> => {
  const bytes = await asImage(raster).webp(webpFor[size]).toBuffer()
  return { bytes, contentType: 'image/webp', width: raster.width, height: raster.height }
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
const fanOut = async (clean: Raster, { watermark }: RenderOptions) => {
  const shown = watermark ? await burnIn(clean, watermark.text) : clean
  const small = await shrink(shown, thumbnailPx)
  const [display, displayWebp, thumbnail, thumbnailWebp, thumbhash, web] = await Promise.all([
    asJpeg(shown),
    asWebp(shown, 'display'),
    asJpeg(small),
    asWebp(small, 'thumbnail'),
    thumbhashOf(small),
    watermark ? asJpeg(clean) : undefined,
  ])
  return { display, displayWebp, thumbnail, thumbnailWebp, thumbhash, web: web ?? display }
}

const tryDecode = async (attempt: Attempt): Promise<Decoded | Refused> => {
  try {
    return await decode(attempt)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (attempt.failOn === 'warning' && harmless.test(message)) return tryDecode({ ...attempt, failOn: 'error' })
    const reason = reasonOf(message)
    if (!reason) throw error
    return refuse(reason)
  }
}

const strictly = (input: PhotoFile): Attempt => ({ input, failOn: 'warning', unlimited: false })

/**
 * libtiff also reads the directories behind the first, such as a camera's thumbnail, and what is wrong with those would
 * refuse the photo: it is tried again with its first picture alone.
 */
const tryTiff = async (file: PhotoFile): Promise<Decoded | Refused> => {
  const decoded = await tryDecode({ ...strictly(file), unlimited: true })
  if (decoded.kind === 'decoded' || decoded.reason !== 'damaged') return decoded
  const alone = stripMetadata(typeof file === 'string' ? readFileSync(file) : file)
  return alone.kind === 'refused' ? alone : tryDecode({ ...strictly(alone.bytes), unlimited: true })
}

/** How many of a RAW file's previews are tried, largest first. */
const previewTries = 3

const renderRaw = async (
  file: PhotoFile,
  raw: RawFile,
  options: RenderOptions,
): Promise<RenderedPhoto | WithoutPreview> => {
  for (const { offset, length } of raw.previews.slice(0, previewTries)) {
    const jpeg = withBytes(file, (source) => source.read(offset, length))
    const preview = recognise(jpeg)
    if (preview.kind !== 'photo') continue
    // The camera says once how it was held; most previews do not repeat it.
    const orientation = preview.orientation === 1 ? raw.orientation : preview.orientation
    const input = orientation === preview.orientation ? jpeg : withOrientation(jpeg, orientation)
    const decoded = await tryDecode(strictly(input))
    if (decoded.kind === 'refused') continue
    return {
      kind: 'rendered',
      fileFormat: raw.format,
      width: decoded.width,
      height: decoded.height,
      capturedAt: raw.capturedAt ?? preview.capturedAt,
      ...(await fanOut(decoded.raster, options)),
    }
  }
  return withoutPreview
}

/**
 * Makes everything the market shows and sells of one photo, from one decode. Deterministic; no network.
 * A file that cannot be rendered is answered, not thrown, with the sentence its photographer sees; what is thrown
 * (no memory, no such path) is worth another try.
 */
export const renderPhoto = async (
  file: PhotoFile,
  options: RenderOptions = {},
): Promise<RenderedPhoto | WithoutPreview | Refused> => {
  const photo = recognise(file)
  if (photo.kind === 'refused') return photo
  if (photo.kind === 'raw') return renderRaw(file, photo, options)
  const decoded = photo.format === 'tiff' ? await tryTiff(file) : await tryDecode(strictly(file))
  if (decoded.kind === 'refused') return decoded
  return {
    kind: 'rendered',
    fileFormat: photo.format,
    width: decoded.width,
    height: decoded.height,
    capturedAt: photo.capturedAt,
    ...(await fanOut(decoded.raster, options)),
  }
}
