import exifr from 'exifr'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cleanCopy } from '#functions/media/cleaning/clean-copy.ts'
import { renderPhoto } from '#functions/media/render.ts'
import { secrets } from '#test/support/media/exif-blocks.ts'
import { asPhoneJpeg, exifSegment, photograph, withSegments } from '#test/support/media/photo-files.ts'
import { nefFile, personalRaw, rawSensor } from '#test/support/media/raw-files.ts'
import { type Directory, tiffFile } from '#test/support/media/tiff-file.ts'

const photo = () => sharp(photograph('paint-brushes')).extract({ left: 100, top: 100, width: 320, height: 200 })
const jpeg = await photo().jpeg({ quality: 92 }).toBuffer()
const cleaned = (file: Buffer) => {
  const copy = cleanCopy(file, { photographer: 'Somebody else' })
  if (copy.kind === 'refused') throw new Error(copy.sentence)
  return copy.bytes
}
const { artist, maker, trailer: _, ...told } = secrets

describe.each(['CR2', 'NEF', 'ARW', 'DNG'] as const)('%s', (kind) => {
  const file = personalRaw(kind, asPhoneJpeg(jpeg, { orientation: 6 }))
  const clean = cleaned(file)
  const leaks = (bytes: Buffer) => Object.values(told).filter((text) => bytes.includes(Buffer.from(text)))

  test('place, owner, serial numbers, XMP and comments are gone, in the file and in its preview', async () => {
    expect(leaks(file).length).toBeGreaterThan(5)
    expect(leaks(clean)).toEqual([])
    const found = await exifr.parse(clean, { tiff: true, exif: true, gps: true, xmp: true, iptc: true })
    expect(Object.keys(found)).not.toEqual(expect.arrayContaining(['GPSLatitude']))
    for (const name of [
      'GPSLatitude',
      'latitude',
      'BodySerialNumber',
      'LensSerialNumber',
      'CameraOwnerName',
      'subject',
    ]) {
      expect(found[name]).toBeUndefined()
    }
  })

  test('rights stay, none are put in, and the camera’s own facts stay', async () => {
    const found = await exifr.parse(clean, { tiff: true, exif: true, gps: true, xmp: true, iptc: true })
    expect(found).toMatchObject({ Artist: artist, Model: 'Model X', creator: 'Ada in the packet' })
    expect(found.DateTimeOriginal).toBeInstanceOf(Date)
    expect(clean.includes('Somebody else')).toBe(false)
  })

  test('no byte of the sensor, of the maker’s notes or of the preview’s pixels has moved or changed', async () => {
    expect(clean.length).toBe(file.length)
    for (const part of [rawSensor, Buffer.from(maker), jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xdb])))]) {
      expect(file.includes(part)).toBe(true)
      // The preview's own metadata has the same notes, and loses them.
      expect(clean.lastIndexOf(part)).toBe(file.lastIndexOf(part))
    }
  })

  test('it is shown as before, and cleaning it again changes nothing', async () => {
    const [before, after] = [await renderPhoto(file), await renderPhoto(clean)]
    if (before.kind !== 'rendered' || after.kind !== 'rendered') throw new Error('not drawn')
    expect(after.display.bytes.equals(before.display.bytes)).toBe(true)
    expect(before.original.equals(clean)).toBe(true)
    expect(cleaned(clean).equals(clean)).toBe(true)
  })
})

test('new cameras’ kind of text is read and taken out like the old, and so are places as maps have them', async () => {
  const secret = 'Secret-Meadow-Lane'
  const exif: Directory = {
    fields: {
      37395: { text: `history of ${secret}` },
      42033: { utf8: `serial ${secret}` },
      42038: { utf8: `title ${secret}` },
      42039: { utf8: 'Zoë 漢' },
      42040: { utf8: `edited in ${secret}` },
    },
  }
  const sensor: Directory = {
    fields: { 254: { long: 0 }, 259: { short: 1 }, 262: { short: 32_803 }, 256: { long: 64 }, 257: { long: 64 } },
    blocks: [{ offsetTag: 273, lengthTag: 279, bytes: rawSensor }],
  }
  const file = tiffFile([
    {
      fields: {
        271: { text: 'Any maker' },
        315: { utf8: '  Zoë\u200B 漢' },
        33922: { bytes: Buffer.from(`tie point ${secret}`) },
        34737: { text: `map of ${secret}` },
        42112: { text: `<GDALMetadata>${secret}` },
        50706: { bytes: Buffer.from([1, 4, 0, 0]) },
        50898: { bytes: Buffer.from(`baby in ${secret}`) },
        51105: { text: `camera of ${secret}` },
      },
      blocks: [{ offsetTag: 513, lengthTag: 514, bytes: jpeg }],
      children: [
        { tag: 34_665, directories: [exif] },
        { tag: 330, directories: [sensor] },
      ],
    },
  ])
  const clean = cleaned(file)
  expect(file.toString('latin1').split(secret)).toHaveLength(10)
  expect(clean.includes(secret)).toBe(false)
  expect(clean.length).toBe(file.length)
  expect(clean.includes('Zoë 漢\0')).toBe(true)
  expect(clean.includes('\u200B')).toBe(false)
  const made = await renderPhoto(file, { photographer: 'Somebody else' })
  if (made.kind !== 'rendered') throw new Error(made.sentence)
  expect(made.web.bytes.includes('© Zoë 漢')).toBe(true)
})

test('a thumbnail’s Exif in a preview’s Exif is read; what lies deeper becomes zeros, whatever it is', async () => {
  const tiny = await sharp(jpeg).resize(16).jpeg().toBuffer()
  const levels = ['preview', 'thumbnail', 'third', 'fourth']
  const preview = levels.toReversed().reduce((inner, level) => {
    const fields = { 270: { text: `place of the ${level}` }, 272: { text: `camera of the ${level}` } }
    const block = tiffFile([{ fields, blocks: [{ offsetTag: 513, lengthTag: 514, bytes: inner }] }])
    return withSegments(tiny, exifSegment(block))
  }, tiny)
  const file = nefFile({ preview })
  const clean = cleaned(file)
  const told = (bytes: Buffer, what: string) => levels.filter((level) => bytes.includes(`${what} of the ${level}`))
  expect([told(file, 'place'), told(file, 'camera')]).toEqual([levels, levels])
  expect([told(clean, 'place'), told(clean, 'camera')]).toEqual([[], ['preview', 'thumbnail']])
  expect(clean.length).toBe(file.length)
})

test('a RAW file cut or flipped at any byte is answered, and its length is kept', () => {
  const file = personalRaw('NEF', jpeg.subarray(0, 800))
  for (let at = 0; at < file.length; at += 29) {
    const flipped = Buffer.from(file)
    flipped.writeUInt8(flipped.readUInt8(at) ^ 0xff, at)
    for (const each of [flipped, file.subarray(0, at)]) {
      const copy = cleanCopy(each)
      expect(copy.kind === 'refused' || copy.photo.kind !== 'raw' || copy.bytes.length === each.length).toBe(true)
    }
  }
})
