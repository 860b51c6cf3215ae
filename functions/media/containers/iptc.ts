import type { Rights } from '../rights.ts'

/** Record 2 of IPTC's Information Interchange Model 4.1: By-line (may be repeated), Copyright Notice. */
const byLine = 80
const copyrightNotice = 116

/** UTF-8 where it is that, which every writer of today uses; Latin 1 else. */
export const textOfBytes = (bytes: Buffer): string => {
  const utf8 = bytes.toString('utf8')
  return utf8.includes('\uFFFD') ? bytes.toString('latin1') : utf8
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
