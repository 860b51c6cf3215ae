import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useNavigate } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { GalleryPage } from '#frontend/features/galleries/gallery-page.tsx'
import { noteBought } from '#frontend/shared/orders/note-bought.ts'
import { api } from '#schema/api/all.ts'
import type { PhotoView } from '#schema/api/views.ts'
import { pence } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'
import { anOrder, anOrderLine } from '#test/support/frontend/an-order.ts'
import { anOpenGallery, aPhoto, galleryId, orderId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const galleries = api.galleries.endpoints
const at = `/gallery/${galleryId(1)}`
const address = () => screen.getByTestId('address').textContent
const perPage = 20
const photosOf = (count: number, photo: Partial<PhotoView> = {}) =>
  Array.from({ length: count }, (_, index) => aPhoto(index + 1, photo))

const Steps = () => {
  const navigate = useNavigate()
  return (
    <>
      <button type="button" onClick={() => void navigate(at)}>
        To the gallery
      </button>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  )
}

type Setup = { search?: string; from?: string; photo?: Partial<PhotoView> }
/** A gallery of so many photos, twenty a page, as the server hands them out. */
const setup = (count: number, { search = '', from = `${at}${search}`, photo = {} }: Setup = {}) => {
  const photos = photosOf(count, photo)
  mockEndpoint(galleries.get, anOpenGallery({ photoCount: count }))
  mockEndpoint(galleries.recordView, { viewCount: 341 })
  mockEndpoint(galleries.likeState, { userLiked: false, likeCount: 21, favourites: [], isOwn: false })
  const list = mockEndpoint(galleries.listPhotos, ({ query }) => {
    const start = Number(query.cursor ?? 0)
    const next = start + perPage
    return { items: photos.slice(start, next), ...(next < count && { nextCursor: String(next) }) }
  })
  renderPage(
    <>
      <Steps />
      <Routes>
        <Route path={paths.gallery.pattern} element={<GalleryPage />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
    </>,
    { at: from },
  )
  return { list }
}

const viewer = (n: number) => screen.findByRole('dialog', { name: `Photo viewer: Photo ${String(n)}` })
const isEnded = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'
const press = (key: string) => fireEvent.keyDown(screen.getByRole('dialog'), { key })

/** Stops the clock by which the second press of a double one is told; time passes by what this gives. */
const stoppedClock = () => {
  let nowMs = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  return (ms: number) => {
    nowMs += ms
  }
}

afterEach(() => {
  vi.useRealTimers()
})

test('the viewer counts the whole gallery and walks from page to page, the next one asked for on the way', async () => {
  const { list } = setup(42, { search: `?photo=${photoId(14)}` })
  await viewer(14)
  expect(screen.getByText(/14 of 42/)).toBeTruthy()
  expect(list.requests).toHaveLength(1)

  press('ArrowRight')
  await viewer(15)
  await waitFor(() => expect(list.requests).toHaveLength(1))
  press('ArrowRight')
  await viewer(16)
  // Five before the end of what is known.
  await waitFor(() => expect(list.requests).toHaveLength(2))

  for (const n of [17, 18, 19, 20, 21]) {
    press('ArrowRight')
    await viewer(n)
  }
  expect(screen.getByText(/21 of 42/)).toBeTruthy()
  expect(address()).toContain(`photo=${photoId(21)}`)
})

test('the step to a photo that is still on its way is taken when it comes', async () => {
  const photos = photosOf(21)
  setup(21, { search: `?photo=${photoId(20)}` })
  let answer = (_page: { items: typeof photos }): void => undefined
  const second = new Promise<{ items: typeof photos }>((resolve) => {
    answer = resolve
  })
  mockEndpoint(galleries.listPhotos, ({ query }) =>
    query.cursor ? second : { items: photos.slice(0, 20), nextCursor: '20' },
  )
  await viewer(20)

  press('ArrowRight')
  expect(screen.getByRole('button', { name: 'Next photo' }).getAttribute('aria-busy')).toBe('true')
  answer({ items: photos.slice(20) })

  await viewer(21)
  expect(isEnded('Next photo')).toBe(true)
})

/** The same, where only the first page comes until `heal` is called. */
const setupRefusing = (count: number, search: string) => {
  const photos = photosOf(count)
  let isRefusing = true
  setup(count, { search })
  mockEndpoint(galleries.listPhotos, ({ query }) => {
    const start = Number(query.cursor ?? 0)
    if (start > 0 && isRefusing) return { refuse: 'too_many_requests' }
    const next = start + perPage
    return { items: photos.slice(start, next), ...(next < count && { nextCursor: String(next) }) }
  })
  return {
    heal: () => {
      isRefusing = false
    },
  }
}

test('a page that is refused ends neither the count of the viewer nor its way', async () => {
  const { heal } = setupRefusing(42, `?photo=${photoId(20)}`)
  const stage = within(await viewer(20))
  expect(await toastOf('Error loading photos')).toMatchObject({ kind: 'destructive' })
  expect(stage.getByText(/20 of 42/)).toBeTruthy()

  heal()
  fireEvent.click(stage.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(isEnded('Next photo')).toBe(false))
  press('ArrowRight')

  await viewer(21)
})

test('behind the photos that are there a page that was refused is asked for again', async () => {
  const { heal } = setupRefusing(42, `?photo=${photoId(20)}`)
  await viewer(20)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  const main = within(screen.getByRole('main'))
  const sentence = 'The photos could not be loaded. Please try again.'
  expect((await main.findByText(sentence)).getAttribute('role')).toBe('alert')

  heal()
  await userEvent.click(main.getByRole('button', { name: 'Try again' }))

  const count = await main.findByText(/^4\d photos shown$/)
  expect(main.queryByText(sentence)).toBeNull()
  // The button is gone, and the focus is on what stands there instead.
  expect(document.activeElement).toBe(count)
})

test('a link to a photo opens it on whichever page it is', async () => {
  setup(67, { search: `?photo=${photoId(65)}` })

  await viewer(65)

  expect(screen.getByText(/65 of 67/)).toBeTruthy()
})

test('a link to a photo that is no longer there says so, and shows the gallery', async () => {
  setup(25, { search: `?photo=${photoId(99)}` })

  expect(await toastOf('Photo not found')).toMatchObject({ kind: 'info' })
  await waitFor(() => expect(address()).toBe(at))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('closing takes the step back that opening was: Back then leaves the gallery', async () => {
  const user = userEvent.setup()
  setup(3, { from: '/browse' })
  await user.click(screen.getByRole('button', { name: 'To the gallery' }))
  await user.click(await screen.findByRole('button', { name: 'Open Photo 1' }))
  await viewer(1)
  press('ArrowRight')
  await viewer(2)

  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe(at)
  await user.click(screen.getByRole('button', { name: 'Back' }))

  expect(await screen.findByText('Elsewhere')).toBeTruthy()
  expect(address()).toBe('/browse')
})

test('Back closes the viewer', async () => {
  const user = userEvent.setup()
  setup(3)
  await user.click(await screen.findByRole('button', { name: 'Open Photo 1' }))
  await viewer(1)

  fireEvent.click(screen.getByText('Back'))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe(at)
})

test('two presses on Close go back once', async () => {
  const user = userEvent.setup()
  setup(3, { from: '/browse' })
  await user.click(screen.getByRole('button', { name: 'To the gallery' }))
  await user.click(await screen.findByRole('button', { name: 'Open Photo 1' }))
  await viewer(1)

  const close = screen.getByRole('button', { name: 'Close' })
  act(() => {
    close.click()
    close.click()
  })

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe(at)
})

test('what a link opened is closed without leaving the gallery', async () => {
  const user = userEvent.setup()
  setup(3, { search: `?photo=${photoId(2)}` })
  await viewer(2)

  await user.click(screen.getByRole('button', { name: 'Close' }))

  await waitFor(() => expect(address()).toBe(at))
})

test('the cart, reached from the viewer, leads back to the open photo', async () => {
  const user = userEvent.setup()
  setup(3)
  await user.click(await screen.findByRole('button', { name: 'Open Photo 2' }))
  await viewer(2)
  const pass = stoppedClock()
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  const viewCart = await screen.findByRole('button', { name: 'In cart: view cart' })
  pass(300)
  await user.click(viewCart)
  await waitFor(() => expect(address()).toBe('/cart'))

  await user.click(screen.getByRole('button', { name: 'Back' }))

  await viewer(2)
})

test.each([
  ['of one size', {}, 'Add to Cart', 'Original £15.00'],
  ['as Original', { webPence: pence(600) }, /^Original £15/, 'Original £15.00'],
  ['as Web size', { webPence: pence(600) }, /^Web size £6/, 'Web size £6.00'],
])('a photo in the cart says as what, and for how much: %s', async (_, photo, add, said) => {
  const user = userEvent.setup()
  setup(3, { search: `?photo=${photoId(2)}`, photo })
  const dialog = within(await viewer(2))
  await user.click(dialog.getByRole('button', { name: add }))
  expect(await dialog.findByText(said, { selector: 'span' })).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'In cart: view cart' })).toBeTruthy()
})

test.each([
  ['the Original', {}, 'Original £15.00'],
  ['the Web size', { size: 'web' }, 'Web size £6.00'],
  ['an upgrade, which has its own', { upgrade_of: { orderId: orderId(1), line: 1 } }, 'Original, as an upgrade £4.00'],
])('names the price of today of what was put into the cart at another: %s', async (_, as, said) => {
  const old = { photo_id: photoId(2), title: 'x', price: 4, gallery_id: galleryId(1), ...as }
  localStorage.setItem('shopping_cart', JSON.stringify([old]))
  setup(3, { search: `?photo=${photoId(2)}`, photo: { webPence: pence(600) } })
  const dialog = within(await viewer(2))
  expect(await dialog.findByText(said, { selector: 'span' })).toBeTruthy()
})

test('a double press adds to the cart and stays; the focus is on the way to the cart', async () => {
  const user = userEvent.setup()
  setup(3, { search: `?photo=${photoId(2)}` })
  await viewer(2)
  const add = screen.getByRole('button', { name: 'Add to Cart' })
  add.focus()
  const pass = stoppedClock()
  fireEvent.click(add)
  const viewCart = screen.getByText('In cart: view cart')
  fireEvent.click(viewCart)
  expect(address()).toContain(at)
  expect(viewCart).not.toBe(add)
  expect(document.activeElement).toBe(viewCart)

  pass(300)
  await user.click(viewCart)
  await waitFor(() => expect(address()).toBe('/cart'))
})

test('the keys go on working after a photo was put into the cart by key', async () => {
  const user = userEvent.setup()
  setup(3, { search: `?photo=${photoId(1)}` })
  await viewer(1)
  screen.getByRole('button', { name: 'Add to Cart' }).focus()
  await user.keyboard('{Enter}')
  await screen.findByText('In cart: view cart')
  await user.keyboard('{ArrowRight}')
  await viewer(2)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add to Cart' }))
  await user.keyboard('{ArrowRight}')
  await viewer(3)
})

test('the heart of the open photo is in reach in the viewer', async () => {
  setup(3, { search: `?photo=${photoId(2)}` })
  const sent = mockEndpoint(galleries.setFavourite, { count: 1 })
  const stage = within(await viewer(2))
  const heart = () => stage.getByRole('button', { name: 'Favourite: Photo 2' })
  expect(heart().getAttribute('aria-pressed')).toBe('false')

  fireEvent.click(heart())

  await waitFor(() => expect(heart().getAttribute('aria-pressed')).toBe('true'))
  await waitFor(() =>
    expect(sent.requests).toMatchObject([{ params: { photoId: photoId(2) }, body: { isFavourite: true } }]),
  )
})

test('a photo that this browser bought is marked where it is offered, and may be bought again', async () => {
  noteBought(anOrder({ items: [anOrderLine(2)] }))
  setup(3)
  expect(await screen.findAllByText(/Bought/)).toHaveLength(1)

  await userEvent.click(screen.getByRole('button', { name: 'Open Photo 2' }))
  const stage = within(await viewer(2))
  expect(stage.getByText('Bought')).toBeDefined()
  expect(stage.getByRole('button', { name: 'Add to Cart' })).toBeDefined()
  press('ArrowRight')

  expect(within(await viewer(3)).queryByText('Bought')).toBeNull()
})

test('sharing hands on a link to this very photo, by the sheet of the device', async () => {
  const share = vi.fn(async (_shared: ShareData) => undefined)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
  setup(3, { search: `?photo=${photoId(2)}` })
  await viewer(2)

  fireEvent.click(screen.getByRole('button', { name: 'Share this photo' }))

  await waitFor(() => expect(share).toHaveBeenCalledOnce())
  const [shared] = share.mock.calls[0] ?? []
  expect(shared?.title).toBe('Photo 2, Gallery 1')
  expect(shared?.url).toBe(`${location.origin}${at}?photo=${photoId(2)}`)
})

test('sharing copies the link where the device has no sheet', async () => {
  const user = userEvent.setup()
  setup(3, { search: `?photo=${photoId(2)}` })
  await viewer(2)

  await user.click(screen.getByRole('button', { name: 'Share this photo' }))

  expect(await toastOf('Link copied!')).toMatchObject({ kind: 'success' })
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}${at}?photo=${photoId(2)}`)
})

test('the slideshow goes on by itself at its pace, and ends with the last photo', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  setup(3, { search: `?photo=${photoId(1)}` })
  await viewer(1)

  fireEvent.click(screen.getByRole('button', { name: 'Slideshow' }))
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.getByRole('dialog', { name: 'Photo viewer: Photo 1' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1_100))
  await viewer(2)
  fireEvent.click(screen.getByRole('button', { name: '5 seconds a photo, change' }))
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  expect(screen.getByRole('dialog', { name: 'Photo viewer: Photo 2' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1_100))

  await viewer(3)
  expect(isEnded('Slideshow')).toBe(true)
})

test('the buttons of the viewer keep the focus at the ends, and with it the keys', async () => {
  const user = userEvent.setup()
  setup(2, { search: `?photo=${photoId(1)}` })
  await viewer(1)
  const focused = () => document.activeElement?.textContent
  expect(isEnded('Previous photo')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Next photo' }))
  await viewer(2)
  expect(focused()).toBe('Next photo')
  await user.keyboard('{ArrowLeft}')
  await viewer(1)
  await user.keyboard('{ArrowRight}')
  await viewer(2)
  await user.click(screen.getByRole('button', { name: 'Previous photo' }))
  await viewer(1)
  expect(focused()).toBe('Previous photo')
})

test('whatever goes with its photo leaves the focus in the viewer, and with it the keys', async () => {
  const user = userEvent.setup()
  setup(2, { search: `?photo=${photoId(1)}` })
  const photos = [aPhoto(1, { webPence: pence(500) }), aPhoto(2)]
  mockEndpoint(galleries.listPhotos, { items: photos })
  await viewer(1)
  screen.getByRole('button', { name: /^Web size/ }).focus()
  await user.keyboard('{ArrowRight}')
  const stage = await viewer(2)
  await waitFor(() => expect(stage.contains(document.activeElement)).toBe(true))
  await user.keyboard('{ArrowLeft}')
  await viewer(1)
})

test('a slideshow that ends or is stopped by a key leaves the focus on its button', async () => {
  const user = userEvent.setup()
  setup(2, { search: `?photo=${photoId(1)}` })
  await viewer(1)
  await user.click(screen.getByRole('button', { name: 'Slideshow' }))
  await user.click(screen.getByRole('button', { name: '5 seconds a photo, change' }))
  await user.keyboard('{ArrowRight}')
  await viewer(2)
  expect(document.activeElement?.textContent).toBe('Slideshow')
})

test('a viewer of one photo has no way to others', async () => {
  setup(1, { search: `?photo=${photoId(1)}` })
  await viewer(1)
  expect(screen.queryByRole('button', { name: /^(?:Previous|Next) photo|slideshow/i })).toBeNull()
})

test('whoever turns to a photo stops the slideshow', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  setup(9, { search: `?photo=${photoId(1)}` })
  await viewer(1)
  fireEvent.click(screen.getByRole('button', { name: 'Slideshow' }))

  press('ArrowRight')
  await viewer(2)
  await act(() => vi.advanceTimersByTimeAsync(20_000))

  expect(screen.getByRole('dialog', { name: 'Photo viewer: Photo 2' })).toBeTruthy()
})

test.each([
  ['the heart', 'Favourite: Photo 1'],
  ['Add to Cart', 'Add to Cart'],
])('whoever presses %s means the photo that stands: the slideshow stops', async (_what, name) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  setup(9, { search: `?photo=${photoId(1)}` })
  await viewer(1)
  fireEvent.click(screen.getByRole('button', { name: 'Slideshow' }))
  fireEvent.pointerDown(within(screen.getByRole('dialog')).getByRole('button', { name }))
  await act(() => vi.advanceTimersByTimeAsync(40_000))
  expect(screen.getByRole('dialog', { name: 'Photo viewer: Photo 1' })).toBeTruthy()
})

test.each([
  ['a key', (button: HTMLElement) => act(() => button.focus())],
  ['a screen reader', (button: HTMLElement) => fireEvent.click(button)],
])('what is done with the photo by %s stops the slideshow as well', async (_what, use) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  setup(9, { search: `?photo=${photoId(1)}` })
  await viewer(1)
  fireEvent.click(screen.getByRole('button', { name: 'Slideshow' }))
  use(screen.getByRole('button', { name: 'Add to Cart' }))
  await act(() => vi.advanceTimersByTimeAsync(40_000))
  expect(screen.getByRole('dialog', { name: 'Photo viewer: Photo 1' })).toBeTruthy()
})

test('a photo has its whole time in a slideshow from when it is seen', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  setup(3, { search: `?photo=${photoId(1)}` })
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  const dialog = await viewer(1)
  fireEvent.click(screen.getByRole('button', { name: 'Slideshow' }))
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  expect(screen.getByRole('dialog', { name: 'Photo viewer: Photo 1' })).toBeTruthy()
  fireEvent.load(within(dialog).getByAltText('Photo 1'))
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.getByRole('dialog', { name: 'Photo viewer: Photo 1' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1_200))
  await viewer(2)
  // One that does not come is left after a while.
  await act(() => vi.advanceTimersByTimeAsync(26_000))
  await viewer(3)
})

test('a free photo comes, or why it does not is said, also where the viewer was closed meanwhile', async () => {
  const answer = Promise.withResolvers<{ refuse: 'download_limit_reached' }>()
  const { requests } = mockEndpoint(api.photos.endpoints.downloadFree, () => answer.promise)
  setup(1, { search: `?photo=${photoId(1)}`, photo: { pricePence: pence(0) } })
  await viewer(1)
  fireEvent.click(screen.getByRole('button', { name: 'Original' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer.resolve({ refuse: 'download_limit_reached' })
  expect(await toastOf('Download failed')).toMatchObject({ kind: 'destructive' })
})

test('ticked photos are still ticked after leaving the gallery and after loading it anew', async () => {
  const user = userEvent.setup()
  setup(3)
  await user.click(await screen.findByLabelText('Select Photo 1'))
  await user.click(screen.getByLabelText('Select Photo 3'))
  await user.click(screen.getByLabelText('Select Photo 3'))
  await user.click(screen.getByLabelText('Select Photo 2'))
  expect(await screen.findByText('2 photos selected, £30.00')).toBeTruthy()

  document.body.replaceChildren()
  setup(3)

  expect(await screen.findByText('2 photos selected, £30.00')).toBeTruthy()
  expect(within(await screen.findByRole('list', { name: 'Photos' })).getByLabelText('Select Photo 2')).toHaveProperty(
    'checked',
    true,
  )
  await user.click(screen.getByRole('button', { name: 'Purchase Selected' }))
  await waitFor(() => expect(address()).toBe('/cart'))
  expect(JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')).toHaveLength(2)

  document.body.replaceChildren()
  setup(3)

  await screen.findByLabelText('Select Photo 1')
  expect(screen.queryByText(/selected, £/)).toBeNull()
})

test('a kept selection that cannot be read is none', async () => {
  localStorage.setItem('gallery_selections', '{"not":"ours"}')
  setup(3)

  await screen.findByLabelText('Select Photo 1')

  expect(screen.queryByText(/selected, £/)).toBeNull()
})
