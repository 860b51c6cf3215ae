import type { ByteSource } from '../photo-file.ts'

/** One chunk: `start` is its length field, `body` its data, `end` the byte after its checksum. */
export type PngChunk = { type: string; start: number; body: number; length: number; end: number }

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The chunks of a PNG in order, up to and with `IEND`; `complete` says whether that was reached inside the file. */
export const pngChunks = (source: ByteSource): { chunks: PngChunk[]; complete: boolean } => {
  const chunks: PngChunk[] = []
  let at = pngSignature.length
  for (;;) {
    const head = source.read(at, 8)
    if (head.length < 8) return { chunks, complete: false }
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, 8)
    const end = at + 12 + length
    if (end > source.size) return { chunks, complete: false }
    chunks.push({ type, start: at, body: at + 8, length, end })
    if (type === 'IEND') return { chunks, complete: true }
    at = end
  }
}
