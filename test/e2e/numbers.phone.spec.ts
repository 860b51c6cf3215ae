import sharp from 'sharp'
import { racePhoto } from '#bench/numbers/race-photos.ts'
import { api } from '#schema/api/all.ts'
import { paths } from '#schema/paths.ts'
import { agree } from './support/agree.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, payByCard } from './support/market.ts'
import { ops } from './support/ops.ts'
import { type Studio, test } from './support/studio.ts'

const { galleries, profiles } = api

/** A trial has none of its own. */
const giveNumbers = async ({ own, site }: Studio) => {
  const pageName = `race-${Date.now().toString(36)}`
  await own.call(profiles.endpoints.savePageName, { body: { name: pageName } })
  await ops(site, 'quota', pageName, '--numbers', '10')
}

test('a runner finds her number with one thumb, and buys all its photos at the price of a pack', async ({
  newcomer,
  page,
}) => {
  test.slow()
  await giveNumbers(newcomer)
  const photo = async (texts: readonly string[], seed: number) =>
    (await racePhoto({ difficulty: 'easy', seed, texts, longestSide: 900 })).jpeg
  const gallery = await newcomer.hang({
    title: 'Harbour Run',
    settings: { numbers: true, priceSteps: [{ from: 2, percent: 25 }] },
    photos: [
      { title: 'The start', pounds: 8, jpeg: await photo(['214', '3096'], 3) },
      { title: 'The finish', pounds: 8, jpeg: await photo(['214', 'A77'], 8) },
      { title: 'The harbour', pounds: 8 },
    ],
  })
  const found = async () =>
    (
      await newcomer.own.call(galleries.endpoints.listPhotos, {
        params: { galleryId: gallery.id },
        headers: {},
        query: { number: '214' },
      })
    ).items.length
  await expect.poll(found, { timeout: 120_000 }).toBe(2)

  await page.goto(paths.gallery({ galleryId: gallery.id }))
  const field = page.getByLabel('Your number')
  const find = page.getByRole('button', { name: 'Find' })
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await field.fill('7777')
  await find.tap()
  await expect(page.getByRole('heading', { name: 'No photos of 7777' })).toBeVisible()
  await field.fill('12:40')
  await find.tap()
  await expect(page.getByRole('heading', { name: '“12:40” is no number' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Show all photos' }).tap()
  await expect(page.getByRole('button', { name: 'Open The harbour' })).toBeVisible()
  await field.fill('214')
  await find.tap()
  await expect(page.getByText('2 photos with 214')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open The start' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open The harbour' })).toBeHidden()
  await expect(page).toHaveURL(/\?number=214$/)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  // A link to the number shows its photos, and the button, at once.
  await page.reload()
  const buy = page.getByRole('button', { name: 'Buy all 2 photos for £12.00' })
  await expect(buy).toBeInViewport()
  await buy.tap()
  await expect(page.getByText('£12.00').first()).toBeVisible()
  await page.getByLabel(/full name/i).fill('Oskar Lind')
  await page.getByRole('textbox', { name: /email/i }).fill('oskar@example.com')
  await agree(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await payByCard(page)
  await expect(page.getByText('Oskar Lind').first()).toBeVisible()
})

test('a runner who wore no number finds herself by the time she came by', async ({ newcomer, page }) => {
  await giveNumbers(newcomer)
  const taken = (at: string, background: string) =>
    sharp({ create: { width: 900, height: 600, channels: 3, background } })
      .withExif({ IFD2: { DateTimeOriginal: `2026:05:10 ${at}` } })
      .jpeg()
      .toBuffer()
  const gallery = await newcomer.hang({
    title: 'Lake Walk',
    settings: { numbers: true, photoOrder: 'captured' },
    photos: [
      { title: 'The jetty', pounds: 8, jpeg: await taken('09:02:10', '#335577') },
      { title: 'The bend', pounds: 8, jpeg: await taken('10:31:00', '#557733') },
      { title: 'The gate', pounds: 8, jpeg: await taken('11:55:40', '#773355') },
    ],
  })
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  const slider = page.getByRole('slider', { name: 'When were you there?' })
  await expect(slider).toHaveAttribute('aria-valuetext', 'Any time')
  const photo = (title: string) => page.getByRole('button', { name: `Open ${title}` })
  await expect(photo('The gate')).toBeVisible()

  // A thumb in the middle of the slider: about half past ten, of nine to twelve.
  const box = await slider.boundingBox()
  if (!box) throw new Error('There is no slider.')
  expect(box.height).toBeGreaterThanOrEqual(44)
  await slider.tap({ position: { x: box.width / 2, y: box.height / 2 } })
  await expect(slider).toHaveAttribute('aria-valuetext', /^Around 10:(25|30), /)
  await expect(photo('The bend')).toBeVisible()
  await expect(photo('The jetty')).toBeHidden()
  await expect(page).toHaveURL(/time=2026-05-10\.10(25|30)-15/)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await page.reload()
  await expect(photo('The bend')).toBeVisible()
  await expect(photo('The gate')).toBeHidden()
  await slider.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Any time')
  await expect(photo('The gate')).toBeVisible()
  await slider.press('ArrowRight')
  await expect(photo('The gate')).toBeHidden()
  await expect(photo('The jetty')).toBeVisible()
  await page.getByLabel('Give or take').selectOption('5 minutes')
  await slider.press('End')
  await expect(photo('The gate')).toBeVisible()
  for (let steps = 0; steps < 4; steps += 1) await slider.press('ArrowLeft')
  await expect(page.getByRole('heading', { name: 'No photos from 11:35 to 11:45' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all photos' }).tap()
  await expect(photo('The bend')).toBeVisible()
})
