import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { CartPage } from '#frontend/features/cart/cart-page.tsx'
import { type CartItem, readCart, writeCart } from '#frontend/shared/cart/cart-items.ts'
import { noteOpened, openedOrders } from '#frontend/shared/orders/opened-orders.ts'
import { api } from '#schema/api/all.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { pence } from '#schema/money.ts'
import { anOrder } from '#test/support/frontend/an-order.ts'
import { galleryId, orderId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { quote, checkout, get } = api.orders.endpoints
const photo: CartItem = {
  photoId: photoId(1),
  title: 'Photo 1',
  pricePence: pence(1_500),
  galleryId: galleryId(1),
  galleryTitle: 'Race day',
  photographerName: 'Ada',
  imageUrl: '',
}
/** What the server says of one photo of £15 with half off. */
const halved: ResponseOf<typeof quote> = {
  lines: [],
  inside: [],
  wholes: [],
  offers: [],
  near: [],
  unavailable: [],
  free: [],
  locked: [],
  unavailableGalleries: [],
  lockedGalleries: [],
  summary: {
    subtotalPence: pence(1_500),
    offerPence: pence(0),
    discountPence: pence(750),
    discountPercent: 50,
    feePence: pence(75),
    earningsPence: pence(675),
    totalPence: pence(750),
  },
  minimumPence: pence(30),
  brand: null,
}

/** A server on which HALF has one use, which is held by this browser's open order as soon as there is one. */
const setup = () => {
  let isHeld = false
  writeCart([photo])
  mockEndpoint(get, anOrder({ status: 'awaiting_payment', paidAt: null }))
  const quotes = mockEndpoint(quote, ({ body }) => {
    const { discountCode, openedOrders: named = [] } = JSON.parse(JSON.stringify(body))
    const isRefused = discountCode !== undefined && isHeld && !named.includes(orderId(1))
    return isRefused ? { refuse: 'invalid_discount_code' as const } : halved
  })
  const checkouts = mockEndpoint(checkout, () => {
    isHeld = true
    return { kind: 'pay', url: 'https://pay.example/cs_1', orderId: orderId(1) } as const
  })
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const open = () => renderPage(<CartPage />, { at: '/cart' })
  return { quotes, checkouts, leave, open }
}
const apply = async () => {
  await userEvent.type(await screen.findByLabelText('Discount code'), 'HALF')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByRole('button', { name: 'Remove discount code' })
}
const pay = async () => {
  await userEvent.click(screen.getByRole('checkbox', { name: deliveryConsent.text }))
  await userEvent.click(await screen.findByRole('button', { name: 'Proceed to Payment' }))
}
const bodies = ({ requests }: { requests: readonly { body: unknown }[] }) =>
  requests.map(({ body }) => JSON.parse(JSON.stringify(body)))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('whoever goes back from the payment finds the code at work, and pays by the same attempt', async () => {
  const { quotes, checkouts, leave, open } = setup()
  const { unmount } = open()
  await apply()
  await userEvent.type(screen.getByLabelText(/Full name/), 'Ada')
  await userEvent.type(screen.getByLabelText(/^Email/), 'ada@example.com')
  await pay()
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(1))
  expect(bodies(checkouts)[0]).not.toHaveProperty('openedOrders')
  unmount()

  const asked = quotes.requests.length
  open()
  await waitFor(() => expect(quotes.requests.length).toBeGreaterThan(asked))
  expect(bodies(quotes).at(-1)).toMatchObject({ discountCode: 'HALF', openedOrders: [orderId(1)] })
  expect(await screen.findByRole('button', { name: 'Remove discount code' })).toBeTruthy()
  expect(within(screen.getByRole('form', { name: 'Checkout' })).queryByText('HALF')).toBeTruthy()
  expect(screen.queryByText('Invalid discount code')).toBeNull()

  await pay()
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(2))
  expect(bodies(checkouts)[1]).toMatchObject({ discountCode: 'HALF', openedOrders: [orderId(1)] })
  const [first, second] = checkouts.requests.map(({ headers }) => headers['idempotency-key'])
  expect(first).toBe(second)
})

test('a code that is typed again is tried with the order that holds it', async () => {
  const { quotes, open } = setup()
  noteOpened(orderId(1))
  open()
  await apply()
  expect(bodies(quotes).at(-1)).toMatchObject({ discountCode: 'HALF', openedOrders: [orderId(1)] })
})

test('without a code no order is named', async () => {
  const { quotes, open } = setup()
  noteOpened(orderId(1))
  open()
  await screen.findByText('£7.50', { selector: 'dd' })
  for (const body of bodies(quotes)) expect(body).not.toHaveProperty('openedOrders')
})

test('an order is known as opened also where its buyer left the cart while it was prepared', async () => {
  const { leave, open } = setup()
  let come = () => {}
  const answered = new Promise<ResponseOf<typeof checkout>>((resolve) => {
    come = () => resolve({ kind: 'pay', url: 'https://pay.example/cs_1', orderId: orderId(1) })
  })
  const { requests } = mockEndpoint(checkout, () => answered)
  const { unmount } = open()
  await apply()
  await userEvent.type(screen.getByLabelText(/Full name/), 'Ada')
  await userEvent.type(screen.getByLabelText(/^Email/), 'ada@example.com')
  await pay()
  await waitFor(() => expect(requests).toHaveLength(1))
  unmount()
  come()
  await waitFor(() => expect(openedOrders()).toEqual([orderId(1)]))
  expect(leave).not.toHaveBeenCalled()
})

test('where what holds the code was paid meanwhile, the cart asks what became of it, and nothing is bought twice', async () => {
  const { open } = setup()
  noteOpened(orderId(1))
  let isPaid = false
  // As it comes to be known by a look alone: what cannot be looked up is not asked for again by itself.
  mockEndpoint(get, () => (isPaid ? anOrder() : { refuse: 'unavailable' as const }))
  mockEndpoint(checkout, () => {
    isPaid = true
    return { refuse: 'changed_meanwhile' as const }
  })
  open()
  await apply()
  await userEvent.type(screen.getByLabelText(/Full name/), 'Ada')
  await userEvent.type(screen.getByLabelText(/^Email/), 'ada@example.com')
  await pay()
  expect(await toastOf('You have bought these already')).toMatchObject({ kind: 'info' })
  expect(readCart()).toEqual([])
})
