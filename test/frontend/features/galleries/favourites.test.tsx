import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { FavouritesPage } from '#frontend/features/galleries/favourites-page.tsx'
import { GalleryPage } from '#frontend/features/galleries/gallery-page.tsx'
import { api } from '#schema/api/all.ts'
import type { PhotoView } from '#schema/api/views.ts'
import { PhotoId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'
import { aBrandPaint, brandShown } from '#test/support/frontend/brand.ts'
import { anOpenGallery, aPhoto, galleryId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const galleries = api.galleries.endpoints
const own = paths.favourites({ galleryId: galleryId(1) })
const gallery = paths.gallery({ galleryId: galleryId(1) })
const address = () => screen.getByTestId('address').textContent
const heart = (n: number) => screen.findByRole('button', { name: `Favourite: Photo ${String(n)}` })
const isPressed = async (n: number) => (await heart(n)).getAttribute('aria-pressed')

const setup = (
  at: string,
  { photos = [aPhoto(2), aPhoto(1)], hearts }: { photos?: PhotoView[]; hearts?: PhotoId[] } = {},
) => {
  mockEndpoint(galleries.get, anOpenGallery({ photoCount: 2 }))
  mockEndpoint(galleries.listPhotos, { items: [aPhoto(1), aPhoto(2)] })
  mockEndpoint(galleries.recordView, { viewCount: 341 })
  mockEndpoint(galleries.likeState, {
    userLiked: false,
    likeCount: 21,
    favourites: hearts ?? photos.map(({ id }) => id),
    isOwn: false,
  })
  const list = mockEndpoint(galleries.favourites, { items: photos })
  const sent = mockEndpoint(galleries.setFavourite, { count: 1 })
  renderPage(
    <Routes>
      <Route path={paths.gallery.pattern} element={<GalleryPage />} />
      <Route path={paths.favourites.pattern} element={<FavouritesPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at },
  )
  return { list, sent }
}

test('a heart shows at once, is sent as it is meant, and is counted in the link to the favourites', async () => {
  const { sent } = setup(gallery, { photos: [], hearts: [] })
  expect(await isPressed(1)).toBe('false')
  await userEvent.click(await heart(1))
  expect(await isPressed(1)).toBe('true')
  expect(await isPressed(2)).toBe('false')
  const link = screen.getByRole('link', { name: 'My favourites (1)' })
  expect(link.getAttribute('href')).toBe(own)
  await waitFor(() =>
    expect(sent.requests).toMatchObject([{ params: { photoId: photoId(1) }, body: { isFavourite: true } }]),
  )
  await userEvent.click(await heart(1))
  await waitFor(() => expect(sent.requests.at(-1)?.body).toEqual({ isFavourite: false }))
  expect(screen.getByRole('link', { name: 'My favourites' })).toBeTruthy()
})

test('quick hearts are sent one after the other, in the order of the presses', async () => {
  setup(gallery, { photos: [], hearts: [] })
  const order: string[] = []
  let open = 0
  mockEndpoint(galleries.setFavourite, async ({ params }) => {
    open += 1
    expect(open).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 5))
    open -= 1
    order.push(params.photoId ?? '')
    return { count: order.length }
  })
  await userEvent.click(await heart(2))
  await userEvent.click(await heart(1))
  await userEvent.click(await heart(2))
  await waitFor(() => expect(order).toEqual([photoId(2), photoId(1), photoId(2)]))
})

test('two presses at once are both meant: the second takes the heart back', async () => {
  const { sent } = setup(gallery, { photos: [], hearts: [] })
  const button = await heart(1)
  button.click()
  button.click()
  await waitFor(() =>
    expect(sent.requests.map(({ body }) => body)).toEqual([{ isFavourite: true }, { isFavourite: false }]),
  )
  expect(await isPressed(1)).toBe('false')
})

test('hearts that are given before it is known which there were are shown as soon as they are saved', async () => {
  setup(gallery, { photos: [], hearts: [] })
  const kept = new Set<PhotoId>()
  let answer = (): void => undefined
  const come = new Promise<void>((resolve) => {
    answer = resolve
  })
  let asked = 0
  mockEndpoint(galleries.likeState, async () => {
    asked += 1
    // Read before the hearts came, and answered after.
    const favourites = [...kept]
    if (asked === 1) await come
    return { userLiked: false, likeCount: 21, favourites, isOwn: false }
  })
  mockEndpoint(galleries.setFavourite, async ({ params }) => {
    await come
    kept.add(PhotoId.parse(params.photoId))
    return { count: kept.size }
  })
  await userEvent.click(await heart(1))
  await userEvent.click(await heart(2))
  answer()
  await waitFor(async () => expect([await isPressed(1), await isPressed(2)]).toEqual(['true', 'true']))
  expect(asked).toBe(2)
})

test('a heart that is saved before the first answer has come is in the one that is shown', async () => {
  setup(gallery, { photos: [], hearts: [] })
  const kept = new Set<PhotoId>()
  const never = new Promise<never>(() => undefined)
  let asked = 0
  mockEndpoint(galleries.likeState, () => {
    asked += 1
    return asked === 1 ? never : { userLiked: false, likeCount: 21, favourites: [...kept], isOwn: false }
  })
  mockEndpoint(galleries.setFavourite, ({ params }) => {
    kept.add(PhotoId.parse(params.photoId))
    return { count: kept.size }
  })
  await userEvent.click(await heart(1))
  await waitFor(async () => expect(await isPressed(1)).toBe('true'))
})

test('a right click on favourites is answered as in the gallery', async () => {
  setup(own, { photos: [aPhoto(1)] })
  fireEvent.contextMenu(await heart(1))
  expect(screen.getByRole('alert').textContent).toBe('Screenshots and downloads are protected')
})

test('a heart that is refused is taken back, and said why', async () => {
  setup(gallery, { photos: [], hearts: [] })
  mockEndpoint(galleries.setFavourite, { refuse: 'favourites_full' })
  await userEvent.click(await heart(1))
  expect((await toastOf('Error')).description).toContain(
    'Your favourites hold 500 photos. Take one out to add another.',
  )
  expect(await isPressed(1)).toBe('false')
})

test('my favourites show their photos, newest first, and put those for sale into the cart', async () => {
  const free: PhotoView = aPhoto(3, { pricePence: pence(0) })
  setup(own, { photos: [aPhoto(2), free, aPhoto(1)] })
  expect(await screen.findByText('3 photos of “Gallery 1”')).toBeTruthy()
  const list = within(screen.getByRole('list', { name: 'Favourites' }))
  expect(list.getAllByRole('button', { name: /^Open/ }).map((each) => each.textContent)).toHaveLength(3)
  // The gallery's own heart stands here as well.
  expect(screen.getByRole('button', { name: 'Like' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add all to Cart' }))
  expect((await toastOf('Added to cart')).description).toContain('2 photos have been added to your cart.')
  expect(address()).toBe('/cart')
})

test('favourites have the colours, the typefaces and the logo of their photographer', async () => {
  setup(own)
  mockEndpoint(galleries.get, anOpenGallery({ brand: aBrandPaint({ typePair: 'warm' }) }))
  expect(await screen.findByRole('img', { name: 'Aitzol Berasategi' })).toBeTruthy()
  await waitFor(() => expect(brandShown()).toEqual({ accent: true, ground: true, typefaces: true }))
})

test('what loses its heart stays to be had back, and is not bought', async () => {
  setup(own)
  await screen.findByText('2 photos of “Gallery 1”')
  await userEvent.click(await heart(2))
  expect(await screen.findByText('1 photo of “Gallery 1”')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add all to Cart' }))
  expect((await toastOf('Added to cart')).description).toContain('Photo 1 has been added')
})

test('favourites that this browser has bought are left out where all are added at once', async () => {
  localStorage.setItem('bought_photos', JSON.stringify([photoId(2)]))
  setup(own, { photos: [aPhoto(2), aPhoto(1), aPhoto(7)] })
  expect(await screen.findByText('3 photos of “Gallery 1”')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add the other 2 to Cart' }))
  const cart: { photo_id: string }[] = JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')
  expect(cart.map((item) => item.photo_id)).toEqual([photoId(1), photoId(7)])
})

test('where all favourites are bought that is said in place of the button', async () => {
  localStorage.setItem('bought_photos', JSON.stringify([photoId(2), `${photoId(1)}@web`]))
  setup(own)
  expect(await screen.findByText('You bought all that are on sale.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /to Cart$/ })).toBeNull()
})

test('a favourite opens in the viewer, and the way goes through the favourites alone', async () => {
  setup(own, { photos: [aPhoto(2), aPhoto(7)] })
  await userEvent.click(await screen.findByRole('button', { name: 'Open Photo 2' }))
  expect(await screen.findByRole('dialog', { name: 'Photo viewer: Photo 2' })).toBeTruthy()
  await userEvent.keyboard('{ArrowRight}')
  expect(await screen.findByRole('dialog', { name: 'Photo viewer: Photo 7' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('favourites of which a page was refused are not sent, shared or bought as if they were all', async () => {
  setup(own)
  let isRefusing = true
  mockEndpoint(galleries.favourites, ({ query }) => {
    if (!query.cursor) return { items: [aPhoto(2)], nextCursor: 'two' }
    return isRefusing ? { refuse: 'too_many_requests' } : { items: [aPhoto(1)] }
  })
  expect(await screen.findByText('The photos could not be loaded. Please try again.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Open Photo 2' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send to the photographer' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Add all to Cart' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Open Photo 2' }))
  const viewer = await screen.findByRole('dialog', { name: 'Photo viewer: Photo 2' })
  expect(viewer.textContent).not.toContain('1 of 1')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  isRefusing = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('button', { name: 'Open Photo 1' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send to the photographer' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add all to Cart' })).toHaveProperty('disabled', false)
})

test('without a heart it says how to give one', async () => {
  setup(own, { photos: [] })
  expect(await screen.findByRole('heading', { name: 'No favourites yet' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Look at the photos' }).getAttribute('href')).toBe(gallery)
})

const cannotBeShown = 'Your favourites cannot be shown now'
const none = { userLiked: false, likeCount: 21, favourites: [], isOwn: false }

test('where none of them can be shown that is said, not how to give a heart', async () => {
  const { list } = setup(own, { photos: [], hearts: [photoId(1), photoId(2)] })
  expect(await screen.findByRole('heading', { name: cannotBeShown })).toBeDefined()
  expect(screen.queryByText('No favourites yet')).toBeNull()
  expect(list.requests).toHaveLength(2)
})

test('hearts that were taken away in another tab are none here either', async () => {
  setup(own, { photos: [] })
  let asked = 0
  mockEndpoint(galleries.likeState, () => {
    asked += 1
    return asked === 1 ? { ...none, favourites: [photoId(1)] } : none
  })
  expect(await screen.findByRole('heading', { name: 'No favourites yet' })).toBeDefined()
  expect(screen.queryByText(cannotBeShown)).toBeNull()
})

test('a heart that is not saved yet is waited for', async () => {
  const kept: PhotoId[] = []
  let save = (): void => undefined
  const saved = new Promise<void>((resolve) => {
    save = resolve
  })
  setup(gallery, { photos: [], hearts: [] })
  mockEndpoint(galleries.likeState, () => ({ ...none, favourites: kept }))
  const list = mockEndpoint(galleries.favourites, () => ({ items: kept.length > 0 ? [aPhoto(1)] : [] }))
  mockEndpoint(galleries.setFavourite, async () => {
    await saved
    kept.push(photoId(1))
    return { count: 1 }
  })
  await userEvent.click(await heart(1))
  await userEvent.click(screen.getByRole('link', { name: 'My favourites (1)' }))
  await waitFor(() => expect(list.requests).toHaveLength(1))
  await screen.findByRole('heading', { name: 'My favourites' })
  expect(screen.queryByText(cannotBeShown)).toBeNull()
  expect(screen.queryByText('No favourites yet')).toBeNull()

  save()

  expect(await screen.findByRole('button', { name: 'Open Photo 1' })).toBeDefined()
  expect(screen.queryByText(cannotBeShown)).toBeNull()
})

test('a list that was refused is not called empty, and can be asked for again', async () => {
  let asked = 0
  setup(own, { hearts: [photoId(1)] })
  mockEndpoint(galleries.favourites, () => {
    asked += 1
    if (asked === 2) return { refuse: 'too_many_requests' }
    return { items: asked === 1 ? [] : [aPhoto(1)] }
  })
  expect(await screen.findByRole('heading', { name: cannotBeShown })).toBeDefined()
  expect(asked).toBe(2)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Open Photo 1' })).toBeDefined()
})

test('a second refusal is read out as the first was, and Try again keeps the focus meanwhile', async () => {
  const answer = Promise.withResolvers<{ refuse: 'too_many_requests' }>()
  let asked = 0
  setup(own, { hearts: [photoId(1)] })
  mockEndpoint(galleries.favourites, () => {
    asked += 1
    if (asked === 1) return { items: [] }
    return asked === 2 ? { refuse: 'too_many_requests' } : answer.promise
  })
  const first = await screen.findByRole('alert')
  const button = screen.getByRole('button', { name: 'Try again' })
  await userEvent.click(button)
  await waitFor(() => expect(asked).toBe(3))
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  expect(document.activeElement).toBe(button)

  answer.resolve({ refuse: 'too_many_requests' })

  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect(document.activeElement).toBe(button)
  const second = screen.getByRole('alert')
  expect(second.textContent).toBe(first.textContent)
  expect(second).not.toBe(first)
})

test('a gallery that is locked again keeps the favourites, and asks to be opened', async () => {
  setup(own)
  mockEndpoint(galleries.get, { state: 'locked', id: galleryId(1), needs: ['access_code'] })
  expect(await screen.findByRole('heading', { name: 'This gallery is locked' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the gallery' }).getAttribute('href')).toBe(gallery)
})

test('an unknown gallery has none', async () => {
  mockEndpoint(galleries.get, { refuse: 'gallery_not_found' })
  renderPage(
    <Routes>
      <Route path={paths.favourites.pattern} element={<FavouritesPage />} />
    </Routes>,
    { at: own },
  )
  expect(within(await screen.findByRole('alert')).getByText('Gallery not found')).toBeTruthy()
})
