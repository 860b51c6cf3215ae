import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { buyerFiles } from '#functions/deliveries/buyer-files.ts'
import { photoIdOf } from '#test/support/builders/ids.ts'
import { phoneTiff, secrets } from '#test/support/media/exif-blocks.ts'
import { withEmptyChunks, withSegmentsBehind } from '#test/support/media/hostile-files.ts'
import { asPhoneJpeg, asPhonePng, photograph } from '#test/support/media/photo-files.ts'
import { nefFile } from '#test/support/media/raw-files.ts'
import { fakeStorage } from '#test/support/storage/fake-storage.ts'

const photo = () => sharp(photograph('paint-brushes')).extract({ left: 100, top: 100, width: 320, height: 200 })
const jpeg = await photo().jpeg().toBuffer()
const png = await photo().png().toBuffer()
const tiff = phoneTiff({ data: await photo().raw().toBuffer(), width: 320, height: 200 })

/** An order of a photo that was drawn before buyers' copies were made with the pictures: only the upload is there. */
const setup = (upload: Buffer) => {
  const storage = fakeStorage()
  storage.upload('uploads/u/g/p/0', upload)
  const sold = {
    photoId: photoIdOf(1),
    photographerName: 'Jane Doe',
    originalKey: 'uploads/u/g/p/0',
    originalEtag: 'etag-1',
    originalVersionId: null,
    webKey: null,
  }
  return { storage, sold, files: buyerFiles(storage) }
}

describe('nothing that was not cleaned ever goes out', () => {
  test.each([
    ['segments without end behind the pixels', withSegmentsBehind(asPhoneJpeg(jpeg).subarray(0, -20), 1_000_000)],
    ['chunks without end', withEmptyChunks(asPhonePng(png), 1_000_000)],
    ['a JPEG cut before its pixels', asPhoneJpeg(jpeg).subarray(0, 900)],
    ['a PNG cut short', asPhonePng(png).subarray(0, 9_000)],
    ['a TIFF cut short', tiff.subarray(0, -100)],
    ['a RAW file whose directories are cut off', nefFile({ preview: jpeg }).subarray(0, 2_000)],
    ['a web page', Buffer.from('<html><body>hello</body></html>')],
    ['nothing', Buffer.alloc(0)],
  ])('%s: no file, and nothing is left for anybody to fetch', async (_, upload) => {
    const { storage, sold, files } = setup(upload)
    expect(await files.fileFor(sold, 'original')).toBeUndefined()
    expect(storage.keys('deliveries')).toEqual([])
  })

  test('what the old rules made is not handed out again: the upload is cleaned by those of today', async () => {
    const { storage, sold, files } = setup(asPhoneJpeg(jpeg))
    const key = `files/${sold.photoId}/etag-1-original.jpg`
    await storage.put('deliveries', { key, bytes: asPhoneJpeg(jpeg), contentType: 'image/jpeg' })
    const bought = await files.fileFor(sold, 'original')
    expect(bought).toEqual({ key: `files/${sold.photoId}/etag-1-clean.jpg`, format: 'jpeg' })
    expect(storage.contents('deliveries', bought?.key ?? '')?.bytes.includes(secrets.serial)).toBe(false)
  })
})

test('the first buyer’s copy is kept, and says whose photo it is', async () => {
  const { storage, sold, files } = setup(jpeg)
  const bought = await files.fileFor(sold, 'original')
  expect(storage.contents('deliveries', bought?.key ?? '')?.bytes.includes('© Jane Doe')).toBe(true)
  await storage.remove('originals', [sold.originalKey])
  expect(await files.fileFor(sold, 'original')).toEqual(bought)
})

test('an upload that is gone is said so, and so is a web size that was never drawn', async () => {
  const { storage, sold, files } = setup(jpeg)
  await storage.remove('originals', [sold.originalKey])
  expect(await files.fileFor(sold, 'original')).toBeUndefined()
  expect(await files.fileFor(sold, 'web')).toBeUndefined()
})
