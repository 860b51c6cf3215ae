import { api } from '#schema/api/all.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, mailed } from './support/market.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)
const target = 20
const titles = Array.from({ length: target + 1 }, (_, index) => `Frame ${String(index + 1).padStart(2, '0')}`)

test('a client on a phone opens the mailed link, taps twenty photos and has them in the cart', async ({
  page,
  studio,
}) => {
  const client = `sofa-${run}@example.com`
  const gallery = await studio.hang({
    title: `Christening ${run}`,
    photos: titles.map((title) => ({ title, width: 90, height: 60 })),
  })
  await studio.own.call(api.proofing.endpoints.create, {
    body: { galleryId: gallery.id, title: `For the album ${run}`, clientEmail: client, selectionTarget: target },
  })
  const [mail] = await mailed(page, client)
  const link = /https?:\/\/\S+\/proof\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: `For the album ${run}` })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  // One photo a screen: its three buttons and the way on are there before anything is scrolled.
  for (const label of ['Approve', 'Maybe', 'Reject'])
    await expect(page.getByRole('button', { name: `${label} Frame 01`, exact: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('region', { name: 'Progress', exact: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('img', { name: 'Frame 02', exact: true })).not.toBeInViewport()

  await page.getByLabel('Feedback on Frame 01').fill('Grandmother is smiling.')
  for (const title of titles.slice(0, target)) {
    const approve = page.getByRole('button', { name: `Approve ${title}`, exact: true })
    // What was decided has left the screen, and the next has come to rest.
    await expect(approve).toBeInViewport({ ratio: 1 })
    await page.waitForTimeout(300)
    await approve.tap()
  }
  await page.getByRole('button', { name: 'Change last' }).tap()
  await expect(page.getByRole('button', { name: `Approve Frame ${target}`, exact: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByTestId('count-approved')).toHaveText(String(target))
  await page.getByRole('button', { name: `Open Frame ${target + 1}`, exact: true }).tap()
  const viewer = page.getByRole('dialog')
  await viewer.getByRole('button', { name: /^Approve/ }).tap()
  await expect(page.getByText('One too many')).toBeVisible()
  await expectNoSidewaysScroll(page)

  // The end is in reach there too: whoever takes it back is where they were, and whoever goes through with it sees so.
  const finish = viewer.getByRole('button', { name: `Finish with these ${target}` })
  await expect(finish).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  const question = page.getByRole('alertdialog')
  for (const notYet of [
    () => question.getByRole('button', { name: 'Not yet' }).tap(),
    () => page.keyboard.press('Escape'),
  ]) {
    await finish.tap()
    await expect(question.getByRole('button', { name: 'Finish' })).toBeVisible()
    await page.keyboard.press('3')
    await notYet()
    await expect(question).toBeHidden()
    await expect(page.getByRole('dialog', { name: `Photo viewer: Frame ${target + 1}` })).toBeVisible()
    await expect(viewer.locator(':focus')).toHaveCount(1)
  }
  await expect(viewer.getByRole('button', { name: /^Reject/ })).toHaveAttribute('aria-pressed', 'false')
  await finish.tap()
  await question.getByRole('button', { name: 'Finish' }).tap()
  await expect(page.getByText('This review is finished')).toBeInViewport({ ratio: 1 })
  await expect(viewer).toBeHidden()
  await expect(page.getByLabel('Feedback on Frame 01')).toHaveValue('Grandmother is smiling.')
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('button', { name: 'Buy my approved photos' }).tap()
  await expect(page.getByRole('list', { name: 'Photos in your cart' }).getByRole('listitem')).toHaveCount(target)
  await expectNoSidewaysScroll(page)
})
