import type { Page } from '@playwright/test'
import { paths } from '#schema/paths.ts'
import { agree } from './support/agree.ts'
import { advanceHours, expect, expectSound, mailed, payByCard } from './support/market.ts'
import { newBuyer } from './support/sale.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)

/** Checkouts are throttled by address, and all journeys come from one. */
test.beforeEach(({ page }) => advanceHours(page, 11 / 60))

const advanceDays = async (page: Page, days: number) => {
  for (let day = 0; day < days; day++) await advanceHours(page, 24)
}

test('a gallery is sent to its client: one mail with link and code, which opens it without an account', async ({
  page,
  owner,
  studio,
}) => {
  const title = `Vow renewal ${run}`
  const client = `client-${run}@example.com`
  const gallery = await studio.hang({
    title,
    isPublic: false,
    accessCode: 'RING2468',
    photos: [{ title: 'Arch' }, { title: 'Cake' }],
  })
  await owner.goto(`${paths.dashboard()}?tab=galleries&share=${gallery.id}`)
  const dialog = owner.getByRole('dialog', { name: 'Share gallery' })
  const email = dialog.getByLabel(/^Client Email/)
  await email.fill('nobody')
  await dialog.getByRole('button', { name: 'Send to client' }).click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveValue('nobody')
  await email.fill(client)
  await expectSound(owner)
  await dialog.getByRole('button', { name: 'Send to client' }).click()
  await expect(owner.getByText(`The link is on its way to ${client}.`)).toBeVisible()

  const [mail] = await mailed(page, client, { subject: new RegExp(title) })
  const address = /https?:\/\/\S+\/gallery\/gal_\w+/.exec(mail?.text ?? '')?.[0] ?? ''
  const code = /Access code: (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(code).toBe('RING2468')
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'This gallery is private' })).toBeVisible()
  await page.getByLabel(/^Access code/).fill(code)
  await page.getByRole('button', { name: 'Open Gallery' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open Cake' })).toBeVisible()
})

test('photos that were bought and never fetched are told of once, after fourteen days; what was fetched is not', async ({
  page,
  studio,
}) => {
  // A month passes, for the galleries of all other journeys too.
  test.slow()
  const buy = async (photo: string) => {
    const gallery = await studio.hang({ title: `${photo} ${run}`, photos: [{ title: photo }] })
    const buyer = newBuyer()
    await page.goto(paths.gallery({ galleryId: gallery.id }))
    await page.getByRole('button', { name: `Add ${photo} to cart` }).click()
    // Pressed before the page's script has come, a button is pressed once it has: the page must live until then.
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
    await page.goto(paths.cart())
    await page.getByLabel(/full name/i).fill(buyer.name)
    await page.getByRole('textbox', { name: /email/i }).fill(buyer.email)
    await agree(page)
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await payByCard(page)
    await expect(page.getByRole('heading', { name: 'Purchase Successful' })).toBeVisible()
    return buyer.email
  }
  const fetchFile = async (photo: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /original/i })
        .first()
        .click(),
    ])
    expect(file.suggestedFilename()).toBe(`${photo}.jpg`)
  }
  const fetched = await buy('Heron')
  await fetchFile('Heron')
  await advanceHours(page, 11 / 60)
  const left = await buy('Kestrel')

  // The days count from the receipt.
  for (const to of [fetched, left]) await mailed(page, to, { subject: /Your Darkslide order/ })
  const subject = /waiting for you/
  await advanceDays(page, 13)
  for (const to of [left, fetched]) await mailed(page, to, { subject, count: 0 })
  await advanceHours(page, 25)
  const [mail] = await mailed(page, left, { subject })
  await mailed(page, fetched, { subject, count: 0 })
  await page.goto(/https?:\/\/\S+purchase\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  await expect(page.getByRole('heading', { name: 'Purchase Successful' })).toBeVisible()
  await fetchFile('Kestrel')

  await advanceDays(page, 15)
  await mailed(page, left, { subject })
})
