import { paths } from '#schema/paths.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from './support/market.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)

test('favourites: hearts last, are looked at together, and go into the cart', async ({ page, studio }) => {
  const gallery = await studio.hang({
    title: `Harbour ${run}`,
    photos: [{ title: 'Crane' }, { title: 'Gull' }, { title: 'Rope' }],
  })
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  for (const title of ['Crane', 'Rope']) {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/favourites/')),
      page.getByRole('button', { name: `Favourite: ${title}` }).click(),
    ])
    expect(answer.status()).toBe(200)
  }
  await page.reload()
  await expect(page.getByRole('button', { name: 'Favourite: Rope' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Favourite: Gull' })).toHaveAttribute('aria-pressed', 'false')

  await page.getByRole('link', { name: 'My favourites (2)' }).click()
  await expect(page).toHaveURL(new RegExp(paths.favourites({ galleryId: gallery.id })))
  await expect(page.getByText(`2 photos of “Harbour ${run}”`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open Rope' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open Gull' })).toBeHidden()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Add all to Cart' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByText('2 photos have been added to your cart.')).toBeVisible()
})
