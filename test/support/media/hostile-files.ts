import { jpegSegment, pngChunk, riffChunk } from './photo-files.ts'
import { tiffFile } from './tiff-file.ts'

/** `count` times the same bytes. */
const repeated = (bytes: Buffer, count: number): Buffer => Buffer.alloc(bytes.length * count, bytes)

const firstScan = (jpeg: Buffer) => jpeg.indexOf(Buffer.from([0xff, 0xda]))
const emptySegment = Buffer.from([0xff, 0xe0, 0, 2])

/** A JPEG with empty segments behind its pixels, four bytes each, before the end of the image. */
export const withSegmentsBehind = (jpeg: Buffer, count: number): Buffer =>
  Buffer.concat([jpeg.subarray(0, -2), repeated(emptySegment, count), jpeg.subarray(-2)])

/** A JPEG with `count` comments behind its pixels, each of `bytes` bytes, before the end of the image. */
export const withCommentsBehind = (jpeg: Buffer, count: number, bytes: number): Buffer =>
  Buffer.concat([
    jpeg.subarray(0, -2),
    repeated(jpegSegment(0xfe, Buffer.alloc(bytes, 0x41)), count),
    jpeg.subarray(-2),
  ])

/** Empty segments in front of the pixels. */
export const withSegmentsBefore = (jpeg: Buffer, count: number): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), repeated(emptySegment, count), jpeg.subarray(2)])

/** A JPEG with fill bytes before its first marker. */
export const withFillBefore = (jpeg: Buffer, bytes: number): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(bytes, 0xff), jpeg.subarray(2)])

/** The same behind the pixels, before the end of the image. */
export const withFillBehind = (jpeg: Buffer, bytes: number): Buffer =>
  Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(bytes, 0xff), jpeg.subarray(-2)])

/** Bytes of nobody before the first scan, as some camera apps leave between two segments. */
export const withStrayBytes = (jpeg: Buffer, stray: Buffer): Buffer => {
  const tables = jpeg.lastIndexOf(Buffer.from([0xff, 0xdb]), firstScan(jpeg))
  return Buffer.concat([jpeg.subarray(0, tables), stray, jpeg.subarray(tables)])
}

/** A PNG with empty chunks of no known type, twelve bytes each. */
export const withEmptyChunks = (png: Buffer, count: number): Buffer =>
  Buffer.concat([png.subarray(0, 33), repeated(pngChunk('prVt', Buffer.alloc(0)), count), png.subarray(33)])

/** A WebP with more chunks than any writer makes. */
export const webpOfChunks = (webp: Buffer, count: number): Buffer =>
  riffChunk(
    'RIFF',
    Buffer.concat([Buffer.from('WEBP'), webp.subarray(12), repeated(riffChunk('NOTE', Buffer.alloc(0)), count)]),
  )

/** A TIFF of many strips of which each names nearly the whole file. */
export const tiffOfOverlaps = (strips: number, bytes: number): Buffer =>
  tiffFile(
    [
      {
        fields: {
          256: { long: 100 },
          257: { long: strips },
          258: { short: 8 },
          259: { short: 5 },
          262: { short: 1 },
          277: { short: 1 },
          278: { long: 1 },
          273: { long: Array.from({ length: strips }, () => 8) },
          279: { long: Array.from({ length: strips }, () => bytes - 8) },
        },
      },
    ],
    { afterHead: Buffer.alloc(bytes, 0x41) },
  )

/**
 * A TIFF whose strips are all the same JPEG with so many fill bytes: what it takes to pass them is taken for each strip,
 * and libtiff's own bound, ten times the unpacked strip, lets them through.
 */
export const tiffOfFilledJpegs = (jpeg: Buffer, { strips, fill }: { strips: number; fill: number }): Buffer => {
  const strip = Buffer.from(withFillBefore(jpeg, fill))
  const { width, height } = { width: 2_000, height: 1_000 }
  return tiffFile(
    [
      {
        fields: {
          256: { long: width },
          257: { long: height * strips },
          258: { short: [8, 8, 8] },
          259: { short: 7 },
          262: { short: 6 },
          277: { short: 3 },
          278: { long: height },
          530: { short: [1, 1] },
          273: { long: Array.from({ length: strips }, () => 8) },
          279: { long: Array.from({ length: strips }, () => strip.length) },
        },
      },
    ],
    { afterHead: strip },
  )
}
