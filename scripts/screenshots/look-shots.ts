import type { Page } from '@playwright/test'
import * as z from 'zod'
import { apiClient } from '#local/api-client/api-client.ts'
import { demoPassword } from '#local/seed/market.ts'
import { people } from '#local/seed/people.ts'
import { galleries } from '#schema/api/galleries.ts'
import type { GalleryLook } from '#schema/entities/gallery-look.ts'
import { GalleryId } from '#schema/ids.ts'
import { paths } from '#schema/paths.ts'
import { comeTo, openDialog, own, press, type Shot, toFavourites } from './acts.ts'
import type { Market } from './look-up.ts'

const tables = (market: Market) => paths.gallery({ galleryId: market.tables })
const Configuration = z.object({ userPoolEndpoint: z.string(), userPoolClientId: z.string() })

/** Its photographer gives a look to a gallery that no other picture shows. */
const looking =
  (look: Pick<GalleryLook, 'coverStyle' | 'photoLayout' | 'photoSpacing'>, then?: (page: Page) => Promise<void>) =>
  async (page: Page, market: Market): Promise<void> => {
    const site = new URL(page.url()).origin
    const answer = await page.request.get('/config.json')
    const { userPoolEndpoint: endpoint, userPoolClientId: clientId } = Configuration.parse(await answer.json())
    const accounts = people({ endpoint, clientId }, () => Promise.resolve(''))
    const token = await accounts.signIn({ email: 'noor@darkslide.example', password: demoPassword })
    accounts.close()
    const noor = apiClient(site, token)
    const params = { galleryId: GalleryId.parse(market.tables) }
    const { version } = await noor.call(galleries.endpoints.getMine, { params })
    await noor.call(galleries.endpoints.update, { params, body: { version, ...look } })
    await page.goto(`${tables(market)}?look=${version}`)
    await then?.(page)
  }
const toPhotos = comeTo((page) => page.getByRole('list', { name: 'Photos' }).getByRole('listitem').nth(2))

const choose = (count: number) => async (page: Page) => {
  await press('Photos')(page)
  const boxes = page.getByRole('checkbox', { name: /^Choose / })
  await boxes.first().waitFor()
  for (let each = 0; each < count; each++) await boxes.nth(each).check()
}
const askOfChosen = (name: string) => async (page: Page) => {
  await choose(3)(page)
  await page.getByRole('region', { name: 'Chosen photos' }).getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()
}

/** The looks that a gallery can have, and what is done with many of its photos at once. */
export const lookShots: readonly Shot[] = [
  {
    name: 'cover-half',
    path: tables,
    act: looking({ coverStyle: 'half', photoLayout: 'rows', photoSpacing: 'small' }),
  },
  {
    name: 'cover-framed',
    path: tables,
    act: looking({ coverStyle: 'framed', photoLayout: 'rows', photoSpacing: 'small' }),
  },
  {
    name: 'cover-plain',
    path: tables,
    act: looking({ coverStyle: 'plain', photoLayout: 'rows', photoSpacing: 'wide' }),
  },
  {
    name: 'photos-columns',
    path: tables,
    act: looking({ coverStyle: 'full', photoLayout: 'columns', photoSpacing: 'wide' }, toPhotos),
  },
  {
    name: 'photos-single',
    path: tables,
    act: looking({ coverStyle: 'full', photoLayout: 'single', photoSpacing: 'small' }, toPhotos),
  },
  {
    name: 'gallery-locked-wrong',
    path: ({ locked }) => paths.gallery({ galleryId: locked }),
    act: async (page) => {
      await page.getByLabel('Password').fill('rusk')
      await page.getByRole('button', { name: 'Open Gallery' }).click()
      await page.locator('[aria-invalid=true]').waitFor()
    },
  },
  {
    name: 'favourites-send',
    path: ({ ridge }) => paths.gallery({ galleryId: ridge }),
    act: async (page, market) => {
      await toFavourites(page, market)
      await openDialog('Send to the photographer')(page)
    },
  },
  {
    name: 'favourites-send-errors',
    path: ({ ridge }) => paths.gallery({ galleryId: ridge }),
    act: async (page, market) => {
      await toFavourites(page, market)
      await openDialog('Send to the photographer')(page)
      await press('Send favourites')(page)
      await page.getByText('Please fill in your name.').first().waitFor()
    },
  },
  { name: 'photos-chosen', path: own('galleries'), account: 'iris', act: choose(3) },
  { name: 'photos-chosen-price', path: own('galleries'), account: 'iris', act: askOfChosen('Price') },
  { name: 'photos-chosen-titles', path: own('galleries'), account: 'iris', act: askOfChosen('Titles') },
  { name: 'photos-chosen-delete', path: own('galleries'), account: 'iris', act: askOfChosen('Delete') },
]
