import type { ByteSource } from '../photo-file.ts'

/** A part of a new file: bytes of ours, or a stretch of the old one, from `from` up to `to`. */
export type Piece = Buffer | { from: number; to: number }

export const range = (from: number, to: number): Piece => ({ from, to })

const lengthOf = (piece: Piece) => (Buffer.isBuffer(piece) ? piece.length : piece.to - piece.from)

// A source that is a file reads what is asked for into memory of its own.
const stepBytes = 1_048_576

/** Copies a stretch of the source into `target`, a megabyte at a time. */
export const copyRange = (
  source: ByteSource,
  { from, to }: { from: number; to: number },
  target: Buffer,
  at: number,
) => {
  for (let done = from; done < to; done += stepBytes) {
    source.read(done, Math.min(stepBytes, to - done)).copy(target, at + done - from)
  }
}

/** All pieces in order: one buffer of their length, and nothing beside it but a megabyte. */
export const joined = (source: ByteSource, pieces: readonly Piece[]): Buffer => {
  const whole = Buffer.alloc(pieces.reduce((sum, piece) => sum + lengthOf(piece), 0))
  let at = 0
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) piece.copy(whole, at)
    else copyRange(source, piece, whole, at)
    at += lengthOf(piece)
  }
  return whole
}
