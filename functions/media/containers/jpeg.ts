import { METADATA_LIMIT_BYTES } from '../limits.ts'
import type { ByteSource } from '../photo-file.ts'

/** One marker segment: `start` is its 0xFF, `body` the first byte after its length, `end` the byte after it. */
export type JpegSegment = { marker: number; start: number; body: number; end: number }

export type JpegHeader = {
  /** Every segment before the first scan, in order, without the start-of-image marker. */
  segments: JpegSegment[]
  /** Bytes between segments that belong to none: fill bytes, lone markers, rubbish. */
  stray: number
  /** Where the walk ended: at the first scan, at the end of the file, or at what cannot be a header. */
  ended: 'scan' | 'truncated' | 'damaged' | 'endless'
  /** Where the first start-of-scan marker is; the walk's last position when there is none. */
  scanAt: number
}

export const markers = {
  startOfImage: 0xd8,
  startOfScan: 0xda,
  endOfImage: 0xd9,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app13: 0xed,
  app14: 0xee,
  comment: 0xfe,
}

/** Markers that stand alone, without a length (ITU-T T.81, table B.1). */
export const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

// A camera writes some tens of segments; a phone with a depth map some hundreds of 64 kB.
export const mostSegments = 4_096

/** What stands between two segments: where the next marker is, and the bytes before it that belong to none. */
type Gap = { markerAt: number; stray: number }

// How much is looked at together: what a source that is a file reads at once anyway, so that walks in small steps stay cheap.
const windowBytes = 65_536

/**
 * The next marker at or after `from`. Bytes before it that are no part of a segment are passed over as every viewer does
 * (some camera apps and an old Photoshop write such): any number of fill bytes is allowed (ITU-T T.81, B.1.1.2), other
 * bytes are nobody's. `markerAt` is the last 0xFF before the marker's code, or the file's size when there is none.
 */
const nextMarker = (source: ByteSource, from: number): Gap => {
  let filled = false
  for (let at = from; at < source.size; at += windowBytes) {
    const window = source.read(at, windowBytes)
    for (let index = 0; index < window.length; index += 1) {
      const byte = window[index]
      if (filled && byte !== 0xff && byte !== 0) {
        const markerAt = at + index - 1
        return { markerAt, stray: markerAt - from }
      }
      filled = byte === 0xff
    }
  }
  return { markerAt: source.size, stray: source.size - from }
}

/** Walks the segments of a JPEG up to its first scan, reading only their lengths. */
export const jpegHeader = (source: ByteSource): JpegHeader => {
  const segments: JpegSegment[] = []
  let at = 2
  let stray = 0
  while (segments.length < mostSegments) {
    let head = source.read(at, 4)
    const isMarker = head[0] === 0xff && head[1] !== 0xff && head[1] !== 0
    if (head.length >= 2 && !isMarker) {
      const gap = nextMarker(source, at)
      stray += gap.stray
      at = gap.markerAt
      head = source.read(at, 4)
    }
    if (head.length < 2) return { segments, stray, ended: 'truncated', scanAt: at }
    const marker = head.readUInt8(1)
    if (marker === markers.endOfImage) return { segments, stray, ended: 'damaged', scanAt: at }
    if (standsAlone(marker)) {
      at += 2
      stray += 2
      if (stray > METADATA_LIMIT_BYTES) break
      continue
    }
    if (head.length < 4) return { segments, stray, ended: 'truncated', scanAt: at }
    const length = head.readUInt16BE(2)
    if (length < 2) return { segments, stray, ended: 'damaged', scanAt: at }
    const end = at + 2 + length
    if (end > source.size) return { segments, stray, ended: 'truncated', scanAt: at }
    if (marker === markers.startOfScan) return { segments, stray, ended: 'scan', scanAt: at }
    segments.push({ marker, start: at, body: at + 4, end })
    at = end
  }
  return { segments, stray, ended: 'endless', scanAt: at }
}

/** Where a scan's data end: `dataEnd` is the byte after them, `markerAt` the marker that follows, fill bytes apart. */
export const scanEnd = (source: ByteSource, from: number): { dataEnd: number; markerAt: number } => {
  // Where the present row of 0xFF began; -1 outside of one.
  let row = -1
  for (let at = from; at < source.size; at += windowBytes) {
    const window = source.read(at, windowBytes)
    for (let index = 0; index < window.length; index += 1) {
      const byte = window[index] ?? 0
      if (byte === 0xff) {
        if (row < 0) row = at + index
        continue
      }
      // A stuffed byte and a restart are part of the data; any other marker ends them (ITU-T T.81, B.1.1.5, B.2.1).
      const isData = byte === 0 || (byte >= 0xd0 && byte <= 0xd7)
      if (row >= 0 && !isData) return { dataEnd: row, markerAt: at + index - 1 }
      row = -1
    }
  }
  return { dataEnd: row < 0 ? source.size : row, markerAt: source.size }
}

/** The marker at or after `from`, outside of a scan's data. */
export const markerAfter = (source: ByteSource, from: number): number => nextMarker(source, from).markerAt

/** Whether the segment's body begins with `text`, as application segments name themselves. */
export const startsWith = (source: ByteSource, segment: JpegSegment, text: string) =>
  source.read(segment.body, Math.min(text.length, segment.end - segment.body)).toString('latin1') === text

export type JpegFrame = {
  /** 0 baseline, 1 extended, 2 progressive, 3 lossless, above: hierarchical and arithmetic (ITU-T T.81, table B.1). */
  process: number
  bitsPerSample: number
  width: number
  height: number
  components: { horizontal: number; vertical: number }[]
}

/** Start-of-frame markers are 0xC0 to 0xCF but for the Huffman tables, the reserved one and the arithmetic conditioning. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The frame header: the size and kind of the picture. Undefined when there is none, or it is cut short. */
export const jpegFrame = (source: ByteSource, segments: JpegSegment[]): JpegFrame | undefined => {
  const segment = segments.find(({ marker }) => isFrame(marker))
  if (!segment) return undefined
  const body = source.read(segment.body, segment.end - segment.body)
  const count = body[5] ?? 0
  if (body.length < 6 + 3 * count) return undefined
  return {
    process: segment.marker - 0xc0,
    bitsPerSample: body.readUInt8(0),
    height: body.readUInt16BE(1),
    width: body.readUInt16BE(3),
    components: Array.from({ length: count }, (_, index) => {
      const sampling = body.readUInt8(7 + 3 * index)
      return { horizontal: sampling >> 4, vertical: sampling & 15 }
    }),
  }
}

/**
 * Bytes a decoder holds for the whole picture: nothing but a few rows for a sequential file; every coefficient, two
 * bytes each in whole blocks of 64, for a progressive one.
 */
export const jpegDecodeBytes = ({ process, width, height, components }: JpegFrame) => {
  if (process !== 2) return 0
  const widest = Math.max(...components.map(({ horizontal }) => horizontal))
  const highest = Math.max(...components.map(({ vertical }) => vertical))
  const across = Math.ceil(width / (8 * widest))
  const down = Math.ceil(height / (8 * highest))
  return components.reduce((sum, { horizontal, vertical }) => sum + across * horizontal * down * vertical * 128, 0)
}
