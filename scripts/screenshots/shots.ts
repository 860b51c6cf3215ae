import { join } from 'node:path'
import type { Page } from '@playwright/test'
import * as z from 'zod'
import { deliveryConsent } from '#schema/consent.ts'
import { paths } from '#schema/paths.ts'

const photo = (file: string) => join(import.meta.dirname, '../../local/seed/photos', `${file}.jpg`)

/** What is looked up in the demo market before pictures are taken. */
export type Market = {
  ridge: string
  race: string
  locked: string
  wedding: string
  proof: string
  firstPhoto: string
}

const Found = z.object({ items: z.array(z.object({ id: z.string(), title: z.string() })) })
const Mails = z.array(z.object({ to: z.array(z.string()), text: z.string().optional() }))

const idOf = async (page: Page, path: string, title?: string) => {
  const answer = await page.request.get(path)
  const { items } = Found.parse(await answer.json())
  const found = title === undefined ? items[0] : items.find((each) => each.title === title)
  if (!found) throw new Error(`The demo market has no “${title ?? 'item'}” at ${path}.`)
  return found.id
}

const addressIn = async (page: Page, to: string, pattern: RegExp) => {
  const answer = await page.request.get('/__local/api/outbox')
  const mails = Mails.parse(await answer.json()).filter((mail) => mail.to.includes(to))
  const address = mails.map((mail) => pattern.exec(mail.text ?? '')?.[0]).find((each) => each !== undefined)
  if (address === undefined) throw new Error(`No mail to ${to} has an address like ${pattern.source}.`)
  return new URL(address).pathname
}

export const lookUp = async (page: Page): Promise<Market> => {
  const ridge = await idOf(page, '/api/galleries?q=ridge', 'The Ridge in October')
  return {
    ridge,
    race: await idOf(page, '/api/galleries?q=marathon', 'Valley Half Marathon'),
    locked: await idOf(page, '/api/galleries?q=puppies', 'Puppies of Harrow Farm'),
    wedding: 'Maite & Jon',
    proof: await addressIn(page, 'maite@example.com', /https?:\/\/\S+\/proof\/[\w.-]+/),
    firstPhoto: await idOf(page, `/api/galleries/${ridge}/photos`),
  }
}

export type Shot = {
  name: string
  path: string | ((market: Market) => string)
  /** Whose page it is; without, a stranger's. */
  account?: 'iris' | 'bram'
  /** What is done before the picture. */
  act?: (page: Page, market: Market) => Promise<void>
  /** The whole page instead of what fits the screen. */
  whole?: true
  only?: 'phone' | 'desktop'
}

/** No question is answered any more: what is seen while waiting. */
const answerNothing = (page: Page) => page.route(/\/api\//, () => undefined)
const keepWaiting = async (page: Page) => {
  await answerNothing(page)
  await page.reload()
}
/** The same for a page that would come with its answers if it were loaded: the way there leads through the site. */
const followWaiting = (link: string) => async (page: Page) => {
  await answerNothing(page)
  await page.getByRole('link', { name: link }).last().click()
}
const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
const fillCart = async (page: Page) => {
  const buttons = page.getByRole('list', { name: 'Photos' }).getByRole('button', { name: /^Add / })
  for (let each = 0; each < 3; each++) await buttons.first().click()
}
const toReport = async (page: Page) => {
  await press('Report this gallery')(page)
  await page.getByRole('dialog').waitFor()
}
const toCart = async (page: Page) => {
  await fillCart(page)
  await page.goto(paths.cart())
}
const buy = async (page: Page) => {
  await toCart(page)
  await page.getByLabel('Full name').fill('Robin Marsh')
  await page.getByRole('textbox', { name: 'Email' }).fill('robin@example.com')
  await page.getByRole('checkbox', { name: deliveryConsent.text }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.getByLabel(/card number/i).fill('4242 4242 4242 4242')
  await page.getByLabel(/expir/i).fill('12 / 34')
  await page.getByLabel(/cvc|security code/i).fill('123')
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await page
    .getByRole('button', { name: /^Download all/i })
    .first()
    .waitFor()
}
const toFavourites = async (page: Page, { ridge }: Market) => {
  for (const place of [0, 1]) {
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'PUT'),
      page
        .getByRole('button', { name: /^Favourite: / })
        .nth(place)
        .click(),
    ])
  }
  await page.goto(paths.favourites({ galleryId: ridge }))
}
const gallery = ({ ridge }: Market) => paths.gallery({ galleryId: ridge })
const own = (tab: string) => `${paths.dashboard()}?tab=${tab}`

/** Every route, and the states of it that a person meets. */
export const shots: readonly Shot[] = [
  { name: 'landing', path: '/', whole: true },
  {
    name: 'landing-demo',
    path: '/',
    act: async (page) => {
      await press('Watch Demo')(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'menu', path: '/', act: press('Open menu'), only: 'phone' },
  { name: 'browse', path: paths.browse(), whole: true },
  { name: 'browse-list', path: `${paths.browse()}?view=list&sort=popular` },
  { name: 'browse-nothing', path: `${paths.browse()}?q=nothing-like-this` },
  { name: 'browse-loading', path: paths.cart(), act: followWaiting('Browse') },
  {
    name: 'browse-offline',
    path: paths.browse(),
    act: async (page) => {
      await page.context().setOffline(true)
      await page.getByText('You are offline').waitFor()
    },
  },
  { name: 'gallery', path: gallery },
  { name: 'gallery-list', path: (market) => `${gallery(market)}?view=list` },
  { name: 'gallery-loading', path: `${paths.browse()}?q=ridge`, act: followWaiting('The Ridge in October') },
  { name: 'gallery-locked', path: ({ locked }) => paths.gallery({ galleryId: locked }) },
  {
    name: 'gallery-selection',
    path: gallery,
    act: async (page) => {
      await page.getByRole('checkbox').nth(0).check()
      await page.getByRole('checkbox').nth(1).check()
    },
  },
  { name: 'gallery-toast', path: gallery, act: fillCart },
  { name: 'gallery-numbers', path: ({ race }) => `${paths.gallery({ galleryId: race })}?number=214` },
  { name: 'favourites', path: gallery, act: toFavourites },
  { name: 'viewer', path: (market) => `${gallery(market)}?photo=${market.firstPhoto}` },
  { name: 'report', path: gallery, act: toReport },
  {
    name: 'report-errors',
    path: (market) => `${gallery(market)}?photo=${market.firstPhoto}`,
    act: async (page) => {
      await press('Report')(page)
      await press('Send report')(page)
      await page.getByText('Please choose what is wrong.').waitFor()
    },
  },
  { name: 'gallery-error', path: paths.gallery({ galleryId: 'gal_00000000000000000000000000' }) },
  { name: 'portfolio', path: '/iris-calloway', whole: true },
  { name: 'portfolio-gallery', path: '/iris-calloway/the-ridge-in-october' },
  { name: 'cart-empty', path: paths.cart() },
  { name: 'cart', path: gallery, act: toCart, whole: true },
  {
    name: 'cart-errors',
    path: gallery,
    act: async (page) => {
      await toCart(page)
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    },
    whole: true,
  },
  { name: 'purchase-error', path: paths.purchaseSuccess() },
  { name: 'terms', path: paths.terms(), whole: true },
  { name: 'privacy', path: paths.privacy(), whole: true },
  { name: 'contact', path: paths.contact() },
  {
    name: 'order',
    path: gallery,
    act: buy,
    whole: true,
  },
  {
    name: 'receipt',
    path: gallery,
    act: async (page) => {
      await buy(page)
      await page.getByRole('link', { name: 'Receipt' }).click()
    },
    whole: true,
  },
  { name: 'auth', path: paths.auth() },
  { name: 'auth-sign-up', path: `${paths.auth()}?tab=sign-up` },
  {
    name: 'auth-sign-up-known',
    path: `${paths.auth()}?tab=sign-up`,
    act: async (page) => {
      const form = page.getByRole('form', { name: 'Sign Up' })
      await form.getByLabel('Display Name').fill('Iris Calloway')
      await form.getByLabel('Email').fill('iris@darkslide.example')
      await form.getByLabel('Password', { exact: true }).fill('a new darkroom')
      await form.getByRole('button', { name: 'Sign Up' }).click()
      await page.getByLabel('Code').waitFor()
    },
  },
  {
    name: 'auth-errors',
    path: paths.auth(),
    act: (page) => page.getByRole('form', { name: 'Sign In' }).getByRole('button', { name: 'Sign In' }).click(),
  },
  { name: 'auth-forgotten', path: paths.auth(), act: press('Forgot your password?') },
  { name: 'proof', path: ({ proof }) => proof, whole: true },
  {
    name: 'proof-viewer',
    path: ({ proof }) => proof,
    act: (page) => page.locator('[data-opener]').first().click(),
  },
  { name: 'proof-not-found', path: paths.proof({ token: 'nonsense' }) },
  { name: 'not-found', path: '/one/two/three' },
  { name: 'dashboard', path: paths.dashboard(), account: 'iris' },
  {
    name: 'dashboard-loading',
    path: paths.dashboard(),
    account: 'iris',
    act: keepWaiting,
  },
  { name: 'account-menu', path: paths.dashboard(), account: 'iris', act: press('Account'), only: 'desktop' },
  { name: 'create-gallery', path: `${paths.dashboard()}?new=gallery`, account: 'iris' },
  {
    name: 'create-gallery-errors',
    path: `${paths.dashboard()}?new=gallery`,
    account: 'iris',
    act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Create Gallery' }).click(),
  },
  { name: 'balance', path: own('balance'), account: 'iris', whole: true },
  { name: 'gallery-management', path: own('galleries'), account: 'iris', whole: true },
  { name: 'gallery-settings', path: own('galleries'), account: 'iris', act: press('Settings') },
  { name: 'gallery-delete', path: own('galleries'), account: 'iris', act: press(/^Delete /) },
  { name: 'gallery-share', path: own('galleries'), account: 'iris', act: press('Share') },
  { name: 'galleries-deleted', path: own('galleries'), account: 'iris', act: press('Deleted Galleries') },
  { name: 'codes', path: paths.codes(), account: 'iris' },
  { name: 'codes-new', path: paths.codes(), account: 'iris', act: press('New Code') },
  {
    name: 'sets',
    path: own('galleries'),
    account: 'iris',
    act: async (page) => {
      await press('Photos')(page)
      await press('Sets')(page)
    },
  },
  { name: 'gallery-photos', path: own('galleries'), account: 'iris', act: press('Photos') },
  {
    name: 'photo-edit',
    path: own('galleries'),
    account: 'iris',
    act: async (page) => {
      await press('Photos')(page)
      await press(/^Edit /)(page)
    },
  },
  { name: 'proofing', path: own('proofing'), account: 'iris' },
  { name: 'proofing-choice', path: own('proofing'), account: 'iris', act: press('View choice'), whole: true },
  { name: 'proofing-withdraw', path: own('proofing'), account: 'iris', act: press(/^Withdraw/) },
  { name: 'create-proof-session', path: `${own('proofing')}&new=session`, account: 'iris' },
  { name: 'dashboard-settings', path: own('settings'), account: 'iris', whole: true },
  { name: 'upload', path: paths.upload(), account: 'iris' },
  {
    name: 'upload-queue',
    path: paths.upload(),
    account: 'iris',
    act: (page) =>
      page.locator('input[type=file]').setInputFiles([photo('dragonfly'), photo('nuthatch'), photo('green-clock')]),
  },
  { name: 'profile', path: paths.profile(), account: 'iris', whole: true },
  { name: 'analytics', path: `${paths.profile()}?tab=analytics`, account: 'iris', whole: true },
  { name: 'settings', path: paths.settings(), account: 'iris', whole: true },
  { name: 'dashboard-trial-over', path: paths.dashboard(), account: 'bram' },
  { name: 'gallery-management-trial-over', path: own('galleries'), account: 'bram', whole: true },
  { name: 'take-down', path: own('galleries'), account: 'bram', act: press('Take down') },
  { name: 'gallery-photos-trial-over', path: own('galleries'), account: 'bram', act: press('Photos') },
  { name: 'proofing-trial-over', path: own('proofing'), account: 'bram' },
  { name: 'upload-trial-over', path: paths.upload(), account: 'bram' },
]
