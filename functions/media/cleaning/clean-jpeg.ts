import { exifBlock, exifPreamble } from '../containers/exif.ts'
import { iptcOfPhotoshop } from '../containers/iptc.ts'
import {
  type JpegSegment,
  jpegHeader,
  markerAfter,
  markers,
  mostSegments,
  scanEnd,
  standsAlone,
  startsWith,
} from '../containers/jpeg.ts'
import { xmpPacket } from '../containers/xmp.ts'
import { METADATA_LIMIT_BYTES, PROFILE_LIMIT_BYTES } from '../limits.ts'
import { type ByteSource, slice } from '../photo-file.ts'
import { type Refused, refuse } from '../refusals.ts'
import type { RightsSources } from '../rights.ts'
import type { Rights } from '../rights-fields.ts'
import { copyRange, joined, type Piece, range } from './pieces.ts'
import { rebuildProfile } from './rebuild-profile.ts'

/** What is written beside the pixels; `profile` where the file itself has none. */
export type JpegMetadata = { orientation: number; rights: Rights; profile: Buffer | undefined }

const xmpName = 'http://ns.adobe.com/xap/1.0/\0'
const profileName = 'ICC_PROFILE\0'
const photoshopName = 'Photoshop 3.0\0'

const segment = (marker: number, ...body: Buffer[]): Buffer => {
  const whole = Buffer.concat(body)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(whole.length + 2, 2)
  return Buffer.concat([head, whole])
}

/** Tables, frame and scan headers (ITU-T T.81, table B.1): all that a decoder needs; what else has a marker goes. */
const isPicture = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xda && marker <= 0xdd)

const named = (source: ByteSource, segments: JpegSegment[], marker: number, name: string) =>
  segments
    .filter((each) => each.marker === marker && startsWith(source, each, name))
    .map(({ body, end }) => ({ offset: body + name.length, length: end - body - name.length }))

/** The profile that the segments hold in numbered parts (ICC.1:2022, annex B.4); undefined when one is missing. */
const profileOf = (source: ByteSource, segments: JpegSegment[]): Buffer | undefined => {
  const parts = new Map<number, Buffer>()
  let bytes = 0
  for (const { offset, length } of named(source, segments, markers.app2, profileName)) {
    const part = source.read(offset, length)
    if (part.length < 2 || parts.has(part.readUInt8(0))) continue
    parts.set(part.readUInt8(0), Buffer.from(part.subarray(2)))
    bytes += part.length - 2
    if (bytes > PROFILE_LIMIT_BYTES) return undefined
  }
  const ordered = Array.from({ length: parts.size }, (_, index) => parts.get(index + 1) ?? Buffer.alloc(0))
  if (parts.size === 0 || ordered.some(({ length }) => length === 0)) return undefined
  return Buffer.concat(ordered)
}

/** Most bytes of a profile in one segment: its length field counts itself, the name and two numbers. */
const partBytes = 65_533 - profileName.length - 2

const profileSegments = (profile: Buffer): Buffer[] => {
  const count = Math.ceil(profile.length / partBytes)
  return Array.from({ length: count }, (_, index) =>
    segment(
      markers.app2,
      Buffer.from(profileName, 'latin1'),
      Buffer.from([index + 1, count]),
      profile.subarray(index * partBytes, (index + 1) * partBytes),
    ),
  )
}

const exifSegment = ({ orientation, rights }: Pick<JpegMetadata, 'orientation' | 'rights'>): Buffer[] => {
  const block = exifBlock({ orientation, artist: rights.creator, copyright: rights.copyright })
  return block ? [segment(markers.app1, exifPreamble, block)] : []
}

const xmpSegment = (rights: Rights): Buffer[] => {
  const packet = xmpPacket(rights)
  return packet ? [segment(markers.app1, Buffer.from(xmpName, 'latin1'), packet)] : []
}

/** Rights put into a JPEG of ours, which has no metadata yet. */
export const withRights = (jpeg: Buffer, rights: Rights): Buffer =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    ...exifSegment({ orientation: 1, rights }),
    ...xmpSegment(rights),
    jpeg.subarray(2),
  ])

/** JFIF's version and densities, without the thumbnail that may follow; Adobe's colour transform, and no more. */
const keptHeaders = (source: ByteSource, segments: JpegSegment[]): Buffer[] => {
  const [jfif] = named(source, segments, markers.app0, 'JFIF\0')
  const [adobe] = named(source, segments, markers.app14, 'Adobe')
  return [
    ...(jfif && jfif.length >= 7
      ? [segment(markers.app0, Buffer.from('JFIF\0', 'latin1'), source.read(jfif.offset, 7), Buffer.alloc(2))]
      : []),
    ...(adobe && adobe.length >= 7
      ? [segment(markers.app14, Buffer.from('Adobe', 'latin1'), source.read(adobe.offset, 7))]
      : []),
  ]
}

/** Where the file says its rights. */
export const jpegRightsSources = (source: ByteSource): RightsSources => {
  const { segments } = jpegHeader(source)
  const [exif] = named(source, segments, markers.app1, exifPreamble.toString('latin1'))
  const [xmp] = named(source, segments, markers.app1, xmpName)
  const [photoshop] = named(source, segments, markers.app13, photoshopName)
  return {
    exif: exif && slice(source, exif.offset, exif.length),
    xmp: xmp && Buffer.from(source.read(xmp.offset, xmp.length)),
    iptc: photoshop && Buffer.from(iptcOfPhotoshop(source.read(photoshop.offset, photoshop.length))),
  }
}

/** From the first scan to the end of the image: scans, and the tables between them. Undefined: too many segments. */
const scans = (source: ByteSource, scanAt: number): Piece[] | undefined => {
  const pieces: Piece[] = []
  let at = scanAt
  let metadata = 0
  for (let count = 0; at + 4 <= source.size; count += 1) {
    const head = source.read(at, 4)
    const marker = head.readUInt8(1)
    if (marker === markers.endOfImage || marker === markers.startOfImage) break
    if (count === mostSegments || metadata > METADATA_LIMIT_BYTES) return undefined
    if (standsAlone(marker)) {
      at = markerAfter(source, at + 2)
      continue
    }
    const end = Math.min(at + 2 + head.readUInt16BE(2), source.size)
    if (isPicture(marker)) pieces.push(range(at, end))
    else metadata += end - at
    if (marker !== markers.startOfScan) {
      at = markerAfter(source, end)
      continue
    }
    const { dataEnd, markerAt } = scanEnd(source, end)
    pieces.push(range(end, dataEnd))
    at = markerAt
  }
  // A file cut short keeps all it has, and no end that it did not have.
  if (source.read(at, 2).equals(endOfImage)) pieces.push(endOfImage)
  return pieces
}
const endOfImage = Buffer.from([0xff, markers.endOfImage])

/**
 * The same for a JPEG inside another file, in `place`, a copy of all its bytes: what goes is overwritten by fill bytes, of
 * which any number may stand before a marker (ITU-T T.81, B.1.1.2), so that nothing moves. False: too many segments.
 */
export const cleanJpegInPlace = (source: ByteSource, place: Buffer): boolean => {
  const { segments, scanAt } = jpegHeader(source)
  const rest = scans(source, scanAt)
  if (!rest) return false
  const kept = segments
    .filter((each) => isPicture(each.marker) || (each.marker === markers.app14 && startsWith(source, each, 'Adobe')))
    .map(({ start, end }) => range(start, end))
  place.fill(0xff, 2)
  for (const each of [...kept, ...rest]) {
    if (Buffer.isBuffer(each)) each.copy(place, place.length - each.length)
    else copyRange(source, each, place, each.from)
  }
  return true
}

/**
 * What a decoder needs and every scan as it is, with nothing beside it that the file brought along: not between segments,
 * not between scans, not after the end of the image.
 */
export const cleanJpeg = (source: ByteSource, said: JpegMetadata): Buffer | Refused => {
  const { segments, scanAt } = jpegHeader(source)
  const own = profileOf(source, segments)
  const profile = own ? rebuildProfile(own) : said.profile
  const rest = scans(source, scanAt)
  if (!rest) return refuse('too_much_metadata')
  return joined(source, [
    Buffer.from([0xff, markers.startOfImage]),
    ...keptHeaders(source, segments),
    ...exifSegment(said),
    ...xmpSegment(said.rights),
    ...(profile ? profileSegments(profile) : []),
    ...segments.filter(({ marker }) => isPicture(marker)).map(({ start, end }) => range(start, end)),
    ...rest,
  ])
}
