import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Photo } from '#schema/entities/photo.ts'
import { cleanFileName, extensionOf, namesApart, savedName, stemOf } from '#schema/file-names.ts'
import { aPhoto } from '#test/support/builders/photo.ts'

const bytesOf = (text: string) => Buffer.byteLength(text)
/** What no file system may be handed: path parts, control, direction-changing and zero-width characters, wild cards. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming control characters is the point of this rule.
const harmful = /[\\/:*?"<>|\u0000-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(
      ...'abAB.. /\\:*?"<>|CONULPT1²-_',
      '\0',
      '\n',
      '\u202E',
      '\u200B',
      '\u061C',
      'é',
      'e\u0301',
      '日',
      '👩‍👩‍👧',
    ),
    maxLength: 300,
  }),
)
const expectSafe = (name: string) => {
  expect(name).not.toMatch(harmful)
  expect(name).not.toMatch(device)
  expect(name).not.toMatch(/^[.\s]|[.\s]$/)
  expect(bytesOf(name)).toBeLessThanOrEqual(240)
  expect(name.normalize('NFC')).toBe(name)
}

describe('the name of an uploaded file', () => {
  test.each([
    ['../../../../tmp/evil.jpg', 'evil.jpg'],
    ['..\\..\\Startup\\evil.jpg', 'evil.jpg'],
    ['/etc/cron.d/evil.jpg', 'evil.jpg'],
    ['C:\\Windows\\evil.jpg', 'evil.jpg'],
    ['C:evil.jpg', 'evil.jpg'],
    ['gpj\u202Egpj.jpg', 'gpjgpj.jpg'],
    ['zero\u200Bwidth\0nul.jpg', 'zerowidthnul.jpg'],
    ['two\r\nlines.jpg', 'two lines.jpg'],
    ['what?*<>|":.jpg', 'what_______.jpg'],
    ['CON.jpg', '_CON.jpg'],
    ['nul.tar.tif', '_nul.tar.tif'],
    ['COM¹.jpg', '_COM¹.jpg'],
    ['console.jpg', 'console.jpg'],
    ['. . hidden.jpg. . ', 'hidden.jpg'],
    ['.jpg', 'photo.jpg'],
    ['cafe\u0301.jpg', 'café.jpg'],
    ['IMG_0042.CR2', 'IMG_0042.CR2'],
    [`${'日'.repeat(255)}.jpg`, `${'日'.repeat(78)}.jpg`],
    ['', ''],
  ])('%j is stored as %j', (name, stored) => {
    expect(cleanFileName(name)).toBe(stored)
  })

  test('whatever it is, is safe everywhere, and clean names stay as they are', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const stored = cleanFileName(name)
        if (stored !== '') expectSafe(stored)
        expect(cleanFileName(stored)).toBe(stored)
        expect(stored).toBe(
          extensionOf(stored) ? `${stemOf(stored)}${stored.slice(stemOf(stored).length)}` : stemOf(stored),
        )
      }),
      { numRuns: 5_000 },
    )
  })

  test('of a record that was written before names were cleaned is clean when it is read', () => {
    const old = Photo.parse({ ...aPhoto({ id: aPhoto().id }), title: '\u202Egnp\r\nexe', fileName: '..\\..\\up\0.jpg' })
    expect(old).toMatchObject({ title: 'gnp exe', fileName: 'up.jpg' })
  })
})

describe('what a buyer saves a photo as', () => {
  test.each([
    ['The first boat', 'The first boat.jpg'],
    ['../../../../tmp/evil', 'tmp_evil.jpg'],
    ['Maite / Jon, 12/05', 'Maite_Jon, 12_05.jpg'],
    ['Sunset.hta', 'Sunset.hta.jpg'],
    ['AUX', '_AUX.jpg'],
    ['...', 'photo.jpg'],
    ['', 'photo.jpg'],
    ['夜の港', '夜の港.jpg'],
    [`${'x'.repeat(235)}👩‍👩‍👧`, `${'x'.repeat(235)}.jpg`],
  ])('of the title %j is %j', (title, name) => {
    expect(savedName(title, 'jpg')).toBe(name)
  })

  test('is safe everywhere and ends as its bytes are, whatever the title', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('jpg', 'tif', 'cr2', 'webp'), (title, extension) => {
        const name = savedName(title, extension)
        expectSafe(name)
        expect(name.endsWith(`.${extension}`)).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('names in one archive', () => {
  const apart = (...names: string[]) => names.map(namesApart())

  test('stay apart, also from a number that is taken', () => {
    expect(apart('IMG_1.jpg', 'IMG_1.jpg', 'IMG_1 (2).jpg', 'IMG_1.jpg')).toEqual([
      'IMG_1.jpg',
      'IMG_1 (2).jpg',
      'IMG_1 (2) (2).jpg',
      'IMG_1 (3).jpg',
    ])
    expect(apart('IMG_1 (2).jpg', 'IMG_1.jpg', 'IMG_1.jpg')).toEqual(['IMG_1 (2).jpg', 'IMG_1.jpg', 'IMG_1 (3).jpg'])
    expect(apart('b', 'b')).toEqual(['b', 'b (2)'])
  })

  test.each([
    ['a sharp s and its capital', 'straße.jpg', 'STRAẞE.jpg'],
    ['what joins nothing one can see', 'ab.jpg', 'a\u200Db.jpg'],
    ['a variation', 'ab.jpg', 'a\uFE0Fb.jpg'],
    ['a tag', 'ab.jpg', 'ab\u{E0041}.jpg'],
  ])('stay apart where a volume folds %s', (_, one, other) => {
    expect(apart(one, other)[1]).toBe(other.replace('.jpg', ' (2).jpg'))
  })

  test('stay apart where neither case nor Unicode form counts', () => {
    expect(apart('café.jpg', 'CAFE\u0301.JPG', 'Straße.jpg', 'STRASSE.jpg')).toEqual([
      'café.jpg',
      'CAFE\u0301 (2).JPG',
      'Straße.jpg',
      'STRASSE (2).jpg',
    ])
  })

  test('whatever the titles, are as many as the files, and fit a file system', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 60 }), (titles) => {
        const names = apart(...titles.map((title) => savedName(title, 'jpg')))
        expect(new Set(names.map((name) => name.normalize('NFD').toLowerCase())).size).toBe(titles.length)
        for (const name of names) expect(bytesOf(name)).toBeLessThanOrEqual(255)
      }),
      { numRuns: 1_000 },
    )
  })
})
