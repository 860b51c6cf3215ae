import { paths } from '#schema/paths.ts'
import { advanceHours, expect, expectAccessible, expectSound, mailed } from './support/market.ts'
import { ops } from './support/ops.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)
/** Of the templates that the local system is made from. */
const support = 'hello@darkslide.example'

test('a visitor reports a photo without an account; the operator takes it down, and its owner reads why', async ({
  owner,
  page,
  studio,
}) => {
  test.slow()
  const [title, shown, harmful] = [`Street ${run}`, 'Market stall', `Number plate ${run}`]
  const words = `That is my car & my house, ${run}.`
  const { id } = await studio.hang({ title, photos: [{ title: shown }, { title: harmful }] })
  const dialog = page.getByRole('dialog', { name: 'Report this photo' })

  await test.step('the form asks what is wrong, and sends it', async () => {
    await page.goto(paths.gallery({ galleryId: id }))
    await page.getByRole('button', { name: `Open ${harmful}` }).click()
    await page.getByRole('button', { name: 'Report', exact: true }).click()
    await expect(dialog.getByText(harmful)).toBeVisible()
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('Please choose what is wrong.')).toBeVisible()
    await dialog.getByLabel(/What is wrong/).selectOption('privacy')
    await dialog.getByLabel(/Tell us more/).fill(words)
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText('Your report was sent. We look at every one.')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  const [{ text = '' } = {}] = await test.step('support hears of it, and the list has it', async () => {
    expect(await ops(studio.site, 'reports')).toContain(words)
    return mailed(page, support, { text: new RegExp(words) })
  })
  const photoId = /takedown photo (pho_\w+)/.exec(text)?.[1] ?? ''

  await test.step('taken down, it is gone for visitors, and its owner reads why', async () => {
    await ops(studio.site, 'takedown', 'photo', photoId, '--reason', 'It shows a number plate.')
    await page.goto(paths.gallery({ galleryId: id }))
    await expect(page.getByRole('button', { name: `Open ${shown}` })).toBeVisible()
    await expect(page.getByRole('button', { name: `Open ${harmful}` })).toBeHidden()
    await mailed(page, studio.email, { text: /It shows a number plate\./ })
    await owner.goto(`${paths.dashboard()}?tab=galleries`)
    await owner.getByRole('article').filter({ hasText: title }).getByRole('button', { name: 'Photos' }).click()
    await expect(owner.getByText('It shows a number plate.')).toBeVisible()
    await expectAccessible(owner)
  })

  await test.step('lifted, it is back', async () => {
    await ops(studio.site, 'takedown', 'photo', photoId, '--lift')
    await advanceHours(page, 0.05)
    await page.goto(paths.gallery({ galleryId: id }))
    await expect(page.getByRole('button', { name: `Open ${harmful}` })).toBeVisible()
  })
})
