import type { Rights } from '../rights-fields.ts'

/** Record 2 of IPTC's Information Interchange Model 4.1: By-line (may be repeated), Copyright Notice. */
const byLine = 80
const copyrightNotice = 116

/** From this length on, a text that was read may end in the middle of a character: its end is cut off anyway. */
const longTextBytes = 2_100

const utf8Of = (bytes: Buffer): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytes.length >= longTextBytes })
  } catch {
    return undefined
  }
}

/** Some programs write two bytes a character where one is meant: every other byte of Latin letters is zero then. */
const wideOrder = (bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  const head = bytes.subarray(0, 512)
  if (head.length < 4) return undefined
  if (head.readUInt16BE(0) === 0xfffe) return 'utf-16le'
  if (head.readUInt16BE(0) === 0xfeff) return 'utf-16be'
  let [pairs, little, big] = [0, 0, 0]
  for (let at = 0; at + 1 < head.length; at += 2) {
    const [first, second] = [head[at] !== 0, head[at + 1] !== 0]
    if (first || second) pairs += 1
    if (first && !second) little += 1
    if (second && !first) big += 1
  }
  if (pairs < 2) return undefined
  return little > pairs * 0.8 ? 'utf-16le' : big > pairs * 0.8 ? 'utf-16be' : undefined
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: no text has these characters.
const controls = /[\u0001-\u0008\u000B\u000C\u000E-\u001F]/

/**
 * UTF-8 where it is that, which every writer of today uses, or UTF-16 where it must be that; else Windows-1252, which has
 * the letters of Latin 1 (WHATWG, Encoding). Empty for bytes that are no text at all.
 */
export const textOfBytes = (bytes: Buffer): string => {
  const wide = wideOrder(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  const utf8 = utf8Of(bytes)
  if (utf8 !== undefined) return utf8
  const text = new TextDecoder('windows-1252').decode(bytes)
  return controls.test(text) ? '' : text
}

/** Creator and copyright notice of a block of IPTC data sets: each a mark, record, number, two bytes of length. */
export const iptcRights = (block: Buffer): Rights => {
  const creators: string[] = []
  let copyright: string | undefined
  let at = 0
  while (at + 5 <= block.length && block[at] === 0x1c) {
    const [, record, number] = block.subarray(at, at + 3)
    const length = block.readUInt16BE(at + 3)
    // A first bit of one announces a length of more than 32 kB: no name, and nothing of interest is behind it.
    if (length > 0x7fff || at + 5 + length > block.length) break
    const text = () => textOfBytes(block.subarray(at + 5, at + 5 + length))
    if (record === 2 && number === byLine && creators.length < 10) creators.push(text())
    if (record === 2 && number === copyrightNotice) copyright ??= text()
    at += 5 + length
  }
  return { creator: creators.length === 0 ? undefined : creators.join('; '), copyright, usageTerms: undefined }
}

/** The IPTC block among Photoshop's image resources: `8BIM`, a number, a padded name, a length, padded data. */
export const iptcOfPhotoshop = (resources: Buffer): Buffer => {
  let at = 0
  while (at + 12 <= resources.length && resources.toString('latin1', at, at + 4) === '8BIM') {
    const number = resources.readUInt16BE(at + 4)
    const name = 1 + resources.readUInt8(at + 6)
    const lengthAt = at + 6 + name + (name % 2)
    if (lengthAt + 4 > resources.length) break
    const length = resources.readUInt32BE(lengthAt)
    if (number === 0x0404) return resources.subarray(lengthAt + 4, lengthAt + 4 + length)
    at = lengthAt + 4 + length + (length % 2)
  }
  return Buffer.alloc(0)
}
