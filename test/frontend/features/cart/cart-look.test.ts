import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { cartLookOf, keepCartLook } from '#frontend/features/cart/cart-look.ts'
import { pagesKey, requestKey } from '#frontend/shared/api/query-keys.ts'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import { api } from '#schema/api/all.ts'
import type { BrandPaint } from '#schema/entities/brand.ts'
import { pence } from '#schema/money.ts'
import { aBrandPaint } from '#test/support/frontend/brand.ts'
import { anOpenGallery, galleryId } from '#test/support/frontend/builders.ts'
import { fillStorage } from '#test/support/frontend/full-storage.ts'

const itemOf = (n: number, photographerName = 'Ada'): CartItem => ({
  photoId: `pho_${String(n)}`,
  title: 'Photo',
  pricePence: pence(1499),
  galleryId: galleryId(n),
  galleryTitle: 'Race day',
  photographerName,
  imageUrl: '',
})
const green = aBrandPaint()
const dark = green && { ...green, ground: 'dark' as const }

/** A visit that has seen these galleries, the first one first. */
const visitOf = (...looks: (BrandPaint | null)[]) => {
  const queries = new QueryClient()
  const { get } = api.galleries.endpoints
  looks.forEach((brand, index) => {
    const id = galleryId(index + 1)
    queries.setQueryData(requestKey(get, { params: { galleryId: id } }), anOpenGallery({ id, brand }))
  })
  return queries
}

beforeEach(() => localStorage.clear())

test('a cart begins in the look of the gallery that its photos were taken from', () => {
  expect(cartLookOf([itemOf(1)], visitOf(green))).toEqual(green)
})

test('so it does from a portfolio and from a review', () => {
  const queries = new QueryClient()
  const portfolio = requestKey(api.profiles.endpoints.portfolioGallery, { params: { subdomain: 'ada', slug: 'race' } })
  queries.setQueryData(portfolio, { gallery: { id: galleryId(1) }, brand: green })
  const review = pagesKey(api.proofing.endpoints.get, { params: { token: 'token' } })
  queries.setQueryData(review, { pages: [{ session: { galleryId: galleryId(2), brand: green } }] })
  expect(cartLookOf([itemOf(1), itemOf(2)], queries)).toEqual(green)
})

test('galleries of one look are one cart, and a gallery whose look is not known makes it the site’s', () => {
  expect(cartLookOf([itemOf(1), itemOf(2)], visitOf(green, green))).toEqual(green)
  expect(cartLookOf([itemOf(1), itemOf(2)], visitOf(green))).toBeNull()
})

test('a second photographer’s photo makes it the site’s at once, with another look, the same one, or none', () => {
  keepCartLook([itemOf(1)], green)
  for (const second of [dark, green, null])
    expect(cartLookOf([itemOf(1), itemOf(2, 'Bea')], visitOf(green, second))).toBeNull()
})

test('a cart that is opened again begins as the server said, and what is newer stands before that', () => {
  keepCartLook([itemOf(1), itemOf(2)], green)
  expect(cartLookOf([itemOf(2)], new QueryClient())).toEqual(green)
  expect(cartLookOf([itemOf(1)], visitOf(dark))).toEqual(dark)
  expect(cartLookOf([itemOf(1)], visitOf(null))).toBeNull()
  keepCartLook([itemOf(1)], null)
  expect(cartLookOf([itemOf(1)], new QueryClient())).toBeNull()
})

test('nothing but the contract’s own values comes out of the storage, whatever was written there', () => {
  const brand = { ...green, shades: { light: { fill: 'red}*{display:none' }, dark: {} } }
  for (const kept of [JSON.stringify({ galleryIds: [galleryId(1)], brand }), '{']) {
    localStorage.setItem('cart_look', kept)
    expect(cartLookOf([itemOf(1)], new QueryClient())).toBeNull()
  }
})

test('a browser that keeps nothing more shows the look with the prices', () => {
  fillStorage()
  keepCartLook([itemOf(1)], green)
  expect(cartLookOf([itemOf(1)], new QueryClient())).toBeNull()
})
