import { readFile } from 'node:fs/promises'
import { paths } from '#schema/paths.ts'
import { expect, expectAccessibleInBoth, expectNoSidewaysScroll, expectSound, settle } from './support/market.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)

test('what a visitor did in a gallery is told to its owner in words and as a file, and nobody is named', async ({
  owner,
  page,
  studio,
}) => {
  const title = `Breakwater ${run}`
  const gallery = await studio.hang({ title, photos: [{ title: 'Crane' }, { title: 'Gull' }, { title: 'Rope' }] })

  // Who leaves within a second did not look.
  const counted = page.waitForResponse((response) => response.url().endsWith(`/galleries/${gallery.id}/views`))
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  for (const photo of ['Crane', 'Rope']) {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/favourites/')),
      page.getByRole('button', { name: `Favourite: ${photo}` }).click(),
    ])
    expect(answer.status()).toBe(200)
  }
  await page.getByRole('button', { name: 'Add Gull to cart' }).click()
  expect((await counted).ok()).toBe(true)
  await page.goto(paths.cart())
  await expect(page.getByTestId('cart-total')).toHaveText('£15.00')
  await settle(page)

  await owner.goto(`${paths.dashboard()}?tab=galleries`)
  const card = owner.getByRole('article').filter({ hasText: title })
  await card.getByRole('button', { name: `More of ${title}` }).click()
  await expectSound(owner)
  await owner.getByRole('menuitem', { name: 'Activity' }).click()
  await expect(owner).toHaveURL(new RegExp(`${paths.activity({ galleryId: gallery.id })}$`))
  await expect(owner.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  await expect(owner.getByText(title, { exact: true })).toBeVisible()
  const told = owner.getByRole('region', { name: 'Activity' }).getByRole('listitem')
  await expect(told.filter({ hasText: 'The gallery was opened once' })).toHaveCount(1)
  await expect(told.filter({ hasText: 'A visitor marked favourites: 2 photos by then' })).toHaveCount(1)
  await expect(told.filter({ hasText: 'A visitor had 1 photo in a cart' })).toHaveCount(1)
  await expect(told).toHaveCount(3)

  const [download] = await Promise.all([
    owner.waitForEvent('download'),
    owner.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('darkslide-activity.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(4)
  expect(lines[0]).toContain('Time (UTC),What,Number')
  const whats = lines.slice(1).map((line) => line.split(',').slice(1).join(','))
  expect(whats.toSorted()).toEqual(['Favourites of a visitor,2', 'In the cart of a visitor,1', 'Opened,1'])

  await expectAccessibleInBoth(owner)
  await owner.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(owner)
})
