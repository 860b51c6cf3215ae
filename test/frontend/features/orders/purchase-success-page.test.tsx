import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PurchaseSuccessPage } from '#frontend/features/orders/purchase-success-page.tsx'
import { api } from '#schema/api/all.ts'
import type { OrderView } from '#schema/api/orders.ts'
import { limits } from '#schema/limits.ts'
import { pence } from '#schema/money.ts'
import { anOrder } from '#test/support/frontend/an-order.ts'
import { galleryId, orderId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { confirm, get, download } = api.orders.endpoints

const completed = () => ({ state: 'completed' as const, order: anOrder() })

const fillCart = (ids: readonly string[] = ['pho_x']) =>
  localStorage.setItem(
    limits.cart.storageKey,
    JSON.stringify(ids.map((id) => ({ photo_id: id, title: 'X', price: 15 }))),
  )
const kept = (): { photo_id: string }[] => JSON.parse(localStorage.getItem(limits.cart.storageKey) ?? '[]')
const open = (search: string) => renderPage(<PurchaseSuccessPage />, { at: `/purchase-success${search}` })

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a paid order shows number, name, email, total and its photos, and empties the cart', async () => {
  fillCart([photoId(1), photoId(2)])
  localStorage.setItem('checkout_attempt', 'of this order')
  const reminder = { email: 'ada@example.com', photoIds: [photoId(1)], asked: '' }
  const typed = { name: 'Ada', email: 'ada@example.com', discountCode: '' }
  sessionStorage.setItem('checkout_draft', JSON.stringify({ ...typed, reminder }))
  const { requests } = mockEndpoint(confirm, completed())

  open('?session_id=cs_1')

  expect(await screen.findByRole('heading', { level: 1, name: /Purchase Successful/ })).toBeTruthy()
  for (const fact of ['DS-7K3M9Q', 'Ada', 'ada@example.com', '£30.00']) expect(screen.getByText(fact)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Download Original/ })).toHaveLength(2)
  expect(screen.getByText("What's Next")).toBeTruthy()
  expect(screen.getByText('Download complete files')).toBeTruthy()
  expect(screen.getByText('Receipt sent by email')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse More Galleries' }).getAttribute('href')).toBe('/browse')
  expect(screen.getByRole('link', { name: 'Return Home' }).getAttribute('href')).toBe('/')
  expect(requests[0]?.body).toEqual({ sessionId: 'cs_1' })
  expect(kept()).toEqual([])
  expect(localStorage.getItem('checkout_attempt')).toBeNull()
  // Nobody is reminded of the next cart for having asked for a reminder of this one.
  expect(JSON.parse(sessionStorage.getItem('checkout_draft') ?? '')).toMatchObject({ ...typed, reminder: null })
})

test('who mistyped the address keeps the link: it is copied, or shared where the device has a sheet for it', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  mockEndpoint(confirm, completed())
  open('?session_id=cs_1')

  expect(await screen.findByText(/^We sent it to ada@example\.com\./)).toBeTruthy()
  expect(await screen.findByText(/^Not your address\? Keep this link/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Keep the Link' }))
  expect(await toastOf('Link copied!')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/purchase-success?session_id=cs_1`)

  const share = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
  await user.click(screen.getByRole('button', { name: 'Keep the Link' }))
  const url = `${location.origin}/purchase-success?session_id=cs_1`
  expect(share).toHaveBeenCalledWith({ title: 'Darkslide order DS-7K3M9Q', url })
  vi.unstubAllGlobals()
})

test('an order whose buyer was forgotten names no address, and its link can be kept', async () => {
  mockEndpoint(get, anOrder({ customerName: '', customerEmail: '' }))

  open(`?order_id=${orderId(1)}`)

  expect(await screen.findByText('It carries the link back to this page.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Keep the Link' })).toBeTruthy()
  expect(screen.queryByText(/Not your address/)).toBeNull()
})

test('an order that is opened on another device leaves alone what waits in the cart there', async () => {
  fillCart([photoId(7), photoId(8)])
  localStorage.setItem('checkout_attempt', 'of another order')
  mockEndpoint(confirm, completed())

  open('?session_id=cs_1')

  await screen.findByText('DS-7K3M9Q')
  expect(kept().map(({ photo_id }) => photo_id)).toEqual([photoId(7), photoId(8)])
  expect(localStorage.getItem('checkout_attempt')).toBe('of another order')
})

test('photos that were bought as their whole gallery leave the cart, too', async () => {
  const [first] = anOrder().items
  if (!first) throw new Error('An order of a photo.')
  const inCart = [7, 8].map((n) => ({ photo_id: photoId(n), title: 'X', price: 15, gallery_id: galleryId(1) }))
  const other = { photo_id: photoId(9), title: 'X', price: 15, gallery_id: galleryId(2) }
  localStorage.setItem(limits.cart.storageKey, JSON.stringify([...inCart, other]))
  localStorage.setItem('checkout_attempt', 'of this order')
  mockEndpoint(confirm, { ...completed(), order: anOrder({ items: [{ ...first, kind: 'gallery', fileCount: 60 }] }) })

  open('?session_id=cs_1')

  await waitFor(() => expect(kept().map(({ photo_id }) => photo_id)).toEqual([photoId(9)]))
  expect(localStorage.getItem('checkout_attempt')).toBeNull()
})

test('photos that are kept from who bought their whole gallery before stay in the cart', async () => {
  const [first] = anOrder().items
  if (!first) throw new Error('An order of a photo.')
  const paidAt = '2030-01-01T12:00:00.000Z'
  const of = (n: number, since: string) => ({
    ...{ photo_id: photoId(n), title: 'X', price: 15, gallery_id: galleryId(1), excepted_since: since },
  })
  localStorage.setItem(limits.cart.storageKey, JSON.stringify([of(7, '2030-01-01T11:59:59.999Z'), of(8, paidAt)]))
  const items = [{ ...first, kind: 'gallery' as const, fileCount: 60 }]
  mockEndpoint(confirm, { ...completed(), order: anOrder({ paidAt, items }) })

  open('?session_id=cs_1')

  await waitFor(() => expect(kept().map(({ photo_id }) => photo_id)).toEqual([photoId(8)]))
})

test('the Original of a bought Web size stays in the cart when its whole gallery is bought', async () => {
  const [first] = anOrder().items
  if (!first) throw new Error('An order of a photo.')
  const inGallery = { title: 'X', price: 15, gallery_id: galleryId(1) }
  const upgrade = { ...inGallery, photo_id: photoId(7), upgrade_of: { orderId: orderId(2), line: 1 } }
  localStorage.setItem(limits.cart.storageKey, JSON.stringify([upgrade, { ...inGallery, photo_id: photoId(8) }]))
  mockEndpoint(confirm, { ...completed(), order: anOrder({ items: [{ ...first, kind: 'gallery', fileCount: 60 }] }) })

  open('?session_id=cs_1')

  await waitFor(() => expect(kept().map(({ photo_id }) => photo_id)).toEqual([photoId(7)]))
})

test('of a photo that was bought as Web size, the Original that was chosen since stays in the cart', async () => {
  const [first, second] = anOrder().items
  if (!first || !second) throw new Error('An order of two photos.')
  const inCart = { title: 'X', price: 15, gallery_id: galleryId(1) }
  const original = { ...inCart, photo_id: first.photoId }
  const web = { ...inCart, photo_id: second.photoId, size: 'web' }
  localStorage.setItem(limits.cart.storageKey, JSON.stringify([original, web]))
  const items = [first, second].map((item) => ({ ...item, as: 'web' as const }))
  mockEndpoint(confirm, { ...completed(), order: anOrder({ items }) })

  open('?session_id=cs_1')

  await waitFor(() => expect(kept().map(({ photo_id }) => photo_id)).toEqual([first.photoId]))
})

test('an order that is met with an empty cart ends the attempt to pay', async () => {
  localStorage.setItem('checkout_attempt', 'of this order')
  mockEndpoint(confirm, completed())

  open('?session_id=cs_1')

  await screen.findByText('DS-7K3M9Q')
  expect(localStorage.getItem('checkout_attempt')).toBeNull()
})

test('a whole gallery that was bought leaves the cart, and what was added meanwhile stays', async () => {
  const [first] = anOrder().items
  if (!first) throw new Error('An order of a photo.')
  fillCart([galleryId(1), photoId(7)])
  mockEndpoint(confirm, { ...completed(), order: anOrder({ items: [{ ...first, kind: 'gallery', fileCount: 60 }] }) })

  open('?session_id=cs_1')

  await waitFor(() => expect(kept().map(({ photo_id }) => photo_id)).toEqual([photoId(7)]))
})

test('what was paid for is known to this browser as bought, and what was given back is not', async () => {
  const [first, second] = anOrder().items
  if (!first || !second) throw new Error('An order of two photos.')
  mockEndpoint(confirm, { ...completed(), order: anOrder({ items: [first, { ...second, isRefunded: true }] }) })

  open('?session_id=cs_1')

  await waitFor(() => expect(localStorage.getItem('bought_photos')).toBe(JSON.stringify([photoId(1)])))
})

test('opening the same order later leaves the next cart alone', async () => {
  mockEndpoint(confirm, completed())
  const first = open('?session_id=cs_1')
  await screen.findByText('DS-7K3M9Q')
  first.unmount()
  fillCart()

  open('?session_id=cs_1')

  await screen.findByText('DS-7K3M9Q')
  expect(kept()).toHaveLength(1)
})

test('a payment that is still on its way is asked for every two seconds, and keeps the cart', async () => {
  fillCart()
  let isSettled = false
  const { requests } = mockEndpoint(confirm, () => (isSettled ? completed() : { state: 'processing' as const }))
  open('?session_id=cs_1')

  expect(await screen.findByText('Processing your order')).toBeTruthy()
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(kept()).toHaveLength(1)
  isSettled = true
  // What has the focus here is what is read out when the page becomes another one.
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  await act(() => vi.advanceTimersByTimeAsync(2_000))

  expect(await screen.findByText('DS-7K3M9Q')).toBeTruthy()
})

test.each(['payment_failed', 'invalid_session'] as const)(
  'a payment that is refused with %s after it was on its way says so, and is asked for no more',
  async (refuse) => {
    fillCart()
    let isRefused = false
    const { requests } = mockEndpoint(confirm, () => (isRefused ? { refuse } : { state: 'processing' as const }))
    open('?session_id=cs_1')
    await screen.findByText('Processing your order')
    await waitFor(() => expect(requests).toHaveLength(1))
    isRefused = true
    await act(() => vi.advanceTimersByTimeAsync(2_000))

    expect(await screen.findByText('Payment Error')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Try again/i })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(requests).toHaveLength(2)
    expect(kept()).toHaveLength(1)
  },
)

test('a payment on its way that cannot be looked at for a while is asked for on', async () => {
  let answer: 'processing' | 'unavailable' | 'completed' = 'processing'
  const { requests } = mockEndpoint(confirm, () => {
    if (answer === 'unavailable') return { refuse: 'unavailable' as const }
    return answer === 'completed' ? completed() : { state: 'processing' as const }
  })
  open('?session_id=cs_1')
  await screen.findByText('Processing your order')
  await waitFor(() => expect(requests).toHaveLength(1))
  answer = 'unavailable'
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(screen.getByText('Processing your order')).toBeTruthy()
  answer = 'completed'
  await act(() => vi.advanceTimersByTimeAsync(2_000))

  expect(await screen.findByText('DS-7K3M9Q')).toBeTruthy()
})

test('a payment that needs a person says so, is asked for no more, and keeps the cart', async () => {
  fillCart()
  const { requests } = mockEndpoint(confirm, { state: 'review' as const, orderNumber: 'DS-7K3M9Q' })
  open('?session_id=cs_1')

  expect(await screen.findByText('We are looking at your order')).toBeTruthy()
  expect(screen.getByText(/payment of order DS-7K3M9Q needs a person/)).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(60_000))

  expect(requests).toHaveLength(1)
  expect(kept()).toHaveLength(1)
})

test('a free order is found by its secret id', async () => {
  const { requests } = mockEndpoint(get, anOrder({ totalPence: pence(0) }))

  open(`?free_order=true&order_id=${orderId(1)}`)

  expect(await screen.findByText('£0.00')).toBeTruthy()
  expect(requests[0]?.params.orderId).toBe(orderId(1))
})

test('an order on its way that is then found no more says so, and is asked for no more', async () => {
  let isGone = false
  const order = anOrder({ status: 'processing' })
  const { requests } = mockEndpoint(get, () => (isGone ? { refuse: 'order_not_found' as const } : order))
  open(`?order_id=${orderId(1)}`)
  await screen.findByText('Processing your order')
  await waitFor(() => expect(requests).toHaveLength(1))
  isGone = true
  await act(() => vi.advanceTimersByTimeAsync(2_000))

  expect(await screen.findByText('Order not found')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Try again/i })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(requests).toHaveLength(2)
})

test('an order on its way that cannot be looked at for a while is asked for on', async () => {
  let answer: 'processing' | 'unavailable' | 'completed' = 'processing'
  const { requests } = mockEndpoint(get, () =>
    answer === 'unavailable' ? { refuse: answer } : anOrder({ status: answer }),
  )
  open(`?order_id=${orderId(1)}`)
  await screen.findByText('Processing your order')
  await waitFor(() => expect(requests).toHaveLength(1))
  answer = 'unavailable'
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await waitFor(() => expect(requests.length).toBeGreaterThan(1))
  expect(screen.getByText('Processing your order')).toBeTruthy()
  answer = 'completed'
  await act(() => vi.advanceTimersByTimeAsync(10_000))

  expect(await screen.findByText('DS-7K3M9Q')).toBeTruthy()
})

test('without parameters there is no session', () => {
  open('')

  expect(screen.getByText('Payment Error')).toBeTruthy()
  expect(screen.getByText('Invalid session')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Return to Cart' }).getAttribute('href')).toBe('/cart')
})

test.each([
  ['invalid_session', 'Invalid session'],
  ['payment_failed', 'Failed to process payment'],
] as const)('a payment refused with %s says “%s”', async (refuse, sentence) => {
  mockEndpoint(confirm, { refuse })

  open('?session_id=cs_1')

  expect(await screen.findByText(sentence)).toBeTruthy()
})

test.each([
  ['order_not_found', 'Order not found'],
  ['too_many_requests', 'Failed to process free order'],
] as const)('a free order refused with %s says “%s”', async (refuse, sentence) => {
  mockEndpoint(get, { refuse })

  open(`?free_order=true&order_id=${orderId(1)}`)

  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('a payment that cannot be looked up now says how long and why, not that it failed', async () => {
  const why = 'Very many people are paying at this moment.'
  mockEndpoint(confirm, { refuse: 'too_many_requests', details: { retryAfterSeconds: 40, why } })

  open('?session_id=cs_1')

  expect(await screen.findByText(`${why} Please try again in 40 seconds.`)).toBeTruthy()
  expect(screen.queryByText('Failed to process payment')).toBeNull()
})

test('a download that has to wait says how long and why', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  mockEndpoint(confirm, completed())
  const why = 'Very many people are here at this moment.'
  mockEndpoint(download, { refuse: 'unavailable', details: { retryAfterSeconds: 2, why } })
  open('?session_id=cs_1')

  await user.click(await screen.findByRole('button', { name: /Download Original.*Photo 1/ }))

  expect(await screen.findByText(`${why} Please try again in 2 seconds.`)).toBeTruthy()
})

test('an order id that cannot exist is not found', async () => {
  open('?free_order=true&order_id=nonsense')

  expect(await screen.findByText('Order not found')).toBeTruthy()
})

test('a failed order says so and leads back to the cart', async () => {
  mockEndpoint(get, anOrder({ status: 'failed' }))

  open(`?order_id=${orderId(1)}`)

  expect(await screen.findByText('Failed to process payment')).toBeTruthy()
})

test('each photo downloads in the chosen size', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  mockEndpoint(confirm, completed())
  const { requests } = mockEndpoint(download, {
    url: 'https://darkslide.test/files/x',
    fileName: 'IMG_2.jpg',
    expiresAt: '2030-01-01T10:15:00.000Z',
  })
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.href} ${this.download}`)
  })
  open('?session_id=cs_1')

  await user.click(await screen.findByRole('button', { name: /Download Original.*Photo 2/ }))
  await waitFor(() => expect(clicked).toEqual(['https://darkslide.test/files/x IMG_2.jpg']))
  await user.click(screen.getByRole('button', { name: /Web \(2048 px\).*Photo 1/ }))

  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests.map(({ params, body }) => [params.line, body])).toEqual([
    ['2', { size: 'original' }],
    ['1', { size: 'web' }],
  ])
})

test('a photo that has no 2048 px to give says what its web size is', async () => {
  const order = anOrder()
  mockEndpoint(confirm, {
    state: 'completed',
    order: { ...order, items: order.items.map((item) => ({ ...item, webPx: 1024 })) },
  })
  open('?session_id=cs_1')

  expect(await screen.findByRole('button', { name: /Web \(1024 px\).*Photo 1/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: /2048 px/ })).toBeNull()
})

test('a download that fails is logged, and can be tried again', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  mockEndpoint(confirm, completed())
  mockEndpoint(download, { refuse: 'not_purchased' })
  const started = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  open('?session_id=cs_1')

  await user.click(await screen.findByRole('button', { name: /Download Original.*Photo 1/ }))

  expect(await screen.findByText('The download did not start. Please try again.')).toBeTruthy()
  expect(warning).toHaveBeenCalledWith('download_failed', expect.anything())
  expect(started).not.toHaveBeenCalled()

  mockEndpoint(download, { url: '/files/x', fileName: 'x.jpg', expiresAt: '2030-01-01T10:15:00.000Z' })
  await user.click(screen.getByRole('button', { name: /Download Original.*Photo 1/ }))
  await waitFor(() => expect(started).toHaveBeenCalledOnce())
})

test('a long order is drawn a step at a time', async () => {
  const items = anOrder()
    .items.slice(0, 1)
    .flatMap((item) => Array.from({ length: 61 }, (_, n) => ({ ...item, line: n + 1, photoId: photoId(n + 1) })))
  mockEndpoint(get, anOrder({ items }))
  open(`?free_order=true&order_id=${orderId(1)}`)

  expect(await screen.findByText('60 of 61 photos')).toBeTruthy()
  const lines = () => screen.getByLabelText('Your photos').children
  expect(lines()).toHaveLength(60)
  fireEvent.click(screen.getByText('Show 1 more'))
  expect(lines()).toHaveLength(61)
})

test('a refunded photo is marked and cannot be downloaded', async () => {
  const order = anOrder()
  mockEndpoint(confirm, {
    state: 'completed',
    order: { ...order, items: order.items.map((item) => ({ ...item, isRefunded: item.line === 1 })) },
  })
  open('?session_id=cs_1')

  expect(await screen.findByText('Refunded')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Download Original.*Photo 1/ })).toBeNull()
  expect(screen.getByRole('button', { name: /Download Original.*Photo 2/ })).toBeTruthy()
})

test('an order that was given back whole says so, and promises nothing any more', async () => {
  const order = anOrder({ refundedPence: pence(3000) })
  mockEndpoint(confirm, {
    state: 'completed',
    order: { ...order, items: order.items.map((item) => ({ ...item, isRefunded: true })) },
  })
  open('?session_id=cs_1')

  expect(await screen.findByRole('heading', { name: 'Order Refunded' })).toBeTruthy()
  expect(screen.getByText(/your money was given back/)).toBeTruthy()
  expect(screen.queryByText('Purchase Successful')).toBeNull()
  expect(screen.queryByText('Download complete files')).toBeNull()
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull()
})

describe('a bought Web size', () => {
  const webLine = (upgrade: OrderView['items'][number]['upgrade'], hasOriginal = false) => {
    const [first] = anOrder().items
    if (!first) throw new Error('An order of photos.')
    return anOrder({ items: [{ ...first, as: 'web', hasOriginal, upgrade }] })
  }
  const show = async (order: OrderView) => {
    mockEndpoint(confirm, { ...completed(), order })
    open('?session_id=cs_1')
    await screen.findByText('DS-7K3M9Q')
  }

  test('is downloaded as that alone, and its Original is offered for the difference', async () => {
    await show(webLine({ state: 'offered', pricePence: pence(900) }))
    expect(screen.queryByRole('button', { name: /^Download Original/ })).toBeNull()
    expect(screen.getByRole('button', { name: /^Download Web size \(2048 px\)/ })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^Get the Original for £9.00/ }))
    expect(kept()).toMatchObject([
      { photo_id: photoId(1), price: 9, gallery_id: galleryId(1), upgrade_of: { orderId: orderId(1), line: 1 } },
    ])
  })

  test('that was upgraded has its Original', async () => {
    await show(webLine({ state: 'done', pricePence: pence(0) }, true))
    expect(screen.getByRole('button', { name: /^Download Original/ })).toBeTruthy()
    expect(screen.queryByText(/Get the Original/)).toBeNull()
  })

  test.each([
    ['under_way', /is being paid for at this moment/],
    ['over', /was given back/],
    ['not_for_sale', /is not for sale at the moment/],
  ] as const)('whose upgrade is %s says so', async (state, words) => {
    await show(webLine({ state, pricePence: pence(0) }))
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByText(/Get the Original/)).toBeNull()
  })
})

test('who bought a whole gallery is thanked for photos, though it is one line', async () => {
  const [first] = anOrder().items
  mockEndpoint(get, anOrder({ items: first ? [{ ...first, kind: 'gallery', fileCount: 13 }] : [] }))
  mockEndpoint(api.orders.endpoints.files, { files: [], next: null })
  open(`?order_id=${orderId(1)}`)
  expect(await screen.findByText(/Your photos are ready\.$/)).toBeTruthy()
})
