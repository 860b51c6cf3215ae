import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/market.ts'

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
  '/upload',
  '/profile',
  '/profile?tab=analytics',
  '/settings',
]

test('what is behind a sign-in asks for one', async ({ page }) => {
  for (const path of ['/dashboard', '/dashboard/codes', '/upload', '/profile', '/settings']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth/)
  }
})

test('a signed-in photographer’s pages are all accessible', async ({ page }) => {
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
