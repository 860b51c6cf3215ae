import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { phoneExif, secrets } from './exif-blocks.ts'

/** A real photograph of the demo market. */
export const photograph = (name: string): Buffer =>
  readFileSync(new URL(`../../../local/seed/photos/${name}.jpg`, import.meta.url))

/** One JPEG segment with its marker and length. */
export const jpegSegment = (marker: number, body: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** The JPEG with segments put right after its start. */
export const withSegments = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

export const exifSegment = (exif: Buffer) => jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]))

export const profileSegment = (profile: Buffer) =>
  jpegSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]))

const xmpPacket = Buffer.from(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:subject>${secrets.xmp}</dc:subject></x:xmpmeta>`)
const photoshopBlock = Buffer.from(`Photoshop 3.0\x008BIM\x04\x04${secrets.iptc} ${secrets.photoshop}`, 'latin1')

/** A JPEG as a phone leaves it after an editor: Exif with GPS and thumbnail, XMP, IPTC, a comment, and a video after it. */
export const asPhoneJpeg = (jpeg: Buffer, { orientation = 1, thumbnail = jpeg.subarray(0, 4_000) } = {}) =>
  Buffer.concat([
    withSegments(
      jpeg,
      exifSegment(phoneExif({ orientation, thumbnail })),
      jpegSegment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), xmpPacket])),
      jpegSegment(0xed, photoshopBlock),
      jpegSegment(0xfe, Buffer.from(secrets.comment)),
    ),
    Buffer.from(secrets.trailer),
  ])

export const pngChunk = (type: string, body: Buffer) => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const chunk = Buffer.alloc(body.length + 12)
  chunk.writeUInt32BE(body.length, 0)
  typed.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(typed), body.length + 8)
  return chunk
}

/** The PNG with chunks put right after its header. */
export const withChunks = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])

export const profileChunk = (profile: Buffer) =>
  pngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)]))

export const textChunk = (text: string) => pngChunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'))
export const compressedTextChunk = (text: Buffer) =>
  pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(text)]))

export const asPhonePng = (png: Buffer, { orientation = 1 } = {}) =>
  Buffer.concat([
    withChunks(
      png,
      pngChunk('eXIf', phoneExif({ orientation })),
      textChunk(secrets.comment),
      compressedTextChunk(Buffer.from(secrets.iptc)),
      pngChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), xmpPacket])),
    ),
    Buffer.from(secrets.trailer),
  ])

export const riffChunk = (type: string, body: Buffer) => {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

/** A plain WebP wrapped in the extended layout, with the chunks given after the picture. */
export const asExtendedWebp = (
  webp: Buffer,
  { width, height, flags, chunks }: { width: number; height: number; flags: number; chunks: Buffer[] },
) => {
  const header = Buffer.alloc(10)
  header.writeUInt8(flags, 0)
  header.writeUIntLE(width - 1, 4, 3)
  header.writeUIntLE(height - 1, 7, 3)
  return riffChunk(
    'RIFF',
    Buffer.concat([Buffer.from('WEBP'), riffChunk('VP8X', header), webp.subarray(12), ...chunks]),
  )
}

export const asPhoneWebp = (webp: Buffer, size: { width: number; height: number; orientation?: number }) =>
  Buffer.concat([
    asExtendedWebp(webp, {
      ...size,
      flags: 0x0c,
      chunks: [
        riffChunk('EXIF', phoneExif({ orientation: size.orientation ?? 1 })),
        riffChunk('XMP ', xmpPacket),
        riffChunk('NOTE', Buffer.from(secrets.comment)),
      ],
    }),
    Buffer.from(secrets.trailer),
  ])
