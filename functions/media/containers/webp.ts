import { type ByteSource, slice } from '../photo-file.ts'
import { exifPreamble } from './exif.ts'

/** One RIFF chunk: `start` is its name, `body` its data, `end` the byte after its padding. */
export type WebpChunk = { type: string; start: number; body: number; length: number; end: number }

export type WebpChunks = { chunks: WebpChunk[]; complete: boolean }

// An animation of a minute has some thousand frames; a photo has fewer than ten chunks.
const mostChunks = 1_024

/** The chunks inside the RIFF header's length; `complete` when the file holds all of them. */
export const webpChunks = (source: ByteSource): WebpChunks => {
  const chunks: WebpChunk[] = []
  const head = source.read(0, 12)
  if (head.length < 12) return { chunks, complete: false }
  const limit = 8 + head.readUInt32LE(4)
  let at = 12
  while (at + 8 <= limit && chunks.length < mostChunks) {
    const name = source.read(at, 8)
    if (name.length < 8) return { chunks, complete: false }
    const length = name.readUInt32LE(4)
    const end = at + 8 + length + (length % 2)
    // The last chunk's padding byte is left out by some writers.
    if (at + 8 + length > source.size) return { chunks, complete: false }
    chunks.push({ type: name.toString('latin1', 0, 4), start: at, body: at + 8, length, end })
    at = end
  }
  return { chunks, complete: true }
}

export type WebpFrame = { width: number; height: number; lossless: boolean }

/** Size from the picture's own header (RFC 9649, sections 2.5 and 2.6), not from the canvas that wraps it. */
export const webpFrame = (source: ByteSource, chunks: WebpChunk[]): WebpFrame | undefined => {
  const chunk = chunks.find(({ type }) => type === 'VP8 ' || type === 'VP8L')
  if (!chunk) return undefined
  const body = source.read(chunk.body, Math.min(10, chunk.length))
  if (chunk.type === 'VP8L') {
    if (body.length < 5 || body[0] !== 0x2f) return undefined
    const bits = body.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, lossless: true }
  }
  if (body.length < 10 || body.readUIntBE(3, 3) !== 0x9d012a) return undefined
  return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff, lossless: false }
}

/** The Exif block of a chunk; some writers put a JPEG's preamble before it. */
export const webpExif = (source: ByteSource, { body, length }: WebpChunk): ByteSource => {
  const block = slice(source, body, length)
  const skipped = block.read(0, exifPreamble.length).equals(exifPreamble) ? exifPreamble.length : 0
  return slice(block, skipped, block.size)
}
