import type { Page } from '@playwright/test'
import { api } from '#schema/api/all.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { paths } from '#schema/paths.ts'
import { seeTotal } from './support/agree.ts'
import {
  demoPhoto,
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  openAnswering,
  payByCard,
  signIn,
} from './support/market.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)
const iris = 'iris@darkslide.example'

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Goes on with Tab until something of that role and name has the focus, as a person without a mouse does. */
const tabTo = async (page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp) => {
  const wanted = page.getByRole(role, { name }).first()
  for (let presses = 0; presses < 150; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement).catch(() => false)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No Tab leads to the ${role} “${String(name)}”.`)
}

test.describe('states', () => {
  test('of a visitor’s pages are accessible in the light and in the dark', async ({ page, studio }) => {
    test.slow()
    const gallery = await studio.hang({
      title: `States ${run}`,
      photos: [{ title: 'First' }, { title: 'Second' }],
    })
    const locked = await studio.hang({
      title: `Locked ${run}`,
      isPublic: false,
      accessCode: 'SESAME-1',
      photos: [{ title: 'Behind' }],
    })
    await page.goto('/')
    await page.getByRole('button', { name: 'Watch Demo' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBoth(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Watch Demo' })).toBeFocused()

    await page.goto('/browse?q=there-is-nothing-like-this')
    await expect(page.getByText('No galleries match')).toBeVisible()
    await expectAccessibleInBoth(page)

    await page.goto(paths.gallery({ galleryId: locked.id }))
    await page.getByLabel('Access code').fill('wrong-1')
    await page.getByRole('button', { name: 'Open Gallery' }).click()
    await expect(page.getByText('Invalid access code').first()).toBeVisible()
    await expectAccessibleInBoth(page)

    await page.goto(paths.gallery({ galleryId: gallery.id }))
    await page.getByRole('checkbox', { name: 'Select First' }).check()
    await page.getByRole('button', { name: 'Add Second to cart' }).click()
    await expect(page.getByText('Second has been added to your cart.')).toBeVisible()
    await expectAccessibleInBoth(page)
    await page.getByRole('button', { name: 'Open First' }).click()
    await expect(page.getByRole('dialog', { name: /^Photo viewer/ })).toBeVisible()
    await expectAccessibleInBoth(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Open First' })).toBeFocused()
    await page.getByRole('button', { name: 'List view' }).click()
    await expectAccessibleInBoth(page)

    await page.goto('/cart')
    await page.getByLabel('Discount code').fill('NOT-A-CODE')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Invalid discount code').first()).toBeVisible()
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(page.getByText('Missing information').first()).toBeVisible()
    await expectAccessibleInBoth(page)

    await page.goto('/auth')
    await page.getByRole('form', { name: 'Sign In' }).getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Please enter your password.')).toBeVisible()
    await expectAccessibleInBoth(page)
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await expectAccessibleInBoth(page)
    await page.getByRole('tab', { name: 'Sign In' }).click()
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await expectAccessibleInBoth(page)
  })

  test('of a photographer’s pages are accessible in both, and dialogs give the focus back', async ({ page }) => {
    test.slow()
    await signIn(page, iris)
    const inDialog = async (name: string | RegExp, opener: RegExp | string) => {
      const button = page.getByRole('button', { name: opener }).first()
      await button.click()
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expectAccessibleInBoth(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog', { name })).toBeHidden()
      await expect(button).toBeFocused()
    }
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
    await expectAccessibleInBoth(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Account' })).toBeFocused()
    await inDialog('Create Gallery', 'Create Gallery')

    await page.goto('/dashboard?tab=galleries')
    await inDialog('Gallery Settings', 'Settings')
    await page.getByRole('button', { name: 'Photos', exact: true }).first().click()
    await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
    await expectAccessibleInBoth(page)
    await inDialog('Edit photo', /^Edit /)

    await page.goto('/dashboard?tab=proofing')
    await inDialog('Create Proof Session', 'Create Proof Session')
    await page.getByRole('button', { name: 'View choice' }).first().click()
    await expect(page.getByRole('button', { name: 'All sessions' })).toBeVisible()
    await expectAccessibleInBoth(page)

    await page.goto('/upload')
    await page.locator('input[type=file]').setInputFiles([demoPhoto('dragonfly.jpg'), demoPhoto('CREDITS.md')])
    await expect(page.getByText('dragonfly.jpg').first()).toBeVisible()
    await expectAccessibleInBoth(page)
  })

  test('of an ended trial are accessible: the notice and a locked part', async ({ page }) => {
    await signIn(page, 'bram@darkslide.example')
    await page.goto('/dashboard?tab=proofing')
    await expect(page.getByRole('dialog', { name: 'Trial Expired' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Upgrade Now' })).toBeVisible()
    await expectAccessible(page)
  })
})

test('pages on their way are accessible', async ({ page }) => {
  await openAnswering(page)
  const browse = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse' })
  await browse.click()
  const gallery = page.getByRole('list', { name: 'Galleries' }).getByRole('link').first()
  await expect(gallery).toBeVisible()
  await page.route('**/api/**', () => undefined)
  const expectLoading = async (words: string) => {
    await expect(page.getByRole('heading', { level: 1, name: words })).toBeAttached()
    await expectAccessible(page, { loading: true })
  }
  await gallery.click()
  await expectLoading('Loading gallery')
  await page.goto('/proof/anything')
  await expectLoading('Loading review')
  await page.goto('/cart')
  await browse.click()
  await expectLoading('Browse')
  await expect(page.getByRole('list', { name: 'Galleries' })).toHaveAttribute('aria-busy', 'true')
})

test.describe('by the keyboard alone', () => {
  test('a photo is found, looked at, bought and ready to download', async ({ page, studio }) => {
    const gallery = await studio.hang({ title: `Keys ${run}`, photos: [{ title: 'Left' }, { title: 'Right' }] })
    await page.goto(paths.gallery({ galleryId: gallery.id }))
    await expect(page.getByRole('button', { name: 'Open Left' })).toBeVisible()
    await press(page, 'Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await press(page, 'Enter')
    await expect(page.locator('main')).toBeFocused()
    await tabTo(page, 'button', /^Open /)
    await press(page, 'Enter')
    const viewer = page.getByRole('dialog', { name: /^Photo viewer/ })
    await expect(viewer).toBeVisible()
    await press(page, 'ArrowRight')
    await expect(viewer.getByText('2 of 2')).toBeVisible()
    await press(page, 'ArrowLeft')
    await tabTo(page, 'button', 'Add to Cart')
    await press(page, 'Enter')
    await expect(page.getByText(/has been added to your cart/).first()).toBeVisible()
    await press(page, 'Escape')
    await expect(viewer).toBeHidden()
    await tabTo(page, 'link', 'Cart, 1 item')
    await press(page, 'Enter')
    await expect(page).toHaveURL('/cart')
    await tabTo(page, 'textbox', /^Full name/)
    await page.keyboard.type('Kim Tab')
    await press(page, 'Tab')
    await page.keyboard.type('kim@example.com')
    await tabTo(page, 'checkbox', deliveryConsent.text)
    await seeTotal(page)
    await press(page, 'Space')
    await press(page, 'Enter')
    await payByCard(page)
    await expect(page.getByRole('heading', { name: 'Purchase Successful' })).toBeVisible()
    await tabTo(page, 'button', /^Download Original/)
    await expectAccessible(page)
  })

  test('a client reviews with 1, 2, 3 and the arrows, in the grid and in the viewer', async ({ page, studio }) => {
    const gallery = await studio.hang({
      title: `Proofs ${run}`,
      photos: [{ title: 'A' }, { title: 'B' }, { title: 'C' }, { title: 'D' }],
    })
    const { link } = await studio.own.call(api.proofing.endpoints.create, {
      body: { galleryId: gallery.id, title: `Choose ${run}`, clientEmail: `client-${run}@example.com` },
    })
    await page.goto(new URL(link).pathname)
    await tabTo(page, 'button', /^Open /)
    const count = (status: string) => page.getByTestId(`count-${status}`)
    await press(page, '1')
    await expect(count('approved')).toHaveText('1')
    await press(page, 'ArrowRight', '2')
    await expect(count('maybe')).toHaveText('1')
    await press(page, 'ArrowRight', 'Enter')
    await expect(page.getByRole('dialog', { name: /^Photo viewer/ })).toBeVisible()
    await expectAccessible(page)
    await press(page, '3')
    await expect(page.getByRole('dialog').getByText('4 of 4')).toBeVisible()
    await press(page, 'Escape')
    await expect(count('rejected')).toHaveText('1')
    await expectAccessible(page)
  })

  test('a gallery is made, and the focus is where it began', async ({ owner }) => {
    await owner.goto('/dashboard')
    await expect(owner.getByRole('tab', { name: 'Overview' })).toBeVisible()
    await tabTo(owner, 'button', 'Create Gallery')
    await press(owner, 'Enter')
    const dialog = owner.getByRole('dialog', { name: 'Create Gallery' })
    await expect(dialog.getByLabel(/^Title/)).toBeFocused()
    await owner.keyboard.type(`Typed ${run}`)
    await tabTo(owner, 'switch', /^Public gallery/)
    await press(owner, 'Space')
    await expect(dialog.getByLabel(/^Access Code/)).toBeVisible()
    await press(owner, 'Space')
    await tabTo(owner, 'button', 'Cancel')
    await press(owner, 'Tab')
    await press(owner, 'Enter')
    await expect(owner.getByText('Gallery created successfully!')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(owner.getByRole('button', { name: 'Create Gallery' })).toBeFocused()
    await tabTo(owner, 'tab', 'Overview')
    await press(owner, 'ArrowRight')
    await expect(owner.getByRole('tab', { name: 'Balance' })).toBeFocused()
  })
})

test('nothing moves for whoever asks for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/browse')
  await page.route('**/api/**', () => undefined)
  await page.reload()
  await expect(page.getByRole('list', { name: 'Galleries' })).toBeVisible()
  const longest = await page.evaluate(() => {
    const seconds = (text: string) => Math.max(...text.split(',').map(Number.parseFloat))
    return Math.max(
      ...[...document.querySelectorAll('*')].flatMap((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element)
        return [seconds(animationDuration), seconds(transitionDuration)]
      }),
    )
  })
  expect(longest).toBeLessThanOrEqual(0.001)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto')
})

test('letters of twice the size leave a phone’s viewer its buttons and its photo', async ({ page, studio }) => {
  const gallery = await studio.hang({ title: `Large letters ${run}`, photos: [{ title: 'One' }, { title: 'Two' }] })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  await page.getByRole('button', { name: 'Open One' }).click()
  const viewer = page.getByRole('dialog', { name: 'Photo viewer: One' })
  await expect(viewer).toBeVisible()
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
  await expect(viewer.getByRole('button', { name: 'Add to Cart' })).toHaveCSS('font-size', '34px')
  for (const button of await viewer.getByRole('button').all()) {
    const { x, width } = (await button.boundingBox()) ?? { x: -1, width: 0 }
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(390)
  }
  const { height } = (await viewer.locator('[data-zoom-photo]').boundingBox()) ?? { height: 0 }
  expect(height).toBeGreaterThan(150)
})

const narrow = [
  // 1280 pixels at 200%.
  { width: 640, height: 400 },
  { width: 320, height: 640 },
]

test('no page scrolls sideways at 320 pixels, or at 1280 and 200%', async ({ page, studio }) => {
  test.slow()
  /** A page follows the width of its window at any time, so that one visit shows both. */
  const expectNarrow = async () => {
    for (const viewport of narrow) {
      await page.setViewportSize(viewport)
      await expectNoSidewaysScroll(page)
    }
  }
  const gallery = await studio.hang({
    title: `Anextraordinarilylongwordwithoutanyhyphen ${run}`,
    photos: [
      { title: 'Anotherextraordinarilylongwordwithoutanyhyphen', width: 1200 },
      { title: 'Tall', height: 900 },
    ],
  })
  const visit = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectNarrow()
  }
  const open = paths.gallery({ galleryId: gallery.id })
  const ofEverybody = ['/', '/browse', '/browse?view=list', open, `${open}?view=list`, '/iris-calloway', '/auth']
  for (const path of [...ofEverybody, '/iris-calloway/the-ridge-in-october', '/purchase-success', '/proof/none']) {
    await visit(path)
  }
  await page.goto(open)
  await page.getByRole('checkbox').first().check()
  await page
    .getByRole('button', { name: /^Add .* to cart/ })
    .first()
    .click()
  await expectNarrow()
  await visit('/cart')
  await signIn(page, iris)
  const ofIris = ['', '?tab=balance', '?tab=galleries', '?tab=proofing', '?tab=settings']
  for (const search of ofIris) await visit(`/dashboard${search}`)
  for (const search of ['?new=gallery', '?tab=proofing&new=session']) {
    await page.goto(`/dashboard${search}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNarrow()
  }
  for (const path of ['/upload', '/profile', '/profile?tab=analytics', '/settings']) await visit(path)
})
