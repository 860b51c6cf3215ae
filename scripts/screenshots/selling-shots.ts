import type { Page } from '@playwright/test'
import * as z from 'zod'
import type { Zips } from '#schema/api/zips.ts'
import { cartConsent } from '#schema/consent.ts'
import { paths } from '#schema/paths.ts'
import { add, comeTo, fromMenuOf, gallery, own, pay, press, type Shot, toCart } from './acts.ts'
import type { Market } from './look-up.ts'

const wings = (market: Market) => paths.gallery({ galleryId: market.wings })
const takeWhole = async (page: Page) => {
  await press('Buy the Whole Gallery')(page)
  await page.getByText('All photos, and those added').waitFor()
}
const askSize = (page: Page) =>
  page.getByRole('list', { name: 'Photos' }).getByRole('button', { name: /^Add / }).first().click()
const takeWebSize = async (page: Page) => {
  await askSize(page)
  await press(/ as Web size for /)(page)
  await page.goto(paths.cart())
  await page.getByRole('group', { name: /^Size of / }).waitFor()
}
const receipt = (page: Page) => page.getByRole('link', { name: 'Receipt' }).click()
const toVisitors = (title: string) => async (page: Page) => {
  await fromMenuOf(title, 'Visitors')(page)
  await page.getByRole('dialog').waitFor()
}
const toSettingsOf = async (page: Page, title: string) => {
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
  await card.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('region', { name: 'What buyers pay' }).waitFor()
}

/** A state that the demo market never comes to: every answer is the real one, with this laid over it. */
const answering = (address: RegExp, over: Record<string, unknown>) => async (page: Page) => {
  await page.route(address, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...z.looseObject({}).parse(await response.json()), ...over } })
  })
  await page.reload()
}
const answeringExport = (zips: Zips, seen: string | RegExp) => async (page: Page) => {
  // Another can be made a day after one was asked for.
  await answering(/\/api\/me\/data-export$/, { zips, nextAt: '2026-11-27T06:00:00.000Z' })(page)
  const packed = page.getByText(seen).first()
  await packed.waitFor()
  await comeTo(() => packed)(page)
}

/** Offers, and what comes of them: for buyers, visitors and the photographer. */
export const sellingShots: readonly Shot[] = [
  {
    name: 'gallery-whole',
    path: gallery,
    act: comeTo((page) => page.getByRole('button', { name: 'Buy the Whole Gallery' })),
  },
  {
    name: 'gallery-web-size',
    path: wings,
    act: async (page) => {
      await askSize(page)
      await comeTo((each) => each.getByRole('group', { name: /^Size of / }))(page)
    },
  },
  {
    name: 'gallery-steps',
    path: ({ race }) => paths.gallery({ galleryId: race }),
    act: async (page) => {
      await page.getByLabel('Your number').waitFor()
      await comeTo((each) => each.getByText('Cheaper together'))(page)
    },
  },
  { name: 'cart-whole', path: gallery, act: takeWhole, whole: true },
  {
    name: 'cart-switched',
    path: gallery,
    act: async (page) => {
      await add(8)(page)
      await page.goto(paths.cart())
      await page.getByText('cost as much as the whole gallery').waitFor()
    },
    whole: true,
  },
  { name: 'cart-steps', path: ({ race }) => paths.gallery({ galleryId: race }), act: toCart, whole: true },
  { name: 'cart-sizes', path: wings, act: takeWebSize, whole: true },
  {
    name: 'cart-reminder',
    path: gallery,
    act: async (page) => {
      await toCart(page)
      await page.getByRole('textbox', { name: 'Email' }).fill('robin@example.com')
      await page.getByRole('checkbox', { name: cartConsent.text }).check()
      await comeTo((each) => each.getByRole('checkbox', { name: cartConsent.text }))(page)
    },
  },
  {
    // It was bought: its link is over.
    name: 'cart-kept-over',
    path: ({ keptCart }) => keptCart,
  },
  {
    name: 'order-whole',
    path: gallery,
    act: async (page) => {
      await takeWhole(page)
      await pay(page)
      await page.getByRole('list', { name: 'Photos of the gallery' }).waitFor()
    },
    whole: true,
  },
  {
    name: 'receipt-whole',
    path: gallery,
    act: async (page) => {
      await takeWhole(page)
      await pay(page)
      await receipt(page)
    },
    whole: true,
  },
  {
    name: 'order-web-size',
    path: wings,
    act: async (page) => {
      await takeWebSize(page)
      await pay(page)
      await page.getByRole('button', { name: /^Get the Original/ }).waitFor()
    },
    whole: true,
  },
  { name: 'mail-choices', path: ({ mails }) => mails },
  {
    name: 'unsubscribed',
    path: ({ mails }) => mails,
    act: async (page) => {
      await answering(/\/api\/mail-choices\//, { isSubscribed: false })(page)
      await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
    },
  },
  { name: 'confirm-address', path: ({ confirm }) => confirm },
  {
    name: 'price-list',
    path: own('galleries'),
    account: 'iris',
    act: async (page) => {
      await toSettingsOf(page, 'Valley Half Marathon')
      await comeTo((each) => each.getByRole('region', { name: 'What buyers pay' }))(page)
    },
  },
  { name: 'gallery-menu', path: own('galleries'), account: 'iris', act: press(/^More of /) },
  {
    name: 'activity',
    path: own('galleries'),
    account: 'iris',
    act: async (page) => {
      await fromMenuOf('Valley Half Marathon', 'Activity')(page)
      await page.getByRole('button', { name: 'Save as CSV' }).waitFor()
    },
  },
  { name: 'visitors-none', path: own('galleries'), account: 'iris', act: toVisitors('Valley Half Marathon') },
  {
    name: 'visitors',
    path: own('galleries'),
    account: 'bram',
    act: (page, { regatta }) => toVisitors(regatta)(page),
  },
  {
    name: 'favourites-lists',
    path: own('galleries'),
    account: 'iris',
    act: async (page) => {
      await fromMenuOf('Maite & Jon', 'Favourites')(page)
      await page.getByRole('link', { name: /^Open favourites of / }).waitFor()
    },
  },
  {
    name: 'codes-new-errors',
    path: paths.codes(),
    account: 'iris',
    act: async (page) => {
      await press('New Code')(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Make Code' }).click()
    },
  },
  {
    name: 'analytics-parts',
    path: `${paths.profile()}?tab=analytics`,
    account: 'iris',
    act: comeTo((page) => page.getByRole('heading', { name: 'By offer' })),
  },
  {
    name: 'export',
    path: paths.settings(),
    account: 'iris',
    act: comeTo((page) => page.getByRole('button', { name: 'Export everything' })),
  },
  {
    name: 'export-packing',
    path: paths.settings(),
    account: 'iris',
    act: answeringExport({ state: 'making', partsDone: 3, partCount: 8 }, /of 8 parts packed/),
  },
  {
    name: 'export-ready',
    path: paths.settings(),
    account: 'iris',
    act: answeringExport(
      {
        state: 'ready',
        parts: [
          { part: 1, files: 812, bytes: 3_984_588_800 },
          { part: 2, files: 640, bytes: 3_112_370_176 },
        ],
        missing: 1,
        added: 0,
        expiresAt: '2026-12-02T06:00:00.000Z',
      },
      'for you alone',
    ),
  },
]
