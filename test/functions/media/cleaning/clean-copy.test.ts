import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cleanCopy } from '#functions/media/cleaning/clean-copy.ts'
import { colourProfile, primaries } from '#test/support/media/colour-profiles.ts'
import { phoneTiff, secrets } from '#test/support/media/exif-blocks.ts'
import {
  asExtendedWebp,
  asPhoneJpeg,
  asPhonePng,
  asPhoneWebp,
  jpegSegment,
  photograph,
  pngChunk,
  profileChunk,
  profileSegment,
  riffChunk,
  textChunk,
  withChunks,
  withSegments,
} from '#test/support/media/photo-files.ts'
import { type Directory, tiffFile } from '#test/support/media/tiff-file.ts'

const stripped = (file: Buffer): Buffer => {
  const answer = cleanCopy(file)
  if (answer.kind === 'refused') throw new Error(answer.sentence)
  return answer.bytes
}
/** Every pixel as stored: no orientation, no profile, no flattening. */
const stored = async (file: Buffer) => {
  const { data, info } = await sharp(file, { ignoreIcc: true, failOn: 'none' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: data.toString('base64'), width: info.width, height: info.height, channels: info.channels }
}
/** What a viewer shows: upright, the profile applied. */
const shown = async (file: Buffer) => {
  const upright = sharp(file, { autoOrient: true, failOn: 'none' }).toColourspace('srgb')
  return (await upright.raw().toBuffer()).toString('base64')
}
/** All but who made it, which stays. */
const { artist, ...others } = secrets
const traces = [
  ...Object.values(others),
  ...['Photoshop 3.0', '8BIM', 'Phone Maker', 'Phone 12', '2024:07:14', 'JFXX', 'MPF\0'],
]
const leaks = (file: Buffer) => traces.filter((trace) => file.includes(Buffer.from(trace, 'latin1')))

const photo = () => sharp(photograph('paint-brushes')).extract({ left: 100, top: 100, width: 320, height: 200 })
const profile = colourProfile(primaries.adobeRgb)
const jpeg = withSegments(await photo().jpeg({ quality: 92 }).toBuffer(), profileSegment(profile))
const progressive = await photo().jpeg({ progressive: true }).toBuffer()
const cmyk = await photo().toColourspace('cmyk').jpeg().toBuffer()
const png = withChunks(await photo().png().toBuffer(), profileChunk(profile))
const deepPng = await photo().ensureAlpha(0.5).toColourspace('rgb16').png().toBuffer()
const palette = await photo().png({ palette: true, colours: 16 }).toBuffer()
const webp = await photo().webp().toBuffer()
const alphaWebp = await photo().ensureAlpha(0.5).webp().toBuffer()
const lossless = await photo().webp({ lossless: true }).toBuffer()
const pixels = await photo().raw().toBuffer()

const cameraTiff = (fields: Directory['fields'] = {}, littleEndian = true) =>
  phoneTiff(
    { data: pixels, width: 320, height: 200 },
    { fields: { ...fields, 34675: { bytes: profile } }, littleEndian },
  )

describe('what the file told beside the picture is gone, and every pixel is there', () => {
  test.each([
    ['JPEG', asPhoneJpeg(jpeg, { orientation: 6 })],
    ['progressive JPEG', asPhoneJpeg(progressive, { orientation: 3 })],
    ['CMYK JPEG', asPhoneJpeg(cmyk)],
    ['PNG', asPhonePng(png, { orientation: 6 })],
    ['16-bit PNG with transparency', asPhonePng(deepPng)],
    ['PNG with a palette', asPhonePng(palette)],
    ['WebP', asPhoneWebp(webp, { width: 320, height: 200, orientation: 8 })],
    ['WebP with transparency', Buffer.concat([alphaWebp, Buffer.from(secrets.trailer)])],
    ['lossless WebP', asPhoneWebp(lossless, { width: 320, height: 200 })],
    ['TIFF', cameraTiff()],
    ['TIFF of the other byte order', cameraTiff({}, false)],
  ])('%s', async (_name, file) => {
    expect(leaks(file)).not.toEqual([])
    const bare = stripped(file)
    expect(leaks(bare)).toEqual([])
    expect(await stored(bare)).toEqual(await stored(file))
    expect(bare.includes(artist)).toBe(file.includes(artist))
    expect(bare.length).toBeLessThanOrEqual(file.length + 2_000)
  })

  test.each([
    ['JPEG', asPhoneJpeg(jpeg, { orientation: 6 }), 6],
    ['PNG', asPhonePng(png, { orientation: 5 }), 5],
    ['WebP', asPhoneWebp(webp, { width: 320, height: 200, orientation: 8 }), 8],
    ['TIFF', cameraTiff(), 6],
  ])('a %s still stands upright and keeps its colours', async (_name, file, orientation) => {
    const [before, after] = [await sharp(file).metadata(), await sharp(stripped(file)).metadata()]
    expect(after.orientation).toBe(orientation)
    expect(after.icc === undefined).toBe(before.icc === undefined)
    expect(await shown(stripped(file))).toBe(await shown(file))
    expect(after.space).toBe(before.space)
    expect(after.density).toBe(before.density)
  })

  test('an upright photo of which nobody says whose it is carries no block of ours at all', () => {
    for (const block of ['Exif', 'eXIf', 'EXIF', 'xmpmeta']) {
      for (const file of [jpeg, png, webp]) expect(stripped(file).includes(Buffer.from(block))).toBe(false)
    }
    expect(stripped(webp).equals(webp)).toBe(true)
  })

  test('doing it again changes nothing', () => {
    for (const file of [asPhoneJpeg(jpeg, { orientation: 6 }), asPhonePng(png, { orientation: 6 }), cameraTiff()]) {
      const once = stripped(file)
      expect(stripped(once).equals(once)).toBe(true)
    }
  })
})

describe('hiding places', () => {
  test('a thumbnail in the JFIF header, in its extension, in a second picture after the first', async () => {
    const jfif = Buffer.concat([
      Buffer.from('JFIF\0\x01\x02\x01\0\x48\0\x48\x02\x02', 'latin1'),
      Buffer.from('TwelveBytes!'),
    ])
    const bare = await photo().jpeg().toBuffer()
    const file = Buffer.concat([
      withSegments(
        bare,
        jpegSegment(0xe0, jfif),
        jpegSegment(0xe0, Buffer.from(`JFXX\0\x10${secrets.comment}`, 'latin1')),
        jpegSegment(0xe2, Buffer.from(`MPF\0${secrets.maker}`, 'latin1')),
      ),
      asPhoneJpeg(jpeg),
    ])
    const clean = stripped(file)
    expect(leaks(clean)).toEqual([])
    expect(clean.includes(Buffer.from('TwelveBytes!'))).toBe(false)
    expect(await stored(clean)).toEqual(await stored(bare))
    expect((await sharp(clean).metadata()).density).toBe(72)
  })

  test('a comment between the scans of a progressive JPEG', async () => {
    const secondScan = progressive.indexOf(
      Buffer.from([0xff, 0xda]),
      progressive.indexOf(Buffer.from([0xff, 0xda])) + 2,
    )
    const tables = progressive.lastIndexOf(Buffer.from([0xff, 0xc4]), secondScan)
    const file = Buffer.concat([
      progressive.subarray(0, tables),
      jpegSegment(0xfe, Buffer.from(secrets.comment)),
      progressive.subarray(tables),
    ])
    expect(leaks(file)).toEqual([secrets.comment])
    expect(stripped(file).equals(stripped(progressive))).toBe(true)
    expect(await stored(stripped(file))).toEqual(await stored(progressive))
  })

  test('chunks after the pixels, and chunks nobody knows', () => {
    const end = png.length - 12
    const file = Buffer.concat([
      png.subarray(0, end),
      textChunk(secrets.comment),
      pngChunk('tIME', Buffer.alloc(7)),
      pngChunk('prVt', Buffer.from(secrets.maker)),
      png.subarray(end),
    ])
    expect(stripped(file).equals(stripped(png))).toBe(true)
    expect(leaks(stripped(file))).toEqual([])
    const riff = asExtendedWebp(webp, {
      width: 320,
      height: 200,
      flags: 0,
      chunks: [riffChunk('prVt', Buffer.from(secrets.maker))],
    })
    expect(leaks(stripped(riff))).toEqual([])
  })

  test('a chunk of looks that is longer than it can be', () => {
    const clean = stripped(withChunks(png, pngChunk('pHYs', Buffer.from('a secret of more than nine bytes'))))
    expect(clean.includes('secret')).toBe(false)
  })

  test('a chunk of looks that comes again and again', () => {
    const words = ['first-', 'second', 'third-'].map((word) => pngChunk('bKGD', Buffer.from(word)))
    const clean = stripped(withChunks(png, ...words))
    expect(clean.toString('latin1').split('bKGD')).toHaveLength(2)
    expect(clean.includes('second') || clean.includes('third-')).toBe(false)
  })

  test('map coordinates and maker blocks in the TIFF itself', () => {
    const file = cameraTiff({
      34735: { short: [1, 1, 0, 4] },
      34737: { text: secrets.gpsArea },
      50740: { bytes: Buffer.from(secrets.maker) },
    })
    expect(leaks(stripped(file))).toEqual([])
  })

  test('a strip of a TIFF that is a JPEG of its own, and its tables', async () => {
    const strip = asPhoneJpeg(await photo().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(), { orientation: 1 })
    const tables = Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      jpegSegment(0xfe, Buffer.from(secrets.comment)),
      Buffer.from([0xff, 0xd9]),
    ])
    const [width, height] = [320, 200]
    const layout = (rows: number): Directory['fields'] => ({
      256: { long: width },
      257: { long: height },
      258: { short: [8, 8, 8] },
      259: { short: 7 },
      262: { short: 6 },
      277: { short: 3 },
      278: { long: rows },
      347: { bytes: tables },
      530: { short: [1, 1] },
    })
    const file = tiffFile([{ fields: layout(height), blocks: [{ offsetTag: 273, lengthTag: 279, bytes: strip }] }])
    expect(file.includes(secrets.serial)).toBe(true)
    expect(file.includes(secrets.comment)).toBe(true)
    const clean = stripped(file)
    for (const secret of Object.values(secrets)) expect(clean.includes(secret)).toBe(false)
    expect(stripped(clean).equals(clean)).toBe(true)
    expect(await sharp(clean).raw().toBuffer()).toEqual(await sharp(file).raw().toBuffer())

    const overlaid = { 273: { long: [8, 9] }, 279: { long: [strip.length, strip.length] } }
    const hostile = tiffFile([{ fields: { ...layout(height / 2), ...overlaid } }], { afterHead: strip })
    expect(cleanCopy(hostile)).toMatchObject({ kind: 'refused' })
  })
})

describe('a file cut short or hostile loses no pixel and does not hang', () => {
  test('a JPEG that ends in the middle of its pixels keeps all it has', async () => {
    const cut = asPhoneJpeg(jpeg).subarray(0, -secrets.trailer.length - 2_000)
    expect(leaks(stripped(cut))).toEqual([])
    expect((await stored(stripped(cut))).data).toBe((await stored(cut)).data)
    expect(stripped(cut).subarray(-500)).toEqual(cut.subarray(-500))
  })

  test('a JPEG cut at any byte is answered', () => {
    const file = asPhoneJpeg(progressive, { orientation: 6 })
    for (let length = 0; length < file.length; length += 37) {
      expect(['clean', 'refused']).toContain(cleanCopy(file.subarray(0, length)).kind)
    }
  })

  test('a scan of nothing but markers', () => {
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
    const hostile = Buffer.concat([jpeg.subarray(0, scan + 14), Buffer.alloc(1_000_000, 0xff)])
    expect(cleanCopy(hostile).kind).toBe('clean')
  })

  test('a field that points into the pixels takes none of them away', async () => {
    const file = cameraTiff({ 50740: { bytes: Buffer.alloc(9, 0x41) } })
    const tagAt = file.indexOf(Buffer.from([0x34, 0xc6, 0x07, 0x00]))
    file.writeUInt32LE(file.indexOf(pixels.subarray(0, 64)), tagAt + 8)
    expect((await stored(stripped(file))).data).toBe(pixels.toString('base64'))
  })

  test('what is no photo is refused, not passed on', () => {
    expect(cleanCopy(Buffer.from('%PDF-1.7'))).toMatchObject({ kind: 'refused', reason: 'pdf' })
    expect(cleanCopy(png.subarray(0, -20))).toMatchObject({ kind: 'refused', reason: 'truncated' })
  })
})
