import type { Page } from '@playwright/test'
import { orders } from '#schema/api/orders.ts'
import { paths } from '#schema/paths.ts'
import { endTrialIn } from './support/access.ts'
import { agree } from './support/agree.ts'
import { advanceHours, expect, expectAccessible, expectSound, mailed, payByCard, settle } from './support/market.ts'
import { ops } from './support/ops.ts'
import { newBuyer, sell } from './support/sale.ts'
import { stripeOf } from './support/stripe.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)

/** Checkouts and discount codes are throttled by address, and all of these journeys come from one. */
const throttleMinutes = 10
test.beforeEach(({ page }) => advanceHours(page, (throttleMinutes + 1) / 60))

const addAll = async (page: Page, gallery: { id: Parameters<typeof paths.gallery>[0]['galleryId'] }) => {
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  const add = page.getByRole('button', { name: /^Add .* to cart/i })
  await expect(add.first()).toBeVisible()
  for (let left = await add.count(); left > 0; left--) {
    await add.first().click()
    // Where the page does not answer yet, the next press would meet the same button.
    await expect(add).toHaveCount(left - 1)
  }
}

const fillIn = async (page: Page, { name, email }: { name: string; email: string }) => {
  await page.getByLabel(/full name/i).fill(name)
  await page.getByRole('textbox', { name: /email/i }).fill(email)
  await agree(page)
}
// After coming back from the payment page the box is not ticked: nobody agrees twice by accident.
const proceed = async (page: Page) => {
  await agree(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
}

const balance = `${paths.dashboard()}?tab=balance`
const sum = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('../..')
const saleOf = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Sales' }).getByRole('row').filter({ hasText: title })

test('cancel keeps the cart; a refused card and a bank that asks; the page waits until the payment is known', async ({
  page,
  studio,
}) => {
  const gallery = await studio.hang({ title: `Weir ${run}`, photos: [{ title: 'Heron' }, { title: 'Otter' }] })
  const buyer = newBuyer()
  await addAll(page, gallery)
  await page.goto('/cart')
  await fillIn(page, buyer)
  await expect(page.getByTestId('cart-total')).toHaveText('£30.00')

  await proceed(page)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('list', { name: 'Photos in your cart' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByLabel(/full name/i)).toHaveValue(buyer.name)
  await expect(page.getByRole('textbox', { name: /email/i })).toHaveValue(buyer.email)

  await proceed(page)
  await payByCard(page, '4000 0000 0000 9995')
  await expect(page.getByText('Your card has insufficient funds.')).toBeVisible()
  await payByCard(page, '4000 0025 0000 3155')
  const { control } = stripeOf(page)
  await control('holdWebhooks', {})
  await control('fault', { method: 'GET', path: '/v1/checkout/sessions/*', answer: { kind: 'hold' } })
  try {
    await page.getByRole('button', { name: 'Confirm payment' }).click()
    await expect(page.getByRole('heading', { name: 'Processing your order' })).toBeVisible()
  } finally {
    await control('clearFaults', {})
    await control('calmWebhooks', {})
    await control('releaseWebhooks', {})
  }
  await expect(page.getByRole('heading', { name: 'Purchase Successful' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Your photos' }).getByRole('article')).toHaveCount(2)
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('a code of one use: who goes back from the payment has it still, and takes it to another cart', async ({
  page,
  studio,
}) => {
  const code = `WEIR-${run}`.toUpperCase()
  const off = { kind: 'percent', percent: 50 } as const
  const gallery = await studio.hang({ title: `Sluice ${run}`, photos: [{ title: 'Coot' }, { title: 'Grebe' }] })
  await studio.own.call(orders.endpoints.makeCode, { body: { code, off, galleryId: gallery.id, maxUses: 1 } })
  await addAll(page, gallery)
  await page.goto('/cart')
  await fillIn(page, newBuyer())
  await page.getByLabel('Discount code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByTestId('cart-total')).toHaveText('£15.00')

  await proceed(page)
  const cancel = page.getByRole('link', { name: 'Cancel' })
  await expect(cancel).toBeVisible()
  const toPay = page.url()
  await cancel.click()
  await expect(page.getByTestId('cart-total')).toHaveText('£15.00')
  await expect(page.getByRole('button', { name: 'Remove discount code' })).toBeVisible()
  await expect(page.getByText('Invalid discount code')).toHaveCount(0)
  // The same cart goes on where it was left.
  await proceed(page)
  await expect(page).toHaveURL(toPay)
  await cancel.click()
  await page.getByRole('button', { name: /^Remove Grebe/ }).click()
  await expect(page.getByTestId('cart-total')).toHaveText('£7.50')
  await proceed(page)
  await payByCard(page, '4242 4242 4242 4242')
  await expect(page.getByRole('heading', { name: 'Purchase Successful' })).toBeVisible()
  await page.goto(toPay)
  await expect(page.getByText('This payment page has expired.')).toBeVisible()
  const { items } = await studio.own.call(orders.endpoints.codes, {})
  expect(items.find((each) => each.code === code)).toMatchObject({ uses: 1 })
})

test('while Stripe takes no more the cart says that many are buying, tries on, and then pays', async ({
  page,
  studio,
  complaints,
}) => {
  const gallery = await studio.hang({ title: `Rush ${run}`, photos: [{ title: 'Crowd' }] })
  await addAll(page, gallery)
  await page.goto('/cart')
  await fillIn(page, newBuyer())
  const { control } = stripeOf(page)
  // A try of the browser is three of ours: the first is refused, the next one gets through.
  const answer = { kind: 'status', status: 429 } as const
  await control('fault', { method: 'POST', path: '/v1/checkout/sessions', times: 4, answer })
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByText('Very many people are buying at this moment.')).toBeVisible()
  await payByCard(page, '4242 4242 4242 4242')
  await expect(page.getByRole('heading', { name: 'Purchase Successful' })).toBeVisible()
  // What the browser itself says of the answer that this test made fail.
  const others = complaints.filter((text) => !/Failed to load resource: .* a status of 503/.test(text))
  complaints.splice(0, complaints.length, ...others)
})

test('two tabs that pay the same cart pay it once', async ({ page, studio, context }) => {
  const gallery = await studio.hang({ title: `Twice ${run}`, photos: [{ title: 'Egret' }] })
  const buyer = newBuyer()
  const other = await context.newPage()
  await addAll(page, gallery)
  for (const tab of [page, other]) {
    await tab.goto('/cart')
    await fillIn(tab, buyer)
    await proceed(tab)
    await expect(tab.getByRole('button', { name: /^Pay £15/ })).toBeVisible()
  }
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Purchase Successful' })).toBeVisible()
  await other.getByRole('button', { name: /^Pay £15/ }).click()
  await expect(other.getByText('This payment has been made. You have not been charged again.')).toBeVisible()
  await other.getByRole('link', { name: 'Back to the shop' }).click()
  await expect(other.getByText('Your cart is empty')).toBeVisible()
})

test('discount codes: none that is wrong, no payment under 30p, and a whole order for nothing', async ({
  page,
  newcomer,
}) => {
  const [half, whole] = [`HALF-${run}`, `GIFT-${run}`]
  await ops(newcomer.site, 'discount-codes', 'create', half, '--percent', '50')
  await ops(newcomer.site, 'discount-codes', 'create', whole, '--percent', '100')
  const gallery = await newcomer.hang({
    title: `Pennies ${run}`,
    photos: [{ title: 'Farthing', pounds: 0.58 }],
  })
  await addAll(page, gallery)
  await page.goto('/cart')
  await fillIn(page, newBuyer())
  const apply = async (code: string) => {
    await page.getByLabel('Discount code').fill(code)
    await page.getByRole('button', { name: 'Apply' }).click()
  }
  await apply('NOT-A-CODE')
  await expect(page.getByText('Invalid discount code')).toBeVisible()
  await expect(page.getByText('Please check your discount code and try again.').first()).toBeVisible()

  await apply(half)
  await expect(page.getByTestId('cart-total')).toHaveText('£0.29')
  await proceed(page)
  await expect(page.getByText('Card payments start at 30p. Please add another photo.').first()).toBeVisible()

  await page.getByRole('button', { name: 'Remove discount code' }).click()
  await expect(page.getByTestId('cart-total')).toHaveText('£0.58')
  await apply(whole)
  await expect(page.getByTestId('cart-total')).toHaveText('£0.00')
  await page.getByRole('button', { name: 'Complete Free Order' }).click()
  await expect(page).toHaveURL(/free_order=true&order_id=ord_/)
  await expect(page.getByRole('heading', { name: 'Purchase Successful' })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /Download Original/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Farthing.jpg')
})

test('a refund: of one photo, then of all; what was given back is not handed out again', async ({ page, newcomer }) => {
  const gallery = await newcomer.hang({
    title: `Given Back ${run}`,
    photos: [{ title: 'Plover' }, { title: 'Wigeon' }],
  })
  const orderId = await sell(page, newcomer, gallery)
  await ops(newcomer.site, 'refund', orderId, '--lines', '1', '--apply')
  await settle(page)
  const order = `/purchase-success?order_id=${orderId}`
  await page.goto(order)
  await expect(page.getByText('£30.00 (£15.00 refunded)')).toBeVisible()
  await expect(page.getByRole('button', { name: /Download Original/ })).toHaveCount(1)
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('row', { name: 'Total paid £30.00' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Given back since -£15.00' })).toBeVisible()
  await expect(page.getByText(/Agreed to by the customer on/)).toBeVisible()
  await expectSound(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSound(page)
  // What a printer, or the file made instead, shows.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print or Save as PDF' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('row', { name: 'Total paid £30.00' })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Your Photos' }).click()
  await newcomer.page.goto(balance)
  await expect(sum(newcomer.page, 'Processing (48h hold)')).toContainText('£13.50')

  await ops(newcomer.site, 'refund', orderId, '--apply')
  await settle(page)
  await page.reload()
  await expect(page.getByText('£30.00 (£30.00 refunded)')).toBeVisible()
  await expect(page.getByRole('button', { name: /Download/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Order Refunded' })).toBeVisible()
  await expectAccessible(page)
  const refused = await page.request.post(`/api/orders/${orderId}/items/1/download`, { data: { size: 'original' } })
  expect(refused.status()).toBe(403)

  await newcomer.page.reload()
  await expect(sum(newcomer.page, 'Processing (48h hold)')).toContainText('£0.00')
  await expect(sum(newcomer.page, 'Total Earned')).toContainText('£0.00')
  await expect(saleOf(newcomer.page, 'Plover')).toContainText('Refunded')
})

test('a disputed sale is frozen; won it goes on, lost it is gone', async ({ page, newcomer }) => {
  const { control, newest } = stripeOf(page)
  const wallet = newcomer.page
  const dispute = async (title: string) => {
    const gallery = await newcomer.hang({ title: `${title} ${run}`, photos: [{ title }] })
    const orderId = await sell(page, newcomer, gallery)
    const { id: charge } = await newest('charge.succeeded', orderId)
    await control('createDispute', { charge })
    await settle(page)
    const { id } = await newest('charge.dispute.created', charge)
    return id
  }
  const won = await dispute('Smew')
  // The bank takes longer than the hold.
  await advanceHours(page, 49)
  await wallet.goto(balance)
  await expect(saleOf(wallet, 'Smew')).toContainText('Disputed')
  await expect(sum(wallet, 'Available Balance')).toContainText('£0.00')
  await control('closeDispute', { dispute: won, outcome: 'won' })
  await settle(page)
  await wallet.reload()
  await expect(saleOf(wallet, 'Smew')).toContainText('Available')
  await expect(sum(wallet, 'Available Balance')).toContainText('£13.50')

  const lost = await dispute('Scoter')
  await control('closeDispute', { dispute: lost, outcome: 'lost' })
  await settle(page)
  await wallet.reload()
  await expect(saleOf(wallet, 'Scoter')).toContainText('Refunded')
  await expect(sum(wallet, 'Processing (48h hold)')).toContainText('£0.00')
  await expect(sum(wallet, 'Total Earned')).toContainText('£13.50')
})

test('payouts: first an account, then money; one that fails gives it back; one that arrives is named at each sale', async ({
  page,
  newcomer,
}) => {
  const { control, newest } = stripeOf(page)
  const wallet = newcomer.page
  const request = wallet.getByRole('button', { name: 'Request Payout' })
  await wallet.goto(balance)
  await expect(request).toBeDisabled()

  const setUp = async (button: string, outcome: string) => {
    const [stripe] = await Promise.all([
      wallet.context().waitForEvent('page'),
      wallet.getByRole('button', { name: button }).click(),
    ])
    await expect(wallet.getByText('Complete your payout account setup in the new tab, then return here.')).toBeVisible()
    await stripe.getByRole('button', { name: outcome, exact: true }).click()
    await expect(stripe).toHaveURL(/\/dashboard/)
    await stripe.close()
    await settle(page)
  }
  await setUp('Set Up Payout Account', 'Finish later')
  await wallet.reload()
  await setUp('Finish Setting Up', 'Submit details')
  await wallet.bringToFront()
  await wallet.reload()
  await request.click()
  await expect(wallet.getByText("You don't have any available balance to withdraw.")).toBeVisible()

  const gallery = await newcomer.hang({ title: `Paid ${run}`, photos: [{ title: 'Dunlin' }] })
  const orderId = await sell(page, newcomer, gallery)
  await advanceHours(page, 49)
  await wallet.reload()
  await expect(sum(wallet, 'Available Balance')).toContainText('£13.50')
  await control('fault', {
    method: 'POST',
    path: '/v1/transfers',
    answer: { kind: 'status', status: 400, code: 'transfers_not_allowed' },
  })
  await request.click()
  await expect(wallet.getByText('£13.50 is being transferred to your account.')).toBeVisible()
  await settle(page)
  await wallet.reload()
  await expect(wallet.getByText(/^£13.50 of your last payout could not be sent./)).toBeVisible()
  await expect(sum(wallet, 'Available Balance')).toContainText('£13.50')
  await expect(saleOf(wallet, 'Dunlin')).toContainText('Available')
  await mailed(page, newcomer.email, { subject: /^A payout of £13\.50 could not be sent$/ })

  await request.click()
  await expect(wallet.getByText('£13.50 is being transferred to your account.')).toBeVisible()
  await settle(page)
  await wallet.reload()
  await expect(sum(wallet, 'Available Balance')).toContainText('£0.00')
  await expect(saleOf(wallet, 'Dunlin')).toContainText('Paid out')
  await expect(saleOf(wallet, 'Dunlin')).toContainText(/Payout of \d+\s\w+\s\d{4}, £13\.50/)
  await mailed(page, newcomer.email, { subject: /^£13\.50 was sent to your Stripe account$/ })

  const { destination } = await newest('transfer.created', orderId)
  // By then the sale has settled, and Stripe has paid the account out by itself.
  await advanceHours(page, 24 * 5)
  await control('failBankPayout', { account: String(destination) })
  await settle(page)
  await wallet.reload()
  await expect(wallet.getByText(/^Your bank sent a payout of £13.50 back./)).toBeVisible()
  await expectAccessible(wallet)
})

test('the trial ends: told in time, locked after, subscribed and open again, and managed at the card provider', async ({
  newcomer,
}) => {
  test.slow()
  const own = newcomer.page
  const dialog = own.getByRole('dialog')
  await endTrialIn(newcomer, 9.5)
  await own.goto(paths.dashboard())
  await expect(dialog.getByRole('heading', { name: 'Trial Ending Soon' })).toBeVisible()
  await expect(dialog).toContainText('You have 10 days remaining in your trial.')
  await expectAccessible(own)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await own.reload()
  await expect(own.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(dialog).toBeHidden()

  await endTrialIn(newcomer, -1)
  await own.goto(paths.upload())
  await expect(dialog.getByRole('heading', { name: 'Trial Expired' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(own.getByRole('heading', { name: 'Subscription Required' })).toBeVisible()
  await own.goto(`${paths.dashboard()}?tab=proofing`)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(own.getByText('Your trial has expired. Please subscribe to access this feature.')).toBeVisible()
  await own.getByRole('button', { name: 'Create Gallery' }).click()
  await own.goto(paths.upload())
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await own.getByRole('button', { name: 'Subscribe £6.99' }).click()
  await expect(own.getByText('Thank you. Everything is open to you.')).toBeVisible()
  await own.goto(paths.upload())
  await expect(own.getByRole('heading', { name: 'Upload Photos' })).toBeVisible()
  await own.goto(paths.settings())
  const subscription = own.getByRole('region', { name: 'Subscription' })
  await expect(subscription).toContainText('You are subscribed: £6.99 per month.')
  await expectAccessible(own)
  await subscription.getByRole('button', { name: 'Manage subscription' }).click()
  await own.getByRole('button', { name: 'Cancel subscription' }).click()
  await own.getByRole('link', { name: 'Return to the site' }).click()
  await expect(subscription).toContainText('Cancelled. Everything stays open to you until')
})
