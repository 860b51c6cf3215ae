import { crc32 } from 'node:zlib'
import { exifPreamble, orientationOnlyExif } from './containers/exif.ts'
import { type JpegSegment, jpegHeader, markers, standsAlone, startsWith } from './containers/jpeg.ts'
import { pngChunks, pngSignature } from './containers/png.ts'
import { pixelRanges, readTiff, tags } from './containers/tiff.ts'
import { webpChunks } from './containers/webp.ts'
import { type ByteSource, withBytes } from './photo-file.ts'
import { recognise } from './recognise.ts'
import type { Refused } from './refusals.ts'

/** A buyer's original: the same pixels, bit for bit, without what else the file told; a RAW file as it was. */
export type Stripped = { kind: 'stripped' | 'raw'; bytes: Buffer }

const exifSegment = (orientation: number) => {
  const body = Buffer.concat([exifPreamble, orientationOnlyExif(orientation)])
  const head = Buffer.from([0xff, markers.app1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** The JPEG with an orientation it did not state, put first, where readers take it from. */
export const withOrientation = (jpeg: Buffer, orientation: number): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), exifSegment(orientation), jpeg.subarray(2)])

/** What is kept of an application segment or comment: the density, the colour profile, Adobe's colour transform. */
const keptOf = (jpeg: Buffer, source: ByteSource, segment: JpegSegment): Buffer[] => {
  const whole = jpeg.subarray(segment.start, segment.end)
  const isMetadata = (segment.marker & 0xf0) === 0xe0 || segment.marker === markers.comment
  if (!isMetadata) return [whole]
  if (segment.marker === markers.app2 && startsWith(source, segment, 'ICC_PROFILE\0')) return [whole]
  if (segment.marker === markers.app14 && startsWith(source, segment, 'Adobe')) return [whole]
  if (segment.marker === markers.app0 && startsWith(source, segment, 'JFIF\0') && whole.length >= 18) {
    // The two bytes after the densities are the size of a thumbnail, whose pixels would follow.
    return [Buffer.from([0xff, markers.app0, 0, 16]), whole.subarray(4, 16), Buffer.from([0, 0])]
  }
  return []
}

/** Where entropy-coded data stops: the next marker that is neither a stuffed byte, a restart nor padding. */
const scanEnd = (jpeg: Buffer, from: number) => {
  let at = jpeg.indexOf(0xff, from)
  while (at >= 0 && at + 1 < jpeg.length) {
    const next = jpeg[at + 1] ?? 0
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7)
    if (!isData && next !== 0xff) return at
    at = jpeg.indexOf(0xff, at + (isData ? 2 : 1))
  }
  return jpeg.length
}

/**
 * The segments a decoder needs and every scan as it is, up to the end of the image. What follows it (a second picture,
 * a video, a maker's trailer) is dropped. A file cut short keeps all it has.
 */
const stripJpeg = (jpeg: Buffer, source: ByteSource, orientation: number): Buffer => {
  const { segments, scanAt } = jpegHeader(source)
  const kept = segments.flatMap((segment) => keptOf(jpeg, source, segment))
  const pieces = [jpeg.subarray(0, 2), ...(orientation === 1 ? [] : [exifSegment(orientation)]), ...kept]
  let at = scanAt
  while (at + 1 < jpeg.length) {
    const marker = jpeg.readUInt8(at + 1)
    if (marker === markers.endOfImage) {
      pieces.push(jpeg.subarray(at, at + 2))
      break
    }
    const length = standsAlone(marker) || at + 4 > jpeg.length ? 0 : jpeg.readUInt16BE(at + 2)
    const end = Math.min(at + 2 + length, jpeg.length)
    const next = scanEnd(jpeg, end)
    pieces.push(...keptOf(jpeg, source, { marker, start: at, body: at + 4, end }), jpeg.subarray(end, next))
    at = next
  }
  return Buffer.concat(pieces)
}

/** The chunks that decide how pixels look (PNG, section 11); all others are words, times, or of unknown makers. */
const pngLooks = new Set([
  ...['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'pHYs', 'sBIT', 'bKGD'],
  ...['iCCP', 'sRGB', 'gAMA', 'cHRM', 'cICP', 'mDCV', 'cLLI'],
])

const pngChunk = (type: string, body: Buffer) => {
  const chunk = Buffer.alloc(12 + body.length)
  chunk.writeUInt32BE(body.length, 0)
  chunk.write(type, 4, 'latin1')
  body.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + body.length)), 8 + body.length)
  return chunk
}

const stripPng = (png: Buffer, source: ByteSource, orientation: number): Buffer => {
  const exif = orientation === 1 ? [] : [pngChunk('eXIf', orientationOnlyExif(orientation))]
  const kept = pngChunks(source).chunks.flatMap(({ type, start, end }) => {
    if (!pngLooks.has(type)) return []
    const whole = png.subarray(start, end)
    // After the header, before any pixel.
    return type === 'IHDR' ? [whole, ...exif] : [whole]
  })
  return Buffer.concat([pngSignature, ...kept])
}

const webpLooks = new Set(['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L'])
/** Bits of the extended header that announce metadata (RFC 9649, section 2.7.1). */
const webpFlags = { exif: 0x08, xmp: 0x04 }

const riffChunk = (type: string, body: Buffer) => {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

const stripWebp = (webp: Buffer, source: ByteSource, orientation: number): Buffer => {
  const kept = webpChunks(source).chunks.flatMap(({ type, body, length }) => {
    if (!webpLooks.has(type)) return []
    const content = Buffer.from(webp.subarray(body, body + length))
    if (type === 'VP8X' && length > 0) {
      const others = content.readUInt8(0) & ~(webpFlags.exif | webpFlags.xmp)
      content.writeUInt8(others | (orientation === 1 ? 0 : webpFlags.exif), 0)
    }
    return [riffChunk(type, content)]
  })
  const exif = orientation === 1 ? [] : [riffChunk('EXIF', orientationOnlyExif(orientation))]
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept, ...exif]))
}

/**
 * The fields that say how pixels are stored and look (TIFF 6.0, TIFF Technical Note 1, supplement 2 and its ICC field).
 * All others go: descriptions, names, times, makes, Exif, GPS, XMP, IPTC, Photoshop's layers, map coordinates.
 */
const tiffLooks = new Set([
  ...[254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284],
  ...[290, 291, 292, 293, 296, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 332, 334, 336, 338, 339, 340, 341],
  ...[347, 529, 530, 531, 532, tags.icc],
])

/**
 * The first picture alone, each part at the place it had, so that no offset changes; everything in between becomes
 * zeros, thumbnails and unknown blocks included.
 */
const stripTiff = (tiff: Buffer, source: ByteSource): Buffer => {
  const read = readTiff(source)
  const [main] = read?.directories ?? []
  if (!read || !main) return tiff
  const fields = [...main.fields.values()].filter(({ tag }) => tiffLooks.has(tag))
  const outside = fields
    .filter(({ entry, value }) => value !== entry + 8)
    .map(({ value, bytes }) => ({ offset: value, length: bytes }))
  const ranges = [{ offset: 0, length: 8 }, ...outside, ...pixelRanges(main)]
  const tableEnd = main.offset + 2 + 12 * fields.length + 4
  const end = ranges.reduce((last, { offset, length }) => Math.max(last, offset + length), tableEnd)
  const bare = Buffer.alloc(Math.min(tiff.length, end))
  for (const { offset, length } of ranges) tiff.copy(bare, offset, offset, offset + length)
  bare.fill(0, main.offset, tableEnd)
  if (read.littleEndian) bare.writeUInt16LE(fields.length, main.offset)
  else bare.writeUInt16BE(fields.length, main.offset)
  for (const [index, { entry }] of fields.entries()) {
    tiff.copy(bare, main.offset + 2 + 12 * index, entry, entry + 12)
  }
  return bare
}

/**
 * Removes place, time, names, serial numbers, comments and embedded thumbnails from a photo without touching its
 * pixels; what turns it upright and gives its colours stays. A RAW file is its maker's secret and stays as it is.
 */
export const stripMetadata = (file: Buffer): Stripped | Refused => {
  const photo = recognise(file)
  if (photo.kind === 'refused') return photo
  if (photo.kind === 'raw') return { kind: 'raw', bytes: file }
  const { orientation } = photo
  return withBytes(file, (source): Stripped => {
    switch (photo.format) {
      case 'jpeg':
        return { kind: 'stripped', bytes: stripJpeg(file, source, orientation) }
      case 'png':
        return { kind: 'stripped', bytes: stripPng(file, source, orientation) }
      case 'webp':
        return { kind: 'stripped', bytes: stripWebp(file, source, orientation) }
      case 'tiff':
        return { kind: 'stripped', bytes: stripTiff(file, source) }
    }
  })
}
