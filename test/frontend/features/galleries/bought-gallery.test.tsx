import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { GalleryPage } from '#frontend/features/galleries/gallery-page.tsx'
import { useTakeOut } from '#frontend/shared/orders/take-out.ts'
import { api } from '#schema/api/all.ts'
import type { OrderLine, OrderView } from '#schema/api/orders.ts'
import type { PhotoView } from '#schema/api/views.ts'
import { pence } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'
import { anOrder, anOrderLine } from '#test/support/frontend/an-order.ts'
import { anOpenGallery, aPhoto, galleryId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const galleries = api.galleries.endpoints
const growsUntil = '2030-01-31T12:00:00.000Z'
/** The whole of the first gallery, whose line bears the id of its cover. */
const aWhole = (override: Partial<OrderLine> = {}) =>
  anOrder({
    paidAt: '2030-01-01T12:00:00.000Z',
    items: [anOrderLine(1, { kind: 'gallery', fileCount: 140, growsUntil, ...override })],
  })

const Paid = ({ orders }: { orders: readonly OrderView[] }) => {
  const takeOut = useTakeOut()
  useEffect(() => {
    for (const order of orders) takeOut(order)
  }, [orders, takeOut])
  return null
}

/** The page of the first gallery, in a browser that has seen these orders paid. */
const setup = (...orders: OrderView[]) => setupWith([], ...orders)
const setupWith = (more: readonly PhotoView[], ...orders: OrderView[]) => {
  mockEndpoint(galleries.get, anOpenGallery({ photoCount: 4, wholePence: pence(4500) }))
  mockEndpoint(galleries.listPhotos, {
    items: [
      aPhoto(1),
      aPhoto(2, { createdAt: '2030-01-01T12:00:01.000Z' }),
      aPhoto(3, { createdAt: '2030-01-31T11:59:59.000Z', webPence: pence(600) }),
      aPhoto(4, { createdAt: growsUntil }),
      ...more,
    ],
  })
  mockEndpoint(galleries.recordView, { viewCount: 341 })
  mockEndpoint(galleries.likeState, { userLiked: false, likeCount: 21, favourites: [], isOwn: false })
  renderPage(
    <>
      <Paid orders={orders} />
      <Routes>
        <Route path={paths.gallery.pattern} element={<GalleryPage />} />
      </Routes>
    </>,
    { at: `/gallery/${galleryId(1)}` },
  )
}
const marked = async () => {
  const tiles = within(await screen.findByRole('list', { name: 'Photos' })).getAllByRole('article')
  return tiles.map((tile) => tile.textContent?.includes('Bought'))
}
const offer = () => screen.getByText(/^The whole gallery:/).textContent
const open = async (n: number) => {
  await userEvent.click(await screen.findByRole('button', { name: `Open Photo ${String(n)}` }))
  return within(await screen.findByRole('dialog'))
}

beforeEach(() => localStorage.clear())

test('a gallery that was bought whole is marked, with each photo of it that came in time', async () => {
  setup(aWhole())

  expect(await marked()).toEqual([true, true, true, false])
  expect(offer()).toBe(
    'The whole gallery: 4 photos for £45.00. Bought with all photos until 31 January 2030, up to 2,000, but for those that its photographer keeps out: the link in your receipt opens them.',
  )
  expect(screen.getByRole('button', { name: 'Buy the Whole Gallery' })).toBeTruthy()
  expect((await open(3)).getByText('Bought')).toBeTruthy()
})

test('photos that are kept from its earlier buyers are offered to them, and those that were there before are not', async () => {
  const excepted = [
    aPhoto(5, { createdAt: '2030-01-01T11:59:59.000Z', isExcepted: true }),
    aPhoto(6, { createdAt: '2030-01-01T12:00:01.000Z', isExcepted: true }),
  ]
  setupWith(excepted, aWhole())

  expect((await marked()).slice(4)).toEqual([true, false])
  expect((await open(6)).queryByText('Bought')).toBeNull()
})

test('of a gallery that is full nothing is marked that came after it was bought', async () => {
  setup(aWhole({ fileCount: 2_000 }))

  expect(await marked()).toEqual([true, false, false, false])
  expect(offer()).toContain('Bought with all photos until 1 January 2030')
})

test('a gallery whose price went back is offered as before, but for its cover, which was bought alone as well', async () => {
  setup(
    anOrder({ number: 'DS-2', items: [anOrderLine(1)] }),
    aWhole(),
    aWhole(),
    aWhole({ isRefunded: true, growsUntil: null }),
  )

  expect(await marked()).toEqual([true, false, false, false])
  expect(offer()).toBe(
    'The whole gallery: 4 photos for £45.00, and what is added within 30 days, up to 2,000 in all, but for what its photographer keeps out.',
  )
})

test('a cover that an earlier release noted for its gallery is offered as before when that went back', async () => {
  localStorage.setItem('bought_photos', JSON.stringify([photoId(1)]))
  const { number } = aWhole()
  localStorage.setItem('cleared_orders', JSON.stringify([number]))
  setup(aWhole(), aWhole({ isRefunded: true, growsUntil: null }))

  expect(await marked()).toEqual([false, false, false, false])
})

test('a photo that was bought as Web size says so, and where its Original is had for the difference', async () => {
  setup(anOrder({ items: [anOrderLine(3, { as: 'web', hasOriginal: false })] }))

  expect(await marked()).toEqual([false, false, true, false])
  expect((await open(3)).getByText(/^Web size bought/).textContent).toBe(
    'Web size bought: the link in your receipt offers the Original for the difference.',
  )
})

test('a Web size whose Original was bought since is a bought photo', async () => {
  setup(anOrder({ items: [anOrderLine(3, { as: 'web', hasOriginal: true })] }))

  expect((await open(3)).getByText('Bought')).toBeTruthy()
})
