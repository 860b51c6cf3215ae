import { sharp } from '#functions/media/hardened-sharp.ts'
import { api } from '#schema/api/all.ts'
import { expect, expectAccessible } from './support/market.ts'
import { test } from './support/studio.ts'

/** A wordmark as a studio exports it: dark, with much that is transparent around it. */
const logoFile = async () => {
  const bar = await sharp({ create: { width: 480, height: 120, channels: 4, background: '#1f5f3f' } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 1_200, height: 900, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: bar, left: 300, top: 380 }])
    .png()
    .toBuffer()
}

test('a logo: chosen in Settings, seen by strangers, refused where it is none, and taken away', async ({
  page: stranger,
  newcomer: { page, own, hang, name },
}) => {
  const gallery = await hang({ title: 'Two summers', isPublic: true, photos: [{ title: 'The pier', pounds: 5 }] })
  const { name: pageName } = await own.call(api.profiles.endpoints.generatePageName, {})
  await own.call(api.profiles.endpoints.savePageName, { body: { name: pageName } })

  await page.goto('/settings')
  const choose = page.getByLabel('Choose a logo')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: svg })
  await expect(page.getByText(/SVG drawings are not taken/)).toBeVisible()
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logoFile() })
  await expect(page.getByText('Logo saved')).toBeVisible()
  const samples = page.getByRole('figure', { name: 'How it will look' }).locator('img')
  await expect(samples).toHaveCount(2)
  await expect(samples.first()).toHaveJSProperty('naturalWidth', 480)
  await expectAccessible(page)

  const logo = stranger.locator('main').getByRole('img', { name, exact: true })
  for (const at of [`/${pageName}`, `/gallery/${gallery.id}`, `/favourites/${gallery.id}`]) {
    await expect(async () => {
      await stranger.goto(at)
      await expect(logo).toBeVisible({ timeout: 10_000 })
    }).toPass()
    await expect(logo).toHaveJSProperty('naturalHeight', 120)
    await expectAccessible(stranger)
  }
  const file = await stranger.request.get((await logo.getAttribute('src')) ?? '')
  const { 'content-type': type, 'cache-control': caching, 'x-content-type-options': sniffing } = file.headers()
  expect([file.status(), type, caching, sniffing]).toEqual([
    200,
    'image/webp',
    'public, max-age=31536000, immutable',
    'nosniff',
  ])

  await page.getByRole('button', { name: 'Remove Logo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Logo' }).click()
  await expect(page.getByText('Logo removed')).toBeVisible()
  await expect(samples).toHaveCount(0)
  await expect(async () => {
    await stranger.goto(`/${pageName}`)
    await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(logo).toHaveCount(0, { timeout: 500 })
  }).toPass()
})
