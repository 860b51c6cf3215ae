import { pixelRanges, readTiff, type TiffDirectory, type TiffField, tags } from '../containers/tiff.ts'
import { xmpPacket } from '../containers/xmp.ts'
import { type ByteSource, slice } from '../photo-file.ts'
import type { RightsSources } from '../rights.ts'
import { cleanJpegInPlace, type JpegMetadata } from './clean-jpeg.ts'
import { copyRange } from './pieces.ts'
import { rebuildProfile } from './rebuild-profile.ts'

/**
 * The fields that say how pixels are stored and look (TIFF 6.0, TIFF Technical Note 1, supplement 2). All others go:
 * descriptions, names, times, makes, Exif, GPS, XMP, IPTC, Photoshop's layers, map coordinates.
 */
const looks = new Set([
  ...[254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284],
  ...[290, 291, 292, 293, 296, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 332, 334, 336, 338, 339, 340, 341],
  ...[347, 529, 530, 531, 532],
])

type Range = { from: number; to: number }
type OwnField = { tag: number; type: number; value: Buffer }
/** A row of the new directory: copied as it stands, or written with its value behind the picture. */
type Row = { tag: number; copied: TiffField } | { tag: number; own: OwnField }

const types = { byte: 1, ascii: 2, undefined: 7 }

/** The same stretches, in order and each byte once: a hostile file names one stretch a hundred thousand times. */
const merged = (ranges: Range[]): Range[] => {
  const result: Range[] = []
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

const jpegCompression = 7

/**
 * Strips, tiles and tables that are JPEGs of their own (TIFF Technical Note 2) may say as much as any JPEG. False when they
 * lie over each other, as no writer lays them, or are none.
 */
const cleanStreams = (source: ByteSource, bare: Buffer, main: TiffDirectory): boolean => {
  if (main.number(tags.compression) !== jpegCompression) return true
  const tables = main.fields.get(tags.jpegTables)
  const streams = [
    ...pixelRanges(main),
    ...(tables && tables.bytes > 4 ? [{ offset: tables.value, length: tables.bytes }] : []),
  ].toSorted((one, other) => one.offset - other.offset)
  let last = { offset: -1, length: 1 }
  for (const stream of streams) {
    const { offset, length } = stream
    if (offset === last.offset && length === last.length) continue
    if (offset < last.offset + last.length || length < 4) return false
    if (!cleanJpegInPlace(slice(source, offset, length), bare.subarray(offset, offset + length))) return false
    last = stream
  }
  return true
}

/** Where the file says its rights. */
export const tiffRightsSources = (source: ByteSource): RightsSources => {
  const [main] = readTiff(source)?.directories ?? []
  const bytes = (tag: number) => (main?.fields.has(tag) ? Buffer.from(main.bytes(tag, 1_048_576)) : undefined)
  return { exif: source, iptc: bytes(tags.iptc), xmp: bytes(tags.xmp) }
}

const ownFields = ({ rights, profile }: Pick<JpegMetadata, 'rights' | 'profile'>): OwnField[] => {
  const text = (tag: number, value: string | undefined) =>
    value === undefined ? [] : [{ tag, type: types.ascii, value: Buffer.from(`${value}\0`, 'utf8') }]
  const xmp = xmpPacket(rights)
  return [
    ...text(tags.artist, rights.creator),
    ...text(tags.copyright, rights.copyright),
    ...(xmp ? [{ tag: tags.xmp, type: types.byte, value: xmp }] : []),
    ...(profile ? [{ tag: tags.icc, type: types.undefined, value: profile }] : []),
  ]
}

/**
 * The first picture alone, each part at the place it had, so that no offset changes; all in between becomes zeros,
 * thumbnails and unknown blocks included. A new directory stands behind the picture, with what we write. Undefined when
 * there is no picture that can be told from what else there is.
 */
export const cleanTiff = (source: ByteSource, said: JpegMetadata): Buffer | undefined => {
  const read = readTiff(source)
  const [main] = read?.directories ?? []
  if (!read || !main) return undefined
  const icc = main.fields.has(tags.icc) ? rebuildProfile(main.bytes(tags.icc, source.size)) : said.profile
  const kept = [...main.fields.values()].filter(({ tag }) => looks.has(tag))
  const ranges = merged([
    { from: 0, to: 8 },
    ...kept
      .filter(({ entry, value }) => value !== entry + 8)
      .map(({ value, bytes }) => ({ from: value, to: value + bytes })),
    ...pixelRanges(main).map(({ offset, length }) => ({ from: offset, to: Math.min(offset + length, source.size) })),
  ])
  const rows: Row[] = [
    ...kept.map((copied) => ({ tag: copied.tag, copied })),
    ...ownFields({ rights: said.rights, profile: icc }).map((own) => ({ tag: own.tag, own })),
  ].toSorted((one, other) => one.tag - other.tag)

  const even = (value: number) => value + (value % 2)
  const directoryAt = even(ranges.reduce((last, { to }) => Math.max(last, to), 8))
  const valuesAt = even(directoryAt + 2 + 12 * rows.length + 4)
  const outside = rows.reduce(
    (sum, row) => ('own' in row && row.own.value.length > 4 ? sum + even(row.own.value.length) : sum),
    0,
  )
  const bare = Buffer.alloc(valuesAt + outside)
  for (const each of ranges) copyRange(source, each, bare, each.from)
  if (!cleanStreams(source, bare, main)) return undefined

  const short = (value: number, at: number) =>
    read.littleEndian ? bare.writeUInt16LE(value, at) : bare.writeUInt16BE(value, at)
  const long = (value: number, at: number) =>
    read.littleEndian ? bare.writeUInt32LE(value, at) : bare.writeUInt32BE(value, at)
  long(directoryAt, 4)
  short(rows.length, directoryAt)
  let end = valuesAt
  for (const [index, row] of rows.entries()) {
    const at = directoryAt + 2 + 12 * index
    if ('copied' in row) {
      source.read(row.copied.entry, 12).copy(bare, at)
      continue
    }
    const { tag, type, value } = row.own
    short(tag, at)
    short(type, at + 2)
    long(value.length, at + 4)
    if (value.length <= 4) {
      value.copy(bare, at + 8)
      continue
    }
    long(end, at + 8)
    value.copy(bare, end)
    end += even(value.length)
  }
  return bare
}
