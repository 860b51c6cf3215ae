import { expect, test } from 'vitest'
import { limits } from '#schema/limits.ts'
import { defaultPricePence, feePercent, formatPounds, minimumChargePence, pence } from '#schema/money.ts'
import { reservedSegments } from '#schema/paths.ts'

// What the tests of a rule read from `limits` would follow a slip of the finger there; these are the numbers themselves.

test('the money of the specification', () => {
  expect(defaultPricePence).toBe(1_500)
  expect(feePercent).toBe(10)
  expect(minimumChargePence).toBe(30)
  expect(limits.payout.holdHours).toBe(48)
  expect(limits.trial).toMatchObject({ months: 2, reminderDays: 14, subscriptionPence: 699 })
  expect([pence(0), pence(699), pence(1_500), pence(123_456)].map(formatPounds)).toEqual([
    '£0.00',
    '£6.99',
    '£15.00',
    '£1,234.56',
  ])
})

test('the numbers of galleries, pages and passwords', () => {
  expect(limits.gallery).toMatchObject({
    featured: 3,
    recent: 3,
    perPage: 12,
    photosPerPage: 20,
    viewDelayMs: 1_000,
    viewWindowSeconds: 30,
    protectionNoticeMs: 3_000,
    accessCodeLength: 8,
    grantLifeSeconds: 12 * 60 * 60,
    defaultWatermark: 'Copyright',
    browseMinPounds: 0,
    browseMaxPounds: 100,
  })
  expect(limits.pageName).toMatchObject({ min: 3, max: 30, checkDelayMs: 500 })
  expect(limits.password).toEqual({ min: 6, max: 256, hashRounds: 10, galleryMaxBytes: 72 })
  expect(limits.analytics).toEqual({ recentOrders: 5, topPhotos: 5 })
})

test('the numbers of uploads, pictures and downloads', () => {
  expect(limits.upload).toMatchObject({
    maxBytes: 50 * 1_024 * 1_024,
    concurrency: 2,
    dimensionTimeoutMs: 5_000,
    progress: { start: 5, granted: 15, stored: 80, confirmed: 90, done: 100 },
  })
  expect(limits.rendition).toMatchObject({ displayPx: 2_048, jpegQuality: 85 })
  expect(limits.download.linkLifeSeconds).toBe(15 * 60)
  expect(limits.cart).toMatchObject({ maxItems: 500, maxPhotographers: 40 })
})

test('what the browser keeps is kept under the names of the specification', () => {
  expect(limits.cart.storageKey).toBe('shopping_cart')
  expect(limits.session.storageKey).toBe('gallery_session')
})

test('the first segments that are never a photographer', () => {
  expect(reservedSegments).toEqual([
    'auth',
    'browse',
    'gallery',
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
    'api',
  ])
})
