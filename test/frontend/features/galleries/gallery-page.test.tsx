import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GalleryPage } from '#frontend/features/galleries/gallery-page.tsx'
import { LockedGallery } from '#frontend/features/galleries/locked-gallery.tsx'
import { grantOf, keepGrant } from '#frontend/shared/api/grants.ts'
import { authSession } from '#frontend/shared/session/auth-session.ts'
import { placeholderImage } from '#frontend/ui/photo.tsx'
import { api } from '#schema/api/all.ts'
import type { PhotoView } from '#schema/api/views.ts'
import type { BrandPaint } from '#schema/entities/brand.ts'
import { errors } from '#schema/errors.ts'
import { SetId } from '#schema/ids.ts'
import { type Pence, pence } from '#schema/money.ts'
import type { PriceStep } from '#schema/offers.ts'
import { pageHeads } from '#schema/page-heads.ts'
import { paths } from '#schema/paths.ts'
import { aBrandPaint, pageStyles } from '#test/support/frontend/brand.ts'
import { anOpenGallery, aPhoto, galleryId, orderId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const galleries = api.galleries.endpoints
const at = `/gallery/${galleryId(1)}`
const address = () => screen.getByTestId('address').textContent
type Open = {
  sets?: { id: SetId; name: string }[]
  watermark?: string | null
  clientCanDownload?: boolean
  photoCount?: number
  pricePence?: Pence | null
  brand?: BrandPaint | null
  wholePence?: Pence | null
  priceSteps?: PriceStep[]
}

const setup = (
  { photos = [aPhoto(1), aPhoto(2)], ...open }: Open & { photos?: PhotoView[] } = {},
  { search = '', user }: { search?: string; user?: { userId: string; email: string } } = {},
) => {
  mockEndpoint(galleries.get, anOpenGallery({ photoCount: 2, ...open }))
  const list = mockEndpoint(galleries.listPhotos, { items: photos })
  const views = mockEndpoint(galleries.recordView, { viewCount: 341 })
  mockEndpoint(galleries.likeState, { userLiked: false, likeCount: 21, favourites: [], isOwn: false })
  renderPage(
    <Routes>
      <Route path={paths.gallery.pattern} element={<GalleryPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: `${at}${search}`, ...(user && { user }) },
  )
  return { list, views }
}

const renderGallery = (user?: { userId: string; email: string }) =>
  renderPage(
    <Routes>
      <Route path={paths.gallery.pattern} element={<GalleryPage />} />
    </Routes>,
    { at, ...(user && { user }) },
  )

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a gallery without photos names no price', async () => {
  setup({ pricePence: null, photoCount: 0, photos: [] })
  expect(await screen.findByRole('heading', { level: 1, name: 'Gallery 1' })).toBeTruthy()
  expect(screen.queryByText('Starting from')).toBeNull()
})

test('an open gallery shows title, description, counts, price and photos', async () => {
  setup()

  expect(await screen.findByRole('heading', { level: 1, name: 'Gallery 1' })).toBeTruthy()
  expect(screen.getByText('What gallery 1 shows.')).toBeTruthy()
  expect(screen.getByText('Starting from').parentElement?.textContent).toContain('£15.00')
  expect(screen.getByText('2 photos')).toBeTruthy()
  expect(screen.getByText('340')).toBeTruthy()
  expect(screen.getByText('21')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Open Photo 2' })).toBeTruthy()
})

test('a gallery has the colours and the logo of its photographer', async () => {
  setup({ brand: aBrandPaint() })
  expect(await screen.findByRole('img', { name: 'Aitzol Berasategi' })).toBeTruthy()
  expect(pageStyles()).toContain('--ds-colors-accent:light-dark(#1f5f3f,')
})

test('a gallery that is unknown, or that no gallery can be called, is a Gallery Error', async () => {
  mockEndpoint(galleries.get, { refuse: 'gallery_not_found' })
  renderGallery()

  const card = await screen.findByRole('alert')
  expect(within(card).getByText('Gallery Error')).toBeTruthy()
  expect(within(card).getByText('Gallery not found')).toBeTruthy()
  expect(within(card).getByRole('link', { name: 'Browse Galleries' }).getAttribute('href')).toBe('/browse')
})

test('the visit is counted once, one second after the gallery is shown', async () => {
  const { views } = setup()
  await screen.findByText('2 photos')
  expect(views.requests).toHaveLength(0)

  await act(() => vi.advanceTimersByTimeAsync(1_000))

  await waitFor(() => expect(screen.getByText('341')).toBeTruthy())
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(views.requests).toHaveLength(1)
})

test('for a visit that was counted nothing but the counts is drawn anew', async () => {
  const headOf = vi.spyOn(pageHeads, 'gallery')
  const { views } = setup()
  await screen.findByText('2 photos')
  const before = headOf.mock.calls.length
  expect(before).toBeGreaterThan(0)

  await act(() => vi.advanceTimersByTimeAsync(1_000))

  await waitFor(() => expect(screen.getByText('341')).toBeTruthy())
  expect(views.requests).toHaveLength(1)
  // The page's head is made for each gallery that is another one.
  expect(headOf).toHaveBeenCalledTimes(before)
})

test('a visit that cannot be counted is only logged, and so is nothing said of a like that cannot be read', async () => {
  const warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  setup()
  mockEndpoint(galleries.recordView, { refuse: 'too_many_requests' })
  mockEndpoint(galleries.likeState, { refuse: 'too_many_requests' })
  await screen.findByText('2 photos')

  await act(() => vi.advanceTimersByTimeAsync(1_000))

  await waitFor(() => expect(warning).toHaveBeenCalledWith('view_not_counted', expect.anything()))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(await openLike()).toBeTruthy()
})

test('a visitor who leaves within a second is not counted', async () => {
  const { views } = setup()
  await screen.findByText('2 photos')

  await act(() => vi.advanceTimersByTimeAsync(800))
  cleanup()
  await vi.advanceTimersByTimeAsync(10_000)

  expect(views.requests).toHaveLength(0)
})

/** The button that likes, once it is known whether it would take a like back. */
const openLike = async () => {
  const button = await screen.findByRole('button', { name: 'Like' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  return button
}

test('nobody takes back a like by pressing before it is known', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup()
  let answer = (): void => undefined
  const come = new Promise<void>((resolve) => {
    answer = resolve
  })
  mockEndpoint(galleries.likeState, async () => {
    await come
    return { userLiked: true, likeCount: 21, favourites: [], isOwn: false }
  })
  const sent = mockEndpoint(galleries.toggleLike, { likeCount: 20, userLiked: false })
  const like = await screen.findByRole('button', { name: 'Like' })
  await user.click(like)
  answer()

  expect(await screen.findByRole('button', { name: 'Liked' })).toBe(like)
  // It keeps the focus that it was given meanwhile.
  expect(document.activeElement).toBe(like)
  expect(like.getAttribute('aria-disabled')).toBeNull()
  expect(sent.requests).toEqual([])
})

test('a like shows at once, says so, and takes the number of the server', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup()
  mockEndpoint(galleries.toggleLike, { likeCount: 30, userLiked: true })

  await user.click(await openLike())

  expect(await toastOf('Gallery liked!')).toEqual({ kind: 'success', description: 'Added to your favorites' })
  expect(screen.getByRole('button', { name: 'Liked' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText('30')).toBeTruthy()
})

test('its own photographer finds the way to edit it where visitors like and buy', async () => {
  setup()
  mockEndpoint(galleries.likeState, { userLiked: false, likeCount: 21, favourites: [], isOwn: true })
  const edit = await screen.findByRole('link', { name: 'Edit gallery' })
  expect(edit.getAttribute('href')).toBe(`/dashboard?tab=galleries&gallery=${galleryId(1)}`)
  const editPhoto = await screen.findByRole('link', { name: 'Edit Photo 1' })
  expect(editPhoto.getAttribute('href')).toBe(`${edit.getAttribute('href') ?? ''}&edit=${aPhoto(1).id}`)
  for (const name of ['Like', 'Select', 'Add Photo 1 to cart'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('who ticked photos as a visitor, and is known as their photographer then, has nothing to buy them by', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup()
  await user.click(await screen.findByLabelText('Select Photo 1'))
  expect(screen.getByRole('region', { name: 'Selection' })).toBeTruthy()
  cleanup()

  setup()
  mockEndpoint(galleries.likeState, { userLiked: false, likeCount: 21, favourites: [], isOwn: true })

  expect(await screen.findByRole('link', { name: 'Edit Photo 1' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
  expect(document.querySelector('[data-selecting]')).toBeNull()
})

test('a like is taken back by the second press, and that is said too', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup()
  mockEndpoint(galleries.likeState, { userLiked: true, likeCount: 21, favourites: [], isOwn: false })
  mockEndpoint(galleries.toggleLike, { likeCount: 20, userLiked: false })

  await user.click(await screen.findByRole('button', { name: 'Liked' }))

  expect(await toastOf('Like removed')).toEqual({ kind: 'info', description: 'Removed from favorites' })
  expect(screen.getByRole('button', { name: 'Like' }).getAttribute('aria-pressed')).toBe('false')
  expect(screen.getByText('20')).toBeTruthy()
})

test('who liked a moment ago sees it in the number, though the page was kept for everybody before', async () => {
  setup()
  mockEndpoint(galleries.likeState, { userLiked: true, likeCount: 22, favourites: [], isOwn: false })
  await screen.findByRole('button', { name: 'Liked' })
  expect(await screen.findByText('22')).toBeTruthy()
})

test('a like that the server refuses is taken back, and says so', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup()
  mockEndpoint(galleries.toggleLike, { refuse: 'too_many_requests' })

  await user.click(await openLike())

  expect(await toastOf('Error')).toEqual({ kind: 'destructive', description: 'Failed to update like status.' })
  expect(screen.getByRole('button', { name: 'Like' })).toBeTruthy()
  expect(screen.getByText('21')).toBeTruthy()
})

test('the viewer opens on a photo, moves with the arrows, keeps its place in the address and closes', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup()

  await user.click(await screen.findByRole('button', { name: 'Open Photo 1' }))
  expect(await screen.findByRole('dialog', { name: 'Photo viewer: Photo 1' })).toBeTruthy()
  expect(address()).toContain(`photo=${photoId(1)}`)

  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' })
  expect(await screen.findByRole('dialog', { name: 'Photo viewer: Photo 2' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Next photo' }).getAttribute('aria-disabled')).toBe('true')

  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe(at)
})

test.each([
  ['to the left', { clientX: 300, clientY: 200 }, { clientX: 180, clientY: 210 }, 'Photo 2'],
  ['too short a way', { clientX: 300, clientY: 200 }, { clientX: 270, clientY: 200 }, 'Photo 1'],
  ['down, to scroll', { clientX: 300, clientY: 200 }, { clientX: 240, clientY: 400 }, 'Photo 1'],
])('a swipe %s in the viewer', async (_way, from, to, shown) => {
  setup({}, { search: `?photo=${photoId(1)}` })
  const viewer = within(await screen.findByRole('dialog', { name: 'Photo viewer: Photo 1' }))
  const photo = viewer.getByAltText('Photo 1')

  fireEvent.pointerDown(photo, { ...from, isPrimary: true })
  fireEvent.pointerUp(photo, { ...to, isPrimary: true })

  expect(await screen.findByRole('dialog', { name: `Photo viewer: ${shown}` })).toBeTruthy()
})

test('a photo goes into the cart from the viewer, which then says that it is there', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup({}, { search: `?photo=${photoId(2)}` })

  await user.click(await screen.findByRole('button', { name: 'Add to Cart' }))

  expect(await toastOf('Added to cart')).toEqual({
    kind: 'success',
    description: 'Photo 2 has been added to your cart.',
  })
  expect(screen.getByRole('button', { name: 'In cart: view cart' })).toBeTruthy()
  expect(JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')).toMatchObject([
    { photo_id: photoId(2), price: 15, gallery_title: 'Gallery 1', photographer_name: 'Aitzol Berasategi' },
  ])
})

test('a photo put into the cart by keyboard leaves the focus on what says so', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup()
  const button = await screen.findByRole('button', { name: 'Add Photo 1 to cart' })

  act(() => button.focus())
  await user.keyboard('{Enter}')

  const said = await screen.findByText('In cart')
  await waitFor(() => expect(document.activeElement).toBe(said))
})

test('a photo that is sold as Web size too asks for the size over the photo, by keyboard as well', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup({ photos: [aPhoto(1, { webPence: pence(600) }), aPhoto(2)] })
  const button = await screen.findByRole('button', { name: 'Add Photo 1 to cart' })
  expect(screen.getByText('£6.00').textContent).toBe('From £6.00')
  act(() => button.focus())
  await user.keyboard('{Enter}')
  const sizes = screen.getByRole('group', { name: 'Size of Photo 1' })
  const original = within(sizes).getByRole('button', { name: 'Add Photo 1 to cart as Original for £15.00' })
  expect(document.activeElement).toBe(original)
  // Over all of the photo, with its heart.
  expect(screen.queryByRole('button', { name: 'Favourite: Photo 1' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Favourite: Photo 2' })).toBeTruthy()

  await user.keyboard('{Escape}')
  expect(screen.queryByRole('group', { name: 'Size of Photo 1' })).toBeNull()
  expect(document.activeElement).toBe(button)
  expect(screen.getByRole('button', { name: 'Favourite: Photo 1' })).toBeTruthy()

  await user.click(button)
  await user.click(screen.getByRole('group', { name: 'Size of Photo 1' }))
  expect(screen.queryByRole('group', { name: 'Size of Photo 1' })).toBeNull()
  await user.click(button)
  await user.click(screen.getByRole('button', { name: 'Add Photo 1 to cart as Web size for £6.00' }))
  const said = await screen.findByText('In cart as Web size')
  await waitFor(() => expect(document.activeElement).toBe(said))
  expect(screen.queryByRole('group', { name: 'Size of Photo 1' })).toBeNull()
  expect(JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')).toMatchObject([{ price: 6, size: 'web' }])
  expect(screen.getByRole('button', { name: 'Add Photo 2 to cart' })).toBeTruthy()
})

test('in a list both sizes have their button at once', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup({ photos: [aPhoto(1, { webPence: pence(600) })] })
  await user.click(await screen.findByRole('button', { name: 'List view' }))
  await user.click(screen.getByRole('button', { name: 'Add Photo 1 to cart as Original for £15.00' }))
  expect(await screen.findByText('In cart')).toBeTruthy()
})

test('a photo put into the cart elsewhere takes no focus', async () => {
  setup()
  await screen.findByRole('button', { name: 'Add Photo 1 to cart' })
  const other = screen.getByLabelText('Search in this gallery')
  act(() => other.focus())

  fireEvent.click(screen.getByRole('button', { name: 'Add Photo 1 to cart' }))

  await screen.findByText('In cart')
  expect(document.activeElement).toBe(other)
})

test('several photos are selected and bought together', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup({ photos: [aPhoto(1), aPhoto(2, { pricePence: pence(500) }), aPhoto(3)] })

  await user.click(await screen.findByLabelText('Select Photo 1'))
  await user.click(screen.getByLabelText('Select Photo 2'))
  expect(await screen.findByText('2 photos selected, £20.00')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Purchase Selected' }))

  await waitFor(() => expect(address()).toBe('/cart'))
  expect(JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')).toHaveLength(2)
})

describe('ticked photos near the price of their whole gallery', () => {
  const select = async (...ns: number[]) => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    for (const n of ns) await user.click(await screen.findByLabelText(`Select Photo ${String(n)}`))
    return user
  }
  const sold = { photos: [1, 2, 3].map((n) => aPhoto(n)), photoCount: 140, wholePence: pence(4_000) }

  test('are offered beside all of it, which is bought in place of them', async () => {
    setup(sold)
    const user = await select(1)
    expect(await screen.findByText('1 photo selected, £15.00')).toBeTruthy()
    await select(2)
    expect(screen.getByText('2 photos selected, £30.00. For £10.00 more you get all 140 photos.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Get All 140' }))
    await waitFor(() => expect(address()).toBe('/cart'))
    expect(JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')).toMatchObject([
      { photo_id: galleryId(1), whole: true, price: 40 },
    ])
    expect(JSON.parse(localStorage.getItem('gallery_selections') ?? '[]')).toMatchObject([
      { items: [{ photo_id: photoId(1) }, { photo_id: photoId(2) }] },
    ])
  })

  test.each([
    ['the others are free', [aPhoto(1), aPhoto(2), aPhoto(3, { pricePence: pence(0) })], []],
    [
      'the other one lies in the cart as an upgrade',
      sold.photos,
      [{ photo_id: photoId(3), price: 9, upgrade_of: { orderId: orderId(1), line: 1 } }],
    ],
  ])('are not offered beside it where nothing that costs something is left: %s', async (_, photos, cart) => {
    const items = cart.map((item) => ({ ...item, title: 'x', gallery_id: galleryId(1) }))
    localStorage.setItem('shopping_cart', JSON.stringify(items))
    setup({ ...sold, photos, photoCount: 3 })
    await select(1, 2)
    expect(await screen.findByText('2 photos selected, £30.00')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Get All/ })).toBeNull()
  })

  test('are offered beside it where one that costs something is left, whatever is free', async () => {
    setup({ ...sold, photos: [...sold.photos, aPhoto(4, { pricePence: pence(0) })], photoCount: 4 })
    await select(1, 2)
    expect(await screen.findByText(/For £10.00 more you get all 4 photos\.$/)).toBeTruthy()
  })

  test('cost what the page says, and not what they cost when they were put into the cart', async () => {
    const old = { photo_id: photoId(1), title: 'x', price: 12, gallery_id: galleryId(1) }
    localStorage.setItem('shopping_cart', JSON.stringify([old]))
    setup(sold)
    await select(1, 2)
    expect(await screen.findByText('2 photos selected, £30.00. For £10.00 more you get all 140 photos.')).toBeTruthy()
  })

  test.each([
    ['alone', [], [3], '1 photo selected, £9.00'],
    ['beside another', [], [2, 3], '2 photos selected, £24.00'],
    [
      'beside some of which the gallery takes a part off',
      [{ from: 2, percent: 10 }],
      [1, 2, 3],
      '3 photos selected, £30.00 less 10% and £9.00 for what you upgrade',
    ],
  ])('cost what its upgrade does where one lies in the cart: %s', async (_, priceSteps, ns, said) => {
    const upgrade = { photo_id: photoId(3), price: 9, upgrade_of: { orderId: orderId(1), line: 1 } }
    const items = [{ ...upgrade, title: 'x', gallery_id: galleryId(1) }]
    localStorage.setItem('shopping_cart', JSON.stringify(items))
    setup({ ...sold, priceSteps, wholePence: null })
    await select(...ns)
    expect(await screen.findByText(said)).toBeTruthy()
  })

  test('are the whole where they cost as much', async () => {
    setup(sold)
    await select(1, 2, 3)
    expect(
      screen.getByText('3 photos selected. They cost as much as the whole gallery: you get all 140 photos for £40.00.'),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Get All 140' })).toBeNull()
  })

  test('count with those in the cart, for its steps as well', async () => {
    localStorage.setItem(
      'shopping_cart',
      JSON.stringify([{ photo_id: photoId(9), title: 'x', price: 15, gallery_id: galleryId(1) }]),
    )
    setup({ ...sold, wholePence: pence(6_000), priceSteps: [{ from: 3, percent: 10 }] })
    await select(1, 2)
    expect(screen.getByText('2 photos selected, £30.00 less 10%. For £19.50 more you get all 140 photos.')).toBeTruthy()
  })

  test('are in it where it lies in the cart', async () => {
    const whole = { photo_id: galleryId(1), title: 'x', price: 40, gallery_id: galleryId(1), whole: true }
    localStorage.setItem('shopping_cart', JSON.stringify([whole]))
    setup(sold)
    await select(1, 2)
    expect(screen.getByText('2 photos selected: in the whole gallery, which is in your cart')).toBeTruthy()
  })
})

test('buying without a selection says what is missing', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup()
  const choose = await screen.findByRole('button', { name: 'Select' })
  expect(screen.queryByRole('button', { name: 'Purchase Selected' })).toBeNull()

  await user.click(choose)
  await user.click(screen.getByRole('button', { name: 'Purchase Selected' }))

  expect(await toastOf('No photos selected')).toEqual({
    kind: 'destructive',
    description: 'Please select photos to purchase',
  })
  await user.click(screen.getByLabelText('Select Photo 1'))
  expect(screen.queryByText('No photos selected')).toBeNull()
})

test.each([
  ['right click', () => fireEvent.contextMenu(document.body)],
  ['F12', () => fireEvent.keyDown(document.body, { key: 'F12' })],
  ['Ctrl+Shift+I', () => fireEvent.keyDown(document.body, { key: 'I', ctrlKey: true, shiftKey: true })],
  ['Ctrl+Shift+J', () => fireEvent.keyDown(document.body, { key: 'J', ctrlKey: true, shiftKey: true })],
])('%s is blocked, with a notice for three seconds', async (_name, attempt) => {
  setup()
  await screen.findByText('2 photos')

  // `fireEvent` answers false when the default was prevented.
  expect(attempt()).toBe(false)

  expect(screen.getByText('Screenshots and downloads are protected')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(2_900))
  expect(screen.queryByText('Screenshots and downloads are protected')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.queryByText('Screenshots and downloads are protected')).toBeNull()
})

test('the watermark lies over a photo without its marked picture, and never over the mark in a picture', async () => {
  // Pictures load at once; a DOM without a screen gives them no size.
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(480)
  setup({ watermark: '© Ada', photos: [aPhoto(1), aPhoto(2, { picture: null })] })

  const [marked, without] = [
    await screen.findByRole('button', { name: 'Open Photo 1' }),
    await screen.findByRole('button', { name: 'Open Photo 2' }),
  ]

  expect(within(marked).queryByText('© Ada')).toBeNull()
  expect(within(without).getAllByText('© Ada').length).toBeGreaterThan(1)
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(marked)
  expect(within(await screen.findByRole('dialog')).queryByText('© Ada')).toBeNull()
})

test('a placeholder in a gallery without a watermark has no text over it', async () => {
  setup({ photos: [aPhoto(1, { picture: null })] })

  expect((await screen.findByRole('button', { name: 'Open Photo 1' })).textContent).toBe('')
})

test('a photo without its marked picture shows the placeholder', async () => {
  setup({ photos: [aPhoto(1, { picture: null })] })

  const picture = await screen.findByAltText('Open Photo 1')

  expect(picture.getAttribute('src')).toBe(placeholderImage)
})

test('a text field keeps its menu, for pasting and spelling', async () => {
  setup()
  expect(fireEvent.contextMenu(await screen.findByPlaceholderText('Search photos'))).toBe(true)
})

test('a picture that cannot be loaded falls back to the placeholder', async () => {
  setup({ photos: [aPhoto(1)] })

  fireEvent.error(await screen.findByAltText('Open Photo 1'))

  expect((await screen.findByAltText('Open Photo 1')).getAttribute('src')).toBe(placeholderImage)
})

test('the second page is asked for by the cursor of the first and stands in the address', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup({ photoCount: 21 })
  const list = mockEndpoint(galleries.listPhotos, ({ query }) =>
    query.cursor ? { items: [aPhoto(21)] } : { items: [aPhoto(1)], nextCursor: 'two' },
  )

  await user.click(await screen.findByRole('button', { name: 'Next' }))

  expect(await screen.findByRole('button', { name: 'Open Photo 21' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Open Photo 1' })).toBeTruthy()
  expect(screen.getByText('Page 2 of 2')).toBeTruthy()
  expect(address()).toContain('page=2')
  expect(list.requests.at(-1)?.query.cursor).toBe('two')
})

test.each(['', '?view=list'])('Next keeps the focus while its page is on its way (%s)', async (search) => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup({ photoCount: 60 }, { search })
  let hasCome = false
  mockEndpoint(galleries.listPhotos, ({ query }) => {
    if (!query.cursor) return { items: [aPhoto(1)], nextCursor: 'two' }
    return hasCome ? { items: [aPhoto(21)], nextCursor: 'three' } : { refuse: 'internal' }
  })

  await user.click(await screen.findByRole('button', { name: 'Next' }))
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(document.activeElement?.textContent).toBe('Next')
  hasCome = true
  fireEvent.click(again)

  expect(await screen.findByRole('button', { name: 'Open Photo 21' })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Next')
})

test.each([
  ['', false],
  ['?view=list', true],
])('the next page of a list begins at its top, once it is there (%s)', async (search, isLed) => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const led = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
  setup({ photoCount: 21 }, { search })
  mockEndpoint(galleries.listPhotos, ({ query }) =>
    query.cursor ? { items: [aPhoto(21)] } : { items: [aPhoto(1)], nextCursor: 'two' },
  )
  await screen.findByRole('button', { name: 'Open Photo 1' })
  expect(led).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: 'Next' }))

  await screen.findByRole('button', { name: 'Open Photo 21' })
  await waitFor(() => expect(led.mock.calls).toEqual(isLed ? [[{ behavior: 'instant' }]] : []))
  expect(led.mock.contexts).toEqual(isLed ? [document.getElementById('photos')] : [])
})

test.each([
  ['opened at a page of a list begins at its top', 40, 1],
  ['come back to among the photos of a list stays where it is', -800, 0],
])('a gallery %s', async (_name, top, led) => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
  setup({ photoCount: 21 }, { search: '?view=list&page=2' })
  mockEndpoint(galleries.listPhotos, ({ query }) =>
    query.cursor ? { items: [aPhoto(21)] } : { items: [aPhoto(1)], nextCursor: 'two' },
  )
  // The router has been told to go there, as it is by Back, and the window stands where its reader was.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 1_000, 4_000))

  await screen.findByRole('button', { name: 'Open Photo 21' })
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(scroll).toHaveBeenCalledTimes(led)
})

test('a page in the address is reached by reading those before it', async () => {
  mockEndpoint(galleries.get, anOpenGallery({ photoCount: 21 }))
  mockEndpoint(galleries.likeState, { userLiked: false, likeCount: 21, favourites: [], isOwn: false })
  mockEndpoint(galleries.listPhotos, ({ query }) =>
    query.cursor ? { items: [aPhoto(21)] } : { items: [aPhoto(1)], nextCursor: 'two' },
  )
  renderPage(
    <Routes>
      <Route path={paths.gallery.pattern} element={<GalleryPage />} />
    </Routes>,
    { at: `${at}?page=2` },
  )

  expect(await screen.findByRole('button', { name: 'Open Photo 21' })).toBeTruthy()
})

test('the search is sent to the server; nothing found offers all photos', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup()
  const list = mockEndpoint(galleries.listPhotos, ({ query }) => ({ items: query.q ? [] : [aPhoto(1)] }))

  await user.type(await screen.findByPlaceholderText('Search photos'), 'owl')

  await user.click(await screen.findByRole('button', { name: 'Show all photos' }))
  expect(list.requests.map((request) => request.query.q)).toContain('owl')
  expect(await screen.findByRole('button', { name: 'Open Photo 1' })).toBeTruthy()
  // The button is gone, and the field that was emptied has the focus.
  expect(document.activeElement).toBe(screen.getByPlaceholderText('Search photos'))
})

test('clearing what was ticked leaves the focus on the first photo that was', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup({ photos: [aPhoto(1), aPhoto(2), aPhoto(3)] })
  await user.click(await screen.findByLabelText('Select Photo 2'))
  await user.click(screen.getByLabelText('Select Photo 3'))
  await user.click(await screen.findByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Select Photo 2'))
})

test('what was cleared is ticked again by Undo, beside what was ticked since', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup({ photos: [aPhoto(1), aPhoto(2), aPhoto(3)] })
  await user.click(await screen.findByLabelText('Select Photo 2'))
  await user.click(screen.getByLabelText('Select Photo 3'))
  await user.click(await screen.findByRole('button', { name: 'Clear' }))
  expect(await toastOf('Selection cleared')).toEqual({ kind: 'info', description: '2 photos are not ticked any more.' })
  await user.click(screen.getByLabelText('Select Photo 1'))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  const isTicked = (n: number) => screen.getByLabelText<HTMLInputElement>(`Select Photo ${String(n)}`).checked
  expect([1, 2, 3].map(isTicked)).toEqual([true, true, true])
  expect(screen.getByRole('region', { name: 'Selection' }).textContent).toContain('3 photos selected')
})

test('a search goes on behind pages that came empty, which are no pages to turn to', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup({ photoCount: 3_000 }, { search: '?q=bouquet' })
  const answers: Record<string, { items: PhotoView[]; nextCursor?: string }> = {
    first: { items: [], nextCursor: 'two' },
    two: { items: [aPhoto(1)], nextCursor: 'three' },
    three: { items: [], nextCursor: 'four' },
    four: { items: [aPhoto(4)] },
  }
  const list = mockEndpoint(galleries.listPhotos, ({ query }) => answers[query.cursor ?? 'first'] ?? { items: [] })

  expect(await screen.findByRole('button', { name: 'Open Photo 1' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Next' }))

  expect(await screen.findByRole('button', { name: 'Open Photo 4' })).toBeTruthy()
  expect(screen.getByText('Page 2 of 2')).toBeTruthy()
  expect(list.requests.map(({ query }) => query.cursor)).toEqual([undefined, 'two', 'three', 'four'])
})

test('only a search that came to the end says that nothing is called so', async () => {
  setup({ photoCount: 3_000 }, { search: '?q=bouquet' })
  let answer = (_last: { items: PhotoView[] }): void => undefined
  const last = new Promise<{ items: PhotoView[] }>((resolve) => {
    answer = resolve
  })
  const list = mockEndpoint(galleries.listPhotos, ({ query }) =>
    query.cursor ? last : { items: [], nextCursor: 'two' },
  )
  await waitFor(() => expect(list.requests).toHaveLength(2))
  expect(screen.queryByText('No photos match')).toBeNull()

  answer({ items: [] })

  expect(await screen.findByText('No photos match')).toBeTruthy()
})

test('photos that cannot be loaded say so', async () => {
  setup()
  mockEndpoint(galleries.listPhotos, { refuse: 'invalid_cursor' })

  expect(await screen.findByRole('heading', { name: 'Error loading photos' })).toBeTruthy()
  expect(await toastOf('Error loading photos')).toMatchObject({ kind: 'destructive' })
})

test('a free photo is downloaded instead of bought', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup({ photos: [aPhoto(1, { pricePence: pence(0) })] }, { search: `?photo=${photoId(1)}` })
  const { requests } = mockEndpoint(api.photos.endpoints.downloadFree, { refuse: 'download_limit_reached' })

  await user.click(await screen.findByRole('button', { name: 'Original' }))

  expect(await screen.findByText('The download limit of this gallery has been reached.')).toBeTruthy()
  expect(requests[0]?.body).toEqual({ size: 'original' })
  expect(screen.queryByRole('button', { name: 'Add to Cart' })).toBeNull()
})

test.each(['Original', 'Web (2048 px)'])(
  'the button %s keeps the focus while its download is prepared',
  async (name) => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    setup({ photos: [aPhoto(1, { pricePence: pence(0) })] }, { search: `?photo=${photoId(1)}` })
    mockEndpoint(api.photos.endpoints.downloadFree, 'pending')
    const button = await screen.findByRole('button', { name })

    await user.click(button)

    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
    expect(button).toHaveProperty('disabled', false)
    expect(document.activeElement).toBe(button)
  },
)

test('a free photo of a gallery without downloads offers none', async () => {
  setup({ photos: [aPhoto(1, { pricePence: pence(0) })], clientCanDownload: false }, { search: `?photo=${photoId(1)}` })

  const viewer = within(await screen.findByRole('dialog'))
  expect(viewer.getByText('Not for sale')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Original' })).toBeNull()
  expect(screen.queryByText('Free')).toBeNull()
})

test.each(['', '?view=list'])('nor is it called free among the photos%s, but to its photographer', async (search) => {
  const photos = [aPhoto(1, { pricePence: pence(0) }), aPhoto(2)]
  setup({ photos, clientCanDownload: false }, { search })
  const tile = (await screen.findByRole('button', { name: 'Open Photo 1' })).closest('article')
  expect(tile?.textContent).toContain('Not for sale')
  expect(screen.queryByText('Free')).toBeNull()

  cleanup()
  setup({ photos, clientCanDownload: false }, { search })
  mockEndpoint(galleries.likeState, { userLiked: false, likeCount: 21, favourites: [], isOwn: true })
  expect(await screen.findByText('Free')).toBeTruthy()
  expect(screen.queryByText('Not for sale')).toBeNull()
})

test('after one free photo was refused no other is offered, and the reason stands there before a press', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const photos = [1, 2].map((n) => aPhoto(n, { pricePence: pence(0) }))
  setup({ photos }, { search: `?photo=${photoId(1)}` })
  mockEndpoint(api.photos.endpoints.downloadFree, { refuse: 'download_limit_reached' })
  const viewer = within(await screen.findByRole('dialog'))
  await user.click(await viewer.findByRole('button', { name: 'Original' }))

  const reason = await viewer.findByText('Download limit reached')
  expect(document.activeElement).toBe(reason)
  await user.keyboard('{ArrowRight}')
  expect(await screen.findByRole('dialog', { name: 'Photo viewer: Photo 2' })).toBeTruthy()
  expect(viewer.getByText('Download limit reached')).toBeTruthy()
  expect(viewer.queryByRole('button', { name: 'Original' })).toBeNull()
})

const locked = (...needs: ('access_code' | 'password')[]) => ({ state: 'locked' as const, id: galleryId(1), needs })

test('a locked gallery asks for what it needs and opens with the grant', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const list = mockEndpoint(galleries.listPhotos, { items: [aPhoto(1)] })
  mockEndpoint(galleries.likeState, { userLiked: false, likeCount: 21, favourites: [], isOwn: false })
  mockEndpoint(galleries.get, ({ headers }) =>
    headers['x-gallery-grant'] === 'signed' ? anOpenGallery({ photoCount: 2 }) : locked('access_code'),
  )
  const unlock = mockEndpoint(galleries.unlock, { grant: 'signed', expiresAt: '2999-01-01T00:00:00.000Z' })
  renderGallery()

  expect(await screen.findByText('This gallery is private')).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
  await user.type(screen.getByLabelText(/Access code/), 'ABCD1234')
  await user.click(screen.getByRole('button', { name: 'Open Gallery' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Gallery 1' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Open Photo 1' })).toBeTruthy()
  expect(unlock.requests[0]?.body).toEqual({ accessCode: 'ABCD1234' })
  expect(list.requests[0]?.headers['x-gallery-grant']).toBe('signed')
})

test('after the right code the button is at work until the gallery is read; where that fails it says so and reads it again', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  mockEndpoint(galleries.listPhotos, { items: [aPhoto(1)] })
  mockEndpoint(galleries.likeState, { userLiked: false, likeCount: 21, favourites: [], isOwn: false })
  let fail: () => void = () => undefined
  const failing = new Promise<{ refuse: 'unavailable' }>((resolve) => {
    fail = () => resolve({ refuse: 'unavailable' })
  })
  mockEndpoint(galleries.get, ({ headers }) => (headers['x-gallery-grant'] ? failing : locked('access_code')))
  const unlock = mockEndpoint(galleries.unlock, { grant: 'signed', expiresAt: '2999-01-01T00:00:00.000Z' })
  renderGallery()
  await user.type(await screen.findByLabelText(/Access code/), 'ABCD1234')
  await user.click(screen.getByRole('button', { name: 'Open Gallery' }))
  await waitFor(() => expect(grantOf(galleryId(1))).toBe('signed'))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByRole('button', { name: 'Opening...' }).getAttribute('aria-busy')).toBe('true')

  fail()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The gallery could not be opened')
  expect(alert.textContent).toContain(errors.unavailable[1])
  expect(screen.getByLabelText(/Access code/).getAttribute('aria-invalid')).toBeNull()
  mockEndpoint(galleries.get, anOpenGallery({ photoCount: 2 }))
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Gallery 1' })).toBeTruthy()
  expect(unlock.requests).toHaveLength(1)
})

const wait = (why: string) => ({ refuse: 'too_many_requests' as const, details: { retryAfterSeconds: 40, why } })

test('a like that has to wait says how long and why', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup()
  mockEndpoint(galleries.toggleLike, wait('You have pressed Like very often.'))

  await user.click(await openLike())

  const description = 'You have pressed Like very often. Please try again in 40 seconds.'
  expect(await toastOf('Error')).toEqual({ kind: 'destructive', description })
})

test('a code that has to wait says how long and why, and keeps what was typed', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  mockEndpoint(galleries.get, locked('access_code'))
  mockEndpoint(galleries.unlock, wait('That was wrong too many times.'))
  renderGallery()

  await user.type(await screen.findByLabelText(/Access code/), 'nope')
  await user.click(screen.getByRole('button', { name: 'Open Gallery' }))

  const sentence = 'That was wrong too many times. Please try again in 40 seconds.'
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0)
  expect(screen.getByLabelText(/Access code/)).toHaveProperty('value', 'nope')
})

test('a gallery that has to wait says how long and why', async () => {
  mockEndpoint(galleries.get, wait('Very many people are here.'))
  renderGallery()

  const sentence = 'Very many people are here. Please try again in 40 seconds.'
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0)
})

test('a wrong code is refused in the words of the catalogue and kept for correction', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  mockEndpoint(galleries.get, locked('access_code'))
  mockEndpoint(galleries.unlock, { refuse: 'invalid_access_code' })
  renderGallery()

  await user.type(await screen.findByLabelText(/Access code/), 'nope')
  await user.click(screen.getByRole('button', { name: 'Open Gallery' }))

  expect(await toastOf('Invalid access code')).toEqual({
    kind: 'destructive',
    description: 'Please check your access code and try again.',
  })
  expect(screen.getByLabelText(/Access code/)).toHaveProperty('value', 'nope')
})

test.each([
  [['password'] as const, 'Invalid password', 'Please check your password and try again.'],
  [
    ['access_code', 'password'] as const,
    'Invalid access code or password',
    'Please check your access code and your password and try again.',
  ],
])('a gallery that asks for %j names it when it is wrong', async (needs, title, sentence) => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  mockEndpoint(galleries.get, locked(...needs))
  mockEndpoint(galleries.unlock, { refuse: 'invalid_access_code' })
  renderGallery()

  await user.type(await screen.findByLabelText(/Password/), 'high water')
  const code = screen.queryByLabelText(/Access code/)
  if (code) await user.type(code, 'nope')
  await user.click(screen.getByRole('button', { name: 'Open Gallery' }))

  expect(await toastOf(title)).toEqual({ kind: 'destructive', description: sentence })
  expect(screen.getByText(sentence, { selector: '[id*=error]' })).toBeTruthy()
})

test('a gallery that cannot be opened for another reason says that', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  mockEndpoint(galleries.get, locked('password'))
  mockEndpoint(galleries.unlock, { refuse: 'too_many_requests' })
  renderGallery()

  await user.type(await screen.findByLabelText(/Password/), 'low water')
  await user.click(screen.getByRole('button', { name: 'Open Gallery' }))

  expect(await toastOf('Error')).toEqual({ kind: 'destructive', description: errors.too_many_requests[1] })
})

test.each(['locked', 'absent'])('the signed-in owner of a gallery that is %s to others sees it', async (kind) => {
  mockEndpoint(galleries.listPhotos, { items: [aPhoto(1)] })
  mockEndpoint(galleries.likeState, { userLiked: false, likeCount: 21, favourites: [], isOwn: false })
  mockEndpoint(galleries.get, ({ headers }) => {
    if (headers['x-gallery-grant']) return anOpenGallery({ photoCount: 2 })
    return kind === 'locked' ? locked('password') : { refuse: 'gallery_not_found' }
  })
  vi.spyOn(authSession, 'accessToken').mockResolvedValue('token')
  mockEndpoint(galleries.ownerGrant, { grant: 'own', expiresAt: '2999-01-01T00:00:00.000Z' })

  renderGallery({ userId: 'u', email: 'ada@example.com' })

  expect(await screen.findByRole('heading', { level: 1, name: 'Gallery 1' })).toBeTruthy()
})

test('the form for a code, when it comes late, takes nobody’s grant away', () => {
  keepGrant(galleryId(1), { grant: 'own', expiresAt: '2999-01-01T00:00:00.000Z' })

  renderPage(<LockedGallery galleryId={galleryId(1)} needs={['access_code']} onUnlocked={async () => {}} />, { at })

  expect(screen.getByRole('heading', { name: 'This gallery is private' })).toBeTruthy()
  expect(grantOf(galleryId(1))).toBe('own')
})

test('a grant that did not open the gallery is dropped with the answer that says so', async () => {
  keepGrant(galleryId(1), { grant: 'dead', expiresAt: '2999-01-01T00:00:00.000Z' })
  mockEndpoint(galleries.get, { state: 'locked', id: galleryId(1), needs: ['access_code'] })

  renderGallery()

  expect(await screen.findByRole('heading', { name: 'This gallery is private' })).toBeTruthy()
  expect(grantOf(galleryId(1))).toBeUndefined()
})

test('an answer of before another tab opened the gallery takes no grant away, and the gallery is read anew', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  mockEndpoint(galleries.listPhotos, { items: [aPhoto(1)] })
  mockEndpoint(galleries.likeState, { userLiked: false, likeCount: 21, favourites: [], isOwn: false })
  mockEndpoint(galleries.get, ({ headers }) =>
    headers['x-gallery-grant'] === 'of another tab' ? anOpenGallery({ photoCount: 2 }) : locked('access_code'),
  )
  renderPage(
    <>
      <Link to="/cart">Away</Link>
      <Link to={at}>Back</Link>
      <Routes>
        <Route path={paths.gallery.pattern} element={<GalleryPage />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    { at },
  )
  await screen.findByRole('heading', { name: 'This gallery is private' })
  await user.click(screen.getByRole('link', { name: 'Away' }))
  keepGrant(galleryId(1), { grant: 'of another tab', expiresAt: '2999-01-01T00:00:00.000Z' })

  await user.click(screen.getByRole('link', { name: 'Back' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Gallery 1' })).toBeTruthy()
  expect(grantOf(galleryId(1))).toBe('of another tab')
})

test('a grant that comes while an older one is refused stays', async () => {
  keepGrant(galleryId(1), { grant: 'dead', expiresAt: '2999-01-01T00:00:00.000Z' })
  let refuse: () => void = () => undefined
  const refusal = new Promise<ReturnType<typeof locked>>((resolve) => {
    refuse = () => resolve(locked('access_code'))
  })
  const { requests } = mockEndpoint(galleries.get, () => refusal)
  renderGallery()
  await waitFor(() => expect(requests).toHaveLength(1))
  keepGrant(galleryId(1), { grant: 'of another tab', expiresAt: '2999-01-01T00:00:00.000Z' })

  refuse()

  expect(await screen.findByRole('heading', { name: 'This gallery is private' })).toBeTruthy()
  expect(requests[0]?.headers['x-gallery-grant']).toBe('dead')
  expect(grantOf(galleryId(1))).toBe('of another tab')
})

test('an owner whose first question finds nobody is let in by the second', async () => {
  let asked = 0
  mockEndpoint(galleries.listPhotos, { items: [aPhoto(1)] })
  mockEndpoint(galleries.likeState, { userLiked: false, likeCount: 21, favourites: [], isOwn: false })
  mockEndpoint(galleries.get, ({ headers }) =>
    headers['x-gallery-grant'] ? anOpenGallery({ photoCount: 2 }) : locked('password'),
  )
  vi.spyOn(authSession, 'accessToken').mockResolvedValue('token')
  mockEndpoint(galleries.ownerGrant, () => {
    asked += 1
    return asked === 1 ? { refuse: 'unavailable' } : { grant: 'own', expiresAt: '2999-01-01T00:00:00.000Z' }
  })

  renderGallery({ userId: 'u', email: 'ada@example.com' })

  expect(await screen.findByRole('heading', { level: 1, name: 'Gallery 1' })).toBeTruthy()
  expect(asked).toBe(2)
})

test('somebody signed in who does not own it is told that there is no such gallery', async () => {
  mockEndpoint(galleries.get, { refuse: 'gallery_not_found' })
  vi.spyOn(authSession, 'accessToken').mockResolvedValue('token')
  mockEndpoint(galleries.ownerGrant, { refuse: 'gallery_not_found' })

  renderGallery({ userId: 'u', email: 'ada@example.com' })

  expect(await screen.findByText('Gallery Error')).toBeTruthy()
  expect(screen.getByText('Gallery not found')).toBeTruthy()
})

test('a gallery that is deleted while it is looked at becomes the error card', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup({ photoCount: 40 })
  mockEndpoint(galleries.listPhotos, ({ query }) =>
    query.cursor ? { refuse: 'gallery_not_found' } : { items: [aPhoto(1)], nextCursor: 'second' },
  )

  await user.click(await screen.findByRole('button', { name: 'Next' }))

  expect(await screen.findByText('Gallery not found')).toBeTruthy()
})

test('a gallery that is locked while it is looked at asks for its code', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  setup({ photoCount: 40 })
  mockEndpoint(galleries.listPhotos, ({ query }) => {
    if (!query.cursor) return { items: [aPhoto(1)], nextCursor: 'second' }
    mockEndpoint(galleries.get, locked('access_code'))
    return { refuse: 'gallery_locked' }
  })

  await user.click(await screen.findByRole('button', { name: 'Next' }))

  expect(await screen.findByText('This gallery is private')).toBeTruthy()
})

describe('a gallery with sets', () => {
  const ceremony = { id: SetId.parse(`set_${'0'.repeat(25)}1`), name: 'Ceremony' }
  const party = { id: SetId.parse(`set_${'0'.repeat(25)}2`), name: 'Party' }
  const sets = [ceremony, party]

  test('shows all its photos at first, and those of the set that is pressed, in the address too', async () => {
    const { list } = setup({ sets })
    const bar = within(await screen.findByRole('group', { name: 'Sets' }))
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['All', 'Ceremony', 'Party'])
    expect(bar.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(bar.getByRole('button', { name: 'Party' }))
    expect(address()).toBe(`${at}?set=${party.id}`)
    expect(bar.getByRole('button', { name: 'Party' }).getAttribute('aria-pressed')).toBe('true')
    await waitFor(() => expect(list.requests.map(({ query }) => query)).toEqual([{}, { set: party.id }]))
    await userEvent.click(bar.getByRole('button', { name: 'All' }))
    expect(address()).toBe(at)
  })

  test('opens at the set that its address names, and searches in it', async () => {
    const { list } = setup({ sets }, { search: `?set=${ceremony.id}&q=kiss` })
    await waitFor(() => expect(list.requests.map(({ query }) => query)).toEqual([{ q: 'kiss', set: ceremony.id }]))
    expect((await screen.findByRole('button', { name: 'Ceremony' })).getAttribute('aria-pressed')).toBe('true')
  })

  test('is shown whole where its address names a set that it has no more', async () => {
    const { list } = setup({ sets: [party] }, { search: `?set=${ceremony.id}` })
    expect((await screen.findByRole('button', { name: 'All' })).getAttribute('aria-pressed')).toBe('true')
    await waitFor(() => expect(list.requests.map(({ query }) => query)).toEqual([{}]))
  })

  test('looks in all sets for a photo that a link names and its set has not', async () => {
    const { list } = setup({ sets, photos: [aPhoto(1)] }, { search: `?set=${ceremony.id}&photo=${photoId(2)}` })
    await waitFor(() => expect(list.requests.map(({ query }) => query)).toEqual([{ set: ceremony.id }, {}]))
    expect(await toastOf('Photo not found')).toBeTruthy()
  })

  test('says of an empty set that it is empty', async () => {
    setup({ sets, photos: [] }, { search: `?set=${party.id}` })
    expect(await screen.findByText('No photos in this set yet')).toBeTruthy()
  })
})

test('a gallery without sets shows no bar of them', async () => {
  setup()
  await screen.findByRole('list', { name: 'Photos' })
  expect(screen.queryByRole('group', { name: 'Sets' })).toBeNull()
})
