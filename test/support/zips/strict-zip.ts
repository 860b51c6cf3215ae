import { crc32 } from 'node:zlib'

const utf8 = new TextDecoder('utf8', { fatal: true })
const [localSign, centralSign, endSign, describedSign] = [0x04034b50, 0x02014b50, 0x06054b50, 0x08074b50]
const [described, named] = [0x0008, 0x0800]

type Entry = { name: string; bytes: Buffer; modified: number }

const demand = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`Not a zip as it should be: ${what}.`)
}

/**
 * The files of a zip whose entries are stored as they are, read from the directory at its end (PKWARE APPNOTE 6.3, sections
 * 4.3.7 to 4.3.16, 4.4.4). Every field that says something twice must say the same; nothing may lie between entries.
 * @throws where a checksum, a length, a name, a flag or a place is not what it should be.
 */
export const strictEntriesOf = (zip: Buffer): Entry[] => {
  const end = zip.length - 22
  demand(zip.readUInt32LE(end) === endSign, 'it ends with its directory')
  const count = zip.readUInt16LE(end + 10)
  const directory = zip.readUInt32LE(end + 16)
  demand(directory + zip.readUInt32LE(end + 12) === end, 'the directory is as long as it says')
  const entries: Entry[] = []
  let at = directory
  let reached = 0
  for (let n = 0; n < count; n += 1) {
    demand(zip.readUInt32LE(at) === centralSign, 'the directory has an entry')
    const flags = zip.readUInt16LE(at + 8)
    demand((flags & named) !== 0, 'names are said to be UTF-8')
    demand((flags & described) !== 0, 'sizes stand behind the file')
    demand(zip.readUInt16LE(at + 10) === 0, 'files are stored as they are')
    const [checksum, packed, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    demand(packed === size, 'a stored file is as long as it was')
    const nameBytes = zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28))
    const local = zip.readUInt32LE(at + 42)
    demand(local === reached, 'entries follow each other')
    demand(zip.readUInt32LE(local) === localSign, 'an entry begins with its header')
    const localName = zip.subarray(local + 30, local + 30 + zip.readUInt16LE(local + 26))
    demand(localName.equals(nameBytes), 'both names are the same')
    const start = local + 30 + localName.length + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    const behind = start + size
    demand(crc32(bytes) === checksum, 'the checksum is that of the file')
    demand(zip.readUInt32LE(behind) === describedSign, 'the sizes follow the file')
    demand(zip.readUInt32LE(behind + 4) === checksum && zip.readUInt32LE(behind + 12) === size, 'they are the same')
    entries.push({ name: utf8.decode(nameBytes), bytes, modified: zip.readUInt32LE(at + 12) })
    reached = behind + 16
    at += 46 + nameBytes.length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  demand(reached === directory, 'the directory follows the last entry')
  return entries
}
