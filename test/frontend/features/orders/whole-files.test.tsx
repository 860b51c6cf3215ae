import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { WholeFiles } from '#frontend/features/orders/whole-files.tsx'
import { api } from '#schema/api/all.ts'
import { pence } from '#schema/money.ts'
import { anOrderLine } from '#test/support/frontend/an-order.ts'
import { aPicture, orderId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint, type SentRequest } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { shapesShown } from '#test/support/frontend/shapes-shown.ts'

const { files, download } = api.orders.endpoints

const item = (override: { isRefunded?: boolean; growsUntil?: string | null; fileCount?: number } = {}) =>
  anOrderLine(1, {
    kind: 'gallery',
    fileCount: 60,
    growsUntil: '2999-01-31T10:00:00.000Z',
    title: 'Whole gallery: Race day',
    pricePence: pence(5_000),
    netPence: pence(5_000),
    bytes: 60_000_000,
    ...override,
  })

const aFile = (number: number) => ({
  number,
  photoId: photoId(number),
  title: `Photo ${number}`,
  bytes: 1_000_000,
  picture: aPicture(),
  hasWebSize: true,
  webPx: 2048,
})
const page = ({ query }: SentRequest) => {
  const from = Number(query.from ?? 0)
  return from === 0
    ? { files: Array.from({ length: 50 }, (_, at) => aFile(at + 1)), next: 1 }
    : { files: Array.from({ length: 10 }, (_, at) => aFile(at + 51)), next: 2 }
}

test('a gallery that was bought as a whole shows its photos in pages, and until when more are added', async () => {
  mockEndpoint(files, page)
  renderPage(<WholeFiles orderId={orderId(1)} item={item()} />)

  expect(await screen.findByText('Photo 50')).toBeTruthy()
  expect(
    screen.getByText(
      /Photos that are added until 31 January 2999 are yours too, but for those that their photographer keeps out/,
    ),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Photo 60')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('60 of 60 photos')
  // Also said to whom the focus does not go there.
  expect(document.activeElement?.getAttribute('role')).toBe('status')
})

test('each of them keeps its shape', async () => {
  const picture = aPicture({ width: 1_500, height: 2_000 })
  mockEndpoint(files, { files: [{ ...aFile(1), picture }], next: null })
  renderPage(<WholeFiles orderId={orderId(1)} item={item()} />)
  await screen.findByText('Photo 1')
  expect(shapesShown()).toEqual([0.75])
})

test('one that has all that a purchase holds says that it grows no further', async () => {
  mockEndpoint(files, { files: [], next: null })
  renderPage(<WholeFiles orderId={orderId(1)} item={item({ fileCount: 2_000 })} />)

  expect(await screen.findByText(/^These are 2,000, the most that one purchase holds/)).toBeTruthy()
  expect(screen.queryByText(/are yours too/)).toBeNull()
})

test.each([
  ['Download the original of Photo 7', 'Web (2048 px) of Photo 7'],
  ['Web (2048 px) of Photo 7', 'Download the original of Photo 7'],
])('while one size is on its way the other waits for it (%s)', async (first, second) => {
  mockEndpoint(files, page)
  const { requests } = mockEndpoint(download, 'pending')
  renderPage(<WholeFiles orderId={orderId(1)} item={item()} />)
  await userEvent.click(await screen.findByRole('button', { name: first }))
  await userEvent.click(screen.getByRole('button', { name: second }))
  expect(requests).toHaveLength(1)
})

test('each of them is downloaded by its number, at either size', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  mockEndpoint(files, page)
  const asked = mockEndpoint(download, {
    url: 'https://files.test/a',
    fileName: 'a.jpg',
    expiresAt: '2030-01-01T10:00:00.000Z',
  })
  renderPage(<WholeFiles orderId={orderId(1)} item={item()} />)

  await userEvent.click(await screen.findByRole('button', { name: 'Download the original of Photo 7' }))
  await userEvent.click(screen.getByRole('button', { name: 'Web (2048 px) of Photo 7' }))
  expect(asked.requests.map(({ body }) => body)).toEqual([
    { size: 'original', file: 7 },
    { size: 'web', file: 7 },
  ])
})

test('one whose price went back shows none', () => {
  mockEndpoint(files, { refuse: 'not_purchased' })
  renderPage(<WholeFiles orderId={orderId(1)} item={item({ isRefunded: true, growsUntil: null })} />)
  expect(screen.getByText('Refunded')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})
