import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { exifBlock } from '../containers/exif.ts'
import { textOfBytes } from '../containers/iptc.ts'
import { type PngChunk, pngChunks, pngSignature } from '../containers/png.ts'
import { xmpPacket } from '../containers/xmp.ts'
import { PROFILE_LIMIT_BYTES } from '../limits.ts'
import { type ByteSource, slice } from '../photo-file.ts'
import type { RightsSources } from '../rights.ts'
import type { JpegMetadata } from './clean-jpeg.ts'
import { joined, type Piece, range } from './pieces.ts'
import { rebuildProfile } from './rebuild-profile.ts'

/**
 * Chunks that decide how pixels look, and the most bytes that each may have (PNG, third edition, section 11). All others
 * are words, times, or of unknown makers; `iCCP` is written anew.
 */
const looks = new Map([
  ['IHDR', 13],
  ['PLTE', 768],
  ['tRNS', 256],
  ['pHYs', 9],
  ['sBIT', 4],
  ['bKGD', 6],
  ['sRGB', 1],
  ['gAMA', 4],
  ['cHRM', 32],
  ['cICP', 4],
  ['mDCV', 24],
  ['cLLI', 8],
  ['IEND', 0],
])

const chunk = (type: string, body: Buffer): Buffer => {
  const whole = Buffer.alloc(12 + body.length)
  whole.writeUInt32BE(body.length, 0)
  whole.write(type, 4, 'latin1')
  body.copy(whole, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + body.length)), 8 + body.length)
  return whole
}

const inflated = (bytes: Buffer, most: number): Buffer | undefined => {
  try {
    return inflateSync(bytes, { maxOutputLength: most })
  } catch {
    return undefined
  }
}

/** Keyword, a zero byte, a method, the compressed profile. */
const profileChunk = (source: ByteSource, { body, length }: PngChunk): Buffer[] => {
  const bytes = source.read(body, length)
  const packed = inflated(bytes.subarray(bytes.indexOf(0) + 2), PROFILE_LIMIT_BYTES)
  const profile = packed && rebuildProfile(packed)
  return profile ? [chunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)]))] : []
}

const xmpKeyword = 'XML:com.adobe.xmp\0'

/** After the keyword: whether it is compressed, a method, a language and a translated keyword, each ended by a zero. */
const xmpOf = (bytes: Buffer): Buffer | undefined => {
  const [compressed] = bytes.subarray(xmpKeyword.length)
  const language = bytes.indexOf(0, xmpKeyword.length + 2)
  const text = language < 0 ? -1 : bytes.indexOf(0, language + 1)
  if (text < 0) return undefined
  const packet = bytes.subarray(text + 1)
  return compressed === 1 ? inflated(packet, 1_048_576) : packet
}

/** How much of a text is read: a notice is short. */
const mostOfText = 4_000

/** The text under a keyword that PNG itself names (third edition, 11.3.3.1). */
const textOf = (source: ByteSource, chunks: readonly PngChunk[], keyword: string): string | undefined => {
  const head = `${keyword}\0`
  const found = chunks.find(
    ({ type, body, length }) =>
      type === 'tEXt' && length > head.length && source.read(body, head.length).toString('latin1') === head,
  )
  if (!found) return undefined
  const length = Math.min(found.length - head.length, mostOfText)
  return textOfBytes(source.read(found.body + head.length, length))
}

/** Where the file says its rights. */
export const pngRightsSources = (source: ByteSource): RightsSources => {
  const { chunks } = pngChunks(source)
  const exif = chunks.find(({ type }) => type === 'eXIf')
  const xmp = chunks.find(
    ({ type, body }) => type === 'iTXt' && source.read(body, xmpKeyword.length).toString('latin1') === xmpKeyword,
  )
  return {
    exif: exif && slice(source, exif.body, exif.length),
    xmp: xmp && xmpOf(Buffer.from(source.read(xmp.body, xmp.length))),
    texts: {
      creator: textOf(source, chunks, 'Author'),
      copyright: textOf(source, chunks, 'Copyright'),
      usageTerms: undefined,
    },
  }
}

const ownChunks = ({ orientation, rights }: JpegMetadata): Buffer[] => {
  const exif = exifBlock({ orientation, artist: rights.creator, copyright: rights.copyright })
  const xmp = xmpPacket(rights)
  return [
    ...(exif ? [chunk('eXIf', exif)] : []),
    ...(xmp ? [chunk('iTXt', Buffer.concat([Buffer.from(`${xmpKeyword}\0\0\0\0`, 'latin1'), xmp]))] : []),
  ]
}

/** The chunks of pixels as they are, those of looks once and no longer than they can be, and ours after the header. */
export const cleanPng = (source: ByteSource, said: JpegMetadata): Buffer => {
  const seen = new Set<string>()
  const kept = pngChunks(source).chunks.flatMap((each): Piece[] => {
    const { type, start, end, length } = each
    if (type === 'IDAT') return length === 0 ? [] : [range(start, end)]
    const most = looks.get(type)
    if (seen.has(type) || (type !== 'iCCP' && (most === undefined || length > most))) return []
    seen.add(type)
    if (type === 'iCCP') return profileChunk(source, each)
    return type === 'IHDR' ? [range(start, end), ...ownChunks(said)] : [range(start, end)]
  })
  return joined(source, [pngSignature, ...kept])
}
