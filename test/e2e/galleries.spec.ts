import type { Locator, Page } from '@playwright/test'
import { paths } from '#schema/paths.ts'
import { expect, expectAccessible, expectSound, numbered, scrollToEnd } from './support/market.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)

const titlesOf = (page: Page) => page.getByRole('list', { name: 'Galleries' }).getByRole('heading')

test('browsing: sorts, prices, words, list and more galleries, all of it in the address', async ({ page, studio }) => {
  test.slow()
  const word = `kestrel${run}`
  for (const n of numbered(13)) {
    await studio.hang({
      title: `${word} ${n}`,
      description: n === 7 ? `Over the weir${run}.` : '',
      pricePence: 900 + n * 100,
      photos: [{ title: `Only ${n}` }],
    })
  }
  await page.goto('/browse')
  await page.getByLabel('Search').fill(word)
  await expect(page).toHaveURL(new RegExp(`q=${word}`))
  await expect(titlesOf(page)).toHaveCount(12)
  await expect(titlesOf(page).first()).toHaveText(`${word} 13`)

  await test.step('twelve a page, and the rest behind a button', async () => {
    await page.getByRole('button', { name: 'Load More Galleries' }).click()
    await expect(titlesOf(page)).toHaveCount(13)
    await expect(page.getByRole('button', { name: 'Load More Galleries' })).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`q=${word}&page=2$`))
    await expectSound(page)
  })

  await test.step('coming back and reloading lead to the last that was read', async () => {
    const last = titlesOf(page).last()
    const place = () => page.evaluate(() => Math.round(window.scrollY))
    await last.scrollIntoViewIfNeeded()
    const before = await place()
    expect(before).toBeGreaterThan(400)
    await page.reload()
    await expect(titlesOf(page)).toHaveCount(13)
    await expect.poll(place).toBe(before)

    await last.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: `${word} 1` })).toBeVisible()
    // As where a phone has let go of the tab meanwhile: nothing is remembered but by the browser.
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: `${word} 1` })).toBeVisible()
    await page.goBack()
    await expect(titlesOf(page)).toHaveCount(13)
    await expect.poll(place).toBe(before)
    await expect(last).toBeInViewport()
  })

  await test.step('every sort', async () => {
    const firsts = { oldest: 1, price_low: 1, price_high: 13, newest: 13 } as const
    for (const [sort, n] of Object.entries(firsts)) {
      await page.getByLabel('Sort by').selectOption(sort)
      await expect(page).toHaveURL(new RegExp(`sort=${sort}`))
      await expect(titlesOf(page).first()).toHaveText(`${word} ${n}`)
    }
    await page.goBack()
    await expect(page.getByLabel('Sort by')).toHaveValue('price_high')
    await expect(titlesOf(page)).toHaveCount(12)
  })

  await test.step('a price range whose empty ends are 0 and 100', async () => {
    await page.getByLabel('From £').fill('20')
    await page.getByLabel('To £').fill('21.50')
    await expect(titlesOf(page)).toHaveText([`${word} 12`, `${word} 11`])
    await page.getByLabel('From £').fill('')
    await expect(titlesOf(page)).toHaveCount(12)
    await page.getByLabel('From £').fill('x')
    await expect(page.getByText('Not a price')).toBeVisible()
    await page.getByLabel('From £').fill('20')
    await expect(titlesOf(page)).toHaveCount(2)
  })

  await test.step('a list; reload loses nothing', async () => {
    await page.getByRole('button', { name: 'List view' }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: 'List view' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByLabel('From £')).toHaveValue('20')
    await expect(page.getByLabel('Search')).toHaveValue(word)
    await expect(titlesOf(page)).toHaveText([`${word} 12`, `${word} 11`])
    // Below each other, where a grid has them side by side.
    const cards = page.getByRole('list', { name: 'Galleries' }).getByRole('article')
    const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()]
    expect(second?.x).toBe(first?.x)
    expect(second?.y).toBeGreaterThan(first?.y ?? 0)
    await expectSound(page)
  })

  await test.step('a description’s and a photographer’s words are found; nothing found offers all', async () => {
    await page.goto(`/browse?q=weir${run}`)
    await expect(titlesOf(page)).toHaveText([`${word} 7`])
    await page.goto(`/browse?q=${encodeURIComponent(studio.name)}&sort=popular`)
    await expect(titlesOf(page)).toHaveCount(12)
    await page.goto('/browse?q=zzznothing')
    await expect(page.getByText('No galleries match')).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: 'Clear search and prices' }).click()
    await expect(page).toHaveURL('/browse')
  })
})

test.describe('a gallery’s page', () => {
  const numberedPhotos = numbered(22).map((n) => ({
    title: `Frame ${String(n).padStart(2, '0')}`,
    pounds: n,
    width: n % 3 === 0 ? 300 : 450,
    height: n % 3 === 0 ? 450 : 300,
  }))
  let address = ''
  const title = `Salt Marsh ${run}`
  const opener = (page: Page, n: number) =>
    page.getByRole('button', { name: `Open Frame ${String(n).padStart(2, '0')}` })
  const openers = (page: Page): Locator => page.getByRole('button', { name: /^Open Frame/ })

  test.beforeAll(async ({ studio }) => {
    test.setTimeout(test.info().timeout * 3)
    const { id } = await studio.hang({
      title,
      description: 'Two winters on the saltings.',
      pricePence: 1_250,
      settings: { watermarkEnabled: true, watermarkText: '© Nora Quill' },
      photos: numberedPhotos,
    })
    address = paths.gallery({ galleryId: id })
  })

  test('what it says; twenty photos a page, a search and a list, in the address', async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText('Two winters on the saltings.')).toBeVisible()
    await expect(page.getByText('22 photos')).toBeVisible()
    await expect(page.getByText('Starting from').locator('..')).toContainText('£1.00')
    await expect(openers(page)).toHaveCount(20)
    // The mark is in the pictures; a second pattern over them would only spoil the view.
    await expect(openers(page).first().getByRole('img')).toHaveJSProperty('complete', true)
    await expect(page.getByText('© Nora Quill')).toHaveCount(0)
    await expectSound(page)
    // Page follows page while somebody scrolls, and the address goes along.
    await scrollToEnd(page, () => expect(openers(page)).toHaveCount(22, { timeout: 8_000 }))
    await expect(opener(page, 1).getByRole('img')).toBeVisible()
    await page.goto(`${address}?page=2`)
    await expect(openers(page)).toHaveCount(22)
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(opener(page, 1)).toBeInViewport()
    await page.reload()
    await expect(opener(page, 1)).toBeInViewport()
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(page).not.toHaveURL(/page=/)
    await expect(opener(page, 22)).toBeInViewport()
    await expect(page.getByText('Page 1 of 2')).toBeVisible()

    await page.getByPlaceholder('Search photos').fill('frame 21')
    await expect(openers(page)).toHaveCount(1)
    await expect(page).toHaveURL(/q=frame/)
    await page.getByPlaceholder('Search photos').fill('heron')
    await expect(page.getByText('No photos match')).toBeVisible()
    await page.getByRole('button', { name: 'Show all photos' }).click()
    // Both pages are there already.
    await expect(openers(page)).toHaveCount(22)
    await page.getByRole('button', { name: 'List view' }).click()
    await expect(page).toHaveURL(/view=list/)
    await expect(openers(page)).toHaveCount(20)
    await expectSound(page)
  })

  test('the viewer: arrows, Escape, add to cart, and its photo in the address', async ({ page }) => {
    await page.goto(address)
    await opener(page, 22).click()
    const viewer = page.getByRole('dialog')
    await expect(viewer.getByText('1 of 22')).toBeVisible()
    await expect(viewer.getByText('© Nora Quill')).toHaveCount(0)
    await page.keyboard.press('ArrowRight')
    await expect(viewer.getByText('2 of 22')).toBeVisible()
    await expect(page).toHaveURL(/photo=pho_/)
    await page.reload()
    await expect(viewer.getByText('£21.00')).toBeVisible()
    await expectAccessible(page)
    await viewer.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(viewer.getByText('Frame 21 has been added to your cart.')).toBeVisible()
    await expect(viewer.getByRole('button', { name: /In cart/ })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(viewer.getByText('1 of 22')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(page).not.toHaveURL(/photo=/)
    await expect(page.getByText('In cart')).toBeVisible()
    await expect(page.getByTestId('cart-count')).toHaveText('1')
  })

  test('several photos are chosen, over two pages, and go into the cart together', async ({ page }) => {
    await page.goto(address)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('button', { name: 'Purchase Selected' }).click()
    await expect(page.getByText('No photos selected')).toBeVisible()
    await expect(page.getByText('Please select photos to purchase')).toBeVisible()
    await page.getByLabel('Select Frame 22').check()
    await page.getByLabel('Select Frame 20').check()
    const last = page.getByLabel('Select Frame 01')
    await scrollToEnd(page, () => expect(last).toBeAttached({ timeout: 8_000 }))
    await last.check()
    await expect(page.getByText('3 photos selected, £43.00')).toBeVisible()
    await page.getByRole('button', { name: 'Purchase Selected' }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByText('£43.00').first()).toBeVisible()
    for (const name of ['Frame 22', 'Frame 20', 'Frame 01']) await expect(page.getByText(name).first()).toBeVisible()
  })

  test('right click and the keys of the developer tools are blocked, with a notice of three seconds', async ({
    page,
  }) => {
    const notice = page.getByText('Screenshots and downloads are protected')
    await page.goto(address)
    // The page has to answer before its clock is stopped.
    await expect(async () => {
      await page.keyboard.press('F12')
      await expect(notice).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(notice).toBeHidden()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    for (const attempt of [
      () => opener(page, 22).click({ button: 'right' }),
      () => page.keyboard.press('F12'),
      () => page.keyboard.press('Control+Shift+I'),
      () => page.keyboard.press('Control+Shift+J'),
    ]) {
      await attempt()
      await expect(notice).toBeVisible()
      await page.clock.runFor(2_900)
      await expect(notice).toBeVisible()
      await page.clock.runFor(200)
      await expect(notice).toBeHidden()
    }
    await opener(page, 22).click()
    await page.keyboard.press('F12')
    await expect(page.getByRole('dialog').getByText('Screenshots and downloads are protected')).toBeVisible()
  })

  test('a like is said, kept over a reload and taken back; a visit counts once', async ({ page }) => {
    const views: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/views')) views.push(request.url())
    })
    const counted = async (visit: Promise<unknown>) => {
      const [answer] = await Promise.all([page.waitForResponse((response) => response.url().endsWith('/views')), visit])
      return answer.text()
    }
    const count = await counted(page.goto(address))
    await page.getByRole('button', { name: 'Like', exact: true }).click()
    await expect(page.getByText('Gallery liked!')).toBeVisible()
    await expect(page.getByText('Added to your favorites')).toBeVisible()
    expect(await counted(page.reload())).toBe(count)
    const liked = page.getByRole('button', { name: 'Liked' })
    await expect(liked).toHaveAttribute('aria-pressed', 'true')
    await liked.click()
    await expect(page.getByText('Like removed')).toBeVisible()
    await expect(page.getByText('Removed from favorites')).toBeVisible()
    expect(views).toHaveLength(2)
  })

  test('pictures that fail fall back to the placeholder; a failing gallery says so', async ({ page }) => {
    const gone = { status: 404, contentType: 'text/plain', body: 'gone' }
    await page.route('**/media/**', (route) => route.fulfill(gone))
    await page.goto(`/browse?q=Salt+Marsh+${run}`)
    await expect(page.locator('article img[src*="placeholder"], article img[src^="data:image/svg"]')).toHaveCount(1)
    await page.goto(address)
    await expect(openers(page).first().locator('img')).toHaveAttribute('src', /placeholder|data:image\/svg/)

    // Without the answers that come with its HTML: as it is when the function that draws pages fails.
    const plainly = () =>
      page.route(`**${address}`, async (route) => {
        const plain = await route.fetch({ url: new URL('/cart', page.url()).href })
        await route.fulfill({ response: plain })
      })
    await plainly()
    await page.route('**/photos?*', (route) => route.fulfill({ status: 400, json: { no: 'answer' } }))
    await page.route('**/photos', (route) => route.fulfill({ status: 400, json: { no: 'answer' } }))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Error loading photos' })).toBeVisible()
    await expectSound(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(openers(page)).toHaveCount(20)

    await plainly()
    await page.route(`**/api/galleries/gal_*`, (route) => route.fulfill({ status: 400, json: { no: 'answer' } }))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Gallery Error' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  })
})
