import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A photo's bytes, or the path of a file on this machine: from a path only what is needed is held in memory. */
export type PhotoFile = Buffer | string

/** Random access to bytes. Reading past the end gives fewer bytes, never an error. */
export type ByteSource = { size: number; read: (offset: number, length: number) => Buffer }

const bytesOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: (offset, length) => bytes.subarray(Math.min(offset, bytes.length), Math.min(offset + length, bytes.length)),
})

// Headers are walked in steps of a few bytes; one window saves a system call for each.
const windowBytes = 65_536

const descriptorOf = (descriptor: number): ByteSource => {
  const { size } = fstatSync(descriptor)
  let windowAt = 0
  let window: Buffer = Buffer.alloc(0)
  const readAt = (offset: number, length: number) => {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)))
    let filled = 0
    while (filled < bytes.length) {
      const count = readSync(descriptor, bytes, filled, bytes.length - filled, offset + filled)
      if (count === 0) break
      filled += count
    }
    return bytes.subarray(0, filled)
  }
  return {
    size,
    read: (offset, length) => {
      if (length > windowBytes) return readAt(offset, length)
      if (offset < windowAt || offset + length > windowAt + window.length) {
        window = readAt(offset, windowBytes)
        windowAt = offset
      }
      return window.subarray(offset - windowAt, offset - windowAt + length)
    },
  }
}

/** Runs `use` on the file's bytes and closes the file again. The bytes must not be read after that. */
export const withBytes = <Result>(file: PhotoFile, use: (source: ByteSource) => Result): Result => {
  if (typeof file !== 'string') return use(bytesOf(file))
  const descriptor = openSync(file, 'r')
  try {
    return use(descriptorOf(descriptor))
  } finally {
    closeSync(descriptor)
  }
}

/** The part of `source` that starts at `start`, as a source of its own; nothing outside of it can be reached. */
export const slice = (source: ByteSource, start: number, length: number): ByteSource => {
  const from = Math.min(start, source.size)
  const size = Math.max(0, Math.min(length, source.size - from))
  return {
    size,
    read: (offset, wanted) =>
      offset >= size ? Buffer.alloc(0) : source.read(from + offset, Math.min(wanted, size - offset)),
  }
}
