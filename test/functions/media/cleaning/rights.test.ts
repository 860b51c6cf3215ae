import exifr from 'exifr'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { cleanCopy } from '#functions/media/cleaning/clean-copy.ts'
import { renderPhoto } from '#functions/media/render.ts'
import { phoneTiff } from '#test/support/media/exif-blocks.ts'
import {
  asExtendedWebp,
  exifSegment,
  jpegSegment,
  photograph,
  pngChunk,
  riffChunk,
  withChunks,
  withSegments,
} from '#test/support/media/photo-files.ts'
import { tiffFile } from '#test/support/media/tiff-file.ts'

const photo = () => sharp(photograph('paint-brushes')).extract({ left: 100, top: 100, width: 320, height: 200 })
const jpeg = await photo().jpeg({ quality: 92 }).toBuffer()
const png = await photo().png().toBuffer()
const webp = await photo().webp().toBuffer()
const pixels = await photo().raw().toBuffer()
const size = { width: 320, height: 200 }

const Said = z.object({
  Artist: z.string().optional(),
  Copyright: z.string().optional(),
  creator: z.string().optional(),
  rights: z.object({ value: z.string() }).optional(),
  UsageTerms: z.object({ value: z.string() }).optional(),
})
/** That reader leaves a packet's references as they stand. */
const plain = (text: string | undefined) =>
  text?.replace(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point)))
/** What a reader of metadata that is not ours finds in a file, in its Exif and in its XMP. */
const said = async (file: Buffer) => {
  const { format, exif, xmp } = await sharp(file).metadata()
  // That reader knows no WebP: it is given the two blocks, as they would stand in a JPEG.
  const whole =
    format === 'webp'
      ? withSegments(
          jpeg,
          ...(exif ? [exifSegment(exif)] : []),
          ...(xmp ? [jpegSegment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), xmp]))] : []),
        )
      : file
  const found = await exifr.parse(whole, { tiff: true, xmp: true, gps: true, iptc: true, mergeOutput: true })
  const { rights, UsageTerms, creator, ...others } = Said.parse(found ?? {})
  return { ...others, creator: plain(creator), rights: plain(rights?.value), UsageTerms: plain(UsageTerms?.value) }
}
const cleaned = (file: Buffer, photographer?: string) => {
  const copy = cleanCopy(file, { photographer })
  if (copy.kind === 'refused') throw new Error(copy.sentence)
  return copy.bytes
}

const exif = (artist: string, copyright: string) =>
  tiffFile([{ fields: { 315: { text: artist }, 33432: { text: copyright } } }])
const xmp = (creator: string, rights: string, terms: string) =>
  Buffer.from(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
     <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">
     <dc:creator><rdf:Seq><rdf:li>${creator}</rdf:li></rdf:Seq></dc:creator><dc:subject><rdf:Bag><rdf:li>a secret keyword</rdf:li></rdf:Bag></dc:subject>
     <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${rights}</rdf:li></rdf:Alt></dc:rights>
     <xmpRights:UsageTerms><rdf:Alt><rdf:li xml:lang="x-default">${terms}</rdf:li></rdf:Alt></xmpRights:UsageTerms>
     </rdf:Description></rdf:RDF></x:xmpmeta>`,
  )
const iptcField = (number: number, text: string) => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x1c, 2, number, 0, bytes.length]), bytes])
}
const photoshop = (...fields: Buffer[]) => {
  const block = Buffer.concat(fields)
  const head = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0', 'latin1')
  head.writeUInt32BE(block.length, head.length - 4)
  return jpegSegment(0xed, Buffer.concat([head, block]))
}
const xmpSegment = (packet: Buffer) =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), packet]))

describe('who made a photo, and whose it is, stays with what its buyer gets', () => {
  const artist = 'Zoë & <Ada>'
  const copyright = '© 2024 Zoë Miller'
  const stated = exif(artist, copyright)
  test.each([
    ['JPEG', withSegments(jpeg, exifSegment(stated))],
    ['PNG', withChunks(png, pngChunk('eXIf', stated))],
    ['WebP', asExtendedWebp(webp, { ...size, flags: 0x08, chunks: [riffChunk('EXIF', stated)] })],
    ['TIFF', phoneTiff({ data: pixels, ...size }, { fields: { 315: { text: artist }, 33432: { text: copyright } } })],
  ])('%s, from Exif', async (format, file) => {
    const clean = cleaned(file, 'Somebody else')
    const expected =
      // The helper that builds the TIFF writes one byte a character.
      format === 'TIFF'
        ? { Artist: 'Zoë & <Ada>', Copyright: '© 2024 Zoë Miller' }
        : { Artist: artist, Copyright: copyright }
    expect(await said(clean)).toMatchObject({ creator: expected.Artist, rights: expected.Copyright })
    expect(clean.includes(Buffer.from(`${expected.Artist}\0`))).toBe(true)
    expect(clean.includes(Buffer.from(`${expected.Copyright}\0`))).toBe(true)
  })

  test('from IPTC', async () => {
    const fields = [
      iptcField(80, 'Ada'),
      iptcField(80, 'Grace'),
      iptcField(116, '© Ada and Grace'),
      iptcField(25, 'secret'),
    ]
    const clean = cleaned(withSegments(jpeg, photoshop(...fields)), 'Somebody else')
    expect(await said(clean)).toMatchObject({
      Artist: 'Ada; Grace',
      creator: 'Ada; Grace',
      rights: '© Ada and Grace',
    })
    expect(clean.includes('secret')).toBe(false)
  })

  test('from XMP, with the terms of use', async () => {
    const packet = xmp('Ada &amp; Grace', '© Ada &#169; 2024', 'Editorial use &lt;only&gt;')
    const pngPacket = pngChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), packet]))
    const files = [
      withSegments(jpeg, xmpSegment(packet)),
      withChunks(png, pngPacket),
      asExtendedWebp(webp, { ...size, flags: 0x04, chunks: [riffChunk('XMP ', packet)] }),
    ]
    for (const file of files) {
      const clean = cleaned(file)
      expect(await said(clean)).toMatchObject({
        creator: 'Ada & Grace',
        rights: '© Ada © 2024',
        UsageTerms: 'Editorial use <only>',
      })
      expect(clean.includes('secret keyword')).toBe(false)
    }
  })

  test('from the texts that PNG has for it, where nothing else says so', async () => {
    const own = (keyword: string, text: string) => pngChunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'))
    const texts = [own('Author', 'Zoë'), own('Copyright', '© Zoë 2024'), own('Comment', 'secret')]
    const clean = cleaned(withChunks(png, ...texts), 'Somebody else')
    expect(await said(clean)).toMatchObject({ creator: 'Zoë', rights: '© Zoë 2024' })
    expect(clean.includes('secret')).toBe(false)
    const both = cleaned(withChunks(png, ...texts, pngChunk('eXIf', stated)))
    expect(await said(both)).toMatchObject({ creator: artist, rights: copyright })
  })

  test('else its photographer is named', async () => {
    for (const file of [jpeg, png, webp]) {
      expect(await said(cleaned(file, 'Jane Doe'))).toMatchObject({
        Artist: 'Jane Doe',
        Copyright: '© Jane Doe',
        creator: 'Jane Doe',
        rights: '© Jane Doe',
      })
    }
    expect(cleaned(png, 'Jane Doe').equals(cleaned(cleaned(png, 'Jane Doe'), 'Another'))).toBe(true)
  })

  test('what a camera writes when nobody entered a name is no name', async () => {
    const blank = withSegments(jpeg, exifSegment(exif('   ', ' , , ')))
    expect(await said(cleaned(blank, 'Jane Doe'))).toMatchObject({ Artist: 'Jane Doe', Copyright: '© Jane Doe' })
  })

  test.each([
    [
      'UTF-8 longer than is read, cut within a character',
      Buffer.from(`a© Zoë ${'é€漢'.repeat(1_400)}\0`),
      /^a© Zoë é€漢/,
    ],
    ['UTF-8 cut elsewhere', Buffer.from(`aa© Zoë ${'é€漢'.repeat(1_400)}\0`), /^aa© Zoë é€漢/],
    ['UTF-16', Buffer.from('Jane Doe\0', 'utf16le'), /^Jane Doe$/],
    ['UTF-16, marked', Buffer.from('\uFEFFJané 漢\0', 'utf16le'), /^Jané 漢$/],
    ['UTF-16, the other order', Buffer.from('Jane Doe\0', 'utf16le').swap16(), /^Jane Doe$/],
    ['Windows-1252', Buffer.from([0x93, 0x52, 0x65, 0x6e, 0xe9, 0x94, 0]), /^“René”$/],
    ['no text', Buffer.from([0xff, 0xf0, 1, 2, 3, 0x80, 0x99, 0xf0, 0xff, 0]), /^Ada$/],
  ])('a name written as %s', async (_, bytes, expected) => {
    const file = withSegments(jpeg, exifSegment(tiffFile([{ fields: { 315: { bytes } } }])))
    expect((await said(cleaned(file, 'Ada'))).creator).toMatch(expected)
  })

  test('a packet longer than is read keeps its letters', async () => {
    for (const shift of ['', 'a', 'aa']) {
      const packet = Buffer.concat([xmp('Zoë', '© Zoë 漢', 'no'), Buffer.from(shift + '漢'.repeat(400_000))])
      const text = pngChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), packet]))
      expect(await said(cleaned(withChunks(png, text)))).toMatchObject({ creator: 'Zoë', rights: '© Zoë 漢' })
    }
  })

  test('texts are cleaned like titles, and end after 500 characters', async () => {
    const hostile = `Ada\u202Etxt.exe\u200B\u0007 <script>alert(1)</script> ${'x'.repeat(60_000)}`
    const packet = xmp('Ada', hostile.replaceAll('<', '&lt;').slice(0, 50_000), 'no')
    const clean = cleaned(withSegments(jpeg, xmpSegment(packet)))
    const { rights = '', Copyright = '' } = await said(clean)
    expect(rights.startsWith('Adatxt.exe <script>alert(1)</script> xxx')).toBe(true)
    expect([...rights]).toHaveLength(500)
    expect(Copyright).toBe(rights)
    expect(clean.length).toBeLessThan(jpeg.length + 6_000)
  })

  test('half a packet, a packet of nothing but openings, and wrong lengths are no rights', () => {
    const packets = ['<dc:creator><rdf:li>', '<rdf:li>'.repeat(5_000), '<dc:rights><rdf:Alt>', '&#99999999;', '']
    for (const packet of packets) {
      expect(cleaned(withSegments(jpeg, xmpSegment(Buffer.from(packet)))).equals(cleaned(jpeg))).toBe(true)
    }
    const cut = iptcField(80, 'Ada').subarray(0, -2)
    expect(cleaned(withSegments(jpeg, photoshop(cut))).equals(cleaned(jpeg))).toBe(true)
  })

  test('the web size says the same', async () => {
    const made = await renderPhoto(withSegments(jpeg, exifSegment(stated)), { watermark: { text: 'Sample' } })
    if (made.kind !== 'rendered') throw new Error(made.sentence)
    expect(await said(made.web.bytes)).toMatchObject({ creator: artist, rights: copyright })
    expect(await said(made.original)).toMatchObject({ creator: artist, rights: copyright })
    expect(made.display.bytes.includes('Zo')).toBe(false)
  })
})
