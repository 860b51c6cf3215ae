import { agree } from './support/agree.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, payByCard, takesPresses, test } from './support/market.ts'

test('a buyer on a phone, in the dark, finds her race, chooses three photos for the price of a pack and pays', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: /menu/i }).click()
  await page.getByRole('navigation', { name: 'Site menu' }).getByRole('link', { name: 'Browse' }).click()
  await page.getByLabel('Search').fill('marathon')
  // The list before the search holds it too, and a press while that goes would be lost.
  await expect(page.getByRole('status').filter({ hasText: '1 gallery shown' })).toBeVisible()
  await page
    .getByRole('link', { name: /Valley Half Marathon/ })
    .first()
    .click()
  // The same words head its card on the page before.
  await expect(page.getByRole('heading', { level: 1, name: 'Valley Half Marathon' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  const add = page.getByRole('button', { name: /^add .*to cart/i })
  // The heading may come before the photos.
  await expect(add.first()).toBeVisible()
  await takesPresses(page)
  const left = await add.count()
  for (const taken of [1, 2, 3]) {
    await add.first().click()
    await expect(add).toHaveCount(left - taken)
  }
  await page.getByRole('link', { name: /cart/i }).first().click()
  await expect(page.getByText('£24.30').first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByLabel(/full name/i).fill('Oskar Lind')
  await page.getByRole('textbox', { name: /email/i }).fill('oskar@example.com')
  await agree(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await payByCard(page)
  await expect(page.getByText('Oskar Lind').first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
