import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PurchaseSuccessPage } from '#frontend/features/orders/purchase-success-page.tsx'
import { api } from '#schema/api/all.ts'
import type { OrderView } from '#schema/api/orders.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { pence } from '#schema/money.ts'
import { type Trader, unnamedTrader } from '#schema/trader.ts'
import { anOrderLine } from '#test/support/frontend/an-order.ts'
import { orderId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const line = (n: number, changes: Partial<OrderView['items'][number]> = {}) =>
  anOrderLine(n, { netPence: pence(900), bytes: 3, picture: null, hasWebSize: false, ...changes })
/** Two photos of £15.00; £6.00 off for several, £6.00 off by a code of 25%, so £18.00, of which £9.00 went back. */
const anOrder = (changes: Partial<OrderView> = {}): OrderView => ({
  id: orderId(1),
  number: 'DS-7K3M9Q',
  status: 'completed',
  customerName: 'Ada <b>Löwe</b>',
  customerEmail: 'ada@example.com',
  subtotalPence: pence(3000),
  offerPence: pence(600),
  discountPence: pence(1200),
  discountPercent: 25,
  totalPence: pence(1800),
  refundedPence: pence(400),
  lostPence: pence(500),
  consent: { version: deliveryConsent.version, at: '2030-01-01T10:00:00.000Z' },
  paidAt: '2030-01-02T10:01:00.000Z',
  createdAt: '2030-01-01T10:00:00.000Z',
  items: [line(1), line(2, { returnedPence: pence(900), isRefunded: true })],
  ...changes,
})
const trader: Trader = {
  name: 'Darkslide Ltd',
  address: '1 Quay Street, Bristol',
  companyNumber: '123',
  vat: { number: 'GB1', percent: 20 },
}

const open = (order: OrderView, of: Trader = trader) => {
  mockEndpoint(api.orders.endpoints.get, order)
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url === '/installation.json'
      ? Promise.resolve(
          Response.json({ supportAddress: 'help@photos.example', trader: of, terms: null, privacy: null }),
        )
      : answered(url, init),
  )
  renderPage(<PurchaseSuccessPage />, { at: `/purchase-success?order_id=${order.id}&view=receipt` })
}
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => row.textContent)

test('the sums lead from the prices to what was paid, the VAT in it and what went back', async () => {
  open(anOrder())
  await screen.findByRole('heading', { name: 'Receipt', level: 1 })

  expect(document.title).toMatch(/^Receipt DS-7K3M9Q/)
  expect(rows().slice(1)).toEqual([
    'Photo 1Race dayby BoBo£15.00',
    'Photo 2Race dayby Bo£9.00 given backBo£15.00',
    'Subtotal£30.00',
    'Several photos together-£6.00',
    'Discount code (25%)-£6.00',
    'Total paid£18.00',
    'Of which VAT at 20%£3.00',
    'Given back since-£9.00',
  ])
})

test('who sold, who bought, when it was paid and what was agreed to stand on it, as text', async () => {
  open(anOrder())

  expect(
    await screen.findByText(/Darkslide Ltd\s1 Quay Street, Bristol\sCompany number 123\sVAT number GB1/),
  ).toBeTruthy()
  expect(screen.getByText(/Ada <b>Löwe<\/b>\sada@example.com/)).toBeTruthy()
  expect(screen.getByText(/2 Jan 2030/)).toBeTruthy()
  expect(screen.getByText(new RegExp(`1 Jan 2030.*wording 2026-11.*${deliveryConsent.text}`))).toBeTruthy()
})

test('an installation that has not said who runs it has no empty fields, and a plain order no empty rows', async () => {
  open(
    anOrder({
      offerPence: pence(0),
      discountPence: pence(0),
      discountPercent: 0,
      subtotalPence: pence(1500),
      totalPence: pence(1500),
      refundedPence: pence(0),
      lostPence: pence(0),
      consent: null,
      items: [line(1)],
    }),
    unnamedTrader,
  )

  expect(await screen.findByText('Darkslide')).toBeTruthy()
  expect(rows().slice(1)).toEqual(['Photo 1Race dayby BoBo£15.00', 'Total paid£15.00'])
  expect(screen.queryByText(/VAT|Company|Agreed/)).toBeNull()
})

test('words that have changed since are not shown as those that were agreed to', async () => {
  open(anOrder({ consent: { version: '2020-01', at: '2030-01-01T10:00:00.000Z' } }))
  expect(await screen.findByText(/wording 2020-01/)).toBeTruthy()
  expect(screen.queryByText(new RegExp(deliveryConsent.text))).toBeNull()
})

test('the button asks the browser to print, and the other leads to the photos', async () => {
  const printed = vi.fn()
  vi.stubGlobal('print', printed)
  open(anOrder())
  await userEvent.click(await screen.findByRole('button', { name: 'Print or Save as PDF' }))
  expect(printed).toHaveBeenCalledOnce()

  await userEvent.click(screen.getByRole('link', { name: 'Your Photos' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Receipt' }))
  expect(await screen.findByRole('heading', { name: 'Receipt', level: 1 })).toBeTruthy()
})

test('a whole gallery is said to be all its photos, which is so whenever it is printed', async () => {
  const whole = line(1, {
    kind: 'gallery',
    fileCount: 60,
    growsUntil: '2030-02-01T10:00:00.000Z',
    title: 'Whole gallery: Race day',
  })
  open(anOrder({ items: [whole] }))
  expect(await screen.findByText('Whole gallery: Race day')).toBeTruthy()
  expect(
    screen.getByText(
      'All its photos, and those added until 1 February 2030, but for those that their photographer keeps out',
    ),
  ).toBeTruthy()
})
