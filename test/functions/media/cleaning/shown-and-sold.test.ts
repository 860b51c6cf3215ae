import { zstdCompressSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cleanCopy } from '#functions/media/cleaning/clean-copy.ts'
import { decodePhoto } from '#functions/media/decode.ts'
import { type RenderedPhoto, renderPhoto } from '#functions/media/render.ts'
import { colourProfile, primaries } from '#test/support/media/colour-profiles.ts'
import { phoneExif, phoneTiff } from '#test/support/media/exif-blocks.ts'
import { withStrayBytes } from '#test/support/media/hostile-files.ts'
import { likeness, type Pixels, seen } from '#test/support/media/likeness.ts'
import {
  asPhoneJpeg,
  asPhonePng,
  asPhoneWebp,
  exifSegment,
  photograph,
  pngChunk,
  profileChunk,
  profileSegment,
  withChunks,
  withSegments,
} from '#test/support/media/photo-files.ts'
import { nefFile } from '#test/support/media/raw-files.ts'
import { tiffFile } from '#test/support/media/tiff-file.ts'

const rendered = async (file: Buffer): Promise<RenderedPhoto> => {
  const made = await renderPhoto(file)
  if (made.kind !== 'rendered') throw new Error(made.sentence)
  return made
}
const size = { width: 600, height: 400 }
const piece = await sharp(photograph('paint-brushes'))
  .extract({ left: 200, top: 100, ...size })
  .raw()
  .toBuffer()
const photo = (data: Buffer = piece) => sharp(data, { raw: { ...size, channels: 3 } })
const jpeg = await photo().jpeg({ quality: 97, chromaSubsampling: '4:4:4' }).toBuffer()
const png = await photo().png().toBuffer()
const webp = await photo().webp().toBuffer()

/** A block that says Adobe RGB as cameras do, by the rule of DCF, and nothing else. */
const interoperability = (rule: string, colorSpace = 65_535) =>
  tiffFile([
    {
      fields: {},
      children: [
        {
          tag: 34_665,
          directories: [
            {
              fields: { 40961: { short: colorSpace } },
              children: [{ tag: 40_965, directories: [{ fields: { 1: { text: rule } } }] }],
            },
          ],
        },
      ],
    },
  ])

describe('Adobe RGB that a camera tells by Exif alone', () => {
  const profile = colourProfile(primaries.adobeRgb)
  const told = withSegments(jpeg, exifSegment(interoperability('R03')))
  const tagged = withSegments(jpeg, profileSegment(profile))

  test('is shown as with a profile, not pale', async () => {
    const [withExif, withProfile, pale] = [await rendered(told), await rendered(tagged), await rendered(jpeg)]
    const right = await seen(withProfile.display.bytes)
    expect(likeness(await seen(withExif.display.bytes), right)).toBeGreaterThan(45)
    expect(likeness(await seen(pale.display.bytes), right)).toBeLessThan(35)
  })

  test('is told to the buyer by a profile, since the Exif that said it is gone', async () => {
    const { original } = await rendered(told)
    const { icc } = await sharp(original).metadata()
    expect(icc?.includes('Compatible with Adobe RGB (1998)')).toBe(true)
    const numbers = async (file: Buffer) => sharp(file, { ignoreIcc: true }).raw().toBuffer()
    expect((await numbers(original)).equals(await numbers(jpeg))).toBe(true)
    expect(likeness(await seen(original), await seen(tagged))).toBeGreaterThan(45)
  })

  test('is shown right in the preview of a RAW file', async () => {
    const raw = nefFile({ preview: told })
    expect(likeness(await seen((await rendered(raw)).display.bytes), await seen(tagged))).toBeGreaterThan(36)
  })

  test.each([
    ['the rule of sRGB', interoperability('R98', 1)],
    ['a colour space that is sRGB all the same', interoperability('R03', 1)],
    ['an uncalibrated colour space alone, which any editor may leave behind', interoperability('', 65_535)],
  ])('%s changes nothing', async (_, exif) => {
    const { display, original } = await rendered(withSegments(jpeg, exifSegment(exif)))
    expect(display.bytes.equals((await rendered(jpeg)).display.bytes)).toBe(true)
    expect((await sharp(original).metadata()).icc).toBeUndefined()
  })

  test('a profile that the file has goes before it, and grey has no primaries', async () => {
    const p3 = colourProfile(primaries.displayP3)
    const both = withSegments(told, profileSegment(p3))
    expect((await rendered(both)).display.bytes).toEqual(
      (await rendered(withSegments(jpeg, profileSegment(p3)))).display.bytes,
    )
    const grey = await photo().greyscale().toColourspace('b-w').jpeg().toBuffer()
    const { original } = await rendered(withSegments(grey, exifSegment(interoperability('R03'))))
    expect((await sharp(original).metadata()).icc).toBeUndefined()
  })
})

describe('how a photo is turned is one and the same for who sees it and who buys it', () => {
  const exif = phoneExif({ orientation: 6 })
  const end = png.length - 12
  const files: [string, Buffer][] = [
    [
      'a PNG that says so after its pixels',
      Buffer.concat([png.subarray(0, end), pngChunk('eXIf', exif), png.subarray(end)]),
    ],
    ['a PNG that says so before', withChunks(png, pngChunk('eXIf', exif))],
    ['a JPEG', asPhoneJpeg(jpeg, { orientation: 6 })],
    [
      'a JPEG with a second, other block',
      withSegments(jpeg, exifSegment(exif), exifSegment(phoneExif({ orientation: 8 }))),
    ],
    ['a WebP', asPhoneWebp(webp, { ...size, orientation: 6 })],
    ['a TIFF', phoneTiff({ data: piece, ...size }, { orientation: 6 })],
  ]
  test.each(files)('%s', async (_, file) => {
    const made = await rendered(file)
    expect([made.width, made.height, made.display.width, made.display.height]).toEqual([400, 600, 400, 600])
    const sold = await seen(made.original)
    expect([sold.width, sold.height]).toEqual([400, 600])
    expect(likeness(await seen(made.display.bytes), sold)).toBeGreaterThan(33)
  })
})

test.each([
  ['blanks', Buffer.alloc(700, 0x20)],
  ['zeros', Buffer.alloc(3_000)],
  ['a cut header and fill bytes', Buffer.from([0x00, 0xff, 0x00, 0x41, 0xff, 0xff, 0xff])],
])('a JPEG with stray bytes between its segments (%s) is read whole, and sold without them', async (_, stray) => {
  const made = await rendered(withStrayBytes(jpeg, stray))
  expect(made.display.bytes.equals((await rendered(jpeg)).display.bytes)).toBe(true)
  expect(made.original.equals((await rendered(jpeg)).original)).toBe(true)
})

describe('a TIFF that is sound but cannot be read here is called rare, not damaged, with the cure', () => {
  const tiff = (fields: Record<number, { short: number | number[] } | { long: number | number[] }>, data: Buffer) =>
    tiffFile([
      {
        fields: {
          256: { long: 64 },
          257: { long: 64 },
          258: { short: [8, 8, 8] },
          259: { short: 1 },
          262: { short: 2 },
          277: { short: 3 },
          278: { long: 64 },
          ...fields,
        },
        blocks: [{ offsetTag: 273, lengthTag: 279, bytes: data }],
      },
    ])
  const pixels = Buffer.alloc(64 * 64 * 3, 0x70)
  const planes = {
    258: { short: [8, 8, 8] },
    259: { short: 1 },
    262: { short: 2 },
    277: { short: 3 },
    284: { short: 2 },
  }
  const inTiles = tiffFile(
    [
      {
        fields: {
          ...planes,
          256: { long: 64 },
          257: { long: 64 },
          322: { long: 64 },
          323: { long: 64 },
          324: { long: [8, 4_104, 8_200] },
          325: { long: [4_096, 4_096, 4_096] },
        },
      },
    ],
    { afterHead: pixels },
  )
  test.each([
    ['Lab of 8 bits, as Photoshop saves it', tiff({ 262: { short: 8 } }, pixels)],
    ['ICC’s Lab', tiff({ 262: { short: 9 } }, pixels)],
    ['12 bits', tiff({ 258: { short: [12, 12, 12] } }, Buffer.alloc((64 * 64 * 9) / 2, 0x55))],
    ['ZSTD', tiff({ 259: { short: 50_000 } }, zstdCompressSync(pixels))],
    ['LZMA', tiff({ 259: { short: 34_925 } }, pixels)],
    ['separate planes in tiles', inTiles],
  ])('%s', async (_, file) => {
    expect(await renderPhoto(file)).toMatchObject({
      kind: 'refused',
      reason: 'unsupported_variant',
      sentence: expect.stringMatching(/RGB.*8 or 16 bits and LZW or no compression/),
    })
  })

  test('what is really damaged is still said to be', async () => {
    const broken = await photo().tiff({ compression: 'lzw' }).toBuffer()
    broken.fill(0xff, 40, broken.length / 2)
    expect(await renderPhoto(broken)).toMatchObject({ kind: 'refused', reason: 'damaged' })
  })
})

describe('drawing from the clean copy gives the very pixels that drawing from the upload gives', () => {
  const profiles = Object.entries(primaries).map(([name, each]) => [name, colourProfile(each)] as const)
  const sixteen = sharp(
    Uint16Array.from(piece, (value) => value * 257),
    { raw: { ...size, channels: 3 } },
  )
  const cases: [string, () => Promise<Buffer>][] = [
    ...profiles.flatMap(([name, icc]): [string, () => Promise<Buffer>][] => [
      [`JPEG, ${name}`, async () => asPhoneJpeg(withSegments(jpeg, profileSegment(icc)))],
      [`PNG, ${name}`, async () => asPhonePng(withChunks(png, profileChunk(icc)))],
      [
        `16-bit PNG, ${name}`,
        async () => withChunks(await sixteen.clone().toColourspace('rgb16').png().toBuffer(), profileChunk(icc)),
      ],
    ]),
    ['progressive JPEG', async () => asPhoneJpeg(await photo().jpeg({ progressive: true }).toBuffer())],
    ['CMYK JPEG', async () => photo().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer()],
    [
      'CMYK TIFF',
      async () => photo().toColourspace('cmyk').withIccProfile('cmyk').tiff({ compression: 'lzw' }).toBuffer(),
    ],
    ['palette', async () => asPhonePng(await photo().png({ palette: true }).toBuffer())],
    ['interlaced, transparent PNG', async () => photo().ensureAlpha(0.4).png({ progressive: true }).toBuffer()],
    ['WebP', async () => asPhoneWebp(webp, size)],
    ['lossless, transparent WebP', async () => photo().ensureAlpha(0.4).webp({ lossless: true }).toBuffer()],
    ['transparent WebP', async () => photo().ensureAlpha(0.4).webp().toBuffer()],
    ...(['lzw', 'deflate', 'packbits', 'jpeg', 'none'] as const).flatMap(
      (compression): [string, () => Promise<Buffer>][] => [
        [`TIFF, ${compression}`, async () => photo().tiff({ compression }).toBuffer()],
        [`tiled TIFF, ${compression}`, async () => photo().tiff({ compression, tile: true, pyramid: true }).toBuffer()],
      ],
    ),
    ['Lab TIFF of floating point', async () => photo().toColourspace('lab').tiff({ compression: 'lzw' }).toBuffer()],
  ]
  const pixelsOf = async (input: Buffer, isTiff: boolean): Promise<Pixels> => {
    const decoded = await decodePhoto(input, { isTiff })
    if (decoded.kind === 'refused') throw new Error(decoded.sentence)
    return decoded.raster
  }
  test.each(cases)('%s', async (name, make) => {
    const file = await make()
    const copy = cleanCopy(file, { photographer: 'Jane Doe' })
    if (copy.kind === 'refused') throw new Error(copy.sentence)
    const isTiff = name.includes('TIFF')
    const [before, after] = [await pixelsOf(file, isTiff), await pixelsOf(copy.bytes, isTiff)]
    expect([after.width, after.height]).toEqual([before.width, before.height])
    expect(after.data.equals(before.data)).toBe(true)
  })
})
