import { demoPhoto, expect, expectSound, newestMail, takesPresses, test } from './support/market.ts'
import { expectInView, walk } from './support/walk.ts'

test('a new photographer goes from the landing page to a gallery on sale whose link can be sent', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const run = Date.now().toString(36)
  const [email, title] = [`una-${run}@example.com`, `First Light ${run}`]
  const { cost, press, fill, choose } = walk(page)

  await page.goto('/')
  const start = page.getByRole('link', { name: 'Start Selling Photos' }).first()
  await expectInView(start)
  await press(start)
  const form = page.getByRole('form', { name: 'Sign Up' })
  await fill(form.getByLabel('Email'), email)
  await fill(form.getByLabel('Password', { exact: true }), 'shutter')
  await takesPresses(page)
  await press(form.getByRole('button', { name: 'Sign Up' }))
  const code = page.getByLabel('Confirmation code')
  await expect(code).toBeFocused()
  await fill(code, /\b\d{6}\b/.exec((await newestMail(page, email)).text ?? '')?.[0] ?? '')
  await press(page.getByRole('button', { name: 'Confirm' }))

  const dashboard = page.getByRole('banner').getByRole('link', { name: 'Dashboard' })
  await expectInView(dashboard)
  // What leads to Sign Up leads a photographer there as well.
  await expect(start).toHaveAttribute('href', '/dashboard')
  await press(dashboard)
  await expect(page.getByText('On sale in five minutes')).toBeVisible()
  const create = page.getByRole('button', { name: 'Create Gallery' })
  await expectInView(create)
  await press(create)
  const dialog = page.getByRole('dialog', { name: 'Create Gallery' })
  await expect(dialog.getByLabel(/^Title/)).toBeFocused()
  await fill(dialog.getByLabel(/^Title/), title)
  await press(dialog.getByRole('button', { name: 'Create Gallery' }))

  // Its photos come next, and it is chosen already.
  await expect(page.getByLabel('Gallery').locator('option:checked')).toHaveText(`${title} (£15.00 per photo)`)
  const zone = page.getByRole('button', { name: /Drop photos here/ })
  await expectInView(zone)
  await choose(zone, ['nuthatch.jpg', 'paper-bird.jpg'].map(demoPhoto))
  const upload = page.getByRole('button', { name: 'Upload 2 Photos' })
  await expectInView(upload)
  await press(upload)
  const share = page.getByRole('button', { name: 'Share gallery' })
  await expect(share).toBeVisible({ timeout: 60_000 })
  await expectInView(share)
  await press(share)
  await press(page.getByRole('dialog', { name: 'Share gallery' }).getByRole('button', { name: 'Copy link' }))
  await expectSound(page)
  const link = await page.evaluate(() => navigator.clipboard.readText())

  // Email, password, the mailed code and a title.
  expect(cost).toEqual({ presses: 10, fields: 4 })

  const stranger = await browser.newContext({ baseURL: baseURL ?? '' })
  const shop = await stranger.newPage()
  await shop.goto(link)
  await expect(shop.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(shop.getByRole('button', { name: 'Add nuthatch to cart' })).toBeVisible({ timeout: 60_000 })
  await stranger.close()
})
