import { PROFILE_LIMIT_BYTES } from '../limits.ts'
import { type ProfileTag, writeProfile } from './write-profile.ts'

const headerBytes = 128

/** Elements that colours are reckoned with (ICC.1:2022, clause 9.2). Texts, dates, displays' own tables are not among them. */
const lookUpTables = ['A2B0', 'A2B1', 'A2B2', 'B2A0', 'B2A1', 'B2A2', 'D2B0', 'D2B1', 'D2B2', 'D2B3']
const known = new Set([
  ...['wtpt', 'bkpt', 'rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC', 'kTRC', 'chad', 'gamt', 'cicp'],
  ...lookUpTables,
  ...['B2D0', 'B2D1', 'B2D2', 'B2D3'],
])

/** Names that stay, since programs show them when two profiles differ; any other may be that of a person's screen. */
const names = [
  ...[
    'sRGB IEC61966-2.1',
    'sRGB IEC61966-2-1',
    'sRGB',
    'Display P3',
    'Adobe RGB (1998)',
    'Compatible with Adobe RGB (1998)',
    'ProPhoto RGB',
    'ECI-RGB.V1.0',
  ],
  ...[
    'ROMM RGB: ISO 22028-2:2013',
    'Apple RGB',
    'ColorMatch RGB',
    'Wide Gamut RGB',
    'eciRGB v2',
    'Rec. ITU-R BT.2020-1',
  ],
  ...[
    'Dot Gain 10%',
    'Dot Gain 15%',
    'Dot Gain 20%',
    'Dot Gain 25%',
    'Dot Gain 30%',
    'Gray Gamma 1.8',
    'Gray Gamma 2.2',
  ],
  ...['Coated FOGRA27 (ISO 12647-2:2004)', 'Coated FOGRA39 (ISO 12647-2:2004)', 'Uncoated FOGRA29 (ISO 12647-2:2004)'],
  ...['U.S. Web Coated (SWOP) v2', 'U.S. Sheetfed Coated v2', 'U.S. Web Uncoated v2', 'Japan Color 2001 Coated'],
]
const spaces = new Map([
  ['RGB ', 'RGB'],
  ['GRAY', 'grey'],
  ['CMYK', 'CMYK'],
])

const lut8Length = (element: Buffer) => {
  if (element.length < 48) return undefined
  const [inputs = 0, outputs = 0, grid = 0] = element.subarray(8, 11)
  return 48 + 256 * inputs + grid ** inputs * outputs + 256 * outputs
}
const lut16Length = (element: Buffer) => {
  if (element.length < 52) return undefined
  const [inputs = 0, outputs = 0, grid = 0] = element.subarray(8, 11)
  const rows = element.readUInt16BE(48) * inputs + element.readUInt16BE(50) * outputs
  return 52 + 2 * (rows + grid ** inputs * outputs)
}
/** Parameters a parametric curve of each type has (ICC.1:2022, table 68). */
const parameters = [1, 3, 4, 5, 7]

/** How long an element of each type says that it is (ICC.1:2022, clause 10); `whole` for those of many parts. */
const lengthOf = (element: Buffer): number | undefined => {
  if (element.length < 12) return undefined
  switch (element.toString('latin1', 0, 4)) {
    case 'XYZ ':
      return 20
    case 'sf32':
      return 44
    case 'cicp':
      return 12
    case 'curv':
      return 12 + 2 * element.readUInt32BE(8)
    case 'para': {
      const count = parameters[element.readUInt16BE(8)]
      return count === undefined ? undefined : 12 + 4 * count
    }
    case 'mft1':
      return lut8Length(element)
    case 'mft2':
      return lut16Length(element)
    case 'mAB ':
    case 'mBA ':
    case 'mpet':
      return element.length
    default:
      return undefined
  }
}

/** The element to its own end and no further, with nothing where nothing belongs; undefined when it is none. */
const cut = (element: Buffer): Buffer | undefined => {
  const length = lengthOf(element)
  if (length === undefined || length > element.length) return undefined
  const own = Buffer.from(element.subarray(0, length))
  own.fill(0, 4, 8)
  return own
}

const tagsOf = (profile: Buffer): Map<string, Buffer> => {
  const found = new Map<string, Buffer>()
  const count = Math.min(profile.readUInt32BE(headerBytes), 100)
  for (let index = 0; index < count; index += 1) {
    const at = headerBytes + 4 + 12 * index
    if (at + 12 > profile.length) break
    const offset = profile.readUInt32BE(at + 4)
    const size = profile.readUInt32BE(at + 8)
    const name = profile.toString('latin1', at, at + 4)
    if (offset + size <= profile.length && !found.has(name)) found.set(name, profile.subarray(offset, offset + size))
  }
  return found
}

/** The profile's name if it is one that many have, whatever way its version writes texts. */
const nameOf = (description: Buffer | undefined, space: string): string => {
  const text = (description?.subarray(0, 4_096).toString('latin1') ?? '').replaceAll('\0', '')
  const longestFirst = names.toSorted((one, other) => other.length - one.length)
  return longestFirst.find((name) => text.includes(name)) ?? `${space} colour profile`
}

/**
 * The same colours in a profile of our own making: known elements, each cut at its end, and a name from a list. What the
 * file had of texts, dates, makers, unknown elements, or bytes behind the last one is gone. Undefined for what is no
 * profile of a photo, or holds too little to reckon with: such a profile says nothing to any reader.
 */
export const rebuildProfile = (profile: Buffer): Buffer | undefined => {
  if (profile.length < headerBytes + 4 || profile.toString('latin1', 36, 40) !== 'acsp') return undefined
  const space = spaces.get(profile.toString('latin1', 16, 20))
  const isPhotoClass = ['mntr', 'scnr', 'prtr', 'spac'].includes(profile.toString('latin1', 12, 16))
  if (space === undefined || !isPhotoClass || !['XYZ ', 'Lab '].includes(profile.toString('latin1', 20, 24))) {
    return undefined
  }
  const found = tagsOf(profile)
  const tags: ProfileTag[] = [...found].flatMap(([name, whole]) => {
    const element = known.has(name) ? cut(whole) : undefined
    return element ? [{ name, element }] : []
  })
  const has = (...wanted: string[]) => wanted.every((name) => tags.some((tag) => tag.name === name))
  const isUsable =
    has('rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC') || has('kTRC') || lookUpTables.some((name) => has(name))
  if (!isUsable) return undefined
  const rebuilt = writeProfile(profile, { name: nameOf(found.get('desc'), space), rights: "Its maker's", tags })
  return rebuilt.length > PROFILE_LIMIT_BYTES ? undefined : rebuilt
}
