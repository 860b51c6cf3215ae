import type { Page } from '@playwright/test'
import { api } from '#schema/api/all.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { paths } from '#schema/paths.ts'
import { seeTotal } from './support/agree.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, mailed, numbered } from './support/market.ts'
import { type Studio, test } from './support/studio.ts'
import { expectInView, walk } from './support/walk.ts'

const run = Date.now().toString(36)
const photos = (count: number) =>
  numbered(count).map((n) => ({ title: `Frame ${n}`, width: 90, height: 60, pounds: 9 }))

/** From the cart to the photos: what every buyer goes through. */
const pay = async (page: Page, { press, fill }: ReturnType<typeof walk>, email: string) => {
  await fill(page.getByLabel(/full name/i), 'Jo Marsh')
  await fill(page.getByRole('textbox', { name: /email/i }), email)
  await seeTotal(page)
  await press(page.getByRole('checkbox', { name: deliveryConsent.text }))
  await press(page.getByRole('button', { name: 'Proceed to Payment' }))
  await fill(page.getByLabel(/card number/i), '4242 4242 4242 4242')
  await fill(page.getByLabel(/expir/i), '12 / 34')
  await fill(page.getByLabel(/cvc|security code/i), '123')
  await press(page.getByRole('button', { name: /^Pay £/ }))
  await expect(page.getByRole('heading', { name: 'Purchase Successful' })).toBeVisible()
}

test('a parent on a phone finds the gallery of a race by its name, and has a photo', async ({ page, studio }) => {
  const word = `sprint${run}`
  await studio.hang({ title: `${word} under twelves`, photos: photos(12) })
  const steps = walk(page, { isTouched: true })
  await page.goto('/')
  await steps.press(page.getByRole('button', { name: 'Open menu' }))
  await steps.press(page.getByRole('navigation', { name: 'Site menu' }).getByRole('link', { name: 'Browse' }))
  const search = page.getByLabel('Search')
  await expectInView(search)
  await steps.fill(search, word)
  const found = page.getByRole('link', { name: `${word} under twelves` })
  // The list before the search holds it too, and a press while that goes would be lost.
  await expect(page.getByRole('status').filter({ hasText: '1 gallery shown' })).toBeVisible()
  await expect(found).toHaveCount(1)
  await steps.press(found)
  const look = page.getByRole('button', { name: 'View photos' })
  await expectInView(look)
  await steps.press(look)
  const add = page.getByRole('button', { name: 'Add Frame 12 to cart' })
  await expectInView(add)
  await steps.press(add)
  const cart = page.getByRole('link', { name: 'Cart, 1 item' })
  await expectInView(cart)
  await steps.press(cart)
  await pay(page, steps, 'parent@example.com')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    steps.press(page.getByRole('button', { name: /^Download Original.*Frame 12/ })),
  ])
  expect(download.suggestedFilename()).toBe('Frame 12.jpg')
  // Search, name, email and three of the card.
  expect(steps.cost).toEqual({ presses: 10, fields: 6 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('a couple on a phone types the code as it was read out to them, keeps two photos and buys them', async ({
  page,
  studio,
}) => {
  const gallery = await studio.hang({
    title: `Maite and Jon ${run}`,
    isPublic: false,
    accessCode: 'MAITEJON',
    photos: photos(6),
  })
  const steps = walk(page, { isTouched: true })
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  const code = page.getByLabel('Access code')
  const open = page.getByRole('button', { name: 'Open Gallery' })
  await expectInView(code, open)
  await steps.fill(code, 'maite jon')
  await steps.press(open)
  await steps.press(page.getByRole('button', { name: 'View photos' }))
  for (const title of ['Frame 6', 'Frame 5']) {
    const heart = page.getByRole('button', { name: `Favourite: ${title}` })
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/favourites/')),
      steps.press(heart),
    ])
    expect(answer.status()).toBe(200)
  }
  await steps.press(page.getByRole('link', { name: 'My favourites (2)' }))
  await steps.press(page.getByRole('button', { name: 'Add all to Cart' }))
  await expect(page.getByTestId('cart-total')).toHaveText('£18.00')
  await pay(page, steps, 'couple@example.com')
  // The code, name, email and three of the card.
  expect(steps.cost).toEqual({ presses: 9, fields: 6 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

const ask = async (page: Page, studio: Studio, count: number, selectionTarget: number) => {
  const gallery = await studio.hang({ title: `Proofs ${run}`, photos: photos(count) })
  const clientEmail = `walk-${run}@example.com`
  await studio.own.call(api.proofing.endpoints.create, {
    body: { galleryId: gallery.id, title: 'For the album', clientEmail, selectionTarget },
  })
  const [mail] = await mailed(page, clientEmail)
  return /https?:\/\/\S+\/proof\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

test('a client on a phone of 320 pixels chooses three photos of eight, each with one press', async ({
  page,
  studio,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const link = await ask(page, studio, 8, 3)
  const steps = walk(page, { isTouched: true })
  await page.goto(link)
  const at = (n: number) => page.getByRole('button', { name: `Approve Frame ${n}`, exact: true })
  await expectInView(at(1))
  await test.step('a swipe brings the next photo to rest, and another one the first again', async () => {
    const swipe = (share: number) =>
      page.getByRole('list', { name: 'Photos' }).evaluate((list, part) => {
        list.scrollBy({ left: list.clientWidth * part, behavior: 'instant' })
      }, share)
    // More than half of the way: the rest is the browser's.
    await swipe(0.6)
    await expectInView(at(2))
    await swipe(-0.6)
    await expectInView(at(1))
  })
  for (const n of [1, 2, 3]) {
    const approve = at(n)
    await expectInView(approve)
    // What was decided has left the screen, and the next has come to rest.
    await page.waitForTimeout(300)
    await steps.press(approve)
  }
  const finish = page.getByRole('button', { name: 'Finish with these 3' })
  await expectInView(finish)
  await steps.press(finish)
  await steps.press(page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }))
  await expect(page.getByText('This review is finished')).toBeVisible()
  expect(steps.cost).toEqual({ presses: 5, fields: 0 })
  const [{ text: told = '' } = {}] = await mailed(page, studio.email, {
    subject: /^Review completed: For the album$/,
  })
  expect(told).toContain('Chosen: 3 of the 3 asked for')
  expect(told).toContain('Not chosen: 5')

  // In the viewer, too, all three answers are within the narrowest screen, which hides what sticks out.
  await page.getByRole('button', { name: 'Open Frame 1', exact: true }).tap()
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByText('1 of 8')).toBeVisible()
  await expectInView(...['Approve', 'Maybe', 'Reject'].map((name) => viewer.getByRole('button', { name })))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
