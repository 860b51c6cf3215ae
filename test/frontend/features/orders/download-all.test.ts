import { expect, test, vi } from 'vitest'
import { uniqueNames, zipOrder } from '#frontend/features/orders/download-all.ts'
import { api } from '#schema/api/all.ts'
import { pence } from '#schema/money.ts'
import { orderId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'

test('files of one name stay apart in the zip, whatever their case', () => {
  expect(uniqueNames(['a.jpg', 'A.JPG', 'b', 'b', 'a.jpg'])).toEqual(['a.jpg', 'A (2).JPG', 'b', 'b (2)', 'a (3).jpg'])
})

const anItem = (line: number, hasWebSize: boolean) => ({
  line,
  photoId: photoId(line),
  title: '',
  galleryTitle: '',
  photographerName: '',
  pricePence: pence(0),
  fileName: 'x.jpg',
  bytes: 3,
  picture: null,
  isRefunded: false,
  hasWebSize,
})

test('every file is asked for in the wanted size where it has it, and the bytes are counted', async () => {
  const link = { url: '/files/x', fileName: 'x.jpg', expiresAt: '2030-01-01T00:00:00.000Z' }
  const { requests } = mockEndpoint(api.orders.endpoints.download, link)
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url === '/files/x' ? Promise.resolve(new Response('abc')) : answered(url, init),
  )
  const seen: number[] = []

  const zip = await zipOrder(orderId(1), [anItem(1, true), anItem(2, false)], {
    size: 'web',
    onProgress: ({ bytes }) => seen.push(bytes),
  })

  expect(requests.map((request) => request.body)).toEqual([{ size: 'web' }, { size: 'original' }])
  expect(Math.max(...seen)).toBe(6)
  const names = new TextDecoder('latin1').decode(await zip.arrayBuffer())
  expect(names).toContain('x.jpg')
  expect(names).toContain('x (2).jpg')
})

test('a file that is missing fails the whole zip instead of leaving it out', async () => {
  mockEndpoint(api.orders.endpoints.download, { refuse: 'not_purchased' })

  await expect(
    zipOrder(orderId(1), [anItem(1, true)], { size: 'original', onProgress: () => undefined }),
  ).rejects.toThrow()
})
