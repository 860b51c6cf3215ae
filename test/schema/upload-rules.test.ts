import { expect, test } from 'vitest'
import { line } from '#schema/text.ts'
import { storedFileName, titleFromFileName, uploadRefusal, uploadTypeOf } from '#schema/upload-rules.ts'

test.each([
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['jfif', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
  ['raw', 'image/x-raw'],
  ['cr2', 'image/x-raw'],
  ['nef', 'image/x-raw'],
  ['arw', 'image/x-raw'],
])('a file that ends in .%s is taken as %s, whatever the browser calls it', (extension, type) => {
  expect(uploadTypeOf({ fileName: `IMG_1.${extension}`, contentType: '' })).toBe(type)
  expect(uploadTypeOf({ fileName: `IMG_1.${extension.toUpperCase()}`, contentType: 'text/plain' })).toBe(type)
})

test.each(['notes.pdf', 'clip.mp4', 'logo.svg', 'photo.gif', 'photo.heic', 'photo', '.jpg.exe'])(
  '%s is no photo of a kind that is taken',
  (fileName) => {
    expect(uploadRefusal({ fileName, contentType: '', bytes: 10 })).toBe('file_type_refused')
  },
)

test.each([
  'holiday.hta',
  'invoice.exe',
  'run.bat',
  'x.lnk',
  'holiday.html',
  '.htaccess',
  'photo.jpg.exe',
  'gpj\u202Egpj.exe',
])('%j is refused, whatever image it is said to be', (fileName) => {
  expect(uploadRefusal({ fileName, contentType: 'image/jpeg', bytes: 10 })).toBe('file_type_refused')
})

test('a name without an extension goes by its type, and gets one', () => {
  const file = { fileName: '1000012345', contentType: 'image/png', bytes: 10 }
  expect([uploadRefusal(file), uploadTypeOf(file), storedFileName(file)]).toEqual([
    undefined,
    'image/png',
    '1000012345.png',
  ])
  expect(storedFileName({ fileName: '///', contentType: 'image/jpeg' })).toBe('photo.jpg')
  expect(storedFileName({ fileName: 'C:\\DCIM\\IMG_1.JPG', contentType: '' })).toBe('IMG_1.JPG')
})

test('from one byte to 50 MB', () => {
  const refusalOf = (bytes: number) => uploadRefusal({ fileName: 'a.jpg', contentType: 'image/jpeg', bytes })
  expect([0, 1, 52_428_800, 52_428_801].map(refusalOf)).toEqual([
    'file_too_small',
    undefined,
    undefined,
    'file_too_large',
  ])
})

test.each([
  ['sunset.jpg', 'sunset'],
  ['IMG_0042.CR2', 'IMG_0042'],
  ['two.parts.tiff', 'two.parts'],
  ['.jpg', 'photo'],
  ['\u202Egnp.exe\u202C photo.jpg', 'gnp.exe photo'],
  ['zero\u200Bwidth\0nul.jpg', 'zerowidthnul'],
  ['two\r\nlines.jpg', 'two lines'],
  ['../../etc/passwd.jpg', 'passwd'],
])('%j is called %j until somebody gives it a title', (fileName, title) => {
  expect(titleFromFileName(fileName)).toBe(title)
})

test.each([
  ['plain', `${'x'.repeat(200)}.jpg`, 'x'.repeat(120)],
  ['ends within an emoji', `${'x'.repeat(119)}💥💥.jpg`, 'x'.repeat(119)],
  ['ends with a space', `${'x'.repeat(119)} and more.jpg`, 'x'.repeat(119)],
  ['as macOS writes it', `${'e\u0301'.repeat(120)}.jpg`, '\u00E9'.repeat(120)],
])('a file name that is longer than a title is cut to one: %s', (_, fileName, title) => {
  expect(titleFromFileName(fileName)).toBe(title)
  expect(line(120).parse(titleFromFileName(fileName))).toBe(title)
})
