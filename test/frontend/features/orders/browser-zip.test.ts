import { expect, test, vi } from 'vitest'
import { zipOrder } from '#frontend/features/orders/browser-zip.ts'
import { api } from '#schema/api/all.ts'
import { pence } from '#schema/money.ts'
import { galleryId, orderId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'

const anItem = (line: number, hasWebSize: boolean) => ({
  kind: 'photo' as const,
  fileCount: 1,
  growsUntil: null,
  line,
  photoId: photoId(line),
  galleryId: galleryId(1),
  as: 'original' as const,
  hasOriginal: true,
  upgrade: null,
  title: '',
  galleryTitle: '',
  photographerName: '',
  pricePence: pence(0),
  netPence: pence(0),
  returnedPence: pence(0),
  bytes: 3,
  picture: null,
  isRefunded: false,
  hasWebSize,
  webPx: 2048,
})

test('every file is asked for in the wanted size where it has it, and the bytes are counted', async () => {
  const link = { url: '/files/x', fileName: 'x.jpg', expiresAt: '2030-01-01T00:00:00.000Z' }
  const { requests } = mockEndpoint(api.orders.endpoints.download, link)
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url === '/files/x' ? Promise.resolve(new Response('abc')) : answered(url, init),
  )
  const seen: number[] = []

  await zipOrder(orderId(1), [anItem(1, true), anItem(2, false)], {
    size: 'web',
    onProgress: ({ bytes }) => seen.push(bytes),
  })

  expect(requests.map((request) => request.body)).toEqual([{ size: 'web' }, { size: 'original' }])
  expect(Math.max(...seen)).toBe(6)
})

test('every file is called as it is when it is downloaded alone, and two of one name stay apart', async () => {
  const link = { url: '/files/x', fileName: 'The ridge.jpg', expiresAt: '2030-01-01T00:00:00.000Z' }
  mockEndpoint(api.orders.endpoints.download, link)
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url === '/files/x' ? Promise.resolve(new Response('abc')) : answered(url, init),
  )
  const zip = await zipOrder(orderId(1), [anItem(1, true), anItem(2, true), anItem(3, true)], {
    size: 'web',
    onProgress: () => undefined,
  })
  const entries = new TextDecoder('latin1').decode(await zip.arrayBuffer()).match(/The ridge[^.]*\.jpg/g)
  expect(new Set(entries)).toEqual(new Set(['The ridge.jpg', 'The ridge (2).jpg', 'The ridge (3).jpg']))
})

test('a file that is missing fails the whole zip instead of leaving it out', async () => {
  mockEndpoint(api.orders.endpoints.download, { refuse: 'not_purchased' })

  await expect(
    zipOrder(orderId(1), [anItem(1, true)], { size: 'original', onProgress: () => undefined }),
  ).rejects.toThrow()
})
