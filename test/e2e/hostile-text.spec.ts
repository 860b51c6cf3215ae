import { api } from '#schema/api/all.ts'
import { paths } from '#schema/paths.ts'
import { expect, expectNoSidewaysScroll } from './support/market.ts'
import { test } from './support/studio.ts'

const { galleries } = api
const run = Date.now().toString(36)

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
    await expect(field).toHaveValue('x'.repeat(120))
    await page.goto(`/browse?q=${long.slice(0, 100)}`)
    await expectNoSidewaysScroll(page)
  })
})
