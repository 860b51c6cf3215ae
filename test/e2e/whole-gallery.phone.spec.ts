import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { paths } from '#schema/paths.ts'
import { agree } from './support/agree.ts'
import { advanceHours, expect, expectSound, numbered, payByCard } from './support/market.ts'
import { newBuyer } from './support/sale.ts'
import { test } from './support/studio.ts'
import { expectInView, walk } from './support/walk.ts'
import { entriesOf } from './support/zip.ts'

const run = Date.now().toString(36)
const photos = (count: number) => numbered(count).map((n) => ({ title: `Frame ${n}`, pounds: 9 }))

/** Checkouts are throttled by address, and all of these journeys come from one. */
test.beforeEach(({ page }) => advanceHours(page, 11 / 60))

const checkOut = async (page: Page, pounds: string) => {
  const { name, email } = newBuyer()
  await page.getByLabel(/full name/i).fill(name)
  await page.getByRole('textbox', { name: /email/i }).fill(email)
  await agree(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).tap()
  await expect(page.getByRole('button', { name: `Pay ${pounds}` })).toBeVisible()
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Purchase Successful' })).toBeVisible()
}

test('a parent on a phone buys a whole gallery with one press, and has each file and all of them', async ({
  page,
  studio,
}) => {
  const gallery = await studio.hang({
    title: `Sports day ${run}`,
    settings: { wholePence: 4_500 },
    photos: photos(12),
  })
  const steps = walk(page, { isTouched: true })
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  await steps.press(page.getByRole('button', { name: 'View photos' }))
  await expect(
    page.getByText(
      'The whole gallery: 12 photos for £45.00, and what is added within 30 days, up to 2,000 in all, but for what its photographer keeps out.',
    ),
  ).toBeVisible()
  const buy = page.getByRole('button', { name: 'Buy the Whole Gallery' })
  await expectInView(buy)
  await expectSound(page)
  await steps.press(buy)
  const whole = page.getByRole('list', { name: 'Whole galleries in your cart' })
  await expect(whole).toContainText('12 photos')
  await expect(page.getByTestId('cart-total')).toHaveText('£45.00')
  await expectSound(page)
  await checkOut(page, '£45.00')

  const files = page.getByRole('list', { name: 'Photos of the gallery' })
  await expect(files.getByRole('article')).toHaveCount(12)
  await expect(page.getByText(/Photos that are added until .* are yours too/)).toBeVisible()
  await expectSound(page)
  const [one] = await Promise.all([
    page.waitForEvent('download'),
    steps.press(page.getByRole('button', { name: 'Download the original of Frame 12' })),
  ])
  expect(one.suggestedFilename()).toBe('Frame 12.jpg')
  await steps.press(page.getByRole('button', { name: 'Download All (Original)' }))
  const ready = page.getByRole('button', { name: /^Download the zip/ })
  await expect(ready).toBeVisible({ timeout: 60_000 })
  const [all] = await Promise.all([page.waitForEvent('download'), steps.press(ready)])
  expect(entriesOf(await readFile(await all.path()))).toHaveLength(12)
  // To the photos, the whole, one file, all files, and their zip; the checkout is counted where it is walked alone.
  expect(steps.cost).toEqual({ presses: 5, fields: 0 })

  await page.getByRole('link', { name: 'Receipt' }).tap()
  await expect(page.getByRole('cell', { name: /Whole gallery/ })).toBeVisible()
  await expectSound(page)
})

test('a cart whose photos cost as much as their gallery becomes the whole gallery by itself, says so, and goes back', async ({
  page,
  studio,
}) => {
  const gallery = await studio.hang({ title: `Gala ${run}`, settings: { wholePence: 2_700 }, photos: photos(6) })
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  const add = page.getByRole('button', { name: /^Add .* to cart/ })
  const addOneOf = async (count: number) => {
    await expect(add).toHaveCount(count)
    await add.first().tap()
    await expect(add).toHaveCount(count - 1)
  }
  await addOneOf(6)
  await page.getByRole('button', { name: 'Buy the Whole Gallery' }).evaluate((button) => {
    scrollBy({ top: button.getBoundingClientRect().top - 120, behavior: 'instant' })
  })
  // Looked at in every frame, for it goes by itself: where it stood when it was last seen counts.
  await page.getByRole('button', { name: 'Buy the Whole Gallery' }).evaluate((button) => {
    const look = () => {
      const toast = document.querySelector('[aria-label=Notifications] [data-kind]')
      if (toast?.textContent.includes('Frame 5 has been added to your cart.')) {
        const said = toast.getBoundingClientRect()
        const { top, bottom } = button.getBoundingClientRect()
        Object.assign(window, { isFree: said.top >= bottom || said.bottom <= top })
      }
      requestAnimationFrame(look)
    }
    look()
  })
  await addOneOf(5)
  const isFree = () => page.evaluate(() => Reflect.get(window, 'isFree'))
  await expect.poll(isFree, 'the toast lies on the button').toBe(true)
  await page.goto(paths.cart())
  await expect(page.getByTestId('cart-total')).toHaveText('£18.00')
  await expect(page.getByText(/as much as the whole gallery/)).toBeHidden()
  // Two thirds of it: all six are one press away, and back.
  await expect(page.getByText(`For £9.00 more you get all 6 photos of Gala ${run}.`)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Get All 6' }).tap()
  await expect(page.getByRole('list', { name: 'Whole galleries in your cart' })).toContainText('6 photos')
  await expect(page.getByTestId('cart-total')).toHaveText('£27.00')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByTestId('cart-total')).toHaveText('£18.00')

  await page.goBack()
  await addOneOf(4)
  await page.goto(paths.cart())
  const whole = page.getByText('These 3 photos cost as much as the whole gallery: you get all 6.')
  await expect(whole).toBeVisible()
  await expect(page.getByTestId('cart-total')).toHaveText('£27.00')
  await expectSound(page)

  const remove = page.getByRole('list', { name: 'Photos in your cart' }).getByRole('button', { name: /^Remove / })
  await remove.first().tap()
  await expect(whole).toBeHidden()
  await expect(page.getByTestId('cart-total')).toHaveText('£18.00')

  await page.goBack()
  await addOneOf(4)
  await page.goto(paths.cart())
  await expect(whole).toBeVisible()
  await checkOut(page, '£27.00')
  await expect(page.getByRole('list', { name: 'Photos of the gallery' }).getByRole('article')).toHaveCount(6)
})

test('a photo is bought as its Web size, and its Original later for the difference', async ({ page, studio }) => {
  const gallery = await studio.hang({
    title: `Regatta ${run}`,
    settings: { webPence: 400 },
    photos: [{ title: 'Spinnaker', pounds: 9, width: 2_400, height: 1_600 }],
  })
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  await expect(page.getByText('£4.00').first()).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Add Spinnaker to cart', exact: true }).tap()
  await expect(page.getByRole('group', { name: 'Size of Spinnaker' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Favourite: Spinnaker' })).toBeHidden()
  await expectSound(page)
  await page.getByRole('button', { name: 'Add Spinnaker to cart as Web size for £4.00' }).tap()
  await page.getByRole('link', { name: 'Cart, 1 item' }).tap()
  await expect(
    page.getByRole('group', { name: 'Size of Spinnaker' }).getByRole('radio', { name: /^Web/ }),
  ).toBeChecked()
  await expect(page.getByTestId('cart-total')).toHaveText('£4.00')
  await expectSound(page)
  await checkOut(page, '£4.00')
  await expect(page.getByRole('button', { name: /^Download Original/ })).toBeHidden()
  const [small] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download Web size/ }).tap(),
  ])
  expect(small.suggestedFilename()).toContain('Spinnaker')
  await expectSound(page)

  await page.getByRole('button', { name: /^Get the Original for £5\.00/ }).tap()
  await expect(page.getByText('The Original, for the Web size that you have bought')).toBeVisible()
  await expect(page.getByTestId('cart-total')).toHaveText('£5.00')
  await expectSound(page)
  await checkOut(page, '£5.00')
  await expect(page.getByText('Original, for the Web size that you had')).toBeVisible()
  const [full] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download Original/ }).tap(),
  ])
  expect(full.suggestedFilename()).toBe('Spinnaker.jpg')
})
