import { exifPreamble } from '../containers/exif.ts'
import { type JpegSegment, jpegHeader, markers, startsWith } from '../containers/jpeg.ts'
import {
  pixelRanges,
  readTiff,
  type Tiff,
  type TiffDirectory,
  tags,
  tiffDirectoryAt,
  typeBytes,
} from '../containers/tiff.ts'
import { xmpPacket } from '../containers/xmp.ts'
import { type ByteSource, slice } from '../photo-file.ts'
import { embeddedPreviews } from '../raw-preview.ts'
import { cleaned, exifText, readRights } from '../rights.ts'
import { copyRange } from './pieces.ts'

/**
 * Fields that tell of a person, a place or one piece of equipment: of TIFF, Exif 2.32 (serial numbers and owner, 4.6.5)
 * and DNG 1.7. No converter reckons with them. Maker notes are not among them, though they may repeat the serial number
 * and, of Canon, the owner's name: they are their makers' secret, and Nikon's serial number is a key to its own white
 * balance (docs/decisions/0027-clean-original.md).
 */
const personal = new Set<number>([
  ...[269, tags.imageDescription, 285, 316, tags.iptc, tags.photoshop, 37_724, tags.gps],
  // Places as maps have them (GeoTIFF 1.1, annex), and texts beside them.
  ...[33_550, 33_922, 34_264, 34_735, 34_736, 34_737, 42_112],
  // Comments, histories, and the titles, authors and keywords that Windows and Panasonic's cameras write.
  ...[37_395, 37_510, 40_091, 40_092, 40_093, 40_094, 40_095, 50_898, 50_899],
  // The title, and who edited it (Exif 3.0, 4.6.5).
  ...[42_038, 42_040],
  // Ids and serial numbers of picture, camera and lens, and the owner's name.
  ...[42_016, 42_032, 42_033, 42_037, 50_735, 50_781],
  // The file a DNG was made of: its name, and the whole of it; a camera's label.
  ...[50_827, 50_828, 51_105, 65_100],
])

type Range = { from: number; to: number }

/** One directory with the rows of its table as they stand, whatever their tags. */
type Table = { directory: TiffDirectory; count: number; next: Buffer }

const tableAt = (source: ByteSource, { littleEndian }: Tiff, directory: TiffDirectory): Table => {
  const head = source.read(directory.offset, 2)
  const count = littleEndian ? head.readUInt16LE(0) : head.readUInt16BE(0)
  const next = Buffer.from(source.read(directory.offset + 2 + 12 * count, 4))
  return { directory, count, next }
}

/** The Exif directory of each directory that has one. */
const withExif = (source: ByteSource, tiff: Tiff): TiffDirectory[] =>
  tiff.directories.flatMap((directory) => {
    const at = directory.number(tags.exif)
    const exif = at === undefined ? undefined : tiffDirectoryAt(source, tiff, at)
    return exif ? [directory, exif] : [directory]
  })

/** Where a field's value lies when it is not in its row. */
const outside =
  (directory: TiffDirectory): ((tag: number) => Range[]) =>
  (tag) => {
    const field = directory.fields.get(tag)
    return field && field.bytes > 4 ? [{ from: field.value, to: field.value + field.bytes }] : []
  }

/** The directory of places, with all that it points at. */
const placeRanges = (source: ByteSource, tiff: Tiff, directory: TiffDirectory): Range[] => {
  const at = directory.number(tags.gps)
  const gps = at === undefined ? undefined : tiffDirectoryAt(source, tiff, at)
  if (!gps) return []
  const { count } = tableAt(source, tiff, gps)
  return [{ from: gps.offset, to: gps.offset + 2 + 12 * count + 4 }, ...[...gps.fields.keys()].flatMap(outside(gps))]
}

/** What must be there afterwards as it was: pixels, previews, and every value that stays, maker notes among them. */
const keptRanges = (directory: TiffDirectory): Range[] => {
  const preview = { from: directory.number(tags.jpegOffset) ?? 0, length: directory.number(tags.jpegLength) ?? 0 }
  return [
    ...pixelRanges(directory).map(({ offset, length }) => ({ from: offset, to: offset + length })),
    { from: preview.from, to: preview.from + preview.length },
    ...[...directory.fields.keys()].filter((tag) => !personal.has(tag)).flatMap(outside(directory)),
  ]
}

/** Takes the rows of personal fields out of a table; it keeps its place, and so does all it points at. */
const shorten = (file: Buffer, source: ByteSource, { tiff, table }: { tiff: Tiff; table: Table }) => {
  const { directory, count, next } = table
  const tagAt = (at: number) => (tiff.littleEndian ? file.readUInt16LE(at) : file.readUInt16BE(at))
  const first = directory.offset + 2
  const isGone = (tag: number) => personal.has(tag) || (tag === tags.xmp && !fittingXmp(directory))
  const rows = Array.from({ length: count }, (_, index) => first + 12 * index).filter((at) => !isGone(tagAt(at)))
  if (rows.length === count) return
  const whole = Buffer.from(source.read(first, 12 * count))
  file.fill(0, first, first + 12 * count + next.length)
  for (const [index, at] of rows.entries()) whole.copy(file, first + 12 * index, at - first, at - first + 12)
  next.copy(file, first + 12 * rows.length)
  if (tiff.littleEndian) file.writeUInt16LE(rows.length, directory.offset)
  else file.writeUInt16BE(rows.length, directory.offset)
}

/** A text of rights cleaned where it stands: as much of it as fits, and zeros behind it. */
const rewrite = (file: Buffer, directory: TiffDirectory, { tag, text }: { tag: number; text: string | undefined }) => {
  const field = directory.fields.get(tag)
  if (!field || typeBytes(field.type) !== 1) return
  const whole = Buffer.from(text ?? '', 'utf8')
  const last = field.bytes - 1
  // Never half a character: the bytes of UTF-8 that go on begin with the bits 10.
  let end = Math.min(whole.length, last)
  while (end > 0 && end < whole.length && ((whole[end] ?? 0) & 0xc0) === 0x80) end -= 1
  file.fill(0, field.value, field.value + field.bytes)
  whole.copy(file, field.value, 0, end)
}

/** A packet of ours with the rights that the directory's own packet states; undefined when there are none, or no room. */
const fittingXmp = (directory: TiffDirectory): Buffer | undefined => {
  const packet = xmpPacket(readRights({ xmp: Buffer.from(directory.bytes(tags.xmp, 1_048_576)) }))
  return packet && packet.length <= (directory.fields.get(tags.xmp)?.bytes ?? 0) ? packet : undefined
}

/** The packet's place holds ours, filled up with blanks; or zeros. */
const rewriteXmp = (file: Buffer, directory: TiffDirectory) => {
  const field = directory.fields.get(tags.xmp)
  if (!field) return
  const packet = fittingXmp(directory)
  file.fill(packet ? ' ' : 0, field.value, field.value + field.bytes)
  packet?.copy(file, field.value)
}

const stays = (source: ByteSource, segment: JpegSegment) =>
  ((segment.marker & 0xf0) !== 0xe0 && segment.marker !== markers.comment) ||
  (segment.marker === markers.app0 && startsWith(source, segment, 'JFIF\0')) ||
  (segment.marker === markers.app2 && startsWith(source, segment, 'ICC_PROFILE\0')) ||
  (segment.marker === markers.app14 && startsWith(source, segment, 'Adobe'))

/** How deep blocks are followed: a RAW file, its preview's Exif, that one's thumbnail. What lies deeper becomes zeros. */
const mostDepth = 3

type Inside = { source: ByteSource; depth: number }

/**
 * A preview's own metadata. Its Exif loses what the RAW file's loses and keeps the rest, since converters take the camera's
 * name from it; other blocks become zeros.
 */
const scrubPreview = (file: Buffer, { source, depth }: Inside) => {
  for (const segment of jpegHeader(source).segments) {
    if (stays(source, segment)) continue
    const exifAt = segment.body + exifPreamble.length
    const isExif = segment.marker === markers.app1 && startsWith(source, segment, exifPreamble.toString('latin1'))
    if (!isExif || depth >= mostDepth) file.fill(0, segment.body, segment.end)
    else {
      const block = slice(source, exifAt, segment.end - exifAt)
      scrub(file.subarray(exifAt, segment.end), { source: block, depth: depth + 1 })
    }
  }
}

/** Takes what is personal out of a TIFF structure, in `file`, a copy of `source`; zeros when it is none. */
const scrub = (file: Buffer, { source, depth }: Inside): void => {
  const tiff = readTiff(source)
  if (!tiff) return void file.fill(0)
  const directories = withExif(source, tiff)
  const tables = directories.map((directory) => tableAt(source, tiff, directory))
  for (const directory of directories) {
    const gone = [...personal].flatMap(outside(directory))
    for (const { from, to } of [...gone, ...placeRanges(source, tiff, directory)]) file.fill(0, from, to)
  }
  for (const { from, to } of directories.flatMap(keptRanges)) {
    if (to <= source.size) copyRange(source, { from, to }, file, from)
  }
  for (const { directory, count } of tables) {
    const to = Math.min(directory.offset + 2 + 12 * count + 4, source.size)
    copyRange(source, { from: directory.offset, to }, file, directory.offset)
  }
  for (const directory of directories) {
    for (const tag of [tags.artist, tags.copyright, tags.photographer]) {
      rewrite(file, directory, { tag, text: cleaned(exifText(directory.bytes(tag, 4_000))) })
    }
    rewriteXmp(file, directory)
  }
  for (const table of tables) shorten(file, source, { tiff, table })
  for (const { offset, length } of embeddedPreviews(source, tiff)) {
    scrubPreview(file.subarray(offset, offset + length), { source: slice(source, offset, length), depth })
  }
}

/**
 * A RAW file with place, owner, serial numbers and descriptions taken out where they stood: no byte of the sensor's, of a
 * maker's notes or of a preview's pixels moves or changes. Rights that it states stay, cleaned; none are put in.
 */
export const cleanRaw = (source: ByteSource): Buffer => {
  const file = Buffer.alloc(source.size)
  copyRange(source, { from: 0, to: source.size }, file, 0)
  scrub(file, { source, depth: 1 })
  return file
}
