import { api } from '#schema/api/all.ts'
import { paths } from '#schema/paths.ts'
import { expect, expectNoSidewaysScroll, expectSound, takesPresses } from './support/market.ts'
import { test } from './support/studio.ts'

const { profiles } = api
const run = Date.now().toString(36)

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
    await takesPresses(page)
    await page.getByRole('button', { name: /^Add to Cart.*Heron/ }).click()
    await expect(page.getByText('Heron has been added to your cart.')).toBeVisible()
    await expect(page.getByText('In cart', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Open Egret' }).click()
    const viewer = page.getByRole('dialog', { name: /^Photo viewer/ })
    await expect(viewer.getByText(/of 2$/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expectSound(page)
    await page.getByRole('link', { name: studio.name }).click()
    await expect(page).toHaveURL(`/${second}`)
    await page.goto(`/${second}/no-such-gallery`)
    await expect(page.getByRole('heading', { name: 'Gallery Not Found' })).toBeVisible()
    await expectSound(page)
    await page.getByRole('link', { name: 'Back to Portfolio' }).click()
    await expect(page).toHaveURL(`/${second}`)
  })

  test('the longest, beside a long web address, fits a phone of 320 pixels', async ({ newcomer, page }) => {
    const { own } = newcomer
    const name = `${'long'.repeat(5)}-${run}`
    await own.call(profiles.endpoints.savePageName, { body: { name } })
    const { version } = await own.call(profiles.endpoints.me, {})
    const websiteUrl = `https://${'photographs-of-'.repeat(3)}everything.example.com/portfolio`
    await own.call(profiles.endpoints.update, { body: { version, websiteUrl } })
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`/${name}`)
    await expect(page.getByRole('link', { name: /photographs-of-/ })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})
