import type { Page } from '@playwright/test'
import * as z from 'zod'
import { GalleryCard, pageOf } from '#schema/api/views.ts'
import { phonePictureHeader } from '#schema/served-pages.ts'
import { expect, takesPresses, test } from './support/market.ts'

/** The demo market's largest gallery that anybody may open, and one that asks for its password. */
const galleries = async (page: Page) => {
  const { items } = pageOf(GalleryCard).parse(await (await page.request.get('/api/galleries?sort=oldest')).json())
  const open = items.filter((gallery) => !gallery.isProtected).sort((a, b) => b.photoCount - a.photoCount)[0]
  const locked = items.find((gallery) => gallery.isProtected)
  if (!open || !locked) throw new Error('The demo market has no such galleries.')
  return { open, locked }
}

/** The first script comes, which notes what is pressed; the application itself keeps us waiting. @returns lets it come. */
const holdCodeBack = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    if (!/\/start-/.test(route.request().url())) await promise
    await route.continue()
  })
  return resolve
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a public gallery shows its title and its first photos', async ({ page }) => {
    const { open } = await galleries(page)
    const answer = await page.goto(`/gallery/${open.id}`)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: open.title })).toBeVisible()
    await expect(page).toHaveTitle(`${open.title} · Darkslide`)
    const photos = page.getByRole('list', { name: 'Photos' }).getByRole('img')
    await expect(photos).toHaveCount(Math.min(open.photoCount, 20))
    await expect(photos.first()).toHaveJSProperty('complete', true)
    // What is seen first is the cover.
    expect(await page.locator('main img').first().getAttribute('fetchpriority')).toBe('high')
  })

  test('the picture of a link preview is one that anybody can fetch', async ({ page }) => {
    const { open } = await galleries(page)
    await page.goto(`/gallery/${open.id}`)
    const address = await page.locator('meta[property="og:image"]').getAttribute('content')
    const picture = await page.request.get(z.string().parse(address))
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  })

  test('a locked gallery says nothing of itself', async ({ page }) => {
    const { locked } = await galleries(page)
    const answer = await page.goto(`/gallery/${locked.id}`)
    expect(await answer?.text()).not.toContain(locked.title)
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  })

  test('the page of signing in shows its form, which says what it needs and sends nothing', async ({ page }) => {
    await page.goto('/auth')
    const form = page.getByRole('form', { name: 'Sign In' })
    await form.getByLabel('Email').fill('ada@example.com')
    await form.getByLabel('Password', { exact: true }).fill('in no address')
    await form.getByLabel('Password', { exact: true }).press('Enter')
    await form.getByRole('button', { name: 'Sign In' }).click()
    // Found by its place: what is looked for by its words is not looked for in here.
    await expect(page.locator('main noscript p')).toBeVisible()
    await expect(page.locator('main noscript p')).toContainText('Signing in needs JavaScript')
    expect(new URL(page.url()).href).toMatch(/\/auth$/)
    await page.goto('/auth?tab=sign-up')
    await expect(page.getByRole('form', { name: 'Sign Up' }).getByLabel('Display Name')).toBeVisible()
  })
})

test.describe('a phone with Android that is held upright', () => {
  test.use({
    viewport: { width: 412, height: 839 },
    deviceScaleFactor: 2.625,
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  })

  test('is told of the cover by the answer’s head, and fetches just that', async ({ page }) => {
    const { open } = await galleries(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const answer = await page.goto(`/gallery/${open.id}`)
    const [, named] = /^<([^>]+)>; rel=preload; as=image/.exec(answer?.headers().link ?? '') ?? []
    const cover = page.locator('main img').first()
    await expect(cover).toHaveJSProperty('complete', true)
    expect(await cover.evaluate((image) => image instanceof HTMLImageElement && image.currentSrc)).toBe(named)
    await page.waitForLoadState('networkidle')
    // The photo that is the cover hangs on the wall, too, small.
    const folder = named?.replace(/[^/]*$/, '') ?? 'none'
    const pieces = asked.filter((url) => url.startsWith(folder) && !url.includes('-thumbnail.'))
    expect(pieces).toEqual([named])
  })
})

test('others are told of no picture by the answer’s head: they have a choice', async ({ page }) => {
  const { open } = await galleries(page)
  const answer = await page.goto(`/gallery/${open.id}`)
  expect(answer?.headers().link).toBeUndefined()
  expect(answer?.headers()[phonePictureHeader]).toBeUndefined()
})

test('photos below a cover are asked for a moment after it', async ({ page }) => {
  const { open } = await galleries(page)
  // Before the page is taken over. Here that moment lasts for a thousand seconds.
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await page.route(`/gallery/${open.id}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('late 200ms', 'late 1000s') })
  })
  await page.goto(`/gallery/${open.id}`)
  const photos = page.getByRole('list', { name: 'Photos' })
  const there = () =>
    photos
      .locator('img')
      .evaluateAll((images) => images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0))
  const cover = page.locator('main img').first()
  await expect(cover).toHaveJSProperty('complete', true)
  await page.waitForLoadState('networkidle')
  expect(await there()).toHaveLength(0)
  // In the room that they will take.
  const room = await photos.boundingBox()
  await page.unroute(`/gallery/${open.id}`)
  await page.goto(`/gallery/${open.id}`)
  await expect.poll(async () => (await there()).length).toBeGreaterThan(0)
  await expect.poll(() => photos.boundingBox()).toEqual(room)
})

test('what is typed and sent while the code of /auth is on its way signs in when it has come', async ({ page }) => {
  const release = await holdCodeBack(page)
  await page.goto('/auth', { waitUntil: 'commit' })
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill('iris@darkslide.example')
  await form.getByLabel('Password', { exact: true }).fill('darkroom')
  await takesPresses(page)
  await form.getByLabel('Password', { exact: true }).press('Enter')
  expect(page.url()).toMatch(/\/auth$/)
  release()
  await page.waitForURL('**/')
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
})

test.describe('taken over by the application', () => {
  for (const kind of [
    'home',
    'browse',
    'gallery',
    'signing in',
    'signing up',
    'portfolio',
    'portfolio gallery',
  ] as const) {
    test(`${kind}: nothing moves, nothing is asked again, nothing is complained of`, async ({ page }) => {
      const { open } = await galleries(page)
      const addresses = {
        home: '/',
        browse: '/browse',
        gallery: `/gallery/${open.id}`,
        'signing in': '/auth',
        'signing up': '/auth?tab=sign-up',
        portfolio: `/${String(open.photographerSubdomain)}`,
        'portfolio gallery': `/${String(open.photographerSubdomain)}/${open.slug}`,
      }
      const asked: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        // What a visitor does, and the session that it is done in, is in no page that is drawn for everybody.
        if (pathname.startsWith('/api/') && !/\/(like|views|sessions)$/.test(pathname)) asked.push(pathname)
      })
      await page.addInitScript(() => {
        Object.assign(window, { shifts: 0 })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if ('value' in entry && typeof entry.value === 'number') {
              Object.assign(window, { shifts: Number(Reflect.get(window, 'shifts')) + entry.value })
            }
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const drawn = await (await page.goto(addresses[kind]))?.text()
      expect(drawn).toContain('<main')
      // The switch of colours answers once React has taken the page over.
      const isDark = page.locator('html[data-color-mode]')
      await expect(async () => {
        await page.getByRole('button', { name: /^Switch to/ }).click()
        await expect(isDark).toHaveCount(1, { timeout: 500 })
      }).toPass()
      expect(asked).toEqual([])
      expect(await page.evaluate(() => Number(Reflect.get(window, 'shifts')))).toBeLessThanOrEqual(0.01)
    })
  }

  test('Back, pressed before that: the page that it leads to is drawn, and nothing is complained of', async ({
    page,
  }) => {
    await page.goto('/browse')
    // Taken over: from now on a link is a step of the same document.
    await page.getByRole('button', { name: 'Switch to dark' }).click()
    await expect(page.getByRole('button', { name: 'Switch to light' })).toBeVisible()
    const first = page.getByRole('list', { name: 'Galleries' }).getByRole('link').first()
    await first.click()
    await page.waitForURL('**/gallery/*')
    const title = page.locator('main h1')
    const release = await holdCodeBack(page)
    await page.reload({ waitUntil: 'commit' })
    await expect(title).not.toHaveText('Browse Galleries')
    await expect(page.locator('html[data-drawn-for]')).toHaveCount(1)
    // A step of one document, which nothing but the application could show.
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(/\/browse$/)
    await expect(title).not.toHaveText('Browse Galleries')
    release()
    await expect(title).toHaveText('Browse Galleries')
    await expect(first).toBeVisible()
  })

  for (const mode of ['first visit', 'second visit'] as const)
    test(`a gallery that begins with its cover has the site’s typefaces: ${mode}`, async ({ page }) => {
      const { open } = await galleries(page)
      if (mode === 'second visit') {
        await page.goto(`/gallery/${open.id}`)
        await page.waitForLoadState('networkidle')
      }
      await page.goto(`/gallery/${open.id}`)
      await expect
        .poll(() =>
          page.evaluate(() =>
            [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
          ),
        )
        .toEqual(expect.arrayContaining(['Newsreader', 'Figtree']))
      await expect(page.locator('head > link[rel=manifest]')).toHaveCount(1)
    })

  test('an address that leads nowhere is answered 404, with the page that says so', async ({ page }) => {
    expect((await page.goto('/a/b/c'))?.status()).toBe(404)
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
  })

  test('robots find the rules, the days and the galleries in them', async ({ page }) => {
    const { open } = await galleries(page)
    const robots = await (await page.request.get('/robots.txt')).text()
    const sitemap = /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? ''
    const index = await (await page.request.get(sitemap)).text()
    const parts = [...index.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
    const lists: string[] = []
    for (const part of parts) lists.push(await (await page.request.get(part)).text())
    expect(lists.join()).toContain(`/gallery/${open.id}<`)
  })
})
