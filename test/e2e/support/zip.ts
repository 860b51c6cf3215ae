const utf8 = new TextDecoder()
const ends = 0x06054b50
const storedAsIs = 0

/** The entries of a zip that are stored uncompressed (PKWARE APPNOTE 6.3, sections 4.3.7 to 4.3.16), as they stand. */
export const entriesOf = (zip: Buffer): { name: string; bytes: Buffer }[] => {
  const files: { name: string; bytes: Buffer }[] = []
  let end = zip.length - 22
  while (end > 0 && zip.readUInt32LE(end) !== ends) end--
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  for (let n = 0; n < count; n++) {
    const [bytes, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    if (zip.readUInt16LE(at + 10) !== storedAsIs) throw new Error('An entry is compressed.')
    const name = utf8.decode(zip.subarray(at + 46, at + 46 + nameLength))
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    files.push({ name, bytes: zip.subarray(start, start + bytes) })
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}

/** The texts of a zip, by name. */
export const filesOf = (zip: Buffer): Map<string, string> =>
  new Map(entriesOf(zip).map(({ name, bytes }) => [name, utf8.decode(bytes)]))
