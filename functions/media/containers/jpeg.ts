import type { ByteSource } from '../photo-file.ts'

/** One marker segment: `start` is its 0xFF, `body` the first byte after its length, `end` the byte after it. */
export type JpegSegment = { marker: number; start: number; body: number; end: number }

export type JpegHeader = {
  /** Every segment before the first scan, in order, without the start-of-image marker. */
  segments: JpegSegment[]
  /** Where the walk ended: at the first scan, at the end of the file, or at bytes that are no segment. */
  ended: 'scan' | 'truncated' | 'damaged' | 'endless'
  /** Where the first start-of-scan marker is; the walk's last position when there is none. */
  scanAt: number
}

export const markers = {
  startOfScan: 0xda,
  endOfImage: 0xd9,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  comment: 0xfe,
}

/** Markers that stand alone, without a length (ITU-T T.81, table B.1). */
export const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

// A camera writes some tens of segments; a phone with a depth map some hundreds of 64 kB.
const mostSegments = 4_096

/** Walks the segments of a JPEG up to its first scan, reading only their lengths. */
export const jpegHeader = (source: ByteSource): JpegHeader => {
  const segments: JpegSegment[] = []
  let at = 2
  while (segments.length < mostSegments) {
    const head = source.read(at, 4)
    if (head.length < 2) return { segments, ended: 'truncated', scanAt: at }
    if (head[0] !== 0xff) return { segments, ended: 'damaged', scanAt: at }
    const marker = head.readUInt8(1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === markers.endOfImage || marker === 0) return { segments, ended: 'damaged', scanAt: at }
    if (standsAlone(marker)) {
      at += 2
      continue
    }
    if (head.length < 4) return { segments, ended: 'truncated', scanAt: at }
    const length = head.readUInt16BE(2)
    if (length < 2) return { segments, ended: 'damaged', scanAt: at }
    const end = at + 2 + length
    if (end > source.size) return { segments, ended: 'truncated', scanAt: at }
    if (marker === markers.startOfScan) return { segments, ended: 'scan', scanAt: at }
    segments.push({ marker, start: at, body: at + 4, end })
    at = end
  }
  return { segments, ended: 'endless', scanAt: at }
}

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
