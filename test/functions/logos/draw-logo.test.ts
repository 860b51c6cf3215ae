import { describe, expect, test } from 'vitest'
import { drawLogo } from '#functions/logos/draw-logo.ts'
import { sharp } from '#functions/media/hardened-sharp.ts'
import { limits } from '#schema/limits.ts'
import { withEmptyChunks, withFillBefore, withSegmentsBefore } from '#test/support/media/hostile-files.ts'
import {
  asPhoneJpeg,
  asPhonePng,
  compressedTextChunk,
  photograph,
  pngChunk,
  withChunks,
} from '#test/support/media/photo-files.ts'

type Colour = { r: number; g: number; b: number; alpha: number }
const amber: Colour = { r: 235, g: 154, b: 31, alpha: 1 }
const nothing: Colour = { r: 0, g: 0, b: 0, alpha: 0 }
const plain = (width: number, height: number, background: Colour = amber) =>
  sharp({ create: { width, height, channels: 4, background } })
const png = (width: number, height: number, background?: Colour) => plain(width, height, background).png().toBuffer()
const drawn = async (bytes: Buffer) => {
  const logo = await drawLogo(bytes)
  if (logo.kind === 'refused') throw new Error(logo.sentence)
  return logo
}
const sentence = async (bytes: Buffer) => {
  const logo = await drawLogo(bytes)
  return logo.kind === 'refused' ? logo.sentence : 'drawn'
}
const opaque = async (bytes: Buffer) => (await sharp(bytes).stats()).isOpaque

describe('a logo', () => {
  test.each([
    [1_600, 400, { width: 800, height: 200 }, { width: 400, height: 100 }],
    [300, 900, { width: 80, height: 240 }, { width: 40, height: 120 }],
    [200, 60, { width: 200, height: 60 }, { width: 200, height: 60 }],
    [800, 240, { width: 800, height: 240 }, { width: 400, height: 120 }],
  ])(
    'of %i by %i pixels fits the room of pages and mails, and is never enlarged',
    async (width, height, page, mail) => {
      const logo = await drawn(await png(width, height))
      expect({ width: logo.width, height: logo.height }).toEqual(page)
      expect(await sharp(logo.page).metadata()).toMatchObject({ format: 'webp', ...page })
      expect(await sharp(logo.mail).metadata()).toMatchObject({ format: 'png', ...mail })
    },
  )

  test('keeps what is transparent, and loses what is transparent around it', async () => {
    const mark = await png(400, 100)
    const bytes = await plain(2_000, 1_200, nothing)
      .composite([
        { input: mark, left: 300, top: 400 },
        { input: mark, left: 300, top: 700 },
      ])
      .png()
      .toBuffer()
    const logo = await drawn(bytes)
    // 400 by 400 of it can be seen.
    expect([logo.width, logo.height]).toEqual([240, 240])
    expect([await opaque(logo.page), await opaque(logo.mail)]).toEqual([false, false])
    const { data, info } = await sharp(logo.page).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
    expect(at(5, Math.round(info.height / 2))[3]).toBe(0)
    expect(at(5, 5)).toEqual([235, 154, 31, 255])
  })

  test.each(['jpeg', 'webp'] as const)('may be %s as well', async (format) => {
    const bytes = await plain(600, 200).flatten({ background: '#fff' }).toFormat(format).toBuffer()
    expect(await drawn(bytes)).toMatchObject({ width: 600, height: 200 })
  })

  test('that is a photograph stays small', async () => {
    const logo = await drawn(photograph('mountain-sunset'))
    expect(logo.page.length).toBeLessThan(60_000)
    expect(logo.mail.length).toBeLessThan(60_000)
  })

  test('goes out without anything of its file but pixels, upright', async () => {
    const photo = await sharp(photograph('mountain-sunset')).resize(400, 200, { fit: 'cover' }).jpeg().toBuffer()
    for (const bytes of [
      asPhoneJpeg(photo, { orientation: 6 }),
      asPhonePng(await sharp(photo).png().toBuffer(), { orientation: 6 }),
    ]) {
      const logo = await drawn(bytes)
      expect(logo.width).toBeLessThan(logo.height)
      for (const file of [logo.page, logo.mail]) {
        const { exif, icc, xmp, iptc, orientation, comments } = await sharp(file).metadata()
        expect({ exif, icc, xmp, iptc, orientation, comments }).toEqual({})
      }
    }
  })

  test('is the same bytes each time', async () => {
    const bytes = await png(640, 200)
    expect(await drawLogo(bytes)).toEqual(await drawLogo(bytes))
  })
})

describe('refused with a sentence, before anything is decoded', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.each([
    ['an SVG', Buffer.from(svg), /SVG drawings are not taken/],
    ['an SVG behind an XML declaration', Buffer.from(`<?xml version="1.0"?>\n<!-- a logo -->${svg}`), /SVG/],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>'), /cannot be used as a logo/],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00'), /is a GIF/],
    ['a PDF', Buffer.from('%PDF-1.7 /JavaScript'), /is a PDF/],
    ['nothing', Buffer.alloc(0), /is empty/],
    ['noise', Buffer.from(Array.from({ length: 3_000 }, (_, n) => (n * 7_919) & 255)), /cannot be used as a logo/],
    ['a program', Buffer.from('MZ\x90\x00'), /cannot be used as a logo/],
  ])('%s', async (_, bytes, said) => {
    expect(await sentence(bytes)).toMatch(said)
  })

  test('a TIFF, which a photo may be', async () => {
    expect(await sentence(await plain(300, 100).tiff().toBuffer())).toMatch(/Please choose a PNG, JPEG or WebP file/)
  })

  test('more pixels than a logo has, in however few bytes', async () => {
    const flood = Buffer.from(await png(64, 64))
    flood.writeUInt32BE(5_001, 16)
    flood.writeUInt32BE(5_000, 20)
    expect(flood.length).toBeLessThan(1_000)
    expect(await sentence(flood)).toMatch(/more than 25 megapixels/)
    expect(5_001 * 5_000).toBeGreaterThan(limits.logo.maxPixels)
  })

  test('a compressed text that unpacks to more than any logo holds', async () => {
    const bomb = withChunks(await png(300, 100), compressedTextChunk(Buffer.alloc(40_000_000, 0x41)))
    expect(bomb.length).toBeLessThan(limits.logo.maxBytes)
    expect(await sentence(bomb)).toMatch(/far more metadata/)
  })

  test('an animation', async () => {
    expect(await sentence(withChunks(await png(300, 100), pngChunk('acTL', Buffer.alloc(8))))).toMatch(/animation/)
  })

  test('one that was cut short, and one whose pixels are damaged', async () => {
    const whole = await sharp(photograph('mountain-sunset')).resize(600, 200).png().toBuffer()
    expect(await sentence(whole.subarray(0, whole.length / 2))).toMatch(/incomplete/)
    const broken = Buffer.from(whole)
    broken.fill(0x55, 5_000, 5_100)
    expect(await sentence(broken)).toMatch(/damaged/)
  })

  test('one of which nothing can be seen', async () => {
    expect(await sentence(await png(400, 200, nothing))).toMatch(/all of it is transparent/)
  })

  test('one that is a line', async () => {
    expect(await sentence(await png(2_000, 4))).toMatch(/too small or too narrow/)
    expect(await sentence(await png(3, 3))).toMatch(/too small or too narrow/)
  })
})

test('files that are made to cost more than a logo are drawn or refused within a moment', async () => {
  const jpeg = await plain(600, 200).flatten().jpeg().toBuffer()
  const files = [
    withEmptyChunks(await png(300, 100), 150_000),
    withSegmentsBefore(jpeg, 400_000),
    withFillBefore(jpeg, 1_900_000),
    await plain(5_000, 5_000).png({ progressive: true }).toBuffer(),
  ]
  for (const bytes of files) {
    expect(bytes.length).toBeLessThan(limits.logo.maxBytes)
    const before = process.cpuUsage()
    await drawLogo(bytes)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000_000).toBeLessThan(10)
  }
})
