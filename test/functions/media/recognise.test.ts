import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { recognise } from '#functions/media/recognise.ts'
import { phoneDirectory } from '#test/support/media/exif-blocks.ts'
import { tiffOfFilledJpegs } from '#test/support/media/hostile-files.ts'
import {
  asExtendedWebp,
  asPhoneJpeg,
  asPhonePng,
  asPhoneWebp,
  compressedTextChunk,
  jpegSegment,
  photograph,
  pngChunk,
  profileChunk,
  riffChunk,
  withChunks,
  withSegments,
} from '#test/support/media/photo-files.ts'
import { arwFile, cr2File, dngFile, nefFile } from '#test/support/media/raw-files.ts'
import { tiffFile } from '#test/support/media/tiff-file.ts'

const plain = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#c84' } })
const jpeg = await plain().jpeg().toBuffer()
const png = await plain().png().toBuffer()
const webp = await plain().webp().toBuffer()
const tiff = await plain().tiff({ compression: 'lzw' }).toBuffer()
const progressive = await plain().jpeg({ progressive: true }).toBuffer()
const cmyk = await plain().toColourspace('cmyk').jpeg().toBuffer()
const lossless = await plain().webp({ lossless: true }).toBuffer()
const tiled = await plain().tiff({ tile: true }).toBuffer()
const gif = await plain().gif().toBuffer()
const avif = await plain().avif({ effort: 0 }).toBuffer()

describe('a photo is told by its bytes', () => {
  test.each([
    ['JPEG', jpeg, 'jpeg'],
    ['progressive JPEG', progressive, 'jpeg'],
    ['CMYK JPEG', cmyk, 'jpeg'],
    ['PNG', png, 'png'],
    ['WebP', webp, 'webp'],
    ['lossless WebP', lossless, 'webp'],
    ['TIFF', tiff, 'tiff'],
    ['tiled TIFF', tiled, 'tiff'],
  ])('%s', (_name, file, format) => {
    expect(recognise(file)).toMatchObject({ kind: 'photo', format, width: 60, height: 40, orientation: 1 })
  })

  test('from its path as from its bytes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'recognise-'))
    const path = join(folder, 'upload')
    writeFileSync(path, photograph('nuthatch'))
    try {
      expect(recognise(path)).toEqual(recognise(photograph('nuthatch')))
      expect(recognise(path)).toMatchObject({ width: 6028, height: 3391 })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test.each([
    ['JPEG', asPhoneJpeg(jpeg, { orientation: 6 })],
    ['PNG', asPhonePng(png, { orientation: 6 })],
    ['WebP', asPhoneWebp(webp, { width: 60, height: 40, orientation: 6 })],
    ['TIFF', tiffPage(phoneDirectory({ orientation: 6 }))],
  ])('how a %s was held and when it was taken', (_name, file) => {
    expect(recognise(file)).toMatchObject({ kind: 'photo', orientation: 6, capturedAt: '2024-07-14T19:03:21+01:00' })
  })

  const named = (make: string, model: string, body?: string) =>
    recognise(
      tiffPage({
        fields: { 271: { text: make }, 272: { text: model } },
        children: body === undefined ? [] : [{ tag: 34_665, directories: [{ fields: { 42033: { text: body } } }] }],
      }),
    )
  test.each([
    ['Canon', 'Canon EOS R5', '032021001234', 'Canon EOS R5 032021001234'],
    ['NIKON CORPORATION', 'NIKON Z 9', '2001234', 'NIKON Z 9 2001234'],
    ['FUJIFILM', 'X-T5', undefined, 'FUJIFILM X-T5'],
    ['', 'iPhone 15', undefined, 'iPhone 15'],
    ['Canon', '', '032021001234', undefined],
    ['Canon', '  Canon\u0007 EOS R5 ', ' 12 ', 'Canon EOS R5 12'],
  ])('the camera of “%s”, “%s” and “%s” has one name', (make, model, body, camera) => {
    expect(named(make, model, body)).toMatchObject({ camera })
  })

  test('of a camera’s name so much is kept that its number still tells it from others', () => {
    const camera = `${'M'.repeat(55)} ${'9'.repeat(24)}`
    expect(named('M'.repeat(300), 'x'.repeat(300), '9'.repeat(300))).toMatchObject({ camera })
  })

  test('a camera whose clock was never set tells no time', () => {
    const never = tiffPage({ fields: { 306: { text: '0000:00:00 00:00:00' } } })
    const impossible = tiffPage({ fields: { 306: { text: '2023:02:31 10:00:00' } } })
    expect([recognise(never), recognise(impossible)]).toMatchObject([
      { capturedAt: undefined },
      { capturedAt: undefined },
    ])
  })
})

function tiffPage({ fields = {}, children = [] }: Partial<ReturnType<typeof phoneDirectory>>, kind = 0) {
  return tiffFile([page({ fields, children }, kind)])
}

function page({ fields = {}, children = [] }: Partial<ReturnType<typeof phoneDirectory>>, kind = 0) {
  return {
    fields: {
      ...fields,
      254: { long: kind },
      256: { long: 8 },
      257: { long: 8 },
      258: { short: [8, 8, 8] },
      259: { short: 1 },
      262: { short: 2 },
      277: { short: 3 },
      278: { long: 8 },
    },
    children,
    blocks: [{ offsetTag: 273, lengthTag: 279, bytes: Buffer.alloc(192, 0x40) }],
  }
}

describe('a RAW file is told by its layout', () => {
  test.each([
    ['raw-cr2', cr2File],
    ['raw-nef', nefFile],
    ['raw-arw', arwFile],
    ['raw-dng', dngFile],
  ])('%s, with the preview inside it', (format, build) => {
    expect(recognise(build({ preview: jpeg, orientation: 8 }))).toMatchObject({
      kind: 'raw',
      format,
      orientation: 8,
      previews: [{ width: 60, height: 40, length: jpeg.length }],
    })
  })

  test('a TIFF from the same maker without sensor data is a TIFF', () => {
    expect(recognise(tiffPage({ fields: { 271: { text: 'NIKON CORPORATION' } } }))).toMatchObject({ format: 'tiff' })
  })
})

describe('what is no photo is refused in plain words, whatever its name', () => {
  const page2 = page({})
  const cases: [string, Buffer, string, string][] = [
    ['an empty file', Buffer.alloc(0), 'empty', 'This file is empty.'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'pdf', 'This file is a PDF, not a photo.'],
    ['a ZIP', Buffer.from('PK\x03\x04rest'), 'zip', 'This file is a ZIP archive or an office document, not a photo.'],
    ['a Windows program', Buffer.from('MZ\x90\0rest'), 'program', 'This file is a program, not a photo.'],
    ['a web page', Buffer.from('\n<!DOCTYPE html><html>'), 'web_page', 'This file is a web page, not a photo.'],
    ['a commented web page', Buffer.from('<!-- hi --><HTML>'), 'web_page', 'This file is a web page, not a photo.'],
    [
      'a web page behind many comments',
      Buffer.from(`<?xml version="1.0"?>${'<!---->'.repeat(500)}<html>`),
      'web_page',
      'This file is a web page, not a photo.',
    ],
    [
      'comments and nothing else',
      Buffer.from('<!---->'.repeat(500)),
      'unknown',
      'This file is not a photo we can read.',
    ],
    ['a script', Buffer.from('#!/bin/sh\n'), 'program', 'This file is a program, not a photo.'],
    ['an SVG', Buffer.from('<?xml version="1.0"?><svg xmlns=""/>'), 'svg', 'This file is an SVG drawing, not a photo.'],
    ['a GIF', gif, 'gif', 'This file is a GIF.'],
    ['a HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'heic', 'This file is a HEIC photo.'],
    ['an AVIF', avif, 'avif', 'This file is an AVIF image.'],
    ['a film', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0', 'latin1'), 'video', 'This file is a video'],
    ['a Canon CR3', Buffer.from('\0\0\0\x18ftypcrx \0\0\0\0', 'latin1'), 'unsupported_raw', 'This kind of RAW file'],
    ['a Photoshop file', Buffer.from('8BPS\0\x01'), 'photoshop', 'This file is a Photoshop document.'],
    ['words', Buffer.from('Dear photographer,'), 'unknown', 'This file is not a photo we can read.'],
    ['one byte', Buffer.from([0xff]), 'unknown', 'This file is not a photo we can read.'],
    [
      'an animated WebP',
      asExtendedWebp(webp, { width: 60, height: 40, flags: 2, chunks: [riffChunk('ANIM', Buffer.alloc(6))] }),
      'animated',
      'This file is an animation, not a photo.',
    ],
    ['an animated PNG', withChunks(png, pngChunk('acTL', Buffer.alloc(8))), 'animated', 'This file is an animation'],
    ['a TIFF of two pages', tiffFile([page2, page2]), 'several_pages', 'This TIFF holds several pages.'],
    ['a BigTIFF', Buffer.from('II+\0\x08\0\0\0', 'latin1'), 'unsupported_variant', 'This photo uses a rare variant'],
  ]
  test.each(cases)('%s', (_name, file, reason, sentence) => {
    const refused = recognise(file)
    expect(refused).toMatchObject({ kind: 'refused', reason })
    expect(refused).toHaveProperty('sentence', expect.stringContaining(sentence))
  })

  test('a thumbnail and a mask beside the picture do not make a TIFF of several pages', () => {
    expect(recognise(tiffFile([page({}), page({}, 1), page({}, 4)]))).toMatchObject({ kind: 'photo' })
  })
})

describe('a file cut short is refused before it is decoded', () => {
  test.each([
    ['JPEG', jpeg.subarray(0, 100)],
    ['PNG', png.subarray(0, -20)],
    ['WebP', webp.subarray(0, -20)],
    ['TIFF', tiffPage({}).subarray(0, 150)],
    ['RAW', nefFile({ preview: jpeg }).subarray(0, 700)],
  ])('%s', (_name, file) => {
    expect(recognise(file)).toMatchObject({ kind: 'refused', reason: 'truncated' })
  })
})

describe('a flood is refused by its header, in bounded time and memory', () => {
  const floodedJpeg = () => {
    const flood = Buffer.from(jpeg)
    const frame = flood.indexOf(Buffer.from([0xff, 0xc0]))
    flood.writeUInt16BE(65_500, frame + 5)
    flood.writeUInt16BE(65_500, frame + 7)
    return flood
  }
  const floodedPng = () => {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(65_500, 0)
    header.writeUInt32BE(65_500, 4)
    header.set([8, 2, 0, 0, 0], 8)
    return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(33)])
  }
  const floodedTiff = () => {
    const flood = page({})
    return tiffFile([{ ...flood, fields: { ...flood.fields, 256: { long: 65_500 }, 257: { long: 65_500 } } }])
  }
  const floodedWebp = () => {
    const flood = Buffer.from(webp)
    const frame = flood.indexOf(Buffer.from([0x9d, 0x01, 0x2a]))
    flood.writeUInt16LE(16_383, frame + 3)
    flood.writeUInt16LE(16_383, frame + 5)
    return flood
  }
  test.each([
    ['JPEG of 65 500 by 65 500', floodedJpeg()],
    ['PNG of 65 500 by 65 500', floodedPng()],
    ['TIFF of 65 500 by 65 500', floodedTiff()],
    ['WebP of 16 383 by 16 383', floodedWebp()],
  ])('%s', (_name, file) => {
    expect(recognise(file)).toMatchObject({ kind: 'refused', reason: 'too_many_pixels' })
  })

  const megabytes = (count: number) => Buffer.alloc(count * 1_048_576)
  const endless = Array.from({ length: 5_000 }, () => jpegSegment(0xe5, Buffer.alloc(2)))
  test.each([
    ['a PNG text that unpacks to 64 MB', withChunks(png, compressedTextChunk(megabytes(64)))],
    ['three PNG texts of 8 MB each', withChunks(png, ...[1, 2, 3].map(() => compressedTextChunk(megabytes(8))))],
    ['a PNG profile that unpacks to 16 MB', withChunks(png, profileChunk(megabytes(16)))],
    ['a PNG with 17 MB of Exif', withChunks(png, pngChunk('eXIf', megabytes(17)))],
    [
      'a JPEG with 17 MB of segments',
      withSegments(jpeg, ...Array.from({ length: 272 }, () => jpegSegment(0xe4, Buffer.alloc(65_533)))),
    ],
    ['a JPEG with 5 000 segments', withSegments(jpeg, ...endless)],
    [
      'a WebP with 17 MB of Exif',
      asExtendedWebp(webp, { width: 60, height: 40, flags: 8, chunks: [riffChunk('EXIF', megabytes(17))] }),
    ],
    ['a TIFF with a profile of 5 MB', tiffPage({ fields: { 34675: { bytes: megabytes(5) } } })],
  ])('%s', (_name, file) => {
    expect(recognise(file)).toMatchObject({ kind: 'refused', reason: 'too_much_metadata' })
  })

  test('a progressive JPEG of 200 megapixels in four full channels needs more memory than there is', async () => {
    const file = Buffer.from(
      await plain().toColourspace('cmyk').jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    )
    const frame = file.indexOf(Buffer.from([0xff, 0xc2]))
    file.writeUInt16BE(10_000, frame + 5)
    file.writeUInt16BE(20_000, frame + 7)
    expect(recognise(file)).toMatchObject({ kind: 'refused', reason: 'too_much_memory' })
  })
})

describe('offsets that lie lead nowhere', () => {
  test('directories that point at each other are walked once', () => {
    const looped = tiffPage({})
    const directory = looped.readUInt32LE(4)
    const count = looped.readUInt16LE(directory)
    looped.writeUInt32LE(directory, directory + 2 + count * 12)
    expect(recognise(looped)).toMatchObject({ kind: 'photo', format: 'tiff' })
  })

  test('a picture cut into more strips than rows could be', () => {
    const cut = tiffPage({ fields: { 324: { short: Array.from({ length: 140_000 }, () => 8) } } })
    expect(recognise(cut)).toMatchObject({ kind: 'refused', reason: 'unsupported_variant' })
  })

  test('a TIFF whose strips name the same filled JPEG over and over, or far more bytes than its pixels have', () => {
    const overlapping = tiffOfFilledJpegs(jpeg, { strips: 40, fill: 1_000_000 })
    expect(recognise(overlapping)).toMatchObject({ kind: 'refused', reason: 'unsupported_variant' })
    expect(recognise(tiffOfFilledJpegs(jpeg, { strips: 1, fill: 1_000_000 }))).toMatchObject({ kind: 'photo' })
    const filled = tiffOfFilledJpegs(jpeg, { strips: 1, fill: 26_000_000 })
    expect(recognise(filled)).toMatchObject({ kind: 'refused', reason: 'unsupported_variant' })
  })

  test('a first directory outside the file', () => {
    const lost = tiffPage({})
    lost.writeUInt32LE(0x7fffffff, 4)
    expect(recognise(lost)).toMatchObject({ kind: 'refused', reason: 'truncated' })
  })

  test('a RAW preview outside the file, of length zero, or that is no picture, is no preview', () => {
    const outside = arwFile({ preview: jpeg })
    const lengthField = outside.indexOf(Buffer.from([0x02, 0x02, 0x04, 0x00, 0x01, 0, 0, 0]))
    outside.writeUInt32LE(0x7fffffff, lengthField + 8)
    for (const file of [outside, arwFile({ preview: Buffer.from('no picture') }), arwFile({})]) {
      expect(recognise(file)).toMatchObject({ kind: 'raw', previews: [] })
    }
  })

  test('every byte of a TIFF header flipped gives an answer, never an exception', () => {
    const whole = nefFile({ preview: jpeg, thumbnail: jpeg })
    for (let at = 0; at < whole.length; at += 3) {
      const bent = Buffer.from(whole)
      bent[at] = (bent[at] ?? 0) ^ 0xff
      expect(['photo', 'raw', 'refused']).toContain(recognise(bent).kind)
    }
  })

  test.each([
    ['JPEG', asPhoneJpeg(jpeg, { orientation: 6, thumbnail: jpeg })],
    ['PNG', asPhonePng(png)],
    ['WebP', asPhoneWebp(webp, { width: 60, height: 40 })],
    ['CR2', cr2File({ preview: jpeg, thumbnail: jpeg })],
  ])('a %s cut at any byte gives an answer, never an exception', (_name, file) => {
    for (let length = 0; length < file.length; length += 5) {
      expect(['photo', 'raw', 'refused']).toContain(recognise(file.subarray(0, length)).kind)
    }
  })
})
