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
  const lines = page.getByRole('list', { name: 'Photos in your cart' }).getByRole('listitem')
  await expect(lines).toHaveCount(2)
  for (const title of ['Crane', 'Rope']) {
    await expect(lines.filter({ hasText: title })).toContainText(`Harbour ${run}`)
    await expect(lines.filter({ hasText: title })).toContainText('£15.00')
  }
  await expect(page.getByTestId('cart-total')).toHaveText('£30.00')
})

test('favourites are shared by a link, which others open without an account, and taken back', async ({
  page,
  browser,
  studio,
}) => {
  const title = `Quay ${run}`
  const gallery = await studio.hang({ title, photos: [{ title: 'Crane' }, { title: 'Gull' }] })
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  const [hearted] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/favourites/')),
    page.getByRole('button', { name: 'Favourite: Gull' }).click(),
  ])
  expect(hearted.status()).toBe(200)
  await page.goto(paths.favourites({ galleryId: gallery.id }))
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = await page.getByLabel('Link to your favourites').inputValue()
  await expectAccessible(page)

  const context = await browser.newContext()
  const friend = await context.newPage()
  await friend.goto(link)
  await expect(friend.getByRole('heading', { level: 1, name: 'Shared favourites' })).toBeVisible()
  await expect(friend.getByRole('button', { name: 'Open Gull' })).toBeVisible()
  await expect(friend.getByRole('button', { name: 'Open Crane' })).toBeHidden()
  await expectAccessible(friend)
  await expectNoSidewaysScroll(friend)

  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByText('Not shared any more')).toBeVisible()
  await friend.reload()
  await expect(friend.getByRole('heading', { name: 'These favourites are not shared' })).toBeVisible()
  await context.close()
})
