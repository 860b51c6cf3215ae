/** A value of a field: text, text of Exif 3.0's kind, 16-bit or 32-bit numbers, fractions, or bytes as they are. */
type Value =
  | { text: string }
  | { utf8: string }
  | { short: number | number[] }
  | { long: number | number[] }
  | { rational: [number, number][] }
  | { bytes: Buffer }

/** Pixels or an embedded file: written once, with its place and size in the two fields named. */
type Block = { offsetTag: number; lengthTag: number; bytes: Buffer }

export type Directory = {
  fields: Record<number, Value>
  blocks?: Block[]
  /** Directories that a field of this one points at, such as Exif (34665), GPS (34853) or sub-directories (330). */
  children?: { tag: number; directories: Directory[] }[]
}

type Written = { tag: number; type: number; count: number; value: Buffer }

/**
 * A TIFF of any layout: `head` is what follows the byte order, before the first directory's offset (42 for a TIFF) and
 * after it (`CR` and a version for Canon). Directories are chained in the order given.
 */
export const tiffFile = (
  directories: Directory[],
  { littleEndian = true, magic = 42, afterHead = Buffer.alloc(0) } = {},
): Buffer => {
  const uint16 = (value: number) => {
    const bytes = Buffer.alloc(2)
    if (littleEndian) bytes.writeUInt16LE(value)
    else bytes.writeUInt16BE(value)
    return bytes
  }
  const uint32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    if (littleEndian) bytes.writeUInt32LE(value)
    else bytes.writeUInt32BE(value)
    return bytes
  }
  const parts: Buffer[] = [Buffer.from(littleEndian ? 'II' : 'MM'), uint16(magic), uint32(0), afterHead]
  let length = 8 + afterHead.length
  const append = (bytes: Buffer) => {
    const padding = Buffer.alloc(length % 2)
    const at = length + padding.length
    parts.push(padding, bytes)
    length = at + bytes.length
    return at
  }
  const list = (value: number | number[]) => (Array.isArray(value) ? value : [value])
  const write = (tag: number, value: Value): Written => {
    if ('text' in value) {
      const bytes = Buffer.from(`${value.text}\0`, 'latin1')
      return { tag, type: 2, count: bytes.length, value: bytes }
    }
    if ('utf8' in value) {
      const bytes = Buffer.from(`${value.utf8}\0`)
      return { tag, type: 129, count: bytes.length, value: bytes }
    }
    if ('short' in value) {
      const numbers = list(value.short)
      return { tag, type: 3, count: numbers.length, value: Buffer.concat(numbers.map(uint16)) }
    }
    if ('long' in value) {
      const numbers = list(value.long)
      return { tag, type: 4, count: numbers.length, value: Buffer.concat(numbers.map(uint32)) }
    }
    if ('rational' in value) {
      return { tag, type: 5, count: value.rational.length, value: Buffer.concat(value.rational.flat().map(uint32)) }
    }
    return { tag, type: 7, count: value.bytes.length, value: value.bytes }
  }

  const writeDirectory = ({ fields, blocks = [], children = [] }: Directory, next: number): number => {
    const written = Object.entries(fields).map(([tag, value]) => write(Number(tag), value))
    for (const { offsetTag, lengthTag, bytes } of blocks) {
      written.push(write(offsetTag, { long: append(bytes) }), write(lengthTag, { long: bytes.length }))
    }
    for (const child of children) {
      const offsets = child.directories.map((directory) => writeDirectory(directory, 0))
      written.push(write(child.tag, { long: offsets }))
    }
    written.sort((one, other) => one.tag - other.tag)
    const rows = written.map(({ tag, type, count, value }) => {
      const inline = value.length <= 4 ? Buffer.concat([value, Buffer.alloc(4 - value.length)]) : uint32(append(value))
      return Buffer.concat([uint16(tag), uint16(type), uint32(count), inline])
    })
    return append(Buffer.concat([uint16(rows.length), ...rows, uint32(next)]))
  }
  const first = directories.reduceRight((next, directory) => writeDirectory(directory, next), 0)
  const file = Buffer.concat(parts)
  uint32(first).copy(file, 4)
  return file
}
