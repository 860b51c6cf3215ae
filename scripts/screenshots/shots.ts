import { join } from 'node:path'
import { paths } from '#schema/paths.ts'
import {
  buy,
  comeTo,
  fillCart,
  followWaiting,
  gallery,
  keepWaiting,
  openDialog,
  own,
  press,
  type Shot,
  toCart,
  toFavourites,
  toReport,
} from './acts.ts'
import { lookShots } from './look-shots.ts'
import { sellingShots } from './selling-shots.ts'

const photo = (file: string) => join(import.meta.dirname, '../../local/seed/photos', `${file}.jpg`)

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
  {
    name: 'gallery-list',
    path: (market) => `${gallery(market)}?view=list`,
    act: comeTo((page) => page.getByRole('group', { name: 'View' })),
  },
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
  { name: 'proof', path: ({ proof }) => proof },
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
  { name: 'gallery-settings', path: own('galleries'), account: 'iris', act: openDialog('Settings') },
  { name: 'gallery-delete', path: own('galleries'), account: 'iris', act: openDialog(/^Delete /) },
  { name: 'gallery-share', path: own('galleries'), account: 'iris', act: openDialog('Share') },
  {
    name: 'galleries-deleted',
    path: own('galleries'),
    account: 'iris',
    act: async (page) => {
      await press('Deleted Galleries')(page)
      await page.getByText('There are none.').waitFor()
    },
  },
  { name: 'codes', path: paths.codes(), account: 'iris' },
  { name: 'codes-new', path: paths.codes(), account: 'iris', act: openDialog('New Code') },
  {
    name: 'sets',
    path: own('galleries'),
    account: 'iris',
    act: async (page) => {
      await press('Photos')(page)
      await openDialog('Sets')(page)
    },
  },
  { name: 'gallery-photos', path: own('galleries'), account: 'iris', act: press('Photos') },
  {
    name: 'photo-edit',
    path: own('galleries'),
    account: 'iris',
    act: async (page) => {
      await press('Photos')(page)
      await openDialog(/^Edit /)(page)
    },
  },
  { name: 'proofing', path: own('proofing'), account: 'iris' },
  { name: 'proofing-choice', path: own('proofing'), account: 'iris', act: press('View choice'), whole: true },
  { name: 'proofing-withdraw', path: own('proofing'), account: 'iris', act: openDialog(/^Withdraw/) },
  { name: 'create-proof-session', path: `${own('proofing')}&new=session`, account: 'iris' },
  { name: 'dashboard-settings', path: own('settings'), account: 'iris', whole: true },
  { name: 'upload', path: paths.upload(), account: 'iris' },
  {
    name: 'upload-queue',
    path: paths.upload(),
    account: 'iris',
    act: async (page) => {
      const files = [photo('dragonfly'), photo('nuthatch'), photo('green-clock')]
      await page.locator('input[type=file]').setInputFiles(files)
      await comeTo((each) => each.getByText('nuthatch.jpg', { exact: true }))(page)
    },
  },
  { name: 'profile', path: paths.profile(), account: 'iris', whole: true },
  { name: 'analytics', path: `${paths.profile()}?tab=analytics`, account: 'iris', whole: true },
  { name: 'settings', path: paths.settings(), account: 'iris', whole: true },
  { name: 'dashboard-trial-over', path: paths.dashboard(), account: 'bram' },
  { name: 'gallery-management-trial-over', path: own('galleries'), account: 'bram', whole: true },
  { name: 'take-down', path: own('galleries'), account: 'bram', act: openDialog('Take down') },
  { name: 'gallery-photos-trial-over', path: own('galleries'), account: 'bram', act: press('Photos') },
  { name: 'proofing-trial-over', path: own('proofing'), account: 'bram' },
  { name: 'upload-trial-over', path: paths.upload(), account: 'bram' },
  ...lookShots,
  ...sellingShots,
]
