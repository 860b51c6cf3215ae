import { limits } from '#schema/limits.ts'
import { cleanLine } from '#schema/text.ts'
import type { ByteSource } from '../photo-file.ts'
import { readTiff, type TiffDirectory, tags, tiffDirectoryAt } from './tiff.ts'

export type ExifFacts = {
  orientation: number
  capturedAt: string | undefined
  /** Make, model and the number of the body, as one name; see `cameraOf`. */
  camera: string | undefined
  /** Its numbers are Adobe RGB, says the camera, as DCF does: by Exif alone, without a profile. */
  adobeRgb: boolean
}

export const noFacts: ExifFacts = { orientation: 1, capturedAt: undefined, camera: undefined, adobeRgb: false }

/** DCF 2.0 (JEITA CP-3461B), "optional colour space": the rule R03, and a colour space that is not sRGB (1). */
const interoperabilityIndex = 1
const saysAdobeRgb = (exif: TiffDirectory | undefined, at: (offset: number) => TiffDirectory | undefined): boolean => {
  const offset = exif?.number(tags.interoperability)
  if (offset === undefined || exif?.number(tags.colorSpace) === 1) return false
  return at(offset)?.text(interoperabilityIndex) === 'R03'
}

const timePattern = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}):(\d{2}):(\d{2})/
const offsetPattern = /^[+-](?:0\d|1[0-4]):[0-5]\d$/

/** The camera's clock as ISO 8601, with its offset from UTC where the file tells one; undefined when it is no date. */
const isoTime = (time: string | undefined, offset: string | undefined) => {
  const parts = time?.match(timePattern)
  if (!parts) return undefined
  const local = `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}`
  const parsed = new Date(`${local}Z`)
  // A camera whose clock was never set writes zeros; the 31st of February rolls over.
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 19) !== local) return undefined
  return offset !== undefined && offsetPattern.test(offset) ? `${local}${offset}` : local
}

/**
 * One camera among others of its model: "Canon EOS R5 032021001234". The number of the body is Exif's BodySerialNumber
 * (Exif 2.3, 4.6.5); most models repeat their make. Undefined where the file names no model.
 */
const cameraOf = (
  make: string | undefined,
  model: string | undefined,
  body: string | undefined,
): string | undefined => {
  const [maker = '', name = '', number = ''] = [make, model, body].map((text) => cleanLine(text ?? ''))
  if (name === '') return undefined
  const [firstWord = ''] = maker.split(' ')
  const isRepeated = name.toLowerCase().startsWith(firstWord.toLowerCase())
  const whole = [isRepeated ? '' : maker, name].filter(Boolean).join(' ')
  // The number tells two bodies apart, so that it is not what is cut.
  const end = number.slice(-cameraNumberLength)
  const most = limits.gallery.cameraLength - (end === '' ? 0 : end.length + 1)
  return [...[whole.slice(0, most).trim(), end].filter(Boolean)].join(' ')
}
const cameraNumberLength = 24

/** Orientation, camera and capture time from a TIFF structure: an Exif block's, or a TIFF or RAW file itself. */
export const exifFacts = (source: ByteSource): ExifFacts => {
  const tiff = readTiff(source)
  const [main] = tiff?.directories ?? []
  if (!tiff || !main) return noFacts
  const orientation = main.number(tags.orientation) ?? 1
  const exifAt = main.number(tags.exif)
  const exif = exifAt === undefined ? undefined : tiffDirectoryAt(source, tiff, exifAt)
  const taken = exif?.text(tags.dateTimeOriginal)
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    capturedAt: isoTime(taken, exif?.text(tags.offsetTimeOriginal)) ?? isoTime(main.text(tags.dateTime), undefined),
    camera: cameraOf(main.text(tags.make), main.text(tags.model), exif?.text(tags.bodySerialNumber)),
    adobeRgb: saysAdobeRgb(exif, (offset) => tiffDirectoryAt(source, tiff, offset)),
  }
}

type OwnExif = { orientation: number; artist?: string | undefined; copyright?: string | undefined }

/**
 * The only Exif block that we write: how the photo is turned, who made it, whose it is. Undefined when there is nothing
 * to say. Texts are UTF-8, which readers of Exif take (Metadata Working Group, Guidelines 2.0, section 3.3.1).
 */
export const exifBlock = ({ orientation, artist, copyright }: OwnExif): Buffer | undefined => {
  const entries = [
    ...(orientation === 1 ? [] : [{ tag: tags.orientation, type: 3, count: 1, value: Buffer.from([0, orientation]) }]),
    ...(artist === undefined ? [] : [textEntry(tags.artist, artist)]),
    ...(copyright === undefined ? [] : [textEntry(tags.copyright, copyright)]),
  ]
  if (entries.length === 0) return undefined
  const block = Buffer.alloc(8 + 2 + 12 * entries.length + 4)
  block.write('MM\0*', 0, 'latin1')
  block.writeUInt32BE(8, 4)
  block.writeUInt16BE(entries.length, 8)
  const outside: Buffer[] = []
  let end = block.length
  for (const [index, { tag, type, count, value }] of entries.entries()) {
    const at = 10 + 12 * index
    block.writeUInt16BE(tag, at)
    block.writeUInt16BE(type, at + 2)
    block.writeUInt32BE(count, at + 4)
    if (value.length <= 4) {
      value.copy(block, at + 8)
      continue
    }
    block.writeUInt32BE(end, at + 8)
    const padded = Buffer.concat([value, Buffer.alloc(value.length % 2)])
    outside.push(padded)
    end += padded.length
  }
  return Buffer.concat([block, ...outside])
}

const textEntry = (tag: number, text: string) => {
  const value = Buffer.from(`${text}\0`, 'utf8')
  return { tag, type: 2, count: value.length, value }
}

/** What a JPEG's Exif segment and some WebP writers put before the TIFF structure. */
export const exifPreamble = Buffer.from('Exif\0\0', 'latin1')
