import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { GalleryPage } from '#frontend/features/galleries/gallery-page.tsx'
import { api } from '#schema/api/all.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { pence } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'
import { anOpenGallery, aPhoto, galleryId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { get, listPhotos, photoHours, recordView, likeState } = api.galleries.endpoints
type Page = ResponseOf<typeof listPhotos>

const scrolled = vi.fn()
beforeEach(() => {
  scrolled.mockClear()
  Element.prototype.scrollIntoView = scrolled
})

const setup = (
  byNumber: Readonly<Record<string, Page>>,
  { search = '', hasNumbers = true, hasTimes = false, wholePence = 0 } = {},
) => {
  const whole = wholePence === 0 ? {} : { wholePence: pence(wholePence), photoCount: 140 }
  mockEndpoint(get, anOpenGallery({ hasNumbers, hasTimes, priceSteps: [{ from: 2, percent: 10 }], ...whole }))
  const all = { items: [aPhoto(9, { title: 'Everybody' })] }
  const list = mockEndpoint(listPhotos, ({ query: { number } }) =>
    number === undefined ? all : (byNumber[number] ?? { refuse: 'invalid_request' }),
  )
  mockEndpoint(photoHours, { hours: [], isMore: false })
  mockEndpoint(recordView, { viewCount: 1 })
  mockEndpoint(likeState, { userLiked: false, likeCount: 1, favourites: [], isOwn: false })
  renderPage(
    <Routes>
      <Route path={paths.gallery.pattern} element={<GalleryPage />} />
      <Route path={paths.cart()} element={<p>The cart</p>} />
    </Routes>,
    { at: `/gallery/${galleryId(1)}${search}` },
  )
  return { list, user: userEvent.setup() }
}
const address = () => screen.getByTestId('address').textContent
const photos = [1, 2].map((n) => aPhoto(n, { pricePence: pence(1_500) }))

test('the photos of a number are shown, those that may be it apart, and bought together for what the steps make of them', async () => {
  const { list, user } = setup({ '214': { items: [...photos, aPhoto(3)], doubtful: 1 } })
  await user.type(await screen.findByLabelText('Your number'), ' 214{Enter}')

  expect(await screen.findByText('2 photos with 214')).toBeDefined()
  expect(screen.getByRole('region', { name: 'Perhaps 214' }).textContent).toContain('Photo 3')
  const sure = screen.getByRole('list', { name: 'Photos' }).querySelectorAll('li')
  expect([...sure].map((tile) => tile.getAttribute('aria-setsize'))).toEqual(['2', '2'])
  expect(screen.queryByText('Everybody')).toBeNull()
  expect(screen.queryByRole('searchbox', { name: 'Search in this gallery' })).toBeNull()
  expect(list.requests.at(-1)?.query).toEqual({ number: '214' })
  await user.click(screen.getByRole('button', { name: 'Buy all 2 photos for £27.00' }))
  expect(await screen.findByText('The cart')).toBeDefined()
  expect(JSON.stringify(localStorage)).not.toContain('Photo 3')
})

test('one photo has its own price, and all photos come back', async () => {
  const { user } = setup({ '7': { items: photos.slice(0, 1) } }, { search: '?number=7' })
  expect(await screen.findByRole('button', { name: 'Buy this photo for £15.00' })).toBeDefined()
  expect(scrolled).toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Show all photos' }))
  expect(await screen.findByText('Everybody')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Your number'))
  expect(address()).toBe(`/gallery/${galleryId(1)}`)
})

test('a number that nobody wears, and what is no number, are said; what was typed stays', async () => {
  const { user } = setup({ '7777': { items: [] } })
  const field = await screen.findByLabelText<HTMLInputElement>('Your number')
  await user.type(field, '7777{Enter}')
  expect(await screen.findByRole('heading', { name: 'No photos of 7777' })).toBeDefined()
  // Nothing is said of times: none are shown in this order.
  expect((await screen.findByText(/^No photo surely shows 7777\./)).textContent).toMatch(
    / out of focus cannot be read\. Show all photos to look through them\.$/,
  )
  expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull()
  await user.clear(field)
  await user.type(field, '12:40{Enter}')
  expect(await screen.findByRole('heading', { name: '“12:40” is no number' })).toBeDefined()
  expect(field.value).toBe('12:40')
})

test('as long as not all photos were read no number is denied, and the time leads further', async () => {
  setup({ '214': { items: [], hasUnread: true } }, { search: '?number=214', hasTimes: true })
  expect(await screen.findByRole('heading', { name: 'No photos of 214 yet' })).toBeDefined()
  expect(screen.queryByText(/cannot be read/)).toBeNull()
  expect((await screen.findByText(/^No photo surely shows 214 yet\./)).textContent).toBe(
    'No photo surely shows 214 yet. Not all photos of this gallery have been read for numbers yet. Please look again later, or go by the time.',
  )
})

test('where photos are found by time, who has no number that can be read is led there', async () => {
  setup({ '214': { items: [] } }, { search: '?number=214', hasTimes: true })
  expect((await screen.findByText(/^No photo surely shows 214\./)).textContent).toMatch(
    / cannot be read\. Show all photos and look around the time you were there\.$/,
  )
})

test('nor are those that were found called all', async () => {
  const { user } = setup(
    { '214': { items: photos, hasUnread: true }, '7': { items: photos } },
    { search: '?number=214' },
  )
  const status = await screen.findByText(/^2 photos with 214/)
  expect(status.textContent).toBe(
    '2 photos with 214. Not all photos of this gallery have been read for numbers yet. Please look again later.',
  )
  const field = screen.getByLabelText('Your number')
  await user.clear(field)
  await user.type(field, '7{Enter}')
  expect(await screen.findByText('2 photos with 7')).toBeDefined()
  expect(screen.queryByText(/Not all photos/)).toBeNull()
})

test('only numbers that may be it are offered without a button for all', async () => {
  setup({ '214': { items: [aPhoto(3)], doubtful: 1 } }, { search: '?number=214' })
  expect(
    await screen.findByText(/^No photo surely shows 214\. Numbers that are covered, .* cannot be read\./),
  ).toBeDefined()
  expect(screen.getByRole('region', { name: 'Perhaps 214' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull()
})

test('letters ask for the other keyboard', async () => {
  const { user } = setup({})
  const field = await screen.findByLabelText('Your number')
  expect(field.getAttribute('inputmode')).toBe('numeric')
  await user.click(screen.getByRole('button', { name: 'My number has letters' }))
  expect(field.getAttribute('inputmode')).toBe('text')
})

test('a gallery whose numbers are not read asks for none, whatever the address says', async () => {
  const { list } = setup({}, { search: '?number=214', hasNumbers: false })
  expect(await screen.findByText('Everybody')).toBeDefined()
  expect(screen.queryByLabelText('Your number')).toBeNull()
  await waitFor(() => expect(list.requests.every(({ query }) => query.number === undefined)).toBe(true))
})

test('of the photos of a number those that are free are shown, and neither counted nor bought', async () => {
  const { user } = setup(
    { '214': { items: [...photos, aPhoto(3, { pricePence: pence(0) })] } },
    { search: '?number=214' },
  )
  expect(await screen.findByText('3 photos with 214')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Buy the 2 photos on sale for £27.00' }))
  expect(await screen.findByText('The cart')).toBeDefined()
  expect(JSON.stringify(localStorage)).toContain('Photo 2')
  expect(JSON.stringify(localStorage)).not.toContain('Photo 3')
})

test('where every photo of a number is free there is nothing to buy', async () => {
  setup({ '214': { items: [aPhoto(3, { pricePence: pence(0) })] } }, { search: '?number=214' })
  expect(await screen.findByText('1 photo with 214')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull()
})

test('while there are more photos of a number than are known, those are not called all', async () => {
  setup({ '214': { items: photos, nextCursor: 'more' } }, { search: '?number=214' })
  expect(await screen.findByText('More than 2 photos with 214')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Buy these 2 photos for £27.00' })).toBeDefined()
})

test.each([
  ['these 2 photos', photos],
  ['1 photo', photos.slice(1)],
])('nor are those on sale called all: %s', async (which, sold) => {
  const items = [...sold, aPhoto(3, { pricePence: pence(0) })]
  setup({ '214': { items, nextCursor: 'more' } }, { search: '?number=214' })
  const price = sold.length === 1 ? '£15.00' : '£27.00'
  expect(await screen.findByRole('button', { name: `Buy ${which} for ${price}` })).toBeDefined()
})

describe('what this browser has bought', () => {
  const bought = (...notes: string[]) => localStorage.setItem('bought_photos', JSON.stringify(notes))
  const three = [...photos, aPhoto(3, { pricePence: pence(1_500), webPence: pence(600) })]
  const free = aPhoto(4, { pricePence: pence(0) })
  const at = { search: '?number=214' }
  beforeEach(() => localStorage.clear())

  test('is left out of the button, of its number and its price', async () => {
    bought(photoId(1))
    const { user } = setup({ '214': { items: three } }, at)
    expect(await screen.findByText('3 photos with 214')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Buy the other 2 photos for £27.00' }))
    expect(await screen.findByText('The cart')).toBeDefined()
    const cart: { photo_id: string }[] = JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')
    expect(cart.map((item) => item.photo_id)).toEqual([photoId(2), photoId(3)])
  })

  test.each([
    ['a Web size, whose Original its order has for the difference', [`${photoId(3)}@web`], three, 'the other 2 photos'],
    [
      'with its whole gallery',
      [`${galleryId(1)}@2030-01-31T00:00:00.000Z`],
      [...photos, aPhoto(5, { createdAt: '2030-02-01T00:00:00.000Z' })],
      'the other photo',
    ],
    [
      'with its whole gallery, but for what is kept from earlier buyers',
      [`${galleryId(1)}@2030-01-31T00:00:00.000Z@2030-01-01T00:00:00.000Z`],
      [...photos, aPhoto(5, { createdAt: '2030-01-02T00:00:00.000Z', isExcepted: true })],
      'the other photo',
    ],
    [
      'with its whole gallery, but for what was kept from earlier buyers until that grew no more',
      [`${galleryId(1)}@2030-01-31T00:00:00.000Z@2030-01-01T00:00:00.000Z`],
      [...photos, aPhoto(5, { createdAt: '2030-01-02T00:00:00.000Z', sharedAt: '2030-02-01T00:00:00.000Z' })],
      'the other photo',
    ],
    ['all but one', [photoId(1), photoId(2)], three, 'the other photo'],
    ['beside a free one', [photoId(1)], [...three, free], 'the other 2 photos on sale'],
  ])('is left out, too: %s', async (_name, notes, items, which) => {
    bought(...notes)
    setup({ '214': { items } }, at)
    expect((await screen.findByRole('button', { name: /^Buy the other/ })).textContent).toContain(`Buy ${which} for £`)
  })

  test('is left out of those of which more are to come', async () => {
    bought(photoId(1))
    setup({ '214': { items: three, nextCursor: 'more' } }, at)
    expect(await screen.findByRole('button', { name: 'Buy these other 2 photos for £27.00' })).toBeDefined()
  })

  test.each([
    ['all of them', three, 'You bought all 3 photos: the link in your receipt opens them.'],
    ['the only one', three.slice(0, 1), 'You bought this photo: the link in your receipt opens it.'],
    ['those on sale', [...three, free], 'You bought the 3 on sale: the link in your receipt opens them.'],
    ['the one on sale', [...three.slice(0, 1), free], 'You bought the 1 on sale: the link in your receipt opens it.'],
  ])('takes the place of the button where it is %s', async (_name, items, said) => {
    bought(photoId(1), photoId(2), `${photoId(3)}@web`)
    setup({ '214': { items } }, at)
    expect(await screen.findByText(said)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull()
  })
})

describe('photos that together come near the price of their whole gallery', () => {
  const found = { '214': { items: photos } }
  const at = (wholePence: number) => ({ search: '?number=214', wholePence })
  const inCart = (...items: object[]) => localStorage.setItem('shopping_cart', JSON.stringify(items))
  const stored = (n: number, price: number) => ({ photo_id: photoId(n), title: 'x', price, gallery_id: galleryId(1) })
  const whole = { photo_id: galleryId(1), title: 'x', price: 30, gallery_id: galleryId(1), whole: true }
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
  })

  test('are offered beside all of it, for what it costs more', async () => {
    const { user } = setup(found, at(3_000))
    expect(await screen.findByRole('button', { name: 'Buy all 2 photos for £27.00' })).toBeDefined()
    expect(screen.getByText('For £3.00 more you get all 140 photos.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Get All 140' }))
    expect(await screen.findByText('The cart')).toBeDefined()
    expect(JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')).toMatchObject([{ whole: true, price: 30 }])
  })

  test('or above it cost what it costs, and are sold as all of it', async () => {
    setup(found, at(2_500))
    expect(await screen.findByRole('button', { name: 'Buy all 2 photos for £25.00' })).toBeDefined()
    expect(screen.getByText('They cost as much as the whole gallery: you get all 140 photos for £25.00.')).toBeDefined()
  })

  test('are alone where it is far', async () => {
    setup(found, at(6_000))
    expect(await screen.findByRole('button', { name: 'Buy all 2 photos for £27.00' })).toBeDefined()
    expect(screen.queryByText(/you get all/)).toBeNull()
  })

  test('count with what lies in the cart, in the size in which it lies there', async () => {
    // What it cost when it was put there is over: the page knows its price of today.
    inCart({ ...stored(1, 5), size: 'web' }, stored(9, 15))
    setup({ '214': { items: photos.map((photo) => ({ ...photo, webPence: pence(600) })) } }, at(3_300))
    // £6 as Web size and £15, less the 10% that three photos of the gallery reach, are £18.90; with the third, £32.40.
    expect(await screen.findByRole('button', { name: 'Buy all 2 photos for £18.90' })).toBeDefined()
    expect(screen.getByText('For £0.60 more you get all 140 photos.')).toBeDefined()
  })

  test('name no price of their own where what lies in the cart makes them the whole', async () => {
    inCart(stored(9, 15))
    setup(found, at(3_000))
    expect(await screen.findByRole('button', { name: 'Buy all 2 photos' })).toBeDefined()
    expect(
      screen.getByText(
        'With what is in your cart they cost as much as the whole gallery: you get all 140 photos for £30.00.',
      ),
    ).toBeDefined()
  })

  test('are in it where it lies in the cart', async () => {
    inCart(whole)
    setup(found, at(3_000))
    expect(await screen.findByText('The whole gallery is in your cart, with all of its photos.')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Buy all/ })).toBeNull()
  })

  test('promise no difference and no whole gallery where a code is applied', async () => {
    sessionStorage.setItem('checkout_draft', JSON.stringify({ name: '', email: '', discountCode: 'THREE' }))
    setup(found, at(3_000))
    expect(await screen.findByRole('button', { name: 'Buy all 2 photos for £27.00' })).toBeDefined()
    expect(screen.queryByText(/you get all/)).toBeNull()
  })

  test('are not offered with it to who has bought it', async () => {
    localStorage.setItem('bought_photos', JSON.stringify([`${galleryId(1)}@2029-01-01T00:00:00.000Z`]))
    setup(found, at(3_000))
    expect(await screen.findByRole('button', { name: 'Buy all 2 photos for £27.00' })).toBeDefined()
    expect(screen.queryByText(/you get all/)).toBeNull()
  })
})
