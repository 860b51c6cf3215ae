import { api } from '#schema/api/all.ts'
import { addresses, paths } from '#schema/paths.ts'
import { advanceHours, expect, expectAccessibleInBoth, expectNoSidewaysScroll, mailed } from './support/market.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)
const dayMs = 86_400_000

test('a visitor on a phone is told before a gallery closes, and ends these mails by one click', async ({
  page,
  studio,
}) => {
  test.slow()
  const email = `guest-${run}@example.com`
  const gallery = await studio.hang({ title: `Harbour ${run}`, photos: [{ title: 'First boat' }] })
  const params = { galleryId: gallery.id }
  const { version, createdAt } = await studio.own.call(api.galleries.endpoints.getMine, { params })
  const expiresAt = new Date(Date.parse(createdAt) + 9 * dayMs).toISOString()
  await studio.own.call(api.galleries.endpoints.update, { params, body: { version, expiresAt, asksEmail: true } })

  await page.goto(paths.gallery(params))
  await page.getByLabel('Your email address').fill(email)
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: 'Open Gallery' }).tap()
  await page.getByRole('button', { name: 'Tell me before it closes' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Tell me before it closes' })
  await dialog.getByLabel('Your email address').fill(email)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBoth(page)
  await dialog.getByRole('button', { name: 'Tell me' }).tap()
  await expect(page.getByText(`If we may write to ${email} and it is not confirmed yet`)).toBeVisible()

  const [question] = await mailed(page, email)
  const confirming = /https?:\/\/\S+\/mail\/confirm\/\S+/.exec(question?.text ?? '')?.[0] ?? ''
  await page.goto(confirming)
  await page.getByRole('button', { name: 'Confirm my address' }).tap()
  await expect(page.getByText('may now write to you')).toBeVisible()

  await advanceHours(page, 2 * 24 + 1)
  const [, told] = await mailed(page, email, { count: 2 })
  expect(told?.subject).toContain(gallery.title)
  const choices = /https?:\/\/\S+\/mail\/(?!confirm)([\w~-]+)/.exec(told?.text ?? '')?.[1] ?? ''
  // As a mail program does it: without a session, and nothing is asked.
  const clicked = await page.request.post(addresses.oneClick(choices))
  expect(clicked.status()).toBe(204)
  await page.goto(paths.mailChoices({ token: choices }))
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBoth(page)

  await advanceHours(page, 6 * 24)
  await mailed(page, email, { count: 2 })
})
