import { readFile } from 'node:fs/promises'
import { paths } from '#schema/paths.ts'
import { expect, expectAccessibleInBoth, expectNoSidewaysScroll, mailed } from './support/market.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)

test('favourites are sent from a phone; the photographer exports them and makes a proof session', async ({
  owner,
  page,
  studio,
}) => {
  const titles = ['Alder', 'Birch', 'Cedar', 'Damson', 'Elder', 'Fir']
  const gallery = await studio.hang({ title: `Orchard ${run}`, photos: titles.map((title) => ({ title })) })
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  for (const title of titles.slice(0, 5)) {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/favourites/')),
      page.getByRole('button', { name: `Favourite: ${title}` }).tap(),
    ])
    expect(answer.status()).toBe(200)
  }
  await page.goto(paths.favourites({ galleryId: gallery.id }))
  await page.getByRole('button', { name: 'Send to the photographer' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Send to the photographer' })
  await dialog.getByLabel(/^Note/).fill('For the album.\nhttps://watches.example')
  await dialog.getByRole('button', { name: 'Send favourites' }).tap()
  await expect(dialog.getByText('Please fill in your name.')).toBeVisible()
  await dialog.getByLabel(/^Your name/).fill('Maya Osei')
  await page.reload()
  await page.getByRole('button', { name: 'Send to the photographer' }).tap()
  await expect(dialog.getByLabel(/^Your name/)).toHaveValue('Maya Osei')
  await dialog.getByLabel(/^Your email/).fill(`maya-${run}@example.com`)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBoth(page)
  await dialog.getByRole('button', { name: 'Send favourites' }).tap()
  await expect(page.getByText('Favourites sent')).toBeVisible()
  await expect(dialog).toBeHidden()

  await mailed(page, studio.email, { text: new RegExp(`5 photos of “${gallery.title}”`) })

  await owner.goto(`${paths.favouritesLists()}?gallery=${gallery.id}`)
  const card = owner.getByRole('article', { name: 'Favourites of Maya Osei' })
  await expect(card.getByText('New')).toBeVisible()
  await expectNoSidewaysScroll(owner)
  await expectAccessibleInBoth(owner)
  await card.getByRole('link', { name: 'Open favourites of Maya Osei' }).tap()
  await expect(owner.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(5)
  // What they wrote is text: the only link of the list is the one to answer.
  await expect(owner.getByText('https://watches.example')).toBeVisible()
  await expect(owner.locator('a[href*="watches"]')).toHaveCount(0)
  await expectNoSidewaysScroll(owner)
  await expectAccessibleInBoth(owner)
  const [csv] = await Promise.all([
    owner.waitForEvent('download'),
    owner.getByRole('button', { name: 'CSV', exact: true }).tap(),
  ])
  const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([
    'Elder.jpg',
    'Damson.jpg',
    'Cedar.jpg',
    'Birch.jpg',
    'Alder.jpg',
  ])

  await owner.getByRole('button', { name: 'Make a proof session' }).tap()
  const session = owner.getByRole('dialog', { name: 'Create Proof Session' })
  await expect(session.getByLabel(/^Client Email/)).toHaveValue(`maya-${run}@example.com`)
  await session.getByRole('button', { name: 'Create Session' }).tap()
  await expect(owner.getByRole('dialog', { name: 'The session is open' })).toBeVisible()
  const link = await owner.getByLabel('Private link').inputValue()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Favourites of Maya Osei' })).toBeVisible()
  await expect(page.getByText('Fir')).toHaveCount(0)
})
