import { racePhoto } from '#bench/numbers/race-photos.ts'
import { api } from '#schema/api/all.ts'
import { paths } from '#schema/paths.ts'
import { agree } from './support/agree.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, payByCard } from './support/market.ts'
import { ops } from './support/ops.ts'
import { test } from './support/studio.ts'

const { galleries, profiles } = api

test('a runner finds her number with one thumb, and buys all its photos at the price of a pack', async ({
  newcomer,
  page,
}) => {
  const pageName = `race-${Date.now().toString(36)}`
  await newcomer.own.call(profiles.endpoints.savePageName, { body: { name: pageName } })
  // A trial has none of its own.
  await ops(newcomer.site, 'quota', pageName, '--numbers', '10')
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
  await expect.poll(found, { timeout: 60_000 }).toBe(2)

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
  await expect(page.getByText('2 photos of 214')).toBeVisible()
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
  await page.getByLabel(/email/i).fill('oskar@example.com')
  await agree(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await payByCard(page)
  await expect(page.getByText('Oskar Lind').first()).toBeVisible({ timeout: 30_000 })
})
