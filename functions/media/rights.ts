import { line } from '#schema/text.ts'
import { iptcRights, textOfBytes } from './containers/iptc.ts'
import { readTiff, tags } from './containers/tiff.ts'
import { xmpRights } from './containers/xmp.ts'
import { RIGHTS_LENGTH } from './limits.ts'
import type { ByteSource } from './photo-file.ts'
import type { Rights } from './rights-fields.ts'

/** Where a file may say its rights: an Exif block or the TIFF itself, IPTC data sets, an XMP packet, texts of its own. */
export type RightsSources = {
  exif?: ByteSource | undefined
  iptc?: Buffer | undefined
  xmp?: Buffer | undefined
  texts?: Rights | undefined
}

/** How much of each is read: rights stand early and are short, and packets of megabytes exist. */
const most = { text: 4_000, packet: 1_048_576 }
const oneLine = line(most.text)

/** One line without what could disguise it, at most 500 characters; undefined when it says nothing. */
export const cleaned = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  const whole = oneLine.safeParse(text.slice(0, most.text))
  const short = [...(whole.data ?? '')].slice(0, RIGHTS_LENGTH).join('').trim()
  // Cameras write "Copyright,  ," and blanks where nobody entered a name.
  return /[\p{L}\p{N}]/u.test(short) ? short : undefined
}

/** Exif separates the photographer's notice from the editor's by a zero byte. */
export const exifText = (bytes: Buffer) =>
  textOfBytes(bytes)
    .split('\0')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('; ')

const exifRights = (source: ByteSource): Rights => {
  const [main] = readTiff(source)?.directories ?? []
  const text = (tag: number) => main && exifText(main.bytes(tag, most.text))
  return { creator: text(tags.artist), copyright: text(tags.copyright), usageTerms: undefined }
}

/** What a file says of its rights, cleaned; where its blocks differ, Exif goes before IPTC, and IPTC before XMP. */
export const readRights = ({ exif, iptc, xmp, texts }: RightsSources): Rights => {
  const told = [
    ...(exif ? [exifRights(exif)] : []),
    ...(iptc ? [iptcRights(iptc.subarray(0, most.packet))] : []),
    ...(xmp ? [xmpRights(textOfBytes(xmp.subarray(0, most.packet)))] : []),
    ...(texts ? [texts] : []),
  ]
  const first = (field: keyof Rights) => told.map((each) => cleaned(each[field])).find((text) => text !== undefined)
  return { creator: first('creator'), copyright: first('copyright'), usageTerms: first('usageTerms') }
}

/** What the file leaves open is said for it: its photographer made it, and it is the creator's. */
export const completed = (rights: Rights, photographer: string | undefined): Rights => {
  const creator = rights.creator ?? cleaned(photographer)
  const copyright = rights.copyright ?? (creator === undefined ? undefined : cleaned(`© ${creator}`))
  return { creator, copyright, usageTerms: rights.usageTerms }
}
