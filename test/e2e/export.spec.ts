import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { pence } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'
import { expect, expectSound } from './support/market.ts'
import { test } from './support/studio.ts'
import { entriesOf, filesOf } from './support/zip.ts'

test('a photographer takes everything along: one press in Settings, a mail, and a zip that opens', async ({
  newcomer: { page, hang },
}) => {
  test.slow()
  const run = Date.now().toString(36)
  const jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()
  await hang({ title: `Lighthouse ${run}`, pricePence: pence(1_200), photos: [{ title: 'Fog, lamp', jpeg }] })

  await page.goto(paths.settings())
  const card = page.getByRole('region', { name: 'Your data' })
  await card.getByRole('button', { name: 'Export everything' }).click()
  const save = card.getByRole('button', { name: /^Download the zip/ })
  await expect(save).toBeVisible({ timeout: 90_000 })
  await expect(card.getByText(/^Everything can be exported once a day: again from /)).toBeVisible()
  await expectSound(page)

  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  expect(download.suggestedFilename()).toMatch(/^darkslide-export-\d{4}-\d\d-\d\d\.zip$/)
  const zip = await readFile(await download.path())
  const names = entriesOf(zip).map(({ name }) => name.replace(/^galleries\/[^/]+/, 'galleries/…'))
  expect(names).toEqual(
    expect.arrayContaining(['galleries/…/gallery.json', 'galleries/…/photos.csv', 'galleries/…/photos/Fog, lamp.jpg']),
  )
  const original = entriesOf(zip).find(({ name }) => name.endsWith('/Fog, lamp.jpg'))
  expect(original?.bytes.equals(jpeg)).toBe(true)
  const texts = [...filesOf(zip)]
  const table = texts.find(([name]) => name.endsWith('/photos.csv'))?.[1]
  expect(table).toContain('"Fog, lamp.jpg","Fog, lamp"')
  expect(table).toContain('12.00')
  const told: unknown = JSON.parse(texts.find(([name]) => name.endsWith('/gallery.json'))?.[1] ?? '')
  expect(told).toMatchObject({ title: `Lighthouse ${run}` })
})
