import { readFile } from 'node:fs/promises'
import { deliveryConsent } from '#schema/consent.ts'
import { agree } from './support/agree.ts'
import { advanceHours, demoPhoto, expect, newestMail, payByCard, takesPresses, test } from './support/market.ts'

test('a photographer signs up, hangs a gallery, and is paid for the photo that a stranger buys', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const run = Date.now()
  const email = `vera-${run}@example.com`
  const title = `Harbour in the Morning ${run}`

  await test.step('sign up, with the code from the email', async () => {
    await page.goto('/auth')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    const form = page.getByRole('form', { name: 'Sign Up' })
    await form.getByLabel(/display name/i).fill('Vera Lund')
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Password', { exact: true }).fill('shutter')
    await form.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Check your email').first()).toBeVisible()
    const code = /\b\d{6}\b/.exec((await newestMail(page, email)).text ?? '')?.[0] ?? ''
    await page.getByLabel('Confirmation code').fill(code)
    await page.getByRole('button', { name: /confirm/i }).click()
    await expect(page).toHaveURL('/')
  })

  await test.step('create a public gallery: a title is needed, £15 is the default', async () => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Create Gallery' }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel(/price/i)).toHaveValue('15')
    await dialog.getByRole('button', { name: /create/i }).click()
    await expect(page.getByText('Please fill in the gallery title.').first()).toBeVisible()
    await dialog.getByLabel(/title/i).fill(title)
    await dialog.getByRole('button', { name: /create/i }).click()
    await expect(page.getByText('Gallery created successfully!').first()).toBeVisible()
  })

  await test.step('upload four photographs at once, one over 4 MB, after a wrong file was refused', async () => {
    await page.goto('/upload')
    await page
      .getByLabel(/gallery/i)
      .first()
      .selectOption({ label: `${title} (£15.00 per photo)` })
    const files = page.locator('input[type=file]')
    await files.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await expect(page.getByText(/File type must be/).first()).toBeVisible()
    await files.setInputFiles(
      ['nuthatch.jpg', 'estuary-bridge.jpg', 'paper-bird.jpg', 'green-clock.jpg'].map(demoPhoto),
    )
    await page.getByRole('button', { name: /Upload 4/ }).click()
    await expect(page.getByText('Upload complete').first()).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(/Successfully uploaded 4 photo/).first()).toBeVisible()
  })

  const buyer = await browser.newContext({ baseURL: baseURL ?? '', acceptDownloads: true })
  const shop = await buyer.newPage()

  await test.step('a stranger finds it on the landing page and under browse', async () => {
    await shop.goto('/')
    await expect(shop.getByRole('heading', { name: title })).toBeVisible({ timeout: 60_000 })
    await shop.goto('/browse')
    await expect(shop.getByRole('heading', { name: title })).toBeVisible()
    await shop.getByRole('link', { name: title }).first().click()
    await expect(shop).toHaveURL(/\/gallery\/gal_/)
    await takesPresses(shop)
  })

  await test.step('looks at a photo in the viewer and puts it into the cart', async () => {
    await shop
      .getByRole('button', { name: /nuthatch/i })
      .first()
      .click()
    const viewer = shop.getByRole('dialog')
    await expect(viewer.getByText('£15.00')).toBeVisible()
    await viewer.getByRole('button', { name: /add to cart/i }).click()
    await expect(shop.getByText('nuthatch has been added to your cart.').first()).toBeVisible()
    await shop.keyboard.press('Escape')
    await expect(shop.getByRole('link', { name: /cart/i }).first()).toContainText('1')
  })

  await test.step('checks out: the five sums, then the sentences for what is missing', async () => {
    await shop.goto('/cart')
    for (const label of [/subtotal/i, /platform fee/i, /photographer earnings/i, /total/i]) {
      await expect(shop.getByText(label).first()).toBeVisible()
    }
    await shop.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(shop.getByText('Please fill in your name and email address.').first()).toBeVisible()
    await shop.getByLabel(/full name/i).fill('Hannah Price')
    await shop.getByRole('textbox', { name: /email/i }).fill('hannah@nowhere')
    await shop.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(shop.getByText(/Please enter a valid email address/).first()).toBeVisible()
    await shop.getByRole('textbox', { name: /email/i }).fill('hannah@example.com')
    await shop.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(shop.getByText(deliveryConsent.missing)).toBeVisible()
    await agree(shop)
    await expect(shop.getByText(deliveryConsent.missing)).toBeHidden()
    await shop.getByRole('button', { name: 'Proceed to Payment' }).click()
  })

  await test.step('a declined card says so; a good one pays', async () => {
    await payByCard(shop, '4000 0000 0000 0002')
    await expect(shop.getByText('Your card was declined.')).toBeVisible()
    await payByCard(shop)
    await expect(shop).toHaveURL(/\/purchase-success\?session_id=/)
  })

  await test.step('downloads the original she bought', async () => {
    await expect(shop.getByText('Hannah Price').first()).toBeVisible()
    await expect(shop.getByText('£15.00').first()).toBeVisible()
    const [download] = await Promise.all([
      shop.waitForEvent('download'),
      shop
        .getByRole('button', { name: /original/i })
        .first()
        .click(),
    ])
    expect(download.suggestedFilename()).toBe('nuthatch.jpg')
    const bought = await readFile(await download.path())
    const uploaded = await readFile(demoPhoto('nuthatch.jpg'))
    expect(Math.abs(bought.length - uploaded.length)).toBeLessThan(100_000)
    await shop.goto('/cart')
    await expect(shop.getByRole('link', { name: 'Browse Galleries' })).toBeVisible()
  })
  await buyer.close()

  await test.step('the share waits 48 hours and is then available', async () => {
    await page.goto('/dashboard?tab=balance')
    await expect(page.getByText('Processing (48h hold)')).toBeVisible()
    await expect(page.getByText('£13.50').first()).toBeVisible()
    const available = page.getByText('Available Balance').locator('../..')
    await expect(available).toContainText('£0.00')
    await advanceHours(page, 48.5)
    await page.reload()
    await expect(available).toContainText('£13.50')
  })
})
