import { expect, test } from 'vitest'
import { addresses, firstSegment, paths } from '#schema/paths.ts'
import { appSegments } from '#schema/served-pages.ts'

test('the addresses of the site are those of the specification, and the operator’s own', () => {
  expect(Object.fromEntries(Object.entries(paths).map(([name, { pattern }]) => [name, pattern]))).toEqual({
    home: '/',
    auth: '/auth',
    browse: '/browse',
    gallery: '/gallery/:galleryId',
    favourites: '/favourites/:galleryId',
    proof: '/proof/:token',
    cart: '/cart',
    purchaseSuccess: '/purchase-success',
    dashboard: '/dashboard',
    codes: '/dashboard/codes',
    favouritesLists: '/dashboard/favourites',
    activity: '/dashboard/activity/:galleryId',
    upload: '/upload',
    profile: '/profile',
    settings: '/settings',
    mailChoices: '/mail/:token',
    confirmAddress: '/mail/confirm/:token',
    terms: '/terms',
    privacy: '/privacy',
    contact: '/contact',
    portfolio: '/:subdomain',
    portfolioGallery: '/:subdomain/:slug',
  })
})

test('an address is filled in, and whatever it is filled with stays one segment', () => {
  expect(paths.home()).toBe('/')
  expect(paths.gallery({ galleryId: 'gal_1' })).toBe('/gallery/gal_1')
  expect(paths.portfolioGallery({ subdomain: 'iris', slug: 'a/b ?c#d' })).toBe('/iris/a%2Fb%20%3Fc%23d')
})

test('addresses with a query, as mails and Stripe have them', () => {
  expect(addresses.dashboardTab('overview')).toBe('/dashboard')
  expect(addresses.dashboardTab('balance')).toBe('/dashboard?tab=balance')
  expect(addresses.gallerySettings('gal_1')).toBe('/dashboard?tab=galleries&settings=gal_1')
  expect(addresses.uploadTo('gal_1')).toBe('/upload?gallery=gal_1')
  expect(addresses.photo('gal_1', 'pho_2')).toBe('/gallery/gal_1?photo=pho_2')
  expect(addresses.favouritesOfGallery('gal_1')).toBe('/dashboard/favourites?gallery=gal_1')
  expect(addresses.favouritesList('gal_1', 'fvl_2')).toBe('/dashboard/favourites?gallery=gal_1&list=fvl_2')
  expect(addresses.search('{search_term_string}')).toBe('/browse?q={search_term_string}')
  expect(addresses.paidOrder('{CHECKOUT_SESSION_ID}')).toBe('/purchase-success?session_id={CHECKOUT_SESSION_ID}')
  expect(addresses.freeOrder('ord_1')).toBe('/purchase-success?free_order=true&order_id=ord_1')
})

test('the first segment says which page it is, and a photographer’s own page has none', () => {
  expect(firstSegment(paths.proof)).toBe('proof')
  expect([paths.home, paths.portfolio, paths.portfolioGallery].map(firstSegment)).toEqual(['', '', ''])
})

test('the pages that are drawn in the browser alone', () => {
  const alone = [
    'favourites',
    'proof',
    'cart',
    'purchase-success',
    'dashboard',
    'upload',
    'profile',
    'settings',
    'mail',
    'terms',
    'privacy',
    'contact',
    'admin',
  ]
  expect(appSegments).toEqual(alone)
})
