import { cartConsent } from '#schema/consent.ts'
import { paths } from '#schema/paths.ts'
import { agree } from './support/agree.ts'
import {
  advanceHours,
  expect,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  mailed,
  payByCard,
} from './support/market.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)

test('a cart that was left on a phone comes back by its one mail, in another browser, and is bought', async ({
  page,
  studio,
  browser,
  contextOptions,
}) => {
  test.slow()
  const email = `left-${run}@example.com`
  const gallery = await studio.hang({
    title: `Regatta ${run}`,
    photos: [{ title: 'Start' }, { title: 'Buoy' }, { title: 'Finish' }],
  })
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  for (const title of ['Buoy', 'Finish']) await page.getByRole('button', { name: `Add ${title} to cart` }).tap()
  // Tapped before the page's code has come, they are pressed once it has: the page must live until then.
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  await page.goto(paths.cart())
  await page.getByLabel(/full name/i).fill('Rosa Lind')
  await page.getByRole('textbox', { name: /email/i }).fill(email)
  const wanted = page.getByRole('checkbox', { name: cartConsent.text })
  await expect(wanted).not.toBeChecked()
  const kept = page.waitForResponse((response) => response.url().includes('/kept-carts'))
  await wanted.check()
  expect((await kept).ok()).toBe(true)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBoth(page)
  await page.goto('about:blank')

  // A day later.
  await advanceHours(page, 25)
  const [{ text = '' } = {}] = await mailed(page, email)
  expect(text).toContain(`2 photos of “${gallery.title}”`)
  const link = /https?:\/\/\S+\/cart\?kept=\S+/.exec(text)?.[0] ?? ''

  const elsewhere = await browser.newContext(contextOptions)
  const other = await elsewhere.newPage()
  await other.goto(link)
  await expect(other.getByTestId('cart-total')).toHaveText('£30.00')
  await expect(other.getByText('Buoy', { exact: true })).toBeVisible()
  await expect(other.getByText('Finish', { exact: true })).toBeVisible()
  await expectNoSidewaysScroll(other)
  await other.getByLabel(/full name/i).fill('Rosa Lind')
  await other.getByRole('textbox', { name: /email/i }).fill(email)
  await agree(other)
  await other.getByRole('button', { name: /Proceed/ }).tap()
  await payByCard(other)
  await expect(other.getByRole('heading', { name: 'Your Photos' })).toBeVisible()
  await elsewhere.close()

  await advanceHours(page, 48)
  await mailed(page, email, { text: /still in your cart/ })
})
