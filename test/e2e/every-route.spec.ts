import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/market.ts'
import { expectWholeWords } from './support/narrow.ts'

const publicRoutes = [
  ['/', 'Your photographs'],
  ['/auth', 'Welcome to Darkslide'],
  ['/browse', 'Browse Galleries'],
  ['/cart', 'Browse Galleries'],
  ['/purchase-success', 'Payment Error'],
  ['/gallery/gal_00000000000000000000000000', 'Gallery Error'],
  ['/iris-calloway', 'Professional Photography Portfolio'],
  ['/iris-calloway/the-ridge-in-october', 'The Ridge in October'],
  ['/nobody-by-this-name', 'Photographer not found'],
  ['/proof/nonsense', 'Session Not Found'],
  ['/terms', 'must replace it by their own'],
  ['/privacy', 'must replace it by their own'],
  ['/contact', 'A person reads what you write.'],
  ['/one/two/three', 'Oops! Page not found'],
] as const

// One visitor for all: a page that is loaded in a tab of its own costs twice as much, and these keep nothing of a visit.
test('every public page shows what it should, to everybody', async ({ page }) => {
  test.slow()
  for (const [path, words] of publicRoutes) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByText(words).first()).toBeVisible()
      // The words may stand in the frame already while the page itself is on its way.
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    })
  }
})

const ownRoutes = [
  '/dashboard',
  '/dashboard?tab=balance',
  '/dashboard?tab=galleries',
  '/dashboard?tab=proofing',
  '/dashboard?tab=settings',
  '/dashboard/codes',
  '/dashboard/favourites',
  '/upload',
  '/profile',
  '/profile?tab=analytics',
  '/settings',
]

test('what is behind a sign-in asks for one', async ({ page }) => {
  for (const path of ['/dashboard', '/dashboard/codes', '/dashboard/favourites', '/upload', '/profile', '/settings']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth/)
  }
})

test('a signed-in photographer’s pages are all accessible', async ({ page }) => {
  test.slow()
  await signIn(page, 'iris@darkslide.example')
  for (const path of ownRoutes) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  await page.goto('/auth')
  await expect(page).toHaveURL('/')
})

test('on the narrowest phone no word of a heading or button is broken, and no field cuts what it asks for', async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 640 })
  for (const [path, words] of publicRoutes) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByText(words).first()).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectWholeWords(page)
    })
  }
  await page.goto('/browse?q=marathon')
  await page.getByRole('link', { name: 'Valley Half Marathon' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Valley Half Marathon' })).toBeVisible()
  await expectWholeWords(page)
  const [next, last] = [page.getByRole('button', { name: 'Next' }), page.getByText(/^Page 1 of/)]
  await next.scrollIntoViewIfNeeded()
  // In one row: neither hangs below the other. Photos above may still get their height between the two looks.
  await expect(async () => {
    const [button, words] = [await next.boundingBox(), await last.boundingBox()]
    if (!button || !words) throw new Error('The pager is not there.')
    expect(Math.abs(button.y + button.height / 2 - words.y - words.height / 2)).toBeLessThan(button.height / 2)
  }).toPass()

  await signIn(page, 'iris@darkslide.example')
  for (const path of ownRoutes) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectNoSidewaysScroll(page)
      await expectWholeWords(page)
    })
  }
})

test('the control page of the local system is accessible, and so are its mails', async ({ page }) => {
  await page.goto('/__local')
  await expect(page.getByRole('heading', { level: 1, name: 'Darkslide on this machine' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.goto('/__local/mail')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
