import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

const { signal } = new AbortController()

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
    signal,
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
    signal,
    onProgress: () => undefined,
  })
  const entries = new TextDecoder('latin1').decode(await zip.arrayBuffer()).match(/The ridge[^.]*\.jpg/g)
  expect(new Set(entries)).toEqual(new Set(['The ridge.jpg', 'The ridge (2).jpg', 'The ridge (3).jpg']))
})

test('a file that is missing fails the whole zip instead of leaving it out', async () => {
  mockEndpoint(api.orders.endpoints.download, { refuse: 'not_purchased' })

  await expect(
    zipOrder(orderId(1), [anItem(1, true)], { size: 'original', signal, onProgress: () => undefined }),
  ).rejects.toThrow()
})

describe('a file that does not come at once', () => {
  const { download } = api.orders.endpoints
  const link = { url: '/files/x', fileName: 'x.jpg', expiresAt: '2030-01-01T00:00:00.000Z' }
  const stopped = () => new DOMException('stopped', 'AbortError')
  /** Ends as a request does whose signal is aborted. */
  const neverAnswered = (init?: RequestInit) =>
    new Promise<never>((_, reject) => init?.signal?.addEventListener('abort', () => reject(stopped())))
  /** Two bytes, and then no more: it breaks off, or nothing comes. */
  const begun = (then: 'breaks' | 'stands', init?: RequestInit) => {
    let isBegun = false
    return new Response(
      new ReadableStream({
        pull: (controller) => {
          if (!isBegun) controller.enqueue(new Uint8Array(2))
          else if (then === 'breaks') controller.error(new TypeError('network error'))
          else init?.signal?.addEventListener('abort', () => controller.error(stopped()))
          isBegun = true
        },
      }),
    )
  }
  type Answer = (init?: RequestInit) => Response | Promise<Response>
  /** Each try gets the next of these answers, and then the file. */
  const files = (...answers: Answer[]) => {
    const links = mockEndpoint(download, link)
    const answered = globalThis.fetch
    let tries = 0
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      if (url !== '/files/x') return answered(url, init)
      tries += 1
      return Promise.resolve(answers.shift()?.(init) ?? new Response('abc'))
    })
    return { links, tries: () => tries }
  }
  const zipped = (given = signal) => {
    const seen: number[] = []
    const made = zipOrder(orderId(1), [anItem(1, true), anItem(2, true)], {
      size: 'web',
      signal: given,
      onProgress: ({ bytes }) => seen.push(bytes),
    }).then(
      (zip) => zip.size,
      () => 'given up' as const,
    )
    return { made, seen }
  }

  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each<[string, Answer]>([
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a fault of the server', () => new Response('', { status: 503 })],
    ['too many at once', () => new Response('', { status: 429 })],
    ['a file that breaks off', () => begun('breaks')],
  ])('is fetched up to three times: %s', async (_what, answer) => {
    const { tries, links } = files(answer, answer)
    const { made, seen } = zipped()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await made).toBeGreaterThan(6)
    expect(tries()).toBe(4)
    // A link may be over by then.
    expect(links.requests).toHaveLength(4)
    expect(seen.at(-1)).toBe(6)
    expect(Math.max(...seen)).toBeLessThanOrEqual(6)
  })

  test('is given up after the third time', async () => {
    const failing = () => new Response('', { status: 503 })
    const { tries } = files(failing, failing, failing)
    const { made } = zipped()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await made).toBe('given up')
    expect(tries()).toBe(3)
  })

  test('is given up at once where another try changes nothing', async () => {
    const { tries } = files(() => new Response('', { status: 403 }))
    const { made } = zipped()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await made).toBe('given up')
    expect(tries()).toBe(1)
  })

  test.each([
    ['after a fault', { refuse: 'unavailable' } as const, 1_000],
    [
      'once the time is over that it asks for',
      { refuse: 'too_many_requests', details: { retryAfterSeconds: 20 } } as const,
      20_000,
    ],
  ])('has its link asked for again %s', async (_when, refusal, waitMs) => {
    files()
    let isRefused = true
    const links = mockEndpoint(download, () => {
      const answer = isRefused ? refusal : link
      isRefused = false
      return answer
    })
    const answered = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      url === '/files/x' ? Promise.resolve(new Response('abc')) : answered(url, init),
    )
    const { made } = zipped()
    await vi.advanceTimersByTimeAsync(waitMs - 100)
    expect(links.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(await made).toBeGreaterThan(6)
    expect(links.requests).toHaveLength(3)
  })

  test('is given up where its link has to be waited for longer than anybody would before the page', async () => {
    const { requests } = mockEndpoint(download, { refuse: 'too_many_requests', details: { retryAfterSeconds: 7_200 } })
    const { made } = zipped()
    await vi.advanceTimersByTimeAsync(100)
    expect(await made).toBe('given up')
    expect(requests).toHaveLength(1)
  })

  test.each<[string, Answer]>([
    ['before its first byte', neverAnswered],
    ['in its middle', (init) => begun('stands', init)],
  ])('of which no byte comes for a minute counts as broken, %s', async (_where, answer) => {
    const { tries } = files(answer)
    const { made } = zipped()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(tries()).toBe(1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await made).toBeGreaterThan(6)
    expect(tries()).toBe(3)
  })

  test.each<[string, Answer]>([
    ['while it comes', neverAnswered],
    ['while the next try is waited for', () => new Response('', { status: 503 })],
  ])('is not waited for any more once that was cancelled, %s', async (_when, answer) => {
    const { tries } = files(answer)
    const cancelling = new AbortController()
    const { made } = zipped(cancelling.signal)
    await vi.advanceTimersByTimeAsync(500)
    expect(tries()).toBe(1)
    cancelling.abort()
    await vi.advanceTimersByTimeAsync(100_000)
    expect(await made).toBe('given up')
    expect(tries()).toBe(1)
  })
})
