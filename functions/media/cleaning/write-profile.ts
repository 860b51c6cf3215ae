/** A profile that we write; both texts are ASCII. */
export type OwnProfile = { name: string; rights: string; tags: ProfileTag[] }

/** One element of a colour profile under its name. */
export type ProfileTag = { name: string; element: Buffer }

const headerBytes = 128
const rowBytes = 12

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A number of ICC's s15Fixed16 kind. */
export const s15Fixed16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(value * 65_536))
  return bytes
}

/** The type's name and the four bytes that are reserved after it. */
export const typeHead = (type: string): Buffer => Buffer.concat([Buffer.from(type, 'latin1'), Buffer.alloc(4)])

/** A description as version 2 has it (ICC.1:2001-04, 6.5.17): ASCII, with empty places for Unicode and Macintosh. */
const description2 = (text: string) =>
  Buffer.concat([typeHead('desc'), uint32(text.length + 1), Buffer.from(`${text}\0`, 'latin1'), Buffer.alloc(78)])

/** A text as version 4 has it (ICC.1:2022, 10.15): one language, UTF-16. */
const text4 = (text: string) => {
  const utf16 = Buffer.from(text, 'utf16le').swap16()
  const record = Buffer.concat([Buffer.from('enUS', 'latin1'), uint32(utf16.length), uint32(28)])
  return Buffer.concat([typeHead('mluc'), uint32(1), uint32(12), record, utf16])
}

const plain2 = (text: string) => Buffer.concat([typeHead('text'), Buffer.from(`${text}\0`, 'latin1')])

/** What is copied of a header, by offset and length: the rest of its 128 bytes tells of programs, times and makers. */
const keptOfHeader = [
  [8, 4],
  [12, 12],
  [64, 4],
  [68, 12],
] as const

/**
 * A profile of these elements and two texts of ours, its name and whose it is. Elements that are the same are
 * written once, as most profiles do with their three curves.
 */
export const writeProfile = (header: Buffer, { name, rights, tags }: OwnProfile): Buffer => {
  const isVersion4 = header.readUInt8(8) >= 4
  const all = [
    { name: 'desc', element: isVersion4 ? text4(name) : description2(name) },
    { name: 'cprt', element: isVersion4 ? text4(rights) : plain2(rights) },
    ...tags,
  ]
  let end = headerBytes + 4 + rowBytes * all.length
  const places = new Map<string, number>()
  const elements: Buffer[] = []
  const rows = all.map(({ name: tag, element }) => {
    const same = element.toString('latin1')
    let at = places.get(same)
    if (at === undefined) {
      at = end
      const whole = padded(element)
      places.set(same, at)
      elements.push(whole)
      end += whole.length
    }
    return Buffer.concat([Buffer.from(tag, 'latin1'), uint32(at), uint32(element.length)])
  })
  const head = Buffer.alloc(headerBytes)
  for (const [at, length] of keptOfHeader) header.copy(head, at, at, at + length)
  head.writeUInt32BE(end, 0)
  head.write('acsp', 36, 'latin1')
  return Buffer.concat([head, uint32(all.length), ...rows, ...elements])
}
