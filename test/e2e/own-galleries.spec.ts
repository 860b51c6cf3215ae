import type { Page } from '@playwright/test'
import { paths } from '#schema/paths.ts'
import { expect, expectSound, numbered, scrollToEnd } from './support/market.ts'
import { test } from './support/studio.ts'
import { hiddenIn, places } from './support/toasts.ts'

const run = Date.now().toString(36)

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
    // Said above the buttons of the dialog, and on none of them.
    expect(hiddenIn(await places(owner, '[role=dialog]')), 'it lies on a button or a field').toEqual([])
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
    await expect(dialog).toBeHidden()
    const share = owner.getByRole('dialog', { name: 'Share gallery' })
    await expect(share.getByText(/Access code: [A-Z0-9]{8}/)).toBeVisible()
    await expectSound(owner)
    await share.getByRole('button', { name: 'Close' }).click()

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

  test('one price for all photos, asked before, is on each of them, in the lists and in a cart that holds one', async ({
    owner,
    page,
    studio,
  }) => {
    const title = `One Price ${run}`
    const gallery = await studio.hang({
      title,
      photos: [
        { title: 'Alder', pounds: 3 },
        { title: 'Birch', pounds: 14 },
        { title: 'Cedar', pounds: 0 },
      ],
    })
    await page.goto(paths.gallery({ galleryId: gallery.id }))
    await page.getByRole('button', { name: 'Add Alder to cart' }).click()
    await expect(page.getByRole('link', { name: /^Cart, 1 item/ })).toBeVisible()
    await page.goto(paths.cart())
    await expect(page.getByTestId('cart-total')).toHaveText('£3.00')

    await owner.goto(`${paths.dashboard()}?tab=galleries&settings=${gallery.id}`)
    const dialog = owner.getByRole('dialog', { name: 'Gallery Settings' })
    await dialog.getByLabel(/^Price per photo/).fill('7.50')
    await dialog.getByRole('button', { name: 'Apply to all photos', exact: true }).click()
    const question = owner.getByRole('alertdialog', { name: 'Should all photos cost £7.50?' })
    await expectSound(owner)
    await question.getByRole('button', { name: 'Apply to all photos' }).click()
    await expect(dialog.getByText('All photos cost £7.50 now.')).toBeVisible()
    await expectSound(owner)
    await dialog.getByRole('button', { name: 'Save Settings' }).click()
    await expect(owner.getByText('Gallery updated')).toBeVisible()

    await owner.goto(`${paths.dashboard()}?tab=galleries&gallery=${gallery.id}`)
    await expect(owner.getByRole('list', { name: 'Photos' }).getByText(/^£7\.50,/)).toHaveCount(3)
    await page.reload()
    await expect(page.getByTestId('cart-total')).toHaveText('£7.50')
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
      // The list and the totals are two answers; a total that is still to come reads as nought.
      await expect(counterOf('Total Galleries')).toHaveText(/[1-9]/)
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
    // The first that was ready became the cover by itself; which one that was is nobody's promise.
    const isCover = await tile('Birch').getByText('Cover', { exact: true }).isVisible()
    const next = tile(isCover ? 'Alder in rain' : 'Birch')
    await next.getByRole('button', { name: 'Make cover' }).click()
    await expect(next.getByText('Cover', { exact: true })).toBeVisible()

    await owner.getByRole('button', { name: 'Delete Cedar' }).click()
    const question = owner.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(tile('Cedar')).toBeVisible()
    await owner.getByRole('button', { name: 'Delete Cedar' }).click()
    await expectSound(owner)
    await question.getByRole('button', { name: 'Delete photo' }).click()
    // What stands behind an open dialog is hidden to roles, so the dialog has to go first.
    await expect(question).toBeHidden()
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

    // The next page is fetched by itself as its end comes near.
    const refusal = page.getByRole('heading', { name: 'Gallery Error' })
    await scrollToEnd(page, () => expect(refusal).toBeVisible({ timeout: 8_000 }))
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
    await codeField(page).fill('abcd1235')
    await enter(page)
    await expect(page.getByText('Invalid access code')).toBeVisible()
    await expect(page.getByText('Please check your access code and try again.')).toHaveCount(2)
    await expect(codeField(page)).toHaveValue('abcd1235')
    await codeField(page).fill('abcd 1234')
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

    const listed = await studio.hang({
      title: `Listed Locked ${run}`,
      settings: { password: 'low water' },
      photos: [{ title: 'Sluice' }],
    })
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
    await studio.hang({ title: `For Everybody ${run}`, photos: [{ title: 'Ferry' }] })
    await page.goto(`/browse?q=${run}`)
    await expect(page.getByRole('heading', { name: `For Everybody ${run}` })).toBeVisible()
    await expect(page.getByText(alone.title)).toBeHidden()
    await expect(page.getByText(over.title)).toBeHidden()
  })
})
