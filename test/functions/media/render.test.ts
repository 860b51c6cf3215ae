import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { thumbHashToAverageRGBA } from 'thumbhash'
import { describe, expect, test } from 'vitest'
import { type RenderedPhoto, type RenderOptions, renderPhoto } from '#functions/media/render.ts'
import { colourProfile, primaries } from '#test/support/media/colour-profiles.ts'
import { phoneTiff, secrets } from '#test/support/media/exif-blocks.ts'
import { likeness, opened, type Pixels, seen } from '#test/support/media/likeness.ts'
import {
  asPhoneJpeg,
  asPhonePng,
  asPhoneWebp,
  jpegSegment,
  photograph,
  profileChunk,
  profileSegment,
  withChunks,
  withSegments,
} from '#test/support/media/photo-files.ts'
import { arwFile, cr2File, dngFile, nefFile } from '#test/support/media/raw-files.ts'

const rendered = async (file: Buffer | string, options: RenderOptions = {}): Promise<RenderedPhoto> => {
  const answer = await renderPhoto(file, options)
  if (answer.kind !== 'rendered') throw new Error(`Not rendered: ${answer.sentence}`)
  return answer
}
/** What visitors see. */
const shown = ({ display, thumbnail, displayAvif, mediumAvif, thumbnailAvif }: RenderedPhoto) => ({
  display,
  mediumAvif,
  thumbnail,
  displayAvif,
  thumbnailAvif,
})
const outputs = ({ display, thumbnail, displayAvif, mediumAvif, thumbnailAvif, web }: RenderedPhoto) => ({
  display,
  mediumAvif,
  thumbnail,
  displayAvif,
  thumbnailAvif,
  web,
})

/** A piece of a photograph, large enough that fine detail counts, small enough for many cases. */
const piece = await sharp(photograph('paint-brushes'))
  .extract({ left: 200, top: 100, width: 900, height: 600 })
  .raw()
  .toBuffer({ resolveWithObject: true })
const truth: Pixels = { data: piece.data, width: 900, height: 600 }
const eightBit = () => sharp(piece.data, { raw: { width: 900, height: 600, channels: 3 } })
const sixteenBit = () =>
  sharp(
    Uint16Array.from(piece.data, (value) => value * 257),
    { raw: { width: 900, height: 600, channels: 3 } },
  )

/** The same colours, in the numbers of another space: what an editor working in that space would save. */
const inP3 = await sharp(await eightBit().withIccProfile('p3').png().toBuffer(), { ignoreIcc: true })
  .raw()
  .toBuffer()
const p3Pixels = () => sharp(inP3, { raw: { width: 900, height: 600, channels: 3 } })
const p3Pixels16 = () =>
  sharp(
    Uint16Array.from(inP3, (value) => value * 257),
    { raw: { width: 900, height: 600, channels: 3 } },
  )
const p3 = colourProfile(primaries.displayP3)
const srgb = colourProfile(primaries.srgb, 'Not a name anyone knows')

const jpeg = await eightBit().jpeg({ quality: 97, chromaSubsampling: '4:4:4' }).toBuffer()
const png = await eightBit().png().toBuffer()
const webp = await eightBit().webp({ quality: 97 }).toBuffer()

// 4:2:0 at quality 85 costs these saturated bristles about this much, whatever the container.
const asGoodAsJpeg85 = 36
const cases: [string, Buffer][] = [
  ['baseline JPEG', jpeg],
  ['progressive JPEG', await eightBit().jpeg({ quality: 97, progressive: true }).toBuffer()],
  ['JPEG with an sRGB profile under another name', withSegments(jpeg, profileSegment(srgb))],
  ['JPEG in Display P3', withSegments(await p3Pixels().jpeg({ quality: 97 }).toBuffer(), profileSegment(p3))],
  ['PNG', png],
  ['interlaced PNG', await eightBit().png({ progressive: true }).toBuffer()],
  ['PNG with full transparency information', await eightBit().ensureAlpha(1).png().toBuffer()],
  ['16-bit PNG', await sixteenBit().toColourspace('rgb16').png().toBuffer()],
  [
    '16-bit PNG in Display P3',
    withChunks(await p3Pixels16().toColourspace('rgb16').png().toBuffer(), profileChunk(p3)),
  ],
  ['WebP', webp],
  ['lossless WebP', await eightBit().webp({ lossless: true }).toBuffer()],
  ['TIFF', await eightBit().tiff({ compression: 'lzw' }).toBuffer()],
  ['tiled TIFF', await eightBit().tiff({ compression: 'deflate', tile: true }).toBuffer()],
  ['TIFF with smaller copies', await eightBit().tiff({ compression: 'deflate', tile: true, pyramid: true }).toBuffer()],
  ['16-bit TIFF', await sixteenBit().toColourspace('rgb16').tiff({ compression: 'deflate' }).toBuffer()],
  ['Lab TIFF', await eightBit().toColourspace('lab').tiff({ compression: 'lzw' }).toBuffer()],
  ['floating-point TIFF', await eightBit().toColourspace('scrgb').tiff({ compression: 'lzw' }).toBuffer()],
]
describe('whatever the container, the display is the photo', () => {
  test.each(cases)('%s', async (_name, file) => {
    const { display, width, height } = await rendered(file)
    expect({ width, height }).toEqual({ width: 900, height: 600 })
    expect(likeness(await seen(display.bytes), truth)).toBeGreaterThan(asGoodAsJpeg85)
  })

  test('CMYK JPEG, its inks turned into light', async () => {
    const cmyk = await eightBit().toColourspace('cmyk').jpeg({ quality: 97, chromaSubsampling: '4:4:4' }).toBuffer()
    expect(likeness(await seen((await rendered(cmyk)).display.bytes), await seen(cmyk))).toBeGreaterThan(asGoodAsJpeg85)
  })

  test.each(['grey JPEG', '16-bit grey PNG'])('%s', async (name) => {
    const grey = eightBit().greyscale()
    const file =
      name === 'grey JPEG'
        ? await grey.toColourspace('b-w').jpeg({ quality: 97 }).toBuffer()
        : await grey.toColourspace('grey16').png().toBuffer()
    const expected = await seen(await grey.png().toBuffer())
    expect(likeness(await seen((await rendered(file)).display.bytes), expected)).toBeGreaterThan(asGoodAsJpeg85)
  })

  test('transparent areas become white, half transparent ones lighter', async () => {
    const rgba = Buffer.alloc(40 * 10 * 4)
    for (let pixel = 0; pixel < 400; pixel += 1) rgba.set([0, 0, 0, pixel % 40 < 20 ? 0 : 128], pixel * 4)
    const file = await sharp(rgba, { raw: { width: 40, height: 10, channels: 4 } })
      .png()
      .toBuffer()
    const { data } = await seen((await rendered(file)).display.bytes)
    expect(data[5 * 3]).toBeGreaterThan(250)
    expect(data[35 * 3]).toBeGreaterThan(120)
    expect(data[35 * 3]).toBeLessThan(135)
  })
})

const file = photograph('nuthatch')
const photo = await rendered(file)
const full = await seen(file)

describe('a photo from the camera', () => {
  const reference = async (longestSide: number): Promise<Pixels> => {
    const { data, info } = await sharp(full.data, { raw: { width: full.width, height: full.height, channels: 3 } })
      .resize(longestSide)
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  }

  test('is shown at 2048 and 480 pixels in two formats each, and at 1024 for dense screens', () => {
    expect(photo).toMatchObject({
      width: 6028,
      height: 3391,
      display: { width: 2048, height: 1152, contentType: 'image/jpeg' },
      displayAvif: { width: 2048, height: 1152, contentType: 'image/avif' },
      mediumAvif: { width: 1024, height: 576, contentType: 'image/avif' },
      thumbnail: { width: 480, height: 270, contentType: 'image/jpeg' },
      thumbnailAvif: { width: 480, height: 270, contentType: 'image/avif' },
    })
  })

  test.each([
    [1, 1],
    [3, 5],
    [2047, 3],
    [1365, 1023],
  ])('of %i by %i pixels, AVIF keeps every one of them', async (width, height) => {
    const create = { width, height, channels: 3, background: '#c86420' } as const
    const all = await rendered(await sharp({ create }).png().toBuffer())
    for (const name of ['displayAvif', 'mediumAvif', 'thumbnailAvif'] as const) {
      const { bytes, ...said } = all[name]
      const decoded = await seen(bytes)
      expect(said, name).toMatchObject({ contentType: 'image/avif', width: decoded.width, height: decoded.height })
      expect(
        likeness(
          decoded,
          await seen(await sharp({ create }).resize(decoded.width, decoded.height, { fit: 'fill' }).png().toBuffer()),
        ),
        name,
      ).toBeGreaterThan(38)
    }
    expect(all.displayAvif).toMatchObject({ width, height })
  })

  test('is encoded as JPEG of quality 85', () => {
    const { bytes } = photo.display
    const table = bytes.indexOf(Buffer.from([0xff, 0xdb])) + 5
    // Annex K of the JPEG standard scaled to 30%, as quality 85 stands for.
    expect([...bytes.subarray(table, table + 8)]).toEqual([5, 3, 4, 4, 4, 3, 5, 4])
  })

  test('looks as the original shrunk with care does', async () => {
    const [large, middle, small] = [await reference(2048), await reference(1024), await reference(480)]
    expect(likeness(await seen(photo.display.bytes), large)).toBeGreaterThan(38)
    expect(likeness(await seen(photo.displayAvif.bytes), large)).toBeGreaterThan(36)
    expect(likeness(await seen(photo.mediumAvif.bytes), middle)).toBeGreaterThan(35)
    expect(likeness(await seen(photo.thumbnail.bytes), small)).toBeGreaterThan(36)
    expect(likeness(await seen(photo.thumbnailAvif.bytes), small)).toBeGreaterThan(35)
  })

  test('costs its visitors fewer bytes in the newer format', () => {
    expect(photo.displayAvif.bytes.length).toBeLessThan(photo.display.bytes.length)
    expect(photo.thumbnailAvif.bytes.length).toBeLessThan(photo.thumbnail.bytes.length)
  })

  test('has a placeholder of its average colour', async () => {
    const { r, g, b } = thumbHashToAverageRGBA(Buffer.from(photo.thumbhash, 'base64'))
    const { channels } = await sharp(photo.thumbnail.bytes).stats()
    for (const [index, value] of [r, g, b].entries()) {
      expect(value * 255).toBeGreaterThan((channels[index]?.mean ?? 0) - 20)
      expect(value * 255).toBeLessThan((channels[index]?.mean ?? 0) + 20)
    }
  })

  test('is the same whether it comes as bytes or as a file, and each time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'render-'))
    const path = join(folder, 'upload')
    writeFileSync(path, file)
    try {
      expect(await rendered(path)).toEqual(photo)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

test('a photo smaller than the display is never enlarged', async () => {
  const small = await eightBit().resize(300, 200).jpeg().toBuffer()
  for (const output of Object.values(outputs(await rendered(small)))) {
    expect(output).toMatchObject({ width: 300, height: 200 })
  }
})

test.each([
  [1, 1],
  [12_000, 2],
  [3, 9_000],
])('a photo of %i by %i pixels is rendered and marked', async (width, height) => {
  const sliver = await sharp({ create: { width, height, channels: 3, background: '#777' } })
    .png()
    .toBuffer()
  const photo = await rendered(sliver, { watermark: { text: 'Jane Doe' } })
  expect(photo).toMatchObject({ width, height })
  expect(Math.max(photo.display.width, photo.display.height)).toBeLessThanOrEqual(2048)
  expect(photo.thumbhash).not.toBe('')
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('held in way %i, a phone photo is shown upright', async (orientation) => {
  // Laid down so that the orientation stands it up again: 3 turns half, 6 and 8 turn a quarter, the even others mirror.
  const lay: Record<number, (image: Sharp) => Sharp> = {
    1: (image) => image,
    2: (image) => image.flop(),
    3: (image) => image.rotate(180),
    4: (image) => image.flip(),
    5: (image) => image.flip().rotate(90),
    6: (image) => image.rotate(270),
    7: (image) => image.flip().rotate(270),
    8: (image) => image.rotate(90),
  }
  const laid = await (lay[orientation] ?? ((image) => image))(eightBit()).png().toBuffer()
  const file = asPhoneJpeg(await sharp(laid).jpeg({ quality: 97 }).toBuffer(), { orientation })
  const { width, height, display } = await rendered(file)
  expect({ width, height }).toEqual({ width: 900, height: 600 })
  expect(likeness(await seen(display.bytes), truth)).toBeGreaterThan(35)
})

test.each([
  ['PNG', asPhonePng(await eightBit().rotate(270).png().toBuffer(), { orientation: 6 })],
  [
    'WebP',
    asPhoneWebp(await eightBit().rotate(270).webp({ quality: 97 }).toBuffer(), {
      width: 600,
      height: 900,
      orientation: 6,
    }),
  ],
  [
    'TIFF',
    await sharp(await eightBit().rotate(270).tiff().toBuffer())
      .withMetadata({ orientation: 6 })
      .tiff()
      .toBuffer(),
  ],
])('a %s laid on its side is shown upright too', async (_name, laid) => {
  const { width, height, display } = await rendered(laid)
  expect({ width, height }).toEqual({ width: 900, height: 600 })
  expect(likeness(await seen(display.bytes), truth)).toBeGreaterThan(35)
})

describe('what leaves carries nothing but pixels', () => {
  const traces = [
    ...Object.values(secrets),
    ...[
      'Exif',
      'EXIF',
      'ns.adobe.com',
      'xmpmeta',
      'Photoshop',
      '8BIM',
      'ICC_PROFILE',
      'ICCP',
      'Phone Maker',
      '2024:07:14',
    ],
  ]
  test.each([
    ['JPEG', asPhoneJpeg(withSegments(jpeg, profileSegment(p3)), { orientation: 6 })],
    ['PNG', asPhonePng(png)],
    ['WebP', asPhoneWebp(webp, { width: 900, height: 600 })],
    ['TIFF', phoneTiff(truth)],
    ['RAW', cr2File({ preview: asPhoneJpeg(jpeg), thumbnail: jpeg })],
    [
      'a picture with an archive behind it',
      Buffer.concat([jpeg, Buffer.from('PK\x03\x04'), Buffer.from(secrets.trailer)]),
    ],
  ])('%s', async (_name, file) => {
    for (const watermark of [undefined, { text: 'Sample' }]) {
      for (const [name, { bytes }] of Object.entries(shown(await rendered(file, { watermark })))) {
        const leaked = traces.filter((trace) => bytes.includes(Buffer.from(trace)))
        expect({ name, leaked }).toEqual({ name, leaked: [] })
        const { exif, xmp, iptc, icc, comments, orientation } = await opened(bytes, (image) => image.metadata())
        expect({ exif, xmp, iptc, icc, comments, orientation }).toEqual({})
      }
    }
  })

  test('but for the buyers’ file, which says who made it, and nothing else', async () => {
    const { web, display } = await rendered(asPhoneJpeg(jpeg), { photographer: 'Jane Doe' })
    const said = [secrets.artist, 'Exif', 'ns.adobe.com', 'xmpmeta']
    expect(traces.filter((trace) => web.bytes.includes(Buffer.from(trace))).toSorted()).toEqual(said.toSorted())
    expect((await seen(web.bytes)).data.equals((await seen(display.bytes)).data)).toBe(true)
  })
})

describe('a RAW file is shown by the preview inside it', () => {
  test.each([
    ['CR2', cr2File],
    ['NEF', nefFile],
    ['ARW', arwFile],
    ['DNG', dngFile],
  ])('%s: the largest, upright', async (_name, build) => {
    const small = await eightBit().resize(160).jpeg().toBuffer()
    const photo = await rendered(build({ preview: jpeg, thumbnail: small, orientation: 6 }))
    expect(photo).toMatchObject({ width: 600, height: 900, capturedAt: '2023-11-02T08:15:30' })
    const turned = await sharp(piece.data, { raw: { width: 900, height: 600, channels: 3 } })
      .rotate(90)
      .png()
      .toBuffer()
    expect(likeness(await seen(photo.display.bytes), await seen(turned))).toBeGreaterThan(36)
  })

  test('a preview that is broken gives way to the next', async () => {
    const photo = await rendered(
      cr2File({ preview: jpeg.subarray(0, 4_000), thumbnail: await eightBit().resize(160).jpeg().toBuffer() }),
    )
    expect(photo).toMatchObject({ width: 160, height: 107 })
  })

  test('none to be had: it is kept, and its owner told', async () => {
    expect(await renderPhoto(nefFile({}))).toEqual({
      kind: 'without-preview',
      sentence: expect.stringContaining('This RAW file holds no preview'),
    })
  })

  test('a preview that says itself how it was held is turned once', async () => {
    const photo = await rendered(cr2File({ preview: asPhoneJpeg(jpeg, { orientation: 6 }), orientation: 6 }))
    expect(photo).toMatchObject({ width: 600, height: 900 })
  })
})

describe('a file that cannot be rendered is answered with a reason', () => {
  const half = (file: Buffer) => file.subarray(0, file.length / 2)
  const damagedPng = Buffer.from(png)
  damagedPng.fill(0x55, damagedPng.length >> 1, (damagedPng.length >> 1) + 50)
  const damagedScan = Buffer.from(photograph('paint-brushes'))
  damagedScan.fill(0xf7, damagedScan.length >> 2, (damagedScan.length >> 2) + 400)
  test.each([
    ['half a JPEG', half(jpeg), 'truncated'],
    ['half a progressive JPEG', half(photograph('aitzgorri-ridge')), 'truncated'],
    ['a damaged PNG', damagedPng, 'damaged'],
    ['a JPEG with damage in its pixels', damagedScan, 'damaged'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'pdf'],
  ])('%s', async (_name, file, reason) => {
    expect(await renderPhoto(file)).toMatchObject({ kind: 'refused', reason })
  })

  test('a TIFF with damage in its pixels is refused, with a flaw in its thumbnail alone it is not', async () => {
    const damaged = await eightBit().tiff({ compression: 'lzw' }).toBuffer()
    for (let index = 0; index < 200; index += 1) damaged[(damaged.length >> 1) + index] = (index * 73 + 11) & 255
    expect(await renderPhoto(damaged)).toMatchObject({ kind: 'refused', reason: 'damaged' })
    // The thumbnail of this builder says nothing of where its strips are.
    const flawed = phoneTiff(truth, { orientation: 1 })
    expect(likeness(await seen((await rendered(flawed)).display.bytes), truth)).toBeGreaterThan(36)
  })

  test('no such file is no fault of the photo', async () => {
    await expect(renderPhoto('/nowhere/photo.jpg')).rejects.toThrow('ENOENT')
  })

  test('padding that cameras leave before the end is forgiven', async () => {
    const padded = Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(4), jpeg.subarray(-2)])
    expect(likeness(await seen((await rendered(padded)).display.bytes), truth)).toBeGreaterThan(36)
  })

  test('a profile that is none is left out', async () => {
    const odd = withSegments(
      jpeg,
      jpegSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), Buffer.alloc(300, 7)])),
    )
    expect(likeness(await seen((await rendered(odd)).display.bytes), truth)).toBeGreaterThan(36)
  })
})

const clean = await rendered(jpeg)
const marked = await rendered(jpeg, { watermark: { text: 'Jane Doe' } })

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  [
    'GIF',
    await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
      .gif()
      .toBuffer(),
  ],
  [
    'AVIF',
    await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
      .avif({ effort: 0 })
      .toBuffer(),
  ],
])('the decoder of %s is shut, should recognition ever let one through', async (_name, stranger) => {
  await expect(sharp(stranger).toBuffer()).rejects.toThrow(/unsupported image format|operation is blocked/)
})

describe('a watermark', () => {
  test('is burned into all that visitors see', async () => {
    for (const name of ['display', 'thumbnail', 'displayAvif', 'mediumAvif', 'thumbnailAvif'] as const) {
      expect(likeness(await seen(marked[name].bytes), await seen(clean[name].bytes))).toBeLessThan(30)
    }
  })

  test('is not in the file that buyers get', () => {
    expect(marked.web).toEqual(clean.display)
  })

  test('absent, the buyer gets the display itself', () => {
    expect(clean.web).toEqual(clean.display)
  })
})
