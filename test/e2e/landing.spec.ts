import { expect, expectSound, expectTypefaces, numbered } from './support/market.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)

test.describe('the way in', () => {
  test('the first heading stands in two lines, above the prints and beside them', async ({ page }) => {
    for (const width of [390, 992, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      await expectTypefaces(page)
      const lines = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
        const words = document.createRange()
        words.selectNodeContents(heading)
        return new Set([...words.getClientRects()].map(({ top }) => top)).size
      })
      expect([width, lines]).toEqual([width, 2])
    }
  })

  test('the demo leads through six steps and ends at the sign-up', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Watch Demo' }).click()
    const dialog = page.getByRole('dialog', { name: 'How Darkslide works' })
    await expect(dialog.getByText('Step 1 of 6', { exact: true })).toBeVisible()
    await expect(dialog.getByText('17%')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await expect(dialog.getByText('33%')).toBeVisible()
    await expectSound(page)
    await dialog.getByRole('button', { name: /^Step 6/ }).click()
    await expect(dialog.getByText('100%')).toBeVisible()
    await dialog.getByRole('button', { name: 'Previous' }).click()
    await expect(dialog.getByText('Step 5 of 6', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('link', { name: 'Get Started Now' }).click()
    await expect(page).toHaveURL('/auth?tab=sign-up')
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
  })

  test('Features and FAQ are scrolled to, from another page too; one question is open at a time', async ({ page }) => {
    await page.goto('/browse')
    const bar = page.getByRole('navigation', { name: 'Main' })
    await bar.getByRole('link', { name: 'FAQ' }).click()
    await expect(page).toHaveURL('/#faq')
    await expect(page.locator('#faq')).toBeInViewport()
    await expect(bar, 'the bar stays at the top').toBeInViewport({ ratio: 1 })
    const questions = page.locator('#faq details')
    await expect(questions).toHaveCount(10)
    await questions.nth(0).locator('summary').click()
    await questions.nth(3).locator('summary').click()
    await expect(page.locator('#faq details[open]')).toHaveCount(1)
    await questions.nth(3).locator('summary').click()
    await expect(page.locator('#faq details[open]')).toHaveCount(0)
    await expect(page.locator('#faq').getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      '/contact',
    )
    await bar.getByRole('link', { name: 'Features' }).click()
    await expect(page).toHaveURL('/#features')
    await expect(page.locator('#features').getByRole('heading', { name: 'What you get' })).toBeInViewport()
    await expect(page.locator('#features').getByRole('listitem')).toHaveCount(9)
    await page.reload()
    await expect(page.locator('#features').getByRole('heading', { name: 'What you get' })).toBeInViewport()
    await bar.getByRole('link', { name: 'Browse' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Browse' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('the landing page shows the three newest public galleries', async ({ page, studio }) => {
    for (const n of numbered(3)) await studio.hang({ title: `Featured ${n} ${run}`, photos: [{ title: 'Cover' }] })
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Start Selling Photos' }).first()).toHaveAttribute(
      'href',
      '/auth?tab=sign-up',
    )
    const edge = await page.getByRole('list', { name: 'Featured galleries' }).boundingBox()
    for (const print of await page.locator('main figure').all()) {
      const box = await print.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0), 'a print sticks out of the column').toBeLessThanOrEqual(
        (edge?.x ?? 0) + (edge?.width ?? 0) + 1,
      )
    }
    await expect(page.getByRole('link', { name: 'Browse All Galleries' })).toHaveAttribute('href', '/browse')
    await expect(page.getByRole('button', { name: 'Available After Launch Period' })).toBeDisabled()
    const featured = page.getByRole('list', { name: 'Featured galleries' })
    await expect(featured.getByRole('heading')).toHaveText(numbered(3).map((n) => `Featured ${4 - n} ${run}`))
    const card = featured.getByRole('article').first()
    await expect(card.getByRole('link', { name: /^View Gallery/ })).toHaveAttribute('href', /^\/gallery\/gal_/)
    await card.getByRole('link', { name: /^Browse/ }).click()
    await expect(page).toHaveURL(/\/gallery\/gal_/)
  })

  test('an address that leads nowhere says so, and leads home', async ({ page }) => {
    await page.goto('/no/such/address')
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
  })
})
