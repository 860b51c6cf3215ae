import sharp from 'sharp'
import { paths } from '#schema/paths.ts'
import { expect, expectNoSidewaysScroll, expectSound } from './support/market.ts'
import { test } from './support/studio.ts'

const run = Date.now().toString(36)

/** A print as the camera wrote it: which camera, and what its clock said. */
const taken = (model: string, at: string, background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .withExif({ IFD0: { Make: 'Acme', Model: model }, IFD2: { DateTimeOriginal: `2026:05:10 ${at}` } })
    .jpeg()
    .toBuffer()

test('a camera whose clock was an hour ahead is put right, and its photos stand between the others', async ({
  owner,
  page,
  studio,
}) => {
  const gallery = await studio.hang({
    title: `Two Cameras ${run}`,
    settings: { photoOrder: 'captured' },
    photos: [
      { title: 'Vows', jpeg: await taken('One', '14:00:00', '#335577') },
      { title: 'Cake', jpeg: await taken('One', '15:00:00', '#557733') },
      { title: 'Confetti', jpeg: await taken('Two', '15:30:10', '#773355') },
    ],
  })
  await page.goto(paths.gallery({ galleryId: gallery.id }))
  const shown = (titles: readonly string[], timeout?: number) =>
    Promise.all(
      titles.map((title, place) =>
        expect(page.getByRole('button', { name: /^Open / }).nth(place)).toHaveAccessibleName(`Open ${title}`, {
          ...(timeout && { timeout }),
        }),
      ),
    )
  const shownAgain = (titles: readonly string[]) =>
    expect(async () => {
      await page.reload()
      await shown(titles, 8_000)
    }).toPass()
  await shown(['Vows', 'Cake', 'Confetti'])

  await owner.goto(`${paths.dashboard()}?tab=galleries&gallery=${gallery.id}`)
  await owner.getByRole('button', { name: 'Camera clocks' }).click()
  const clocks = owner.getByRole('dialog', { name: 'Camera clocks' })
  const second = clocks.getByRole('listitem').filter({ hasText: 'Acme Two' })
  await expect(second.getByText('Its clock said 10 May 2026, 15:30:10 when this photo was taken.')).toBeVisible()
  await second.getByLabel('When it was taken').fill('2026-05-10T14:30:05')
  await expect(second.getByText('All photos of this camera: 1 h 5 s earlier.')).toBeVisible()
  await expectSound(owner)
  await owner.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(owner)
  await clocks.getByRole('button', { name: 'Save clocks' }).click()
  await expect(clocks).toBeHidden()
  await shownAgain(['Vows', 'Confetti', 'Cake'])

  // What was said is there again, and can be taken back.
  await owner.getByRole('button', { name: 'Camera clocks' }).click()
  await expect(second.getByLabel('When it was taken')).toHaveValue('2026-05-10T14:30:05')
  await second.getByLabel('When it was taken').fill('2026-05-10T15:30:10')
  await expect(second.getByText('This clock was right.')).toBeVisible()
  await clocks.getByRole('button', { name: 'Save clocks' }).click()
  await expect(clocks).toBeHidden()
  await shownAgain(['Vows', 'Cake', 'Confetti'])
})
