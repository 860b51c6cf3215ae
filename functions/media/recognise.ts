import { inflateSync } from 'node:zlib'
import type { FileFormat } from '#schema/file-formats.ts'
import { limits } from '#schema/limits.ts'
import { type ExifFacts, exifFacts, noFacts } from './containers/exif.ts'
import { jpegDecodeBytes, jpegFrame, jpegHeader, markers, startsWith } from './containers/jpeg.ts'
import { type PngChunk, pngChunks, pngSignature } from './containers/png.ts'
import { isOvercut, pixelRanges, readTiff, type Tiff, type TiffDirectory, tags } from './containers/tiff.ts'
import { webpChunks, webpExif, webpFrame } from './containers/webp.ts'
import { refuseForeignFormat } from './file-signatures.ts'
import { DECODE_LIMIT_BYTES, METADATA_LIMIT_BYTES, PROFILE_LIMIT_BYTES } from './limits.ts'
import { type ByteSource, type PhotoFile, slice, withBytes } from './photo-file.ts'
import { type EmbeddedPreview, embeddedPreviews } from './raw-preview.ts'
import { type Refused, refuse } from './refusals.ts'

type RawFormat = Extract<FileFormat, `raw-${string}`>
type PictureFormat = Exclude<FileFormat, RawFormat>

/** A picture that can be decoded. Sizes are the file's own, before the orientation is applied. */
export type Picture = ExifFacts & { kind: 'photo'; format: PictureFormat; width: number; height: number }

/** A camera's RAW file: what can be shown of it are the JPEGs inside, largest first; perhaps none. */
export type RawFile = ExifFacts & { kind: 'raw'; format: RawFormat; previews: EmbeddedPreview[] }

export type Recognised = Picture | RawFile | Refused

/** Refuses by what the header claims, so that no pixel of a flood is ever decoded. */
const withinLimits = (picture: Picture, decodeBytes: number): Picture | Refused => {
  if (picture.width < 1 || picture.height < 1) return refuse('damaged')
  if (picture.width * picture.height > limits.rendition.maxPixels) return refuse('too_many_pixels')
  if (decodeBytes > DECODE_LIMIT_BYTES) return refuse('too_much_memory')
  return picture
}

const recogniseJpeg = (source: ByteSource): Recognised => {
  const { segments, stray, ended } = jpegHeader(source)
  if (ended === 'truncated') return refuse('truncated')
  if (ended === 'endless') return refuse('too_much_metadata')
  if (ended === 'damaged') return refuse('damaged')
  const frame = jpegFrame(source, segments)
  if (!frame) return refuse('damaged')
  // Lossless, hierarchical, arithmetic and 12-bit files come from medical scanners, not from cameras or editors;
  // a height of 0 means that it follows after the pixels.
  const ordinary = frame.process <= 2 && frame.bitsPerSample === 8 && [1, 3, 4].includes(frame.components.length)
  if (
    !ordinary ||
    frame.height === 0 ||
    frame.components.some(({ horizontal, vertical }) => !horizontal || !vertical)
  ) {
    return refuse('unsupported_variant')
  }

  const metadata = segments.filter(({ marker }) => (marker & 0xf0) === 0xe0 || marker === markers.comment)
  if (metadata.reduce((sum, { start, end }) => sum + end - start, stray) > METADATA_LIMIT_BYTES) {
    return refuse('too_much_metadata')
  }
  const exif = metadata.find((segment) => segment.marker === markers.app1 && startsWith(source, segment, 'Exif\0\0'))
  const facts = exif ? exifFacts(slice(source, exif.body + 6, exif.end - exif.body - 6)) : noFacts
  const { width, height } = frame
  // Grey and CMYK have other numbers than a camera's three channels.
  const adobeRgb = facts.adobeRgb && frame.components.length === 3
  return withinLimits({ kind: 'photo', format: 'jpeg', width, height, ...facts, adobeRgb }, jpegDecodeBytes(frame))
}

/** Channels of each PNG colour type (PNG, table 11.1); a palette may become red, green, blue and alpha. */
const pngChannels = new Map([
  [0, 1],
  [2, 3],
  [3, 4],
  [4, 2],
  [6, 4],
])

/** Bytes a compressed chunk has when unpacked, counted only up to `most`; more than `most` when it is a bomb. */
const inflatedBytes = (source: ByteSource, chunk: PngChunk, most: number) => {
  const body = source.read(chunk.body, chunk.length)
  const keywordEnd = body.indexOf(0)
  if (keywordEnd < 0) return 0
  // After the keyword: iCCP and zTXt have a method byte; iTXt a flag, a method, then two more texts.
  const compressed =
    chunk.type === 'iTXt'
      ? body[keywordEnd + 1] === 1
        ? body.indexOf(0, body.indexOf(0, keywordEnd + 3) + 1) + 1
        : 0
      : keywordEnd + 2
  if (compressed <= 0) return 0
  try {
    return inflateSync(body.subarray(compressed), { maxOutputLength: most }).length
  } catch (error) {
    return error instanceof RangeError ? most + 1 : 0
  }
}

const pngMetadataIsBounded = (source: ByteSource, chunks: PngChunk[]) => {
  const ancillary = chunks.filter(({ type }) => ['tEXt', 'zTXt', 'iTXt', 'iCCP', 'eXIf'].includes(type))
  let left = METADATA_LIMIT_BYTES - ancillary.reduce((sum, { length }) => sum + length, 0)
  for (const chunk of ancillary) {
    if (left < 0) return false
    if (chunk.type === 'tEXt' || chunk.type === 'eXIf') continue
    const most = chunk.type === 'iCCP' ? PROFILE_LIMIT_BYTES : left
    const bytes = inflatedBytes(source, chunk, most)
    if (bytes > most) return false
    left -= bytes
  }
  return left >= 0
}

const recognisePng = (source: ByteSource): Recognised => {
  const { chunks, ended } = pngChunks(source)
  const [first] = chunks
  if (!first) return refuse('truncated')
  if (first.type !== 'IHDR' || first.length !== 13) return refuse('damaged')
  const header = source.read(first.body, first.length)
  const [depth = 0, colourType = 0, , , interlaced] = header.subarray(8)
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const channels = pngChannels.get(colourType)
  if (!channels || ![1, 2, 4, 8, 16].includes(depth)) return refuse('damaged')
  if (width * height > limits.rendition.maxPixels) return refuse('too_many_pixels')
  if (ended === 'endless') return refuse('too_much_metadata')
  if (ended === 'truncated') return refuse('truncated')
  if (chunks.some(({ type }) => type === 'acTL')) return refuse('animated')
  if (!chunks.some(({ type }) => type === 'IDAT')) return refuse('damaged')
  if (!pngMetadataIsBounded(source, chunks)) return refuse('too_much_metadata')

  const exif = chunks.find(({ type }) => type === 'eXIf')
  const facts = exif ? exifFacts(slice(source, exif.body, exif.length)) : noFacts
  // An interlaced PNG comes in seven passes over the whole picture, so all of it is held.
  const decodeBytes = interlaced ? width * height * channels * (depth === 16 ? 2 : 1) : 0
  return withinLimits({ kind: 'photo', format: 'png', width, height, ...facts }, decodeBytes)
}

const recogniseWebp = (source: ByteSource): Recognised => {
  const { chunks, complete } = webpChunks(source)
  if (chunks.some(({ type }) => type === 'ANIM' || type === 'ANMF')) return refuse('animated')
  if (!complete) return refuse('truncated')
  const frame = webpFrame(source, chunks)
  if (!frame) return refuse('damaged')
  const metadata = chunks.filter(({ type }) => !['VP8 ', 'VP8L', 'ALPH'].includes(type))
  if (metadata.reduce((sum, { length }) => sum + length, 0) > METADATA_LIMIT_BYTES) return refuse('too_much_metadata')
  const exif = chunks.find(({ type }) => type === 'EXIF')
  const facts = exif ? exifFacts(webpExif(source, exif)) : noFacts
  const { width, height } = frame
  // Both decoders hold the whole picture: four bytes a pixel, or for lossy ones the planes of a 4:2:0 video frame.
  const decodeBytes = width * height * (frame.lossless ? 4 : 1.5)
  return withinLimits({ kind: 'photo', format: 'webp', width, height, ...facts }, decodeBytes)
}

/** Photometric interpretations of sensor data: colour filter array, linear RAW (TIFF/EP, DNG). */
const sensorPhotometrics = [32_803, 34_892]
/** Compressions only cameras write: Sony, Nikon, Samsung, Pentax. */
const sensorCompressions = [32_767, 34_713, 32_770, 65_535]

const rawFormatOf = (source: ByteSource, { directories }: Tiff): RawFormat | undefined => {
  const [main] = directories
  const head = source.read(0, 10)
  if (head.toString('latin1', 8, 10) === 'CR') return 'raw-cr2'
  if (!['*\0', '\0*'].includes(head.toString('latin1', 2, 4))) return 'raw-other'
  if (main?.number(tags.dngVersion) !== undefined) return 'raw-dng'
  const holdsSensorData = directories.some(
    (directory) =>
      sensorPhotometrics.includes(directory.number(tags.photometric) ?? -1) ||
      sensorCompressions.includes(directory.number(tags.compression) ?? -1),
  )
  if (!holdsSensorData) return undefined
  const make = main?.text(tags.make)?.toUpperCase() ?? ''
  return make.startsWith('NIKON') ? 'raw-nef' : make.startsWith('SONY') ? 'raw-arw' : 'raw-other'
}

/** A reduced-resolution copy (bit 0) or a transparency mask (bit 2) is no page of its own (TIFF 6.0, page 36). */
const isPage = (directory: TiffDirectory) => {
  const kind = directory.number(tags.subfileType)
  return kind === undefined ? directory.number(tags.oldSubfileType) !== 2 : (kind & 0b101) === 0
}

const recogniseTiff = (source: ByteSource): Recognised => {
  const tiff = readTiff(source)
  const [main] = tiff?.directories ?? []
  if (!tiff || !main) return refuse(tiff && !tiff.complete ? 'truncated' : 'damaged')
  const facts = exifFacts(source)
  const format = rawFormatOf(source, tiff)
  const cutShort = tiff.directories.some((directory) =>
    pixelRanges(directory).some(({ offset, length }) => offset + length > source.size),
  )
  if (cutShort || !tiff.complete) return refuse('truncated')
  if (format) return { kind: 'raw', format, previews: embeddedPreviews(source, tiff), ...facts }

  if (tiff.directories.filter((directory) => directory.from === 'chain' && isPage(directory)).length > 1) {
    return refuse('several_pages')
  }
  const width = main.number(tags.width) ?? 0
  const height = main.number(tags.height) ?? 0
  const oldJpeg = main.number(tags.compression) === 6
  if (!isPage(main) || oldJpeg || isOvercut(main)) return refuse('unsupported_variant')
  if (width * height > limits.rendition.maxPixels) return refuse('too_many_pixels')
  const samples = main.number(tags.samplesPerPixel) ?? 1
  const bytesPerPixel = samples * Math.ceil(Math.max(1, ...main.numbers(tags.bitsPerSample, 8)) / 8)
  const tileRow = main.number(tags.tileHeight)
  const rows = Math.min(height, tileRow ?? main.number(tags.rowsPerStrip) ?? height)
  const across = Math.max(width, main.number(tags.tileWidth) ?? 0)
  const profile = main.fields.get(tags.icc)?.bytes ?? 0
  if (profile > PROFILE_LIMIT_BYTES || metadataBytes(main) > METADATA_LIMIT_BYTES) return refuse('too_much_metadata')
  // A strip, or a row of tiles, is unpacked at once.
  const decodeBytes = across * Math.max(rows, tileRow ?? 0) * bytesPerPixel
  const down = tileRow ? Math.ceil(height / tileRow) * tileRow : height
  if (claimedBytes(main) > Math.min(2 * source.size, mostOverUnpacked * across * down * bytesPerPixel + spareBytes)) {
    return refuse('unsupported_variant')
  }
  const adobeRgb = facts.adobeRgb && main.number(tags.photometric) === 2
  return withinLimits({ kind: 'photo', format: 'tiff', width, height, ...facts, adobeRgb }, decodeBytes)
}

/** What a picture's strips or tiles say they have together, as they lie in the file. */
const claimedBytes = (directory: TiffDirectory): number =>
  pixelRanges(directory).reduce((sum, { length }) => sum + length, 0)

// libtiff reads each piece for as long as it claims to be, however often that is the same place of the file: an honest
// file names no place twice (some share a blank tile), and no compression makes pixels four times as large.
const mostOverUnpacked = 4
/** For tables and headers in each of many small pieces. */
const spareBytes = 1_048_576

// Photoshop writes its layers (37 724) into the TIFF, which may be far larger than the picture; nothing reads them.
const photoshopLayers = 37_724
const metadataBytes = ({ fields }: TiffDirectory) =>
  [...fields.values()].reduce(
    (sum, { tag, bytes }) => (tag === photoshopLayers || pixelTags.has(tag) ? sum : sum + bytes),
    0,
  )
const pixelTags = new Set<number>([tags.stripOffsets, tags.stripByteCounts, tags.tileOffsets, tags.tileByteCounts])

const recogniseBytes = (source: ByteSource): Recognised => {
  if (source.size === 0) return refuse('empty')
  const head = source.read(0, 4_096)
  const start = head.toString('latin1', 0, 16)
  if (start.startsWith('\xff\xd8\xff')) return recogniseJpeg(source)
  if (head.subarray(0, 8).equals(pngSignature)) return recognisePng(source)
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return recogniseWebp(source)
  if (/^(?:II\*\0|MM\0\*|IIU\0|IIR[OS]|MMOR)/.test(start)) return recogniseTiff(source)
  return refuseForeignFormat(head)
}

/**
 * What a file is, by its bytes and whatever its name says. Reads headers only: sizes are known, and floods, bombs and
 * strangers refused, before anything is decoded.
 */
export const recognise = (file: PhotoFile): Recognised => withBytes(file, recogniseBytes)
