import { exifBlock } from '../containers/exif.ts'
import { type WebpChunk, webpChunks, webpExif, webpFrame } from '../containers/webp.ts'
import { xmpPacket } from '../containers/xmp.ts'
import type { ByteSource } from '../photo-file.ts'
import type { RightsSources } from '../rights.ts'
import type { JpegMetadata } from './clean-jpeg.ts'
import { joined, type Piece, range } from './pieces.ts'
import { rebuildProfile } from './rebuild-profile.ts'

/** Bits of the extended header (RFC 9649, section 2.7): what the file holds beside its picture. */
const flags = { profile: 0x20, alpha: 0x10, exif: 0x08, xmp: 0x04 }

const riffHead = (type: string, length: number): Buffer => {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(length, 4)
  return head
}
const chunk = (type: string, body: Buffer): Buffer =>
  Buffer.concat([riffHead(type, body.length), body, Buffer.alloc(body.length % 2)])

/** A chunk of pixels as it is; its padding is ours, since some writers leave out the last. */
const copied = ({ type, body, length }: WebpChunk): Piece[] => [
  riffHead(type, length),
  range(body, body + length),
  Buffer.alloc(length % 2),
]

/** Where the file says its rights. */
export const webpRightsSources = (source: ByteSource): RightsSources => {
  const { chunks } = webpChunks(source)
  const exif = chunks.find(({ type }) => type === 'EXIF')
  const xmp = chunks.find(({ type }) => type === 'XMP ')
  return {
    exif: exif && webpExif(source, exif),
    xmp: xmp && Buffer.from(source.read(xmp.body, xmp.length)),
  }
}

/** Whether a lossless picture says that it has transparency: the bit after its two sizes (RFC 9649, section 3.4). */
const losslessAlpha = (source: ByteSource, { body }: WebpChunk) => ((source.read(body, 5)[4] ?? 0) & 0x10) !== 0

/** The picture and its transparency as they are, under a header that we write; undefined when there is no picture. */
export const cleanWebp = (source: ByteSource, { orientation, rights }: JpegMetadata): Buffer | undefined => {
  const { chunks } = webpChunks(source)
  const picture = chunks.find(({ type }) => type === 'VP8 ' || type === 'VP8L')
  const size = webpFrame(source, chunks)
  if (!picture || !size) return undefined
  const icc = chunks.find(({ type }) => type === 'ICCP')
  const profile = icc && rebuildProfile(Buffer.from(source.read(icc.body, icc.length)))
  const alpha = picture.type === 'VP8 ' ? chunks.find(({ type }) => type === 'ALPH') : undefined
  const exif = exifBlock({ orientation, artist: rights.creator, copyright: rights.copyright })
  const xmp = xmpPacket(rights)

  const header = Buffer.alloc(10)
  const hasAlpha = alpha !== undefined || (picture.type === 'VP8L' && losslessAlpha(source, picture))
  header.writeUInt8(
    (profile ? flags.profile : 0) | (hasAlpha ? flags.alpha : 0) | (exif ? flags.exif : 0) | (xmp ? flags.xmp : 0),
  )
  header.writeUIntLE(size.width - 1, 4, 3)
  header.writeUIntLE(size.height - 1, 7, 3)
  const isSimple = header.readUInt8(0) === 0 || (header.readUInt8(0) === flags.alpha && picture.type === 'VP8L')
  const body: Piece[] = [
    Buffer.from('WEBP', 'latin1'),
    ...(isSimple ? [] : [chunk('VP8X', header)]),
    ...(profile ? [chunk('ICCP', profile)] : []),
    ...(alpha ? copied(alpha) : []),
    ...copied(picture),
    ...(exif ? [chunk('EXIF', exif)] : []),
    ...(xmp ? [chunk('XMP ', xmp)] : []),
  ]
  const whole = joined(source, [riffHead('RIFF', 0), ...body])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}
