import type { ByteSource } from '../photo-file.ts'
import { readTiff, tags, tiffDirectoryAt } from './tiff.ts'

export type ExifFacts = { orientation: number; capturedAt: string | undefined }

const upright: ExifFacts = { orientation: 1, capturedAt: undefined }

const timePattern = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}):(\d{2}):(\d{2})/
const offsetPattern = /^[+-](?:0\d|1[0-4]):[0-5]\d$/

/** The camera's clock as ISO 8601, with its offset from UTC where the file tells one; undefined when it is no date. */
const isoTime = (time: string | undefined, offset: string | undefined) => {
  const parts = time?.match(timePattern)
  if (!parts) return undefined
  const local = `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}`
  const parsed = new Date(`${local}Z`)
  // A camera whose clock was never set writes zeros; the 31st of February rolls over.
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 19) !== local) return undefined
  return offset !== undefined && offsetPattern.test(offset) ? `${local}${offset}` : local
}

/** Orientation and capture time from a TIFF structure: an Exif block's, or a TIFF or RAW file itself. */
export const exifFacts = (source: ByteSource): ExifFacts => {
  const tiff = readTiff(source)
  const [main] = tiff?.directories ?? []
  if (!tiff || !main) return upright
  const orientation = main.number(tags.orientation) ?? 1
  const exifAt = main.number(tags.exif)
  const exif = exifAt === undefined ? undefined : tiffDirectoryAt(source, tiff, exifAt)
  const taken = exif?.text(tags.dateTimeOriginal)
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    capturedAt: isoTime(taken, exif?.text(tags.offsetTimeOriginal)) ?? isoTime(main.text(tags.dateTime), undefined),
  }
}

/** The smallest Exif block that still turns a photo the right way up: one directory with the orientation alone. */
export const orientationOnlyExif = (orientation: number): Buffer => {
  const block = Buffer.alloc(26)
  block.write('MM\0*', 0, 'latin1')
  block.writeUInt32BE(8, 4)
  block.writeUInt16BE(1, 8)
  block.writeUInt16BE(tags.orientation, 10)
  block.writeUInt16BE(3, 12)
  block.writeUInt32BE(1, 14)
  block.writeUInt16BE(orientation, 18)
  return block
}

/** What a JPEG's Exif segment and some WebP writers put before the TIFF structure. */
export const exifPreamble = Buffer.from('Exif\0\0', 'latin1')
