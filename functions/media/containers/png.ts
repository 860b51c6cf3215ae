import type { ByteSource } from '../photo-file.ts'

/** One chunk: `start` is its length field, `body` its data, `end` the byte after its checksum. */
export type PngChunk = { type: string; start: number; body: number; length: number; end: number }

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export type PngChunks = {
  chunks: PngChunk[]
  /** Whether `IEND` was reached, the file ended before it, or there are more chunks than any writer makes. */
  ended: 'complete' | 'truncated' | 'endless'
}

// The smallest pieces that writers cut pixels into are a few kilobytes: 50 MB of them are some ten thousand chunks.
const mostChunks = 65_536

/** The chunks of a PNG in order, up to and with `IEND`. */
export const pngChunks = (source: ByteSource): PngChunks => {
  const chunks: PngChunk[] = []
  let at = pngSignature.length
  while (chunks.length < mostChunks) {
    const head = source.read(at, 8)
    if (head.length < 8) return { chunks, ended: 'truncated' }
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, 8)
    const end = at + 12 + length
    if (end > source.size) return { chunks, ended: 'truncated' }
    chunks.push({ type, start: at, body: at + 8, length, end })
    if (type === 'IEND') return { chunks, ended: 'complete' }
    at = end
  }
  return { chunks, ended: 'endless' }
}
