import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { recognise } from '#functions/media/recognise.ts'
import { api } from '#schema/api/all.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { fileFormats } from '#schema/file-formats.ts'
import { IdempotencyKey } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'
import { nefFile } from '#test/support/media/raw-files.ts'
import { expect } from './support/market.ts'
import { test } from './support/studio.ts'
import { entriesOf } from './support/zip.ts'

const { photos, galleries, orders } = api

const print = (shade: number) =>
  sharp({ create: { width: 640, height: 420, channels: 3, background: { r: shade, g: 120, b: 90 } } })

test('whatever photos are called, and whatever was uploaded as what, every bought file is saved once and named right', async ({
  page,
  studio,
}) => {
  const preview = await print(10).jpeg().toBuffer()
  const bytes = {
    jpeg: (shade: number) => print(shade).jpeg().toBuffer(),
    png: () => print(60).png().toBuffer(),
    tiff: () => print(70).tiff({ compression: 'lzw' }).toBuffer(),
    nef: async () => nefFile({ preview }),
  }
  const wanted = [
    { title: '../../../../tmp/evil', fileName: '../../../../tmp/evil.jpg', file: await bytes.jpeg(20) },
    { title: 'C:\\Startup\\run.bat', fileName: 'C:\\Startup\\run.jpg', file: await bytes.jpeg(30) },
    { title: 'Same', fileName: 'IMG_1.jpg', file: await bytes.jpeg(40) },
    { title: 'SAME', fileName: 'IMG_1.jpg', file: await bytes.jpeg(41) },
    { title: 'Same (2)', fileName: 'IMG_1 (2).jpg', file: await bytes.jpeg(42) },
    { title: 'same', fileName: 'IMG_1.jpg', file: await bytes.jpeg(43) },
    { title: 'NUL', fileName: 'nul.jpg', file: await bytes.jpeg(50) },
    { title: '', fileName: '\u202Egnp.exe\u202C night.jpg', file: await bytes.png() },
    { title: 'Scan', fileName: 'scan.tiff', file: await bytes.tiff() },
    { title: '夜の港', fileName: 'raw.nef', file: await bytes.nef() },
    { title: 'Not a RAW', fileName: 'really.nef', file: await bytes.jpeg(80) },
  ]
  const { own } = studio
  const gallery = await own.call(galleries.endpoints.create, { body: { title: 'Names', pricePence: pence(500) } })
  for (const { title, fileName, file } of wanted) {
    const { upload } = await own.call(photos.endpoints.grantUpload, {
      params: { galleryId: gallery.id },
      body: { fileName, title, contentType: 'image/jpeg', bytes: file.length },
    })
    const stored = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(file) })
    expect(stored.ok).toBe(true)
  }
  const mine = async () =>
    (await own.call(photos.endpoints.listMine, { params: { galleryId: gallery.id }, query: {} })).items
  await expect
    .poll(async () => (await mine()).filter(({ state }) => state === 'ready').length, { timeout: 60_000 })
    .toBe(wanted.length)

  const opened = await own.call(orders.endpoints.checkout, {
    headers: { 'idempotency-key': IdempotencyKey.parse(`saved-names-${Date.now().toString(36)}-key`) },
    body: {
      items: (await mine()).map(({ id }) => ({ photoId: id })),
      consent: deliveryConsent.version,
      customer: { name: 'Hannah Price', email: 'hannah@example.com' },
      discountCode: 'OPENING-NIGHT',
    },
  })
  await page.goto(`${paths.purchaseSuccess()}?free_order=true&order_id=${opened.orderId}`)

  const save = async (name: RegExp) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return entriesOf(await readFile(await download.path()))
  }
  for (const [button, isWeb] of [
    [/^Download All \(Original\)/, false],
    [/^Download All \(Web/, true],
  ] as const) {
    const files = await save(button)
    expect(files).toHaveLength(wanted.length)
    const names = files.map(({ name }) => name.normalize('NFC').toLowerCase())
    expect(new Set(names).size).toBe(wanted.length)
    const wrong = files.filter(({ name, bytes: saved }) => {
      const found = recognise(saved)
      const extension = found.kind === 'refused' ? 'none' : fileFormats[found.format].extension
      return !name.endsWith(`.${extension}`) || /[\\/:*?"<>|\u202E]|^\.|^nul\./i.test(name)
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
    // Four of one name, numbered in the order in which they were bought.
    expect(names.filter((name) => /^same( \(\d\))*\.jpg$/.test(name))).toHaveLength(4)
    expect(names.filter((name) => !name.startsWith('same')).toSorted()).toEqual(
      [
        'tmp_evil.jpg',
        'c__startup_run.bat.jpg',
        '_nul.jpg',
        isWeb ? 'gnp.exe night.jpg' : 'gnp.exe night.png',
        isWeb ? 'scan.jpg' : 'scan.tif',
        isWeb ? '夜の港.jpg' : '夜の港.nef',
        'not a raw.jpg',
      ].toSorted(),
    )
  }
})
