import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CartPage } from '#frontend/features/cart/cart-page.tsx'
import { PaidMeanwhile } from '#frontend/features/cart/paid-meanwhile.tsx'
import { useCart } from '#frontend/shared/cart/cart.tsx'
import { type CartItem, readCart, writeCart } from '#frontend/shared/cart/cart-items.ts'
import { noteOpened, openedOrders } from '#frontend/shared/orders/opened-orders.ts'
import { api } from '#schema/api/all.ts'
import { pence } from '#schema/money.ts'
import { anOrder, anOrderLine } from '#test/support/frontend/an-order.ts'
import { galleryId, orderId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { get, quote } = api.orders.endpoints
const photo = (n: number): CartItem => ({
  photoId: photoId(n),
  title: `Photo ${String(n)}`,
  pricePence: pence(1_500),
  galleryId: galleryId(1),
  galleryTitle: 'Race day',
  photographerName: 'Ada',
  imageUrl: '',
})
const Counted = () => {
  const { items, add } = useCart()
  addToCart = add
  return <p>{items.map(({ title }) => title).join(', ')} left</p>
}
let addToCart: (item: CartItem) => void = () => undefined
const changed = (key: string) => act(() => void dispatchEvent(new StorageEvent('storage', { key })))
const restored = () => act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
/** A cart of three photos, two of which are in the order whose payment page this browser was led to. */
const openCart = (items: readonly CartItem[] = [photo(1), photo(2), photo(3)]) => {
  writeCart(items)
  noteOpened(orderId(1))
  renderPage(
    <>
      <PaidMeanwhile />
      <Counted />
    </>,
  )
}

beforeEach(() => localStorage.clear())

test('what was paid, and came back in another browser, is taken out of the cart, and said', async () => {
  mockEndpoint(get, anOrder())
  openCart()
  expect(await toastOf('You have bought these already')).toMatchObject({ kind: 'info' })
  expect(screen.getByText('Photo 3 left')).toBeDefined()
  // Its id opens the order: it is not kept longer than it is needed.
  expect(openedOrders()).toEqual([])
})

test.each([
  ['is not paid yet', anOrder({ status: 'awaiting_payment', paidAt: null }), 1],
  ['was given up', anOrder({ status: 'expired', paidAt: null }), 0],
  ['is unknown', { refuse: 'order_not_found' } as const, 0],
  ['cannot be looked up now', { refuse: 'unavailable' } as const, 1],
])('an order that %s takes nothing out', async (_name, answer, kept) => {
  const { requests } = mockEndpoint(get, answer)
  openCart()
  await waitFor(() => expect(requests.length).toBeGreaterThan(0))
  await waitFor(() => expect(openedOrders()).toHaveLength(kept))
  expect(screen.getByText('Photo 1, Photo 2, Photo 3 left')).toBeDefined()
})

test('the same photos that were put into the cart again after it are another purchase', async () => {
  mockEndpoint(get, anOrder())
  localStorage.setItem('cleared_orders', JSON.stringify([anOrder().number]))
  openCart()
  await waitFor(() => expect(openedOrders()).toEqual([]))
  expect(screen.getByText('Photo 1, Photo 2, Photo 3 left')).toBeDefined()
})

test('what went back of a paid order may be bought again: it stays', async () => {
  mockEndpoint(get, anOrder({ items: [anOrderLine(1), anOrderLine(2, { isRefunded: true })] }))
  openCart()
  await toastOf('You have bought these already')
  expect(screen.getByText('Photo 2, Photo 3 left')).toBeDefined()
})

test('what is paid and needs a person first is taken out too, each time, and said, until its money went back', async () => {
  let answer = anOrder({ status: 'review' })
  mockEndpoint(get, () => answer)
  openCart()
  const { description } = await toastOf('You have paid for these already')
  expect(description).toContain('DS-7K3M9Q')
  expect(screen.getByText('Photo 3 left')).toBeDefined()
  expect(openedOrders()).toEqual([orderId(1)])
  // It is not had yet.
  expect(localStorage.getItem('bought_photos')).toBeNull()

  act(() => addToCart(photo(1)))
  restored()
  await waitFor(() => expect(screen.getByText('Photo 3 left')).toBeDefined())

  answer = anOrder({ status: 'review', refundedPence: pence(3_000) })
  restored()
  await waitFor(() => expect(openedOrders()).toEqual([]))
  act(() => addToCart(photo(1)))
  expect(screen.getByText(/Photo 3, Photo 1 left/)).toBeDefined()
})

test('photos that became their whole gallery, which is paid and needs a person first, are taken out, and said', async () => {
  const items = [anOrderLine(1, { kind: 'gallery', galleryId: galleryId(1), fileCount: 140 })]
  mockEndpoint(get, anOrder({ status: 'review', paidAt: null, items, createdAt: '2021-01-01T00:00:00.000Z' }))
  // One that came since is not in that order.
  const kept = { ...photo(5), exceptedSince: '2022-01-01T00:00:00.000Z' }
  const elsewhere = { ...photo(4), galleryId: galleryId(2) }
  openCart([photo(2), { ...photo(3), exceptedSince: '2020-01-01T00:00:00.000Z' }, elsewhere, kept])
  expect(await toastOf('You have paid for these already')).toMatchObject({ kind: 'info' })
  expect(screen.getByText('Photo 4, Photo 5 left')).toBeDefined()
})

describe('an order that is not paid yet', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const waiting = anOrder({ status: 'awaiting_payment', paidAt: null })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  test('is taken out as soon as word of its payment is there', async () => {
    let answer = waiting
    const { requests } = mockEndpoint(get, () => answer)
    openCart()
    await waitFor(() => expect(requests).toHaveLength(1))
    answer = anOrder()
    await pass(5_000)
    expect(await toastOf('You have bought these already')).toMatchObject({ kind: 'info' })
  })

  test('is not asked for without end, as one is whose payment page was left, but again at the next look', async () => {
    const { requests } = mockEndpoint(get, waiting)
    openCart()
    await pass(180_000)
    const asked = requests.length
    expect(asked).toBeGreaterThan(10)
    await pass(600_000)
    expect(requests).toHaveLength(asked)
    restored()
    await pass(10_000)
    expect(requests.length).toBeGreaterThan(asked)
    expect(screen.getByText('Photo 1, Photo 2, Photo 3 left')).toBeDefined()
  })
})

describe('a cart that stood open', () => {
  const openPage = () => {
    mockEndpoint(quote, 'pending')
    writeCart([photo(1), photo(2), photo(3)])
    renderPage(<CartPage />)
  }
  test.each([
    ['as it comes back after the payment was left', restored],
    ['as another tab is led to the payment', () => changed('opened_orders')],
    ['as its tab is looked at again', () => act(() => void document.dispatchEvent(new Event('visibilitychange')))],
  ])('asks for what was opened since, %s', async (_name, look) => {
    mockEndpoint(get, anOrder())
    openPage()
    // As by the press on pay, or in another tab: after this page was drawn.
    noteOpened(orderId(1))
    look()
    expect(await toastOf('You have bought these already')).toMatchObject({ kind: 'info' })
    expect(readCart()).toMatchObject([{ title: 'Photo 3' }])
  })

  test('asks anew as it comes back, for what was not paid when it was left', async () => {
    let answer = anOrder({ status: 'awaiting_payment', paidAt: null })
    const { requests } = mockEndpoint(get, () => answer)
    noteOpened(orderId(1))
    openPage()
    await waitFor(() => expect(requests).toHaveLength(1))
    answer = anOrder()
    restored()
    expect(await toastOf('You have bought these already')).toMatchObject({ kind: 'info' })
  })
})
