import type { Page } from '@playwright/test'
import { paths } from '#schema/paths.ts'
import { agree } from './support/agree.ts'
import { expect, expectAccessible, openAnswering, payByCard, signIn, takesPresses } from './support/market.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)
const galleries = (page: Page) => page.getByRole('list', { name: 'Galleries' }).getByRole('heading')
const hasStyle = (page: Page, mode: string) =>
  expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(mode)

/** Takes out what the browser says of requests that this test made fail. */
const forgive = (complaints: string[]) => {
  const others = complaints.filter((text) => !/Failed to load resource|dynamically imported module/.test(text))
  complaints.splice(0, complaints.length, ...others)
}

const startGallery = async (page: Page, title: string) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Create Gallery' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Gallery' })
  await dialog.getByLabel(/^Title/).fill(title)
  return dialog
}

test.describe('no connection', () => {
  test('is said, a form keeps what was typed, and the same button saves when it is back', async ({
    owner,
    complaints,
  }) => {
    const dialog = await startGallery(owner, `Written Offline ${run}`)
    await owner.context().setOffline(true)
    await expect(owner.getByText('You are offline. Nothing that you typed is lost')).toBeVisible()
    await dialog.getByRole('button', { name: 'Create Gallery' }).click()
    await expect(owner.getByText('You are offline. Please try again when you are back.')).toBeVisible()
    await expect(dialog.getByLabel(/^Title/)).toHaveValue(`Written Offline ${run}`)

    await owner.context().setOffline(false)
    await expect(owner.getByText('You are offline. Nothing')).toBeHidden()
    await dialog.getByRole('button', { name: 'Create Gallery' }).click()
    await expect(owner.getByText('Gallery created successfully!')).toBeVisible()
    forgive(complaints)
  })

  test('a search that was typed without one is answered when it is back', async ({ page, complaints }) => {
    await openAnswering(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse' }).click()
    await expect(galleries(page).first()).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('searchbox').fill('ridge')
    await expect(page).toHaveURL(/q=ridge/)

    await page.context().setOffline(false)

    await expect(galleries(page)).toHaveText(['The Ridge in October'])
    forgive(complaints)
  })

  test('a page that lost it before its code was there fetches that when it is back, and keeps what was typed', async ({
    page,
    complaints,
  }) => {
    let cutLine = () => {}
    const isCut = new Promise<void>((resolve) => {
      cutLine = resolve
    })
    await page.route('**/assets/theme-*.js', async (route) => {
      await isCut
      await route.abort('internetdisconnected')
    })
    await page.goto('/browse')
    await expect(galleries(page).first()).toBeVisible()
    await page.getByRole('searchbox').fill('ridge')
    await page.context().setOffline(true)
    cutLine()
    await expect.poll(() => complaints.some((text) => text.includes('dynamically imported module'))).toBe(true)
    await page.unroute('**/assets/theme-*.js')

    await page.context().setOffline(false)

    await expect(page).toHaveURL(/q=ridge/)
    await expect(galleries(page)).toHaveText(['The Ridge in October'])
    await expect(page.getByRole('searchbox')).toHaveValue('ridge')
    forgive(complaints)
  })

  test('a server that does not answer is asked again until it does', async ({ page, complaints }) => {
    await page.goto('/cart')
    await page.route('**/api/**', (route) => route.abort('connectionrefused'))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse' }).click()
    await expect(page.getByText('Darkslide cannot be reached')).toBeVisible()
    await expectAccessible(page)

    await page.unroute('**/api/**')

    await expect(galleries(page).first()).toBeVisible()
    await expect(page.getByText('Darkslide cannot be reached')).toBeHidden()
    forgive(complaints)
  })

  test('while a session is renewed is no missing sign-in', async ({ owner, complaints }) => {
    await owner.clock.install()
    await owner.goto('/dashboard')
    await expect(owner.getByRole('tab', { name: 'Overview' })).toBeVisible()
    const pool = (await (await owner.request.get('/config.json')).json()).userPoolEndpoint
    await owner.route(`${pool}**`, (route) => route.abort('internetdisconnected'))
    await owner.clock.fastForward('03:00:00')
    await owner.reload()

    await expect(owner.getByText('Your account could not be reached')).toBeVisible()
    await expect(owner).toHaveURL(/dashboard/)
    await expectAccessible(owner)
    await owner.unroute(`${pool}**`)
    await owner.getByRole('button', { name: 'Try again' }).click()

    await expect(owner.getByRole('tab', { name: 'Overview' })).toBeVisible()
    forgive(complaints)
  })
})

test('a session that ends in mid-form asks for the password, and what was typed is still there', async ({
  owner,
  studio,
}) => {
  await owner.clock.install()
  const dialog = await startGallery(owner, `Half Written ${run}`)
  const pool = (await (await owner.request.get('/config.json')).json()).userPoolEndpoint
  let isOver = true
  await owner.route(`${pool}**`, (route) =>
    isOver
      ? route.fulfill({
          status: 400,
          headers: { 'access-control-allow-origin': '*' },
          json: { __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' },
        })
      : route.fallback(),
  )
  await owner.clock.fastForward('03:00:00')
  await dialog.getByRole('button', { name: 'Create Gallery' }).click()
  const again = owner.getByRole('dialog', { name: 'Please sign in again' })
  await expect(again.getByRole('textbox', { name: 'Email' })).toHaveValue(studio.email)
  await expectAccessible(owner)

  isOver = false
  await again.getByLabel('Password', { exact: true }).fill('darkroom')
  await again.getByRole('button', { name: 'Sign In' }).click()
  await expect(again).toBeHidden()
  await expect(dialog.getByLabel(/^Title/)).toHaveValue(`Half Written ${run}`)
  await dialog.getByRole('button', { name: 'Create Gallery' }).click()
  await expect(owner.getByText('Gallery created successfully!')).toBeVisible()
})

test('a reload in mid-form opens the form again with what was typed, until it is saved', async ({ owner }) => {
  owner.on('dialog', (question) => question.accept())
  await startGallery(owner, `Typed Before ${run}`)
  await owner.reload()
  const dialog = owner.getByRole('dialog', { name: 'Create Gallery' })
  await expect(dialog.getByText('What you typed before is still here.')).toBeVisible()
  await expect(dialog.getByLabel(/^Title/)).toHaveValue(`Typed Before ${run}`)
  await expectAccessible(owner)
  await dialog.getByRole('button', { name: 'Create Gallery' }).click()
  await expect(owner.getByText('Gallery created successfully!')).toBeVisible()

  // Somebody's first gallery leads on to its upload.
  await owner.goto('/dashboard')
  await owner.getByRole('button', { name: 'Create Gallery' }).click()

  await expect(dialog.getByLabel(/^Title/)).toHaveValue('')
})

test.describe('after a release', () => {
  test('a part that is gone loads the new build once; where that fails, too, a button is offered', async ({
    page,
    complaints,
  }) => {
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.url().endsWith('/cart')) loads += 1
    })
    await openAnswering(page)
    await page.route('**/assets/cart-page-*.js', (route) => route.fulfill({ status: 404 }))
    await page.route('**/index.html', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-next.js"></script>' }),
    )
    await page.getByRole('link', { name: 'Cart, 0 items' }).click()

    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
    // The way there is within the site.
    expect(loads).toBe(1)
    await expectAccessible(page)
    await page.unroute('**/assets/cart-page-*.js')
    await page.getByRole('button', { name: 'Load again' }).click()

    await expect(page.getByRole('heading', { level: 1, name: /Cart/ })).toBeVisible()
    forgive(complaints)
  })

  test('a part that a dropped connection held back is loaded when it is back', async ({ page, complaints }) => {
    await openAnswering(page)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Cart, 0 items' }).click()
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()

    await page.context().setOffline(false)

    await expect(page.getByRole('heading', { level: 1, name: /Cart/ })).toBeVisible()
    forgive(complaints)
  })
})

test('what is pressed and typed before the page answers is done when it does', async ({ page }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/assets/index-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/browse', { waitUntil: 'commit' })
  await expect(galleries(page).first()).toBeVisible()
  await takesPresses(page)
  await page.getByRole('searchbox').fill('ridge')
  await page.getByLabel('Sort by').selectOption('Most popular')
  await page.getByRole('button', { name: 'Switch to dark' }).click()
  await expect(page).not.toHaveURL(/q=/)
  await hasStyle(page, 'light dark')

  answer()

  await expect(galleries(page)).toHaveText(['The Ridge in October'])
  await expect(page).toHaveURL(/q=ridge/)
  await expect(page).toHaveURL(/sort=popular/)
  await hasStyle(page, 'dark')
})

test('a browser that forbids its storage shows a gallery, and its guest buys', async ({ page }) => {
  // As where cookies are blocked: https://html.spec.whatwg.org/multipage/webstorage.html#dom-localstorage.
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        configurable: true,
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  // The newest are those of other journeys.
  await page.goto('/browse?q=valley')
  await page
    .getByRole('link', { name: /Valley Half Marathon/ })
    .first()
    .click()
  const add = page.getByRole('button', { name: /^add .*to cart/i }).first()
  await expect(add).toBeVisible()
  await takesPresses(page)
  await add.click()
  // Pressed before the page answers, it would be another page, which has the cart no more.
  await page
    .getByRole('link', { name: /cart, 1 item/i })
    .first()
    .click()
  await page.getByLabel(/full name/i).fill('Oskar Lind')
  await page.getByRole('textbox', { name: /email/i }).fill('oskar@example.com')
  await agree(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await payByCard(page)
  await expect(page.getByText('Oskar Lind').first()).toBeVisible()
})

test.describe('a page whose files a dropped connection held back asks for them once more', () => {
  /**
   * The page that lacks its files has asked for itself anew; the answer comes when the function is called. Its search has
   * the focus: Playwright touches no page that is about to go.
   */
  const openCutOff = async (page: Page) => {
    const { promise: isCut, resolve: cut } = Promise.withResolvers<void>()
    const { promise: isFree, resolve: answer } = Promise.withResolvers<void>()
    let loads = 0
    await page.route('**/browse', async (route) => {
      loads += 1
      if (loads > 1) await isFree
      await route.continue()
    })
    await page.route('**/assets/index-*.js', async (route) => {
      if (loads > 1) return route.continue()
      await isCut
      return route.abort('connectionreset')
    })
    await page.goto('/browse', { waitUntil: 'commit' })
    await page.getByRole('searchbox').focus()
    cut()
    await expect.poll(() => loads).toBe(2)
    return answer
  }

  test('and takes what is typed into it then', async ({ page, complaints }) => {
    const answer = await openCutOff(page)
    const isAnew = page.waitForEvent('framenavigated')
    answer()
    await isAnew

    await page.getByRole('searchbox').fill('ridge')

    await expect(galleries(page)).toHaveText(['The Ridge in October'])
    forgive(complaints)
  })

  test('and has what was typed while they were on their way', async ({ page, complaints }) => {
    const answer = await openCutOff(page)
    await page.keyboard.type('ridge')

    answer()

    await expect(galleries(page)).toHaveText(['The Ridge in October'])
    await expect(page.getByRole('searchbox')).toHaveValue('ridge')
    forgive(complaints)
  })
})

test.describe('two tabs', () => {
  test('share the cart and the colours', async ({ page, studio }) => {
    const gallery = await studio.hang({ title: `Tabs ${run}`, photos: [{ title: 'Seen Twice', pounds: 4 }] })
    await page.goto(paths.gallery({ galleryId: gallery.id }))
    const other = await page.context().newPage()
    await other.goto('/cart')
    await page.getByRole('button', { name: 'Add Seen Twice to cart' }).click()
    await expect(other.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
    await expect(other.getByRole('button', { name: 'Proceed to Payment' })).toBeVisible()

    await page.getByRole('button', { name: 'Switch to dark' }).click()

    await hasStyle(page, 'dark')
    await hasStyle(other, 'dark')
  })

  test('sign out together', async ({ page }) => {
    await signIn(page, 'noor@darkslide.example')
    const other = await page.context().newPage()
    await other.goto('/dashboard')
    await expect(other.getByRole('tab', { name: 'Overview' })).toBeVisible()

    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()

    await expect(other).toHaveURL('/auth')
  })
})

test('back and forward keep the filters, the place on the page, and close and open the viewer', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/browse?sort=price_low')
  await galleries(page).last().scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(200)
  await page.getByRole('list', { name: 'Galleries' }).getByRole('link').last().click()
  await expect(page).toHaveURL(/\/gallery\//)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await takesPresses(page)
  await page
    .getByRole('list', { name: 'Photos' })
    .getByRole('button', { name: /^Open|^View/ })
    .first()
    .click()
  const viewer = page.getByRole('dialog', { name: /^Photo viewer/ })
  await expect(viewer).toBeVisible()

  await page.goBack()
  await expect(viewer).toBeHidden()
  await page.goForward()
  await expect(viewer).toBeVisible()
  await page.goBack()
  await page.goBack()

  await expect(page).toHaveURL('/browse?sort=price_low')
  await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(3)
})
