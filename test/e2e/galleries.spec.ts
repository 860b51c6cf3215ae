import type { Locator, Page } from '@playwright/test'
import { paths } from '#frontend/app/paths.ts'
import { api } from '#schema/api/all.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from './support/market.ts'
import { test } from './support/studio.ts'

const { galleries } = api
const run = Date.now().toString(36)

const expectSound = async (page: Page) => {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const titlesOf = (page: Page) => page.getByRole('list', { name: 'Galleries' }).getByRole('heading')

test.describe('making and keeping galleries', () => {
  test('the create dialog: its rules, its defaults, what only a private gallery is asked', async ({ owner }) => {
    await owner.goto('/dashboard')
    await owner.getByRole('button', { name: 'Create Gallery' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Create Gallery' })
    await expect(dialog.getByLabel(/^Price/)).toHaveValue('15')
    await expect(dialog.getByLabel(/^Client Email/)).toBeHidden()
    await expect(dialog.getByLabel(/^Access Code/)).toBeHidden()
    await dialog.getByRole('button', { name: 'Create Gallery' }).click()
    await expect(owner.getByText('Please fill in the gallery title.')).toHaveCount(2)
    await expectSound(owner)

    await dialog.getByLabel(/^Title/).fill(`Low Tide ${run}`)
    await dialog.getByLabel(/^Price/).fill('')
    await dialog.getByRole('switch', { name: /^Public gallery/ }).uncheck()
    await dialog.getByLabel(/^Client Email/).fill('nobody')
    await dialog.getByRole('button', { name: 'Generate' }).click()
    const code = await dialog.getByLabel(/^Access Code/).inputValue()
    expect(code).toMatch(/^[A-Z0-9]{8}$/)
    await dialog.getByRole('button', { name: 'Generate' }).click()
    await expect(dialog.getByLabel(/^Access Code/)).not.toHaveValue(code)
    await dialog.getByRole('button', { name: 'Create Gallery' }).click()
    await expect(dialog.getByLabel(/^Client Email/)).toBeFocused()
    await expect(dialog.getByText(/Please enter a valid email address/)).toBeVisible()
    await dialog.getByLabel(/^Client Email/).fill('client@example.com')
    await dialog.getByRole('button', { name: 'Create Gallery' }).click()
    await expect(owner.getByText('Gallery created successfully!')).toBeVisible()
    await expect(dialog).toBeHidden()

    await owner.getByRole('tab', { name: 'Gallery Management' }).click()
    await expect(owner).toHaveURL(/tab=galleries/)
    const card = owner.getByRole('article').filter({ hasText: `Low Tide ${run}` })
    await expect(card.getByText('Private')).toBeVisible()
    await expect(card.getByText('£15.00 per photo')).toBeVisible()
    await expect(card.getByText('0 photos')).toBeVisible()
    await expect(card.getByRole('link', { name: 'View' })).toHaveAttribute('href', /^\/gallery\/gal_/)
    await expect(card.getByRole('link', { name: 'Upload Photos' })).toHaveAttribute('href', /^\/upload/)
  })

  test('settings in four groups; two tabs that edit lose nothing, and the second learns what the first saved', async ({
    owner,
    studio,
  }) => {
    const title = `Two Tabs ${run}`
    const gallery = await studio.hang({ title })
    const address = `${paths.dashboard()}?tab=galleries&settings=${gallery.id}`
    const other = await owner.context().newPage()
    const open = async (page: Page) => {
      await page.goto(address)
      const dialog = page.getByRole('dialog', { name: 'Gallery Settings' })
      await expect(dialog).toBeVisible()
      return dialog
    }
    const [first, second] = [await open(owner), await open(other)]
    for (const group of ['Basic information', 'Security and access', 'Client permissions', 'Watermark']) {
      await expect(first.getByRole('group', { name: group })).toBeVisible()
    }
    await expect(first.getByRole('switch', { name: /^Clients can download/ })).toBeChecked()
    await expect(first.getByRole('switch', { name: /^Clients can comment/ })).toBeChecked()
    await expect(first.getByRole('switch', { name: /^Show a watermark/ })).not.toBeChecked()
    await first.getByRole('switch', { name: /^Show a watermark/ }).check()
    await expect(first.getByLabel('Watermark Text')).toHaveValue('Copyright')
    await expectSound(owner)

    await first.getByLabel(/^Title/).fill(`First ${title}`)
    await first.getByLabel('Password', { exact: true }).fill('low water')
    await first.getByLabel(/^Expiry Date/).fill('2099-12-31')
    await first.getByLabel(/^Download Limit/).fill('5')
    await first.getByRole('button', { name: 'Save Settings' }).click()
    await expect(owner.getByText('Your gallery settings have been saved successfully.')).toBeVisible()

    await second.getByLabel(/^Title/).fill(`Second ${title}`)
    await second.getByLabel(/^Description/).fill('Typed in the second tab.')
    await second.getByRole('button', { name: 'Save Settings' }).click()
    await expect(other.getByText('Error updating gallery')).toBeVisible()
    await expect(second.getByText(`Title is now “First ${title}”. Yours stands below and replaces it.`)).toBeVisible()
    await expect(second.getByText('Download Limit is now 5.')).toBeVisible()
    await expect(second.getByText('A password is set now.')).toBeVisible()
    await expect(second.getByLabel(/^Title/)).toHaveValue(`Second ${title}`)
    await expect(second.getByLabel(/^Description/)).toHaveValue('Typed in the second tab.')
    await expectSound(other)
    await second.getByRole('button', { name: 'Save Settings' }).click()
    await expect(other.getByText('Gallery updated')).toBeVisible()

    const card = other.getByRole('article').filter({ hasText: title })
    await expect(card.getByRole('heading', { name: `Second ${title}` })).toBeVisible()
    await expect(card.getByText('Typed in the second tab.')).toBeVisible()
    for (const badge of ['Public', 'Password', 'Expires', 'Limited']) {
      await expect(card.getByText(badge, { exact: true })).toBeVisible()
    }
    await expectSound(other)
  })

  test('the overview counts galleries, photos, public and protected ones, and shows the three newest', async ({
    owner,
    studio,
  }) => {
    const counterOf = (label: string) => owner.getByText(label, { exact: true }).locator('..')
    const counts = async () => {
      await owner.goto('/dashboard')
      await expect(
        owner.getByRole('list').filter({ has: owner.getByRole('button', { name: /^Settings of/ }) }),
      ).toBeVisible()
      return Promise.all(
        ['Total Galleries', 'Total Photos', 'Public Galleries', 'Protected Galleries'].map(async (label) =>
          Number((await counterOf(label).textContent())?.replace(label, '')),
        ),
      )
    }
    for (const n of numbered(3)) await studio.hang({ title: `Counted ${n} ${run}` })
    const before = await counts()
    await studio.hang({ title: `Newest ${run}`, isPublic: false, accessCode: 'ABCD1234', photos: [{ title: 'Buoy' }] })
    const after = await counts()
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 0, 1])
    await expect(owner.getByRole('tab')).toHaveText([
      'Overview',
      'Balance',
      'Gallery Management',
      'Client Proofing',
      'Settings',
    ])
    const recent = owner.getByRole('button', { name: /^Settings of/ })
    await expect(recent).toHaveCount(3)
    await expectSound(owner)
    await recent.first().click()
    await expect(owner.getByRole('dialog', { name: 'Gallery Settings' }).getByLabel(/^Title/)).toHaveValue(
      `Newest ${run}`,
    )
  })

  test('photos are edited, featured, made the cover and deleted after a question', async ({ owner, page, studio }) => {
    const title = `Darkroom ${run}`
    const gallery = await studio.hang({ title, photos: [{ title: 'Alder' }, { title: 'Birch' }, { title: 'Cedar' }] })
    await owner.goto(`${paths.dashboard()}?tab=galleries&gallery=${gallery.id}`)
    const tile = (name: string) =>
      owner.getByRole('list', { name: 'Photos' }).getByRole('listitem').filter({ hasText: name })

    await owner.getByRole('button', { name: 'Edit Alder' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Edit photo' })
    await dialog.getByLabel('Title').fill('Alder in rain')
    await dialog.getByLabel(/^Price/).fill('0')
    await expect(dialog.getByText('This photo is free.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(tile('Alder in rain').getByText('Free')).toBeVisible()

    await owner.getByRole('button', { name: 'Feature Alder in rain' }).click()
    await expect(tile('Alder in rain').getByText('Featured')).toBeVisible()
    await tile('Birch').getByRole('button', { name: 'Make cover' }).click()
    await expect(tile('Birch').getByText('Cover', { exact: true })).toBeVisible()

    await owner.getByRole('button', { name: 'Delete Cedar' }).click()
    const question = owner.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(tile('Cedar')).toBeVisible()
    await owner.getByRole('button', { name: 'Delete Cedar' }).click()
    await expectSound(owner)
    await question.getByRole('button', { name: 'Delete photo' }).click()
    await expect(tile('Cedar')).toBeHidden()

    await page.goto(paths.gallery({ galleryId: gallery.id }))
    const shown = page.getByRole('button', { name: /^Open / })
    await expect(shown).toHaveCount(2)
    await expect(shown.first()).toHaveAccessibleName('Open Alder in rain')
    await shown.first().click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Original' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Alder.*\.jpg$/)
  })

  test('a gallery that is deleted under a visitor’s feet is not found, and neither is an unknown one', async ({
    owner,
    page,
    studio,
  }) => {
    const title = `Short Lived ${run}`
    const photos = numbered(21).map((n) => ({ title: `Frame ${n}`, width: 90, height: 60 }))
    const gallery = await studio.hang({ title, photos })
    await page.goto(paths.gallery({ galleryId: gallery.id }))
    await expect(page.getByRole('heading', { name: title })).toBeVisible()

    await owner.goto(`${paths.dashboard()}?tab=galleries`)
    await owner.getByRole('button', { name: `Delete ${title}` }).click()
    const question = owner.getByRole('alertdialog')
    await expect(question.getByText(/What buyers have paid for stays theirs/)).toBeVisible()
    await question.getByRole('button', { name: 'Delete gallery' }).click()
    await expect(owner.getByText('Gallery deleted')).toBeVisible()
    await expect(owner.getByRole('article').filter({ hasText: title })).toBeHidden()

    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: 'Gallery Error' })).toBeVisible()
    await expect(page.getByText('Gallery not found')).toBeVisible()
    await expectSound(page)
    await page.getByRole('link', { name: 'Browse Galleries' }).click()
    await expect(page).toHaveURL('/browse')
  })
})

test.describe('guarding a gallery', () => {
  const codeField = (page: Page) => page.getByLabel(/^Access code/)
  const passwordField = (page: Page) => page.getByLabel(/^Password/)
  const enter = (page: Page) => page.getByRole('button', { name: 'Open Gallery' }).click()

  test('a code opens a private gallery until the code changes; its owner needs none', async ({
    owner,
    page,
    studio,
  }) => {
    const title = `Behind a Code ${run}`
    const gallery = await studio.hang({
      title,
      isPublic: false,
      accessCode: 'ABCD1234',
      photos: [{ title: 'Lantern' }],
    })
    const address = paths.gallery({ galleryId: gallery.id })
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'This gallery is private' })).toBeVisible()
    await expect(passwordField(page)).toBeHidden()
    expect(await page.content()).not.toContain(title)
    await expectSound(page)
    await codeField(page).fill('abcd1234')
    await enter(page)
    await expect(page.getByText('Invalid access code')).toBeVisible()
    await expect(page.getByText('Please check your access code and try again.')).toHaveCount(2)
    await expect(codeField(page)).toHaveValue('abcd1234')
    await codeField(page).fill('ABCD1234')
    await enter(page)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open Lantern' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()

    await owner.goto(`${paths.dashboard()}?tab=galleries&settings=${gallery.id}`)
    const dialog = owner.getByRole('dialog', { name: 'Gallery Settings' })
    await dialog.getByLabel(/^Access Code/).fill('EFGH5678')
    await dialog.getByRole('button', { name: 'Save Settings' }).click()
    await expect(owner.getByText('Gallery updated')).toBeVisible()
    await page.reload()
    await expect(codeField(page)).toBeVisible()
    expect(await page.content()).not.toContain(title)

    await owner.goto(address)
    await expect(owner.getByRole('heading', { name: title })).toBeVisible()
  })

  test('code and password are both asked where both are set; a password guards a public gallery too', async ({
    page,
    studio,
  }) => {
    const both = await studio.hang({
      title: `Twice Locked ${run}`,
      isPublic: false,
      accessCode: 'ABCD1234',
      settings: { password: 'low water' },
    })
    await page.goto(paths.gallery({ galleryId: both.id }))
    await codeField(page).fill('ABCD1234')
    await expect(page.getByRole('button', { name: 'Open Gallery' })).toBeDisabled()
    await passwordField(page).fill('high water')
    await enter(page)
    await expect(page.getByText('Invalid access code')).toBeVisible()
    await passwordField(page).fill('low water')
    await enter(page)
    await expect(page.getByRole('heading', { name: `Twice Locked ${run}` })).toBeVisible()
    await expect(page.getByText('No photos yet')).toBeVisible()

    const listed = await studio.hang({ title: `Listed Locked ${run}`, settings: { password: 'low water' } })
    await page.goto(`/browse?q=Listed+Locked+${run}`)
    await page.getByRole('link', { name: `Listed Locked ${run}` }).click()
    await expect(codeField(page)).toBeHidden()
    await passwordField(page).fill('low water')
    await enter(page)
    await expect(page.getByRole('heading', { name: `Listed Locked ${run}` })).toBeVisible()
    await expect(page).toHaveURL(paths.gallery({ galleryId: listed.id }))
  })

  test('what is its owner’s alone, or over, does not exist for anybody else', async ({ owner, page, studio }) => {
    const alone = await studio.hang({ title: `Mine Alone ${run}`, isPublic: false })
    const over = await studio.hang({ title: `Over ${run}`, settings: { expiresAt: '2020-01-01T00:00:00.000Z' } })
    for (const gallery of [alone, over]) {
      await page.goto(paths.gallery({ galleryId: gallery.id }))
      await expect(page.getByText('Gallery not found')).toBeVisible()
      await owner.goto(paths.gallery({ galleryId: gallery.id }))
      await expect(owner.getByRole('heading', { name: gallery.title })).toBeVisible()
    }
    await studio.hang({ title: `For Everybody ${run}` })
    await page.goto(`/browse?q=${run}`)
    await expect(page.getByRole('heading', { name: `For Everybody ${run}` })).toBeVisible()
    await expect(page.getByText(alone.title)).toBeHidden()
    await expect(page.getByText(over.title)).toBeHidden()
  })
})

test('browsing: sorts, prices, words, list and more galleries, all of it in the address', async ({ page, studio }) => {
  const word = `kestrel${run}`
  for (const n of numbered(13)) {
    await studio.hang({
      title: `${word} ${n}`,
      description: n === 7 ? `Over the weir${run}.` : '',
      pricePence: 900 + n * 100,
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
    await expectSound(page)
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
    await expect(page.getByText('Starting from').locator('..')).toContainText('£12.50')
    await expect(openers(page)).toHaveCount(20)
    await expect(page.getByText('© Nora Quill').first()).toBeAttached()
    await expectSound(page)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(openers(page)).toHaveCount(2)
    await page.reload()
    await expect(openers(page)).toHaveCount(2)
    await page.goBack()
    await expect(openers(page)).toHaveCount(20)

    await page.getByPlaceholder('Search photos').fill('frame 21')
    await expect(openers(page)).toHaveCount(1)
    await expect(page).toHaveURL(/q=frame/)
    await page.getByPlaceholder('Search photos').fill('heron')
    await expect(page.getByText('No photos match')).toBeVisible()
    await page.getByRole('button', { name: 'Show all photos' }).click()
    await expect(openers(page)).toHaveCount(20)
    await page.getByRole('button', { name: 'List view' }).click()
    await expect(page).toHaveURL(/view=list/)
    await expect(openers(page)).toHaveCount(20)
    await expectSound(page)
  })

  test('the viewer: arrows, Escape, add to cart, and its photo in the address', async ({ page }) => {
    await page.goto(address)
    await opener(page, 22).click()
    const viewer = page.getByRole('dialog')
    await expect(viewer.getByText('1 of 20')).toBeVisible()
    await expect(viewer.getByText('© Nora Quill').first()).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(viewer.getByText('2 of 20')).toBeVisible()
    await expect(page).toHaveURL(/photo=pho_/)
    await page.reload()
    await expect(viewer.getByText('£21.00')).toBeVisible()
    await expectAccessible(page)
    await viewer.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(viewer.getByText('Frame 21 has been added to your cart.')).toBeVisible()
    await expect(viewer.getByRole('button', { name: /In cart/ })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(viewer.getByText('1 of 20')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(page).not.toHaveURL(/photo=/)
    await expect(page.getByText('In cart')).toBeVisible()
    await expect(page.getByTestId('cart-count')).toHaveText('1')
  })

  test('several photos are chosen, over two pages, and go into the cart together', async ({ page }) => {
    await page.goto(address)
    await page.getByRole('button', { name: 'Purchase Selected' }).click()
    await expect(page.getByText('No photos selected')).toBeVisible()
    await expect(page.getByText('Please select photos to purchase')).toBeVisible()
    await page.getByLabel('Select Frame 22').check()
    await page.getByLabel('Select Frame 20').check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Select Frame 01').check()
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
    await expect(openers(page).first()).toBeVisible()
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

    await page.route('**/photos?*', (route) => route.fulfill({ status: 400, json: { no: 'answer' } }))
    await page.route('**/photos', (route) => route.fulfill({ status: 400, json: { no: 'answer' } }))
    await page.reload()
    await expect(page.getByText('Error loading photos')).toBeVisible()
    await expectSound(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(openers(page)).toHaveCount(20)

    await page.route(`**/api/galleries/gal_*`, (route) => route.fulfill({ status: 400, json: { no: 'answer' } }))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Gallery Error' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  })
})

test.describe('a page name', () => {
  test('is checked, generated, saved, copied and changed, and the portfolio stands under it', async ({
    owner,
    page,
    studio,
  }) => {
    await owner.goto(`${paths.dashboard()}?tab=settings`)
    const field = owner.getByLabel('Gallery page name')
    const saveButton = owner.getByRole('button', { name: 'Save', exact: true })
    await field.fill('')
    await saveButton.click()
    await expect(owner.getByText('Gallery page name required')).toBeVisible()
    await field.fill('ab')
    await expect(owner.getByText('Available')).toBeHidden()
    await field.fill('Browse')
    await expect(field).toHaveValue('browse')
    await expect(owner.getByText('This gallery page name is already taken.').first()).toBeVisible()
    await saveButton.click()
    await expect(owner.getByText('Gallery page name unavailable')).toBeVisible()
    await field.fill('-no-')
    await expect(owner.getByText(/Use 3 to 30 lowercase letters/).first()).toBeVisible()
    await expectSound(owner)

    await owner.getByRole('button', { name: 'Generate' }).click()
    await expect(field).toHaveValue(/^nora-quill-/)
    await expect(owner.getByText('Available', { exact: true })).toBeVisible()
    const first = await field.inputValue()
    await saveButton.click()
    await expect(owner.getByText('Gallery page name saved')).toBeVisible()
    await owner.getByRole('button', { name: 'Copy' }).click()
    await expect(owner.getByText('Copied!')).toBeVisible()
    expect(await owner.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/${first}$`))

    await page.goto(`/${first}`)
    await expect(page.getByRole('heading', { level: 1, name: studio.name })).toBeVisible()
    const second = `quill-${run}`
    await field.fill(second)
    await expect(owner.getByText('Available', { exact: true })).toBeVisible()
    await saveButton.click()
    await expect(owner.getByRole('link', { name: new RegExp(`/${second}$`) })).toBeVisible()
    await page.goto(`/${first}`)
    await expect(page.getByText('Photographer not found')).toBeVisible()

    await studio.hang({ title: `Estuary ${run}`, photos: [{ title: 'Heron', pounds: 18 }, { title: 'Egret' }] })
    await page.goto(`/${second}`)
    await expect(page.getByText('Professional Photography Portfolio')).toBeVisible()
    await expect(page.getByText(new RegExp(`/${second}$`))).toBeVisible()
    await expectSound(page)
    await page.getByRole('link', { name: `Estuary ${run}` }).click()
    await expect(page).toHaveURL(`/${second}/estuary-${run}`)
    await page.getByRole('button', { name: /^Add to Cart.*Heron/ }).click()
    await expect(page.getByText('Heron has been added to your cart.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^In cart.*Heron/ })).toBeDisabled()
    await expectSound(page)
    await page.getByRole('link', { name: studio.name }).click()
    await expect(page).toHaveURL(`/${second}`)
    await page.goto(`/${second}/no-such-gallery`)
    await expect(page.getByRole('heading', { name: 'Gallery Not Found' })).toBeVisible()
    await expectSound(page)
    await page.getByRole('link', { name: 'Back to Portfolio' }).click()
    await expect(page).toHaveURL(`/${second}`)
  })
})

test.describe('the way in', () => {
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
    await expect(page).toHaveURL('/auth')
  })

  test('Features and FAQ are scrolled to, from another page too; one question is open at a time', async ({ page }) => {
    await page.goto('/browse')
    const bar = page.getByRole('navigation', { name: 'Main' })
    await bar.getByRole('link', { name: 'FAQ' }).click()
    await expect(page).toHaveURL('/#faq')
    await expect(page.locator('#faq')).toBeInViewport()
    const questions = page.locator('#faq details')
    await expect(questions).toHaveCount(10)
    await questions.nth(0).locator('summary').click()
    await questions.nth(3).locator('summary').click()
    await expect(page.locator('#faq details[open]')).toHaveCount(1)
    await questions.nth(3).locator('summary').click()
    await expect(page.locator('#faq details[open]')).toHaveCount(0)
    await expect(page.locator('#faq').getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      /^mailto:/,
    )
    await bar.getByRole('link', { name: 'Features' }).click()
    await expect(page).toHaveURL('/#features')
    await expect(page.locator('#features').getByRole('heading', { name: 'What you get' })).toBeInViewport()
    await expect(page.locator('#features').getByRole('listitem')).toHaveCount(9)
    await page.reload()
    await expect(page.locator('#features').getByRole('heading', { name: 'What you get' })).toBeInViewport()
  })

  test('the landing page shows the three newest public galleries', async ({ page, studio }) => {
    for (const n of numbered(3)) await studio.hang({ title: `Featured ${n} ${run}` })
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Start Selling Photos' }).first()).toHaveAttribute('href', '/auth')
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

test('what people write is text: markup runs nowhere, disguises are taken out, too much is refused', async ({
  owner,
  page,
  studio,
}) => {
  for (const each of [page, owner]) {
    each.on('dialog', () => {
      throw new Error('Markup was run.')
    })
  }
  const markup = `<img src=x onerror="alert(1)"> <script>alert(2)</script> ${run}`
  const gallery = await studio.hang({
    title: markup,
    description: '<svg onload=alert(3)> “quoted” & \u202Ereversed\u202C',
    settings: { watermarkEnabled: true, watermarkText: '<b onclick=alert(4)>mark</b>' },
    photos: [{ title: '<iframe src="javascript:alert(5)">' }],
  })
  await page.goto(`/browse?q=onerror+${run}`)
  await expect(page.getByRole('heading', { name: markup })).toBeVisible()
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(markup)
  await expect(page.getByText('<svg onload=alert(3)> “quoted” & reversed')).toBeVisible()
  await expect(page).toHaveTitle(/^<img src=x/)
  await page.getByRole('button', { name: /^Open <iframe/ }).click()
  await expect(page.getByRole('dialog').getByText('<iframe src="javascript:alert(5)">').first()).toBeVisible()
  await expect(page.locator('main script, main iframe, main svg[onload], img[src="x"]')).toHaveCount(0)
  await owner.goto(`${paths.dashboard()}?tab=galleries`)
  await expect(owner.getByRole('heading', { name: markup })).toBeVisible()

  await test.step('zero-width and direction-changing characters are taken out', async () => {
    const disguised = await studio.hang({ title: `\u202Egnp.exe\u200B Dis\u2066guised\uFEFF ${run}` })
    expect(disguised.title).toBe(`gnp.exe Disguised ${run}`)
  })

  await test.step('ten thousand characters: refused by the server, and by the form that does not take them', async () => {
    const long = 'x'.repeat(10_000)
    await expect(studio.own.call(galleries.endpoints.create, { body: { title: long } })).rejects.toMatchObject({
      status: 400,
    })
    await owner.getByRole('button', { name: 'Create Gallery' }).click()
    const field = owner.getByRole('dialog').getByLabel(/^Title/)
    await field.fill(long)
    await owner.getByRole('dialog').getByRole('button', { name: 'Create Gallery' }).click()
    await expect(
      owner
        .getByText('Please use at most 120 characters.')
        .or(owner.getByText('Gallery created successfully!'))
        .first(),
    ).toBeVisible()
    await page.goto(`/browse?q=${long.slice(0, 100)}`)
    await expectNoSidewaysScroll(page)
  })
})
