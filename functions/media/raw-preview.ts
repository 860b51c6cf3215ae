import { limits } from '#schema/limits.ts'
import { jpegFrame, jpegHeader } from './containers/jpeg.ts'
import { type Tiff, type TiffDirectory, tags } from './containers/tiff.ts'
import { type ByteSource, slice } from './photo-file.ts'

/** A whole JPEG inside another file, and the size it says it has. */
export type EmbeddedPreview = { offset: number; length: number; width: number; height: number }

/** JPEG as a TIFF compression: 6 is the old kind that CR2 uses, 7 the new kind of DNG. */
const jpegCompressions = [6, 7]

/**
 * Where cameras put previews: a pair of tags naming offset and length (NEF, ARW, thumbnails of CR2), the single strip
 * of a JPEG-compressed directory (CR2, DNG), or a field of its own (Panasonic).
 */
const claimedRanges = (directory: TiffDirectory) => {
  const offset = directory.number(tags.jpegOffset)
  const length = directory.number(tags.jpegLength)
  const strips = directory.numbers(tags.stripOffsets, 2)
  const lengths = directory.numbers(tags.stripByteCounts, 2)
  const panasonic = directory.fields.get(tags.panasonicJpeg)
  const isJpeg = jpegCompressions.includes(directory.number(tags.compression) ?? 0)
  const [strip] = strips
  const [stripLength] = lengths
  return [
    ...(offset !== undefined && length !== undefined ? [{ offset, length }] : []),
    ...(isJpeg && strips.length === 1 && strip !== undefined && stripLength !== undefined
      ? [{ offset: strip, length: stripLength }]
      : []),
    ...(panasonic ? [{ offset: panasonic.value, length: panasonic.bytes }] : []),
  ]
}

/** The sensor's own data may be JPEG too, but lossless or of 12 bits: not a picture to show. */
const asPreview = (source: ByteSource, range: { offset: number; length: number }): EmbeddedPreview | undefined => {
  if (range.length < 4 || range.offset + range.length > source.size) return undefined
  const inside = slice(source, range.offset, range.length)
  if (inside.read(0, 3).toString('hex') !== 'ffd8ff') return undefined
  const header = jpegHeader(inside)
  const frame = jpegFrame(inside, header.segments)
  if (header.ended !== 'scan' || !frame || frame.process > 2 || frame.bitsPerSample !== 8) return undefined
  const { width, height } = frame
  if (width === 0 || height === 0 || width * height > limits.rendition.maxPixels) return undefined
  return { ...range, width, height }
}

/** The JPEG previews inside a RAW file, largest first. Offsets and lengths are checked against the file. */
export const embeddedPreviews = (source: ByteSource, { directories }: Tiff): EmbeddedPreview[] => {
  const ranges = new Map(directories.flatMap(claimedRanges).map((range) => [range.offset, range]))
  return [...ranges.values()]
    .flatMap((range) => asPreview(source, range) ?? [])
    .sort((one, other) => other.width * other.height - one.width * one.height)
}
