import type { Page } from '@playwright/test'
import { paths } from '#schema/paths.ts'
import { agree } from './support/agree.ts'
import { advanceHours, expect, expectAccessible, expectNoSidewaysScroll, payByCard, settle } from './support/market.ts'
import { newBuyer } from './support/sale.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)

/** Checkouts are throttled by address, and all of these journeys come from one. */
test.beforeEach(({ page }) => advanceHours(page, 11 / 60))

const fillIn = async (page: Page, { name, email }: { name: string; email: string }) => {
  await page.getByLabel(/full name/i).fill(name)
  await page.getByRole('textbox', { name: /email/i }).fill(email)
}

test('steps: the photographer sees what buyers pay, the gallery says them, the cart counts them, the card is charged so', async ({
  page,
  owner,
  studio,
}) => {
  const gallery = await studio.hang({
    title: `Relay ${run}`,
    photos: ['Start', 'Bend', 'Baton', 'Lead', 'Line', 'Finish'].map((title) => ({ title })),
  })
  const offered = page.getByText(/^Cheaper together/)
  const add = page.getByRole('button', { name: /^Add .* to cart/i })
  await owner.goto(`${paths.dashboard()}?tab=galleries&settings=${gallery.id}`)
  const dialog = owner.getByRole('dialog', { name: 'Gallery Settings' })
  // Each with what a buyer pays and what of that the photographer gets, nine tenths.
  const preview = dialog.getByRole('region', { name: 'What buyers pay' }).locator('tbody').getByRole('row')
  const unstepped = ['1 photo£15.00£13.50', '3 photos£45.00£40.50', '5 photos£75.00£67.50', 'all 6 photos£90.00£81.00']
  await expect(preview).toHaveText(unstepped)
  await dialog.getByRole('button', { name: 'Add a Step' }).click()
  await dialog.getByLabel('From photos').fill('3')
  await expect(dialog.getByText('The steps are left out until they are complete.')).toBeVisible()
  await expect(preview).toHaveText(unstepped)
  // By every key that is typed.
  const percent = dialog.getByLabel('Percent off')
  await percent.press('2')
  await expect(preview).toHaveText([
    '1 photo£15.00£13.50',
    '3 photos 2% off£44.10£39.69',
    '5 photos 2% off£73.50£66.15',
    'all 6 photos 2% off£88.20£79.38',
  ])
  await percent.press('0')
  const stepped = [
    '1 photo£15.00£13.50',
    '3 photos 20% off£36.00£32.40',
    '5 photos 20% off£60.00£54.00',
    'all 6 photos 20% off£72.00£64.80',
  ]
  await expect(preview).toHaveText(stepped)
  const whole = dialog.getByLabel('Whole gallery (£)')
  await whole.fill('50')
  await expect(preview).toHaveText([
    'Original',
    '1 photo£15.00£13.50',
    '3 photos 20% off£36.00£32.40',
    '5 photos gets the whole gallery£50.00£45.00',
    'Whole gallery',
    'all 6 photos£50.00£45.00',
  ])
  await expectAccessible(owner)
  await whole.fill('')
  await expect(preview).toHaveText(stepped)
  // Nothing of it holds before it is saved.
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  await expect(add).toHaveCount(6)
  await expect(offered).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save Settings' }).click()
  await expect(owner.getByText('Your gallery settings have been saved successfully.')).toBeVisible()
  // Where an edge keeps pages, the one from before has been called back by then.
  await settle(page)

  await page.goto(paths.gallery({ galleryId: gallery.id }))
  await expect(offered).toHaveText('Cheaper together: 3 photos 20% off')
  await add.first().click()
  await expect(add).toHaveCount(5)
  await page.goto(paths.cart())
  await expect(page.getByText(`Add 2 more from Relay ${run} and save £9.00`)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Add 2 more' }).click()
  for (const left of [4, 3]) {
    await add.first().click()
    await expect(add).toHaveCount(left)
  }
  await page.goto(paths.cart())
  await expect(page.getByText(`Relay ${run}: 20% off, you save £9.00.`)).toBeVisible()
  await expect(page.getByTestId('cart-total')).toHaveText('£36.00')
  await fillIn(page, newBuyer())
  await agree(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByRole('button', { name: 'Pay £36.00' })).toBeVisible()
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Purchase Successful' })).toBeVisible()
  await expect(page.getByText('£45.00 less £9.00')).toBeVisible()
  await expectAccessible(page)
})

test('codes: a photographer makes one, a buyer uses it, its uses and sales are told, and switched off it is none', async ({
  page,
  owner,
  studio,
}) => {
  const gallery = await studio.hang({ title: `Vows ${run}`, photos: [{ title: 'Rings' }, { title: 'Dance' }] })
  await owner.goto(`${paths.dashboard()}?tab=galleries`)
  await owner.getByRole('link', { name: 'Discount Codes' }).click()
  await owner.getByRole('button', { name: 'New Code' }).first().click()
  const dialog = owner.getByRole('dialog', { name: 'New Discount Code' })
  await dialog.getByLabel(/^Code/).fill(`Vows ${run}`)
  await dialog.getByLabel('It takes').selectOption('included')
  await dialog.getByLabel(/^Photos included/).fill('1')
  await dialog.getByLabel('For', { exact: true }).selectOption(gallery.id)
  await dialog.getByLabel('Uses in all').fill('3')
  await expectAccessible(owner)
  await dialog.getByRole('button', { name: 'Make Code' }).click()
  const card = owner.getByRole('article', { name: `Vows ${run}` })
  await expect(card.getByText('1 photo included')).toBeVisible()
  await expect(card.getByText('0 of 3 uses')).toBeVisible()
  await expectAccessible(owner)
  await expectNoSidewaysScroll(owner)

  await page.goto(paths.gallery({ galleryId: gallery.id }))
  const add = page.getByRole('button', { name: /^Add .* to cart/i })
  for (const left of [1, 0]) {
    await add.first().click()
    await expect(add).toHaveCount(left)
  }
  await page.goto(paths.cart())
  await fillIn(page, newBuyer())
  await agree(page)
  await page.getByLabel('Discount code').fill(`VOWS${run}`)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByTestId('cart-total')).toHaveText('£15.00')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Purchase Successful' })).toBeVisible()
  await expect(page.getByText('£30.00 less £15.00')).toBeVisible()

  await owner.reload()
  await expect(card.getByText('1 of 3 uses')).toBeVisible()
  await expect(card.getByText('£15.00 sold')).toBeVisible()
  await card.getByRole('switch', { name: 'Active' }).click()
  await expect(card.getByRole('switch', { name: 'Active' })).not.toBeChecked()
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  await add.first().click()
  await expect(add).toHaveCount(1)
  await page.goto(paths.cart())
  await page.getByLabel('Discount code').fill(`VOWS${run}`)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Invalid discount code')).toBeVisible()
})

test('a minimum: a cart of less than a card can pay is refused in a sentence, and bought with another photo', async ({
  page,
  studio,
}) => {
  const gallery = await studio.hang({
    title: `Pennies ${run}`,
    photos: [
      { title: 'First Penny', pounds: 0.2 },
      { title: 'Second Penny', pounds: 0.2 },
    ],
  })
  const put = async (title: string) => {
    await page.goto(paths.gallery({ galleryId: gallery.id }))
    const add = page.getByRole('button', { name: `Add ${title} to cart` })
    await add.click()
    await expect(add).toHaveCount(0)
    await page.goto(paths.cart())
  }
  const why = page.getByText('Card payments start at 30p. Please add another photo.')
  await put('First Penny')
  await expect(page.getByTestId('cart-total')).toHaveText('£0.20')
  await expect(why).toHaveCount(1)
  await fillIn(page, newBuyer())
  await agree(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByText('Checkout failed')).toBeVisible()
  await expect(page).toHaveURL(/\/cart$/)

  await put('Second Penny')
  await expect(page.getByTestId('cart-total')).toHaveText('£0.40')
  await expect(why).toHaveCount(0)
  await agree(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByRole('button', { name: 'Pay £0.40' })).toBeVisible()
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Purchase Successful' })).toBeVisible()
})
