import type { ByteSource } from '../photo-file.ts'

/** One field of a directory; `value` is where its value's bytes are, inside the entry itself when they fit in four. */
export type TiffField = { tag: number; type: number; count: number; entry: number; value: number; bytes: number }

/** One image file directory, with reading functions bound to its file. */
export type TiffDirectory = {
  offset: number
  fields: Map<number, TiffField>
  /** How it was reached: along the main chain, or from another directory's sub-directory field. */
  from: 'chain' | 'sub'
  /** The field's numbers, at most `most` of them; none when absent or of another type. */
  numbers: (tag: number, most?: number) => number[]
  number: (tag: number) => number | undefined
  text: (tag: number) => string | undefined
  /** The field's value as it lies in the file, at most `most` bytes of it; none when it is absent. */
  bytes: (tag: number, most: number) => Buffer
}

/** Whether a directory has more pieces of pixels than are ever read: no writer cuts a photo that small. */
export const isOvercut = ({ fields }: TiffDirectory) =>
  [tags.stripOffsets, tags.tileOffsets].some((tag) => (fields.get(tag)?.count ?? 0) > most.numbers)

/** The stretches of the file that hold a directory's pixels. */
export const pixelRanges = (directory: TiffDirectory) => {
  const tiled = directory.fields.has(tags.tileOffsets)
  const lengths = directory.numbers(tiled ? tags.tileByteCounts : tags.stripByteCounts)
  return directory
    .numbers(tiled ? tags.tileOffsets : tags.stripOffsets)
    .map((offset, index) => ({ offset, length: lengths[index] ?? 0 }))
}

export type Tiff = { littleEndian: boolean; directories: TiffDirectory[]; complete: boolean }

export const tags = {
  subfileType: 254,
  oldSubfileType: 255,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  imageDescription: 270,
  make: 271,
  model: 272,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  dateTime: 306,
  artist: 315,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  subDirectories: 330,
  jpegTables: 347,
  jpegOffset: 513,
  jpegLength: 514,
  panasonicJpeg: 46,
  xmp: 700,
  copyright: 33_432,
  iptc: 33_723,
  photoshop: 34_377,
  exif: 34_665,
  gps: 34_853,
  icc: 34_675,
  dateTimeOriginal: 36_867,
  makerNote: 37_500,
  photographer: 42_039,
  bodySerialNumber: 42_033,
  colorSpace: 40_961,
  interoperability: 40_965,
  offsetTimeOriginal: 36_881,
  dngVersion: 50_706,
} as const

const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
/** UTF-8 texts (Exif 3.0, 4.6.2). */
const utf8Type = 129
/** Bytes of one value of a field type (TIFF 6.0, page 15; 13 is a directory offset); 0 for an unknown one. */
export const typeBytes = (type: number): number => (type === utf8Type ? 1 : (sizes[type] ?? 0))

// A camera's RAW file has about ten directories of at most a few hundred fields. Strips of one row each are at most
// as many as rows, and 200 megapixels in tiles of 64 by 64 are 50 000.
const most = { directories: 64, fields: 2_048, depth: 4, text: 256, numbers: 131_072 }

const orderOf = (source: ByteSource): boolean | undefined => {
  const mark = source.read(0, 2).toString('latin1')
  return mark === 'II' ? true : mark === 'MM' ? false : undefined
}

const readDirectory = (
  source: ByteSource,
  { offset, littleEndian, from }: { offset: number; littleEndian: boolean; from: TiffDirectory['from'] },
): { directory: TiffDirectory; next: number } | undefined => {
  const short = (bytes: Buffer, at: number) => (littleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (bytes: Buffer, at: number) => (littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const head = source.read(offset, 2)
  if (head.length < 2) return undefined
  const count = short(head, 0)
  const table = source.read(offset + 2, count * 12 + 4)
  if (count === 0 || count > most.fields || table.length < count * 12) return undefined

  const fields = new Map<number, TiffField>()
  for (let index = 0; index < count; index += 1) {
    const at = index * 12
    const entry = offset + 2 + at
    const type = short(table, at + 2)
    const values = long(table, at + 4)
    const bytes = values * typeBytes(type)
    const value = bytes <= 4 ? entry + 8 : long(table, at + 8)
    const tag = short(table, at)
    // A tag given twice means its first value, as to libtiff.
    const fits = bytes > 0 && value + bytes <= source.size
    if (fits && !fields.has(tag)) fields.set(tag, { tag, type, count: values, entry, value, bytes })
  }

  const numbers = (tag: number, limit: number = most.numbers) => {
    const field = fields.get(tag)
    if (!field) return []
    const size = typeBytes(field.type)
    const wanted = Math.min(field.count, limit)
    const bytes = source.read(field.value, wanted * size)
    const one = [1, 7].includes(field.type)
      ? (at: number) => bytes.readUInt8(at)
      : field.type === 3
        ? (at: number) => short(bytes, at)
        : [4, 13].includes(field.type)
          ? (at: number) => long(bytes, at)
          : undefined
    return one ? Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => one(index * size)) : []
  }
  const directory: TiffDirectory = {
    offset,
    fields,
    from,
    numbers,
    number: (tag) => numbers(tag, 1)[0],
    bytes: (tag, most) => {
      const field = fields.get(tag)
      return field ? source.read(field.value, Math.min(field.bytes, most)) : Buffer.alloc(0)
    },
    text: (tag) => {
      const field = fields.get(tag)
      if (!field || ![2, 7, utf8Type].includes(field.type)) return undefined
      const [text = ''] = source.read(field.value, Math.min(field.bytes, most.text)).toString('latin1').split('\0')
      return text.trim()
    },
  }
  return { directory, next: table.length >= count * 12 + 4 ? long(table, count * 12) : 0 }
}

/** The directory at `offset` alone, such as the Exif directory a field points at. */
export const tiffDirectoryAt = (source: ByteSource, tiff: Tiff, offset: number): TiffDirectory | undefined =>
  readDirectory(source, { offset, littleEndian: tiff.littleEndian, from: 'sub' })?.directory

/**
 * Every directory of a TIFF or a RAW file built on it: the main chain first, in order, then the sub-directories.
 * Offsets are the file's own claims, so each is visited once, a bounded number of them, and only inside the file;
 * `complete` is false when one that matters led nowhere.
 */
export const readTiff = (source: ByteSource): Tiff | undefined => {
  const littleEndian = orderOf(source)
  const head = source.read(0, 8)
  if (littleEndian === undefined || head.length < 8) return undefined
  const directories: TiffDirectory[] = []
  const visited = new Set<number>()
  let complete = true

  const walk = (start: number, from: TiffDirectory['from'], depth: number) => {
    const found: TiffDirectory[] = []
    let offset = start
    while (offset !== 0 && !visited.has(offset) && visited.size < most.directories) {
      visited.add(offset)
      const read = readDirectory(source, { offset, littleEndian, from })
      if (!read) {
        // Cameras and editors leave nonsense behind the last directory of a chain, and every reader ignores it.
        if (from === 'sub' || found.length === 0) complete = false
        break
      }
      found.push(read.directory)
      offset = read.next
    }
    directories.push(...found)
    if (depth >= most.depth) return
    for (const directory of found) {
      for (const sub of directory.numbers(tags.subDirectories, most.directories)) walk(sub, 'sub', depth + 1)
    }
  }
  walk(littleEndian ? head.readUInt32LE(4) : head.readUInt32BE(4), 'chain', 0)
  return { littleEndian, directories, complete }
}
