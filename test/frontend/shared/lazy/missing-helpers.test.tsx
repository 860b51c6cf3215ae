import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CartPage } from '#frontend/features/cart/cart-page.tsx'
import { DownloadAll } from '#frontend/features/orders/download-all.tsx'
import { writeCart } from '#frontend/shared/cart/cart-items.ts'
import { noteOpened } from '#frontend/shared/orders/opened-orders.ts'
import { api } from '#schema/api/all.ts'
import { pence } from '#schema/money.ts'
import { anOrder } from '#test/support/frontend/an-order.ts'
import { galleryId, orderId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

// As where the connection dropped while they were on their way.
const { asked, missing } = vi.hoisted(() => {
  const asked: string[] = []
  const missing = (part: string) => {
    asked.push(part)
    throw new Error('Failed to fetch dynamically imported module')
  }
  return { asked, missing }
})
vi.mock('#frontend/features/cart/paid-meanwhile.tsx', () => missing('paid-meanwhile'))
vi.mock('#frontend/features/orders/save-to-phone.tsx', () => missing('save-to-phone'))

const warned = vi.fn()
beforeEach(() => {
  warned.mockReset()
  vi.spyOn(console, 'warn').mockImplementation(warned)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
/** The part is not there, and what stands around it has taken notice. */
const failed = () => waitFor(() => expect(warned).toHaveBeenCalledWith('page_failed', expect.anything()))

test('a cart without the part that asks for earlier payments is a cart all the same', async () => {
  mockEndpoint(api.orders.endpoints.quote, 'pending')
  noteOpened(orderId(1))
  writeCart([
    {
      photoId: photoId(1),
      title: 'Photo 1',
      pricePence: pence(1_500),
      galleryId: galleryId(1),
      galleryTitle: 'Race day',
      photographerName: 'Ada',
      imageUrl: '',
    },
  ])
  renderPage(<CartPage />)
  await waitFor(() => expect(asked).toContain('paid-meanwhile'))
  await failed()
  expect(await screen.findByRole('button', { name: /^Proceed to Payment/ })).toBeTruthy()
})

test('an order without the part that saves to a phone is downloaded all the same', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(pointer: coarse)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), { canShare: () => true, share: async () => undefined }),
  )
  const order = anOrder()
  renderPage(<DownloadAll order={order} items={order.items} />)
  await waitFor(() => expect(asked).toContain('save-to-phone'))
  await failed()
  expect(await screen.findByRole('button', { name: 'Download All (Web)' })).toBeTruthy()
})
