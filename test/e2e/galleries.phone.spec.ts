import { isDeepStrictEqual } from 'node:util'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { api } from '#schema/api/all.ts'
import { paths } from '#schema/paths.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectTypefaces } from './support/market.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)

/** The shape of the file that the browser has taken for a picture, and how much of it is red. */
const seenOf = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => {
    const { naturalWidth: width, naturalHeight: height } = image
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const values = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
    const red = values.filter((value, index) => index % 4 === 0 && value > 127).length / (width * height)
    return { ratio: width / height, red }
  })

test('the menu of a phone holds the same entries, closes on Escape and when something is chosen', async ({
  owner,
  page,
}) => {
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Site menu' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  for (const name of ['Browse', 'Home', 'Features', 'FAQ', 'Cart', 'Sign In', 'Start Selling']) {
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
  }
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'FAQ' }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Questions' })).toBeInViewport()

  await owner.goto('/browse')
  await owner.getByRole('button', { name: 'Open menu' }).click()
  for (const name of ['Dashboard', 'Profile', 'Settings']) {
    await expect(owner.getByRole('navigation', { name: 'Site menu' }).getByRole('link', { name })).toBeVisible()
  }
  await owner.getByRole('navigation', { name: 'Site menu' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(owner.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('a locked gallery opens on a phone of 320 pixels, its photos are swiped through and chosen', async ({
  page,
  studio,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const gallery = await studio.hang({
    title: `A very long title for so narrow a screen, and an unbreakableword${'x'.repeat(40)} ${run}`,
    isPublic: false,
    accessCode: 'ABCD1234',
    photos: [
      { title: 'Alder', pounds: 3 },
      { title: 'Birch', pounds: 4 },
      { title: 'Cedar', pounds: 5 },
    ],
  })
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  await page.getByLabel(/^Access code/).fill('ABCD1234')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open Gallery' }).click()
  await expect(page.getByRole('button', { name: 'Open Cedar' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Open Cedar' }).tap()
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByText('1 of 3')).toBeVisible()
  await viewer.getByRole('button', { name: 'Next photo' }).tap()
  await expect(viewer.getByText('2 of 3')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await viewer.getByRole('button', { name: 'Add to Cart' }).tap()
  await expect(viewer.getByRole('button', { name: /In cart/ })).toBeVisible()
  await viewer.getByRole('button', { name: 'Close' }).tap()

  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  await page.getByLabel('Select Alder').check()
  await page.getByLabel('Select Cedar').check()
  await expect(page.getByText('2 photos selected, £8.00')).toBeVisible()
  await page.getByRole('button', { name: 'Purchase Selected' }).tap()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('£12.00').first()).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('two fingers on a phone bring the photo nearer and leave its buttons where they are', async ({ page, studio }) => {
  const gallery = await studio.hang({
    title: `Pinched ${run}`,
    photos: [
      { title: 'Alder', pounds: 3 },
      { title: 'Birch', pounds: 4 },
    ],
  })
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  await page.getByRole('button', { name: 'Open Birch' }).tap()
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByText('1 of 2')).toBeVisible()
  const photo = viewer.locator('[data-zoom-photo]')
  const box = async () => (await photo.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await expectTypefaces(page)
  let whole = await box()
  // The viewer has come to rest.
  await expect
    .poll(async () => {
      const before = whole
      whole = await box()
      return whole.width > 0 && isDeepStrictEqual(before, whole)
    })
    .toBe(true)
  const middle = { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 }
  const browser = await page.context().newCDPSession(page)
  /** The fingers that lie there, by how far each is from the middle of the photo; at an end those that go, or all. */
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...fingers: [number, number, number?][]) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: fingers.map(([x, y, id], index) => ({ x: middle.x + x, y: middle.y + y, id: id ?? index })),
    })
  const from = { apart: 40, y: 0 }
  const pinchTo = async (apart: number) => {
    await touch('touchStart', [-from.apart, 0])
    await touch('touchStart', [-from.apart, 0], [from.apart, 0])
    for (const share of [0.25, 0.5, 0.75, 1]) {
      const at = from.apart + (apart - from.apart) * share
      await touch('touchMove', [-at, 0], [at, 0])
    }
  }
  const pageScale = () => page.evaluate(() => window.visualViewport?.scale)

  await pinchTo(100)
  await expect.poll(async () => (await box()).width / whole.width).toBeCloseTo(2.5, 1)
  await touch('touchEnd', [100, 0, 1])
  // The finger that is left takes the photo along.
  const near = await box()
  for (const x of [-110, -130, -150]) await touch('touchMove', [x, 0])
  await expect.poll(async () => (await box()).x - near.x).toBeCloseTo(-50, 0)
  await touch('touchEnd')
  expect(await pageScale()).toBe(1)
  for (const name of ['Add to Cart', 'Close'])
    await expect(viewer.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await expect(viewer.getByText('1 of 2')).toBeVisible()

  from.apart = 150
  await pinchTo(20)
  await touch('touchEnd')
  await expect.poll(box).toEqual(whole)
  // Whole again, it is swiped away.
  await touch('touchStart', [100, 0])
  for (const x of [60, 0, -60, -100]) await touch('touchMove', [x, 0])
  await touch('touchEnd')
  await expect(viewer.getByText('2 of 2')).toBeVisible()
  expect(await pageScale()).toBe(1)

  // Beside the photo two fingers enlarge the page, and on the photo they bring it back.
  const bar = await viewer.getByText('2 of 2').boundingBox()
  middle.x = 200
  middle.y = bar ? bar.y + bar.height / 2 : 0
  from.apart = 40
  await pinchTo(120)
  await touch('touchEnd')
  await expect.poll(pageScale).toBeGreaterThan(1.5)
  await expect(viewer.locator('[data-page-enlarged]')).toBeVisible()
  middle.y = 420
  from.apart = 150
  await pinchTo(20)
  await touch('touchEnd')
  await expect.poll(pageScale).toBe(1)
})

test('on a phone on its side nothing that is pressed lies below its notch or the line that leads home', async ({
  page,
  studio,
}) => {
  const gallery = await studio.hang({
    title: `Sideways ${run}`,
    photos: [
      { title: 'Alder', pounds: 3 },
      { title: 'Birch', pounds: 4 },
    ],
  })
  const size = { width: 844, height: 390 }
  const insets = { left: 59, right: 59, bottom: 21 }
  await page.setViewportSize(size)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setSafeAreaInsetsOverride', { insets })
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  const expectClear = async (part: Locator) => {
    const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    expect.soft(x, String(part)).toBeGreaterThanOrEqual(insets.left)
    expect.soft(x + width, String(part)).toBeLessThanOrEqual(size.width - insets.right)
    return y + height
  }

  await expectClear(page.getByRole('link', { name: 'Darkslide, home' }))
  // The outermost on the other side.
  await expectClear(page.getByRole('banner').getByRole('link', { name: 'Start Selling' }))
  await expectClear(page.getByRole('heading', { level: 1 }))
  await page.getByRole('button', { name: 'Open Alder' }).tap()
  const viewer = page.getByRole('dialog')
  for (const name of ['Previous photo', 'Next photo', 'Close']) await expectClear(viewer.getByRole('button', { name }))
  const foot = await expectClear(viewer.getByRole('button', { name: 'Add to Cart' }))
  expect.soft(foot, 'Add to Cart').toBeLessThanOrEqual(size.height - insets.bottom)
  await viewer.getByRole('button', { name: 'Close' }).tap()

  await page.getByRole('button', { name: 'Add Birch to cart' }).tap()
  await expectClear(page.getByRole('status').getByRole('button', { name: 'Dismiss' }))
  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  await page.getByLabel('Select Alder').check()
  const buy = await expectClear(page.getByRole('button', { name: 'Purchase Selected' }))
  expect.soft(buy, 'Purchase Selected').toBeLessThanOrEqual(size.height - insets.bottom)
})

test('galleries are browsed, made and set up on a phone of 320 pixels', async ({ owner, page, studio }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await owner.setViewportSize({ width: 320, height: 640 })
  const gallery = await studio.hang({
    title: `Narrow ${run}`,
    photos: [{ title: 'Low Water' }],
    settings: { password: 'low water', expiresAt: '2099-12-31T00:00:00.000Z', downloadLimit: 3 },
  })
  await page.goto(`/browse?q=narrow+${run}&view=list`)
  const card = page.getByRole('article').filter({ hasText: gallery.title })
  const [words, picture] = [card.getByRole('heading', { name: gallery.title }), card.locator('img')]
  await expect(words).toBeVisible()
  const right = await picture.evaluate((element) => element.getBoundingClientRect().right)
  expect(await words.evaluate((element) => element.getBoundingClientRect().left)).toBeGreaterThan(right)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await owner.goto(`${paths.dashboard()}?tab=galleries`)
  await expect(owner.getByRole('article').filter({ hasText: gallery.title })).toBeVisible()
  await expectNoSidewaysScroll(owner)
  await expectAccessible(owner)
  await owner.goto(`${paths.dashboard()}?tab=galleries&settings=${gallery.id}`)
  const settings = owner.getByRole('dialog', { name: 'Gallery Settings' })
  await expect(settings.getByLabel(/^Title/)).toHaveValue(gallery.title)
  await expectNoSidewaysScroll(owner)
  await expectAccessible(owner)
  await settings.getByRole('button', { name: 'Save Settings' }).tap()
  await expect(owner.getByText('Gallery updated')).toBeVisible()
  await owner.getByRole('button', { name: 'Create Gallery' }).tap()
  await owner.getByRole('dialog', { name: 'Create Gallery' }).getByRole('switch').uncheck()
  await expectNoSidewaysScroll(owner)
  await expectAccessible(owner)
})

test('all photos of a gallery are given one price on a phone', async ({ owner, studio }) => {
  const gallery = await studio.hang({ title: `One Price ${run}`, photos: [{ title: 'Alder', pounds: 3 }] })
  await owner.goto(`${paths.dashboard()}?tab=galleries&settings=${gallery.id}`)
  const dialog = owner.getByRole('dialog', { name: 'Gallery Settings' })
  await dialog.getByLabel(/^Price per photo/).fill('0')
  await dialog.getByRole('button', { name: 'Apply to all photos', exact: true }).tap()
  const question = owner.getByRole('alertdialog', { name: 'Should all photos be free?' })
  await expectNoSidewaysScroll(owner)
  await expectAccessible(owner)
  await question.getByRole('button', { name: 'Apply to all photos' }).tap()
  await expect(dialog.getByText('All photos are free now.')).toBeVisible()
  await expectNoSidewaysScroll(owner)
  await expectAccessible(owner)
})

test('a cover fills a phone with its piece around the focal point, and a turned phone with all of it', async ({
  page,
  studio,
}) => {
  const half = (background: string) => ({ create: { width: 900, height: 1_200, channels: 3 as const, background } })
  const blue = await sharp(half('#00f')).png().toBuffer()
  const jpeg = await sharp({ create: { width: 1_800, height: 1_200, channels: 3, background: '#f00' } })
    .composite([{ input: blue, left: 900, top: 0 }])
    .jpeg()
    .toBuffer()
  const gallery = await studio.hang({ title: `Two Halves ${run}`, photos: [{ title: 'Both', pounds: 3, jpeg }] })
  const cover = page.locator('header picture img').first()
  // It is cut a moment after it is on sale.
  await expect(async () => {
    await page.goto(paths.gallery({ galleryId: gallery.id }))
    expect(await seenOf(cover)).toEqual({ ratio: expect.closeTo(0.7, 2), red: expect.closeTo(0.5, 1) })
  }).toPass()

  const { version } = await studio.own.call(api.galleries.endpoints.getMine, { params: { galleryId: gallery.id } })
  await studio.own.call(api.galleries.endpoints.update, {
    params: { galleryId: gallery.id },
    body: { version, coverFocus: { x: 1, y: 0.5 } },
  })
  await expect(async () => {
    await page.reload()
    expect(await seenOf(cover)).toEqual({ ratio: expect.closeTo(0.7, 2), red: expect.closeTo(0, 1) })
  }).toPass()

  await page.setViewportSize({ width: 863, height: 360 })
  await expect.poll(async () => (await seenOf(cover)).ratio).toBeCloseTo(1.5, 2)
})

test('the card of a gallery shows an upright cover around its focal point', async ({ page, studio }) => {
  const half = (background: string) => ({ create: { width: 1_200, height: 900, channels: 3 as const, background } })
  const blue = await sharp(half('#00f')).png().toBuffer()
  const jpeg = await sharp({ create: { width: 1_200, height: 1_800, channels: 3, background: '#f00' } })
    .composite([{ input: blue, left: 0, top: 900 }])
    .jpeg()
    .toBuffer()
  const title = `Upper and Lower ${run}`
  const gallery = await studio.hang({ title, photos: [{ title: 'Both', pounds: 3, jpeg }] })
  const { version } = await studio.own.call(api.galleries.endpoints.getMine, { params: { galleryId: gallery.id } })
  await studio.own.call(api.galleries.endpoints.update, {
    params: { galleryId: gallery.id },
    body: { version, coverFocus: { x: 0.5, y: 1 } },
  })
  const picture = page.getByRole('article').filter({ hasText: title }).locator('picture img')
  // It is cut a moment after its focal point was set.
  await expect(async () => {
    await page.goto(`${paths.browse()}?q=${encodeURIComponent(title)}`)
    expect(await seenOf(picture)).toEqual({ ratio: expect.closeTo(1.5, 2), red: expect.closeTo(0, 1) })
  }).toPass()
})
