import { describe, expect, test } from 'vitest'
import { sortByBytes } from '#frontend/features/photos/accept-files.ts'
import { otherRawSentence, rightlyNamed } from '#frontend/features/photos/file-kinds.ts'

const heads = {
  jpeg: '\xff\xd8\xff\xe1 Exif      ',
  png: '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
  webp: 'RIFF\x10\0\0\0WEBPVP8 ',
  tiff: 'MM\0*\0\0\0\x08        ',
  cr2: 'II*\0\x10\0\0\0CR\x02\0    ',
  pdf: '%PDF-1.7        ',
  nothing: '',
} as const
const aFile = (name: string, head: keyof typeof heads, type = '') =>
  new File([Uint8Array.from(heads[head], (letter) => letter.charCodeAt(0))], name, { type, lastModified: 7 })

describe('the extension follows the first bytes', () => {
  test.each([
    ['drawing.jpg', 'png', 'drawing.png', 'image/png'],
    ['scan.jpeg', 'tiff', 'scan.tiff', 'image/tiff'],
    ['page.PNG', 'webp', 'page.webp', 'image/webp'],
    ['camera.nef', 'jpeg', 'camera.jpg', 'image/jpeg'],
    ['camera.jpg', 'cr2', 'camera.cr2', ''],
    ['noext', 'jpeg', 'noext.jpg', 'image/jpeg'],
    ['export.tif', 'tiff', 'export.tiff', 'image/tiff'],
    ['saved.jfif', 'jpeg', 'saved.jpg', 'image/jpeg'],
    ['a.b.jpg', 'png', 'a.b.png', 'image/png'],
  ] as const)('%s with the bytes of a %s is %s', async (name, head, righted, type) => {
    const file = await rightlyNamed(aFile(name, head, 'image/x-wrong'))
    expect([file.name, file.type, file.size, file.lastModified]).toEqual([righted, type, heads[head].length, 7])
  })

  test.each([
    ['photo.JPG', 'jpeg'],
    ['photo.nef', 'tiff'],
    ['photo.arw', 'tiff'],
    ['photo.raw', 'cr2'],
    // What is no photo is refused by the server with its reason; what is not meant as one keeps its name.
    ['report.jpg', 'pdf'],
    ['empty.jpg', 'nothing'],
    ['photo.jpg_original', 'jpeg'],
    ['fuji.raf', 'jpeg'],
  ] as const)('%s with the bytes of a %s stays', async (name, head) => {
    const given = aFile(name, head)
    expect(await rightlyNamed(given)).toBe(given)
  })
})

test('a file that cannot be read any more is named, and the others are taken', async () => {
  const gone = aFile('gone.jpg', 'jpeg')
  gone.slice = () => {
    throw new DOMException('It is gone', 'NotFoundError')
  }

  const { accepted, refused } = await sortByBytes([gone, aFile('there.jpg', 'jpeg')])

  expect(accepted.map(({ name }) => name)).toEqual(['there.jpg'])
  expect(refused).toEqual([{ fileName: 'gone.jpg', reason: 'This file cannot be read.' }])
})

test.each(['X.CR3', 'x.raf', 'x.orf', 'x.RW2', 'x.dng'])('%s gets a sentence with the kinds and the cure', (name) => {
  expect(otherRawSentence(name)).toMatch(
    /CR2, NEF, ARW and RAW\. Please export this (CR3|RAF|ORF|RW2|DNG) file as JPEG/,
  )
})
test.each(['x.jpg', 'x.nef', 'x.txt', 'raf'])('%s gets none', (name) => expect(otherRawSentence(name)).toBeUndefined())
