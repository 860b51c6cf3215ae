import { galleries } from '#schema/api/galleries.ts'
import { photos } from '#schema/api/photos.ts'
import { paths } from '#schema/paths.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectSound } from './support/market.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)

test('a photographer makes sets and puts photos into them; visitors go through one of them', async ({
  owner,
  page,
  studio,
}) => {
  const titles = ['Alder', 'Birch', 'Cedar', 'Durmast']
  const gallery = await studio.hang({ title: `In Parts ${run}`, photos: titles.map((title) => ({ title })) })
  await owner.goto(`${paths.dashboard()}?tab=galleries&gallery=${gallery.id}`)
  await owner.getByRole('button', { name: 'Sets' }).click()
  const sets = owner.getByRole('dialog', { name: 'Sets' })
  await sets.getByLabel('Name of set 1').fill('Party')
  await sets.getByRole('button', { name: 'Add a set' }).click()
  await sets.getByLabel('Name of set 2').fill('Ceremony')
  await sets.getByRole('button', { name: 'Move Ceremony up' }).click()
  await expectSound(owner)
  await sets.getByRole('button', { name: 'Save sets' }).click()
  await expect(sets).toBeHidden()

  for (const title of ['Alder', 'Birch']) await owner.getByRole('checkbox', { name: `Choose ${title}` }).check()
  await owner.getByRole('button', { name: 'Move to set' }).click()
  const move = owner.getByRole('dialog', { name: 'Move to set' })
  await move.getByLabel('Set').selectOption('Ceremony')
  await expectSound(owner)
  await move.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(owner.getByText('2 photos moved to Ceremony')).toBeVisible()

  const address = paths.gallery({ galleryId: gallery.id })
  await page.goto(address)
  await expect(page.getByRole('button', { name: /^Open / })).toHaveCount(4)
  const bar = page.getByRole('group', { name: 'Sets' })
  await expect(bar.getByRole('button')).toHaveText(['All', 'Ceremony'])
  await bar.getByRole('button', { name: 'Ceremony' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/[?&]set=set_/)
  await expect(page.getByRole('button', { name: /^Open / })).toHaveCount(2)
  await expectSound(page)

  // A sent link and a reload show the same set, and the viewer goes through it alone.
  await page.reload()
  await expect(bar.getByRole('button', { name: 'Ceremony' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Open Birch' }).click()
  await expect(page.getByRole('dialog').getByText('1 of 2')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'Photo viewer: Alder' })).toBeVisible()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'All' }).click()
  await expect(page.getByRole('button', { name: /^Open / })).toHaveCount(4)
  await page.goBack()
  await expect(page.getByRole('button', { name: /^Open / })).toHaveCount(2)

  // A set is shown to visitors once something is in it.
  await owner.getByRole('checkbox', { name: 'Choose Durmast' }).check()
  await owner.getByRole('button', { name: 'Move to set' }).click()
  await move.getByLabel('Set').selectOption('Party')
  await move.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(owner.getByText('1 photo moved to Party')).toBeVisible()
  await page.reload()
  await expect(bar.getByRole('button')).toHaveText(['All', 'Ceremony', 'Party'])

  // A deleted set leaves its photos.
  await owner.getByRole('button', { name: 'Sets' }).click()
  await owner.getByRole('button', { name: 'Delete Ceremony' }).click()
  await owner.getByRole('button', { name: 'Save sets' }).click()
  await expect(sets).toBeHidden()
  await page.goto(address)
  await expect(bar.getByRole('button')).toHaveText(['All', 'Party'])
  await expect(page.getByRole('button', { name: /^Open / })).toHaveCount(4)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the row of many sets is moved sideways, and the page is not', async ({ page, studio }) => {
    const names = [
      'Getting ready',
      'Ceremony',
      'Family portraits',
      'Dinner and speeches',
      'The first dance',
      'Fireworks',
    ]
    const gallery = await studio.hang({ title: `Many Parts ${run}`, photos: names.map((title) => ({ title })) })
    const { own } = studio
    const params = { galleryId: gallery.id }
    const { version } = await own.call(galleries.endpoints.getMine, { params })
    const { sets } = await own.call(galleries.endpoints.arrangeSets, {
      params,
      body: { version, sets: names.map((name) => ({ id: null, name })) },
    })
    const { items } = await own.call(photos.endpoints.listMine, { params, query: {} })
    for (const { id, name } of sets) {
      const photoIds = items.filter(({ title }) => title === name).map((photo) => photo.id)
      await own.call(photos.endpoints.putInSet, { params, body: { photoIds, setId: id } })
    }
    await page.goto(`${paths.gallery({ galleryId: gallery.id })}?set=${sets.at(-1)?.id ?? ''}`)
    // Below the cover: the page is moved down to it, and the row has moved sideways by itself.
    const bar = page.getByRole('group', { name: 'Sets' })
    const chosen = bar.getByRole('button', { name: 'Fireworks' })
    await expect(chosen).toHaveAttribute('aria-pressed', 'true')
    await bar.scrollIntoViewIfNeeded()
    await expect(chosen).toBeInViewport()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
