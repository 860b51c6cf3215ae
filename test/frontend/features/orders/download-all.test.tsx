import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PurchaseSuccessPage } from '#frontend/features/orders/purchase-success-page.tsx'
import { api } from '#schema/api/all.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import type { OrderView } from '#schema/api/orders.ts'
import type { Zips } from '#schema/api/zips.ts'
import { pence } from '#schema/money.ts'
import { galleryId, orderId, photoId } from '#test/support/frontend/builders.ts'
import { fillStorage } from '#test/support/frontend/full-storage.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { get, files: filesOfLine, download, startZips, zips, downloadZip } = api.orders.endpoints

const anOrder = (count: number, bytes: number): OrderView => ({
  id: orderId(1),
  number: 'DS-7K3M9Q',
  status: 'completed',
  customerName: 'Ada',
  customerEmail: 'ada@example.com',
  subtotalPence: pence(1500 * count),
  offerPence: pence(0),
  discountPence: pence(0),
  totalPence: pence(1500 * count),
  discountPercent: 0,
  refundedPence: pence(0),
  lostPence: pence(0),
  consent: null,
  paidAt: '2030-01-01T10:01:00.000Z',
  createdAt: '2030-01-01T10:00:00.000Z',
  items: Array.from({ length: count }, (_, index) => ({
    line: index + 1,
    kind: 'photo' as const,
    fileCount: 1,
    growsUntil: null,
    photoId: photoId(index + 1),
    title: `Photo ${String(index + 1)}`,
    galleryTitle: 'Race day',
    photographerName: 'Bo',
    pricePence: pence(1500),
    netPence: pence(1500),
    bytes,
    picture: null,
    returnedPence: pence(0),
    isRefunded: false,
    galleryId: galleryId(1),
    as: 'original',
    hasOriginal: true,
    upgrade: null,
    hasWebSize: true,
    webPx: 2048,
  })),
})
const large = anOrder(12, 25_000_000)
/** The first of its lines is a whole gallery of so many photos. */
const withWhole = (fileCount: number, { items: [whole, ...others], ...order }: OrderView): OrderView => ({
  ...order,
  items: whole ? [{ ...whole, kind: 'gallery', fileCount, title: 'Whole gallery: Race day' }, ...others] : [],
})
const mockFiles = (count: number) =>
  mockEndpoint(filesOfLine, ({ query }) => {
    const from = Number(query.from ?? 0)
    const numbers = Array.from({ length: count }, (_, at) => at + 1).slice(50 * from, 50 * (from + 1))
    const about = { bytes: 3, picture: null, hasWebSize: true, webPx: 2048 }
    return {
      files: numbers.map((number) => ({ ...about, number, photoId: photoId(number), title: `Runner ${number}` })),
      next: 50 * (from + 1) < count ? from + 1 : null,
    }
  })
const open = (order: OrderView) => {
  mockEndpoint(get, order)
  return renderPage(<PurchaseSuccessPage />, { at: `/purchase-success?free_order=true&order_id=${orderId(1)}` })
}
/**
 * Links to the photos' files, the nth once `until` of it has come. To be called after all `mockEndpoint`s.
 * @returns the files that were fetched.
 */
const mockPacking = (until: (asked: number) => Promise<unknown>, bytes = 3): string[] => {
  const fetched: string[] = []
  let asked = 0
  mockEndpoint(download, async () => {
    await until(++asked)
    return { url: '/files/x', fileName: 'x.jpg', expiresAt: '2030-01-01T10:15:00.000Z' }
  })
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url !== '/files/x') return answered(url, init)
    init?.signal?.throwIfAborted()
    fetched.push(url)
    return new Response('x'.repeat(bytes))
  })
  return fetched
}
const never = () => new Promise(() => undefined)
const ready: Zips = {
  state: 'ready',
  parts: [
    { part: 1, files: 8, bytes: 1_990_000_000 },
    { part: 2, files: 4, bytes: 700_000_000 },
  ],
  missing: 0,
  added: 0,
  expiresAt: '2030-01-08T10:00:00.000Z',
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

test('an order with a whole gallery is packed by the server, however small it is', async () => {
  mockEndpoint(zips, { state: 'none' })
  mockFiles(3)
  const started = mockEndpoint(startZips, { state: 'making', partsDone: 0, partCount: 0 })
  open(withWhole(3, anOrder(1, 1_000)))
  await userEvent.click(await screen.findByRole('button', { name: 'Download All (Original)' }))
  await waitFor(() => expect(started.requests.map(({ body }) => body)).toEqual([{ size: 'original' }]))
})

describe('an order above 200 MB', () => {
  test('is packed by the server, says how far that is and whom it will tell, and gives out its parts', async () => {
    let state: Zips = { state: 'none' }
    mockEndpoint(zips, () => state)
    const started = mockEndpoint(startZips, () => {
      state = { state: 'making', partsDone: 0, partCount: 0 }
      return state
    })
    const links = mockEndpoint(downloadZip, {
      url: 'https://darkslide.test/files/zips/zip_1/2.zip',
      fileName: 'darkslide-DS-7K3M9Q-original-2-of-2.zip',
      expiresAt: '2030-01-01T10:15:00.000Z',
    })
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.href}`)
    })
    open(large)

    await userEvent.click(await screen.findByRole('button', { name: 'Download All (Original)' }))

    expect(await screen.findByText(/we will email ada@example.com when everything is ready/)).toBeTruthy()
    expect(started.requests.map(({ body }) => body)).toEqual([{ size: 'original' }])
    expect(screen.queryByRole('button', { name: 'Download All (Original)' })).toBeNull()
    expect(document.activeElement?.textContent).toBe('Packing your photos, original')
    expect(screen.getByRole('button', { name: 'Download All (Web)' })).toBeTruthy()

    state = { state: 'making', partsDone: 1, partCount: 2 }
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(await screen.findByText(/1 of 2 parts packed/)).toBeTruthy()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')

    state = ready
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    const list = await screen.findByRole('list', { name: 'Packed photos, original' })
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: '12 photos packed, original' }))
    await userEvent.click(within(list).getByRole('button', { name: 'Download part 2 of 2 (700 MB)' }))
    await waitFor(() =>
      expect(saved).toEqual(['darkslide-DS-7K3M9Q-original-2-of-2.zip https://darkslide.test/files/zips/zip_1/2.zip']),
    )
    expect(links.requests[0]?.params).toMatchObject({ part: '2', size: 'original' })
  })

  test('shows what is packed already to who comes by the mail', async () => {
    mockEndpoint(zips, ready)
    open(large)
    expect(await screen.findByRole('button', { name: 'Download part 1 of 2 (2 GB)' })).toBeTruthy()
  })

  test('says what was added since, and packs all of it on a press', async () => {
    mockEndpoint(zips, { ...ready, added: 3 })
    const started = mockEndpoint(startZips, { state: 'making', partsDone: 0, partCount: 0 })
    open(large)
    expect(await screen.findByText(/^3 photos were added to what you bought since/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Pack all 15 photos' }))
    await waitFor(() => expect(started.requests.map(({ body }) => body)).toEqual([{ size: 'original' }]))
  })

  test('says, beside what is packed, why it cannot be packed once more today', async () => {
    mockEndpoint(zips, { ...ready, added: 1 })
    const why = 'These photos were packed very often today.'
    mockEndpoint(startZips, { refuse: 'too_many_requests', details: { retryAfterSeconds: 7_200, why } })
    open(large)
    await userEvent.click(await screen.findByRole('button', { name: 'Pack all 13 photos' }))
    expect(await screen.findByText(`${why} Please try again in 2 hours.`)).toBeTruthy()
    expect(screen.getByRole('button', { name: /Download part 1/ })).toBeTruthy()
  })

  test('says what is missing, and that somebody looks at it, and packs all of it again on a press', async () => {
    mockEndpoint(zips, { ...ready, missing: 2 })
    const started = mockEndpoint(startZips, { state: 'making', partsDone: 0, partCount: 0 })
    open(large)
    expect(
      await screen.findByText('2 photos could not be packed. We have been told and are looking into it.'),
    ).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Pack again' }))
    await waitFor(() => expect(started.requests.map(({ body }) => body)).toEqual([{ size: 'original' }]))
  })

  test('says that the packing failed and offers it again', async () => {
    mockEndpoint(zips, { state: 'failed' })
    open(large)
    expect(await screen.findByText(/could not be packed. Please try again, or download them one by one/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download All (Original)' })).toBeTruthy()
  })

  test('says why it cannot be packed once more today, and for how long', async () => {
    mockEndpoint(zips, { state: 'none' })
    mockEndpoint(startZips, {
      refuse: 'too_many_requests',
      details: { retryAfterSeconds: 7_200, why: 'These photos were packed very often today.' },
    })
    open(large)
    await userEvent.click(await screen.findByRole('button', { name: 'Download All (Original)' }))
    expect(
      await screen.findByText('These photos were packed very often today. Please try again in 2 hours.'),
    ).toBeTruthy()
  })

  test('says what to do when a part is gone by the time it is asked for', async () => {
    mockEndpoint(zips, ready)
    mockEndpoint(downloadZip, { refuse: 'zip_gone' })
    open(large)
    await userEvent.click(await screen.findByRole('button', { name: /Download part 1/ }))
    expect(await screen.findByText(/The download did not start. Load this page again/)).toBeTruthy()
  })
})

test('an order of up to 200 MB is packed here, and the server is asked for nothing', async () => {
  const asked = mockEndpoint(zips, { state: 'none' })
  open(anOrder(8, 25_000_000))
  expect(await screen.findByRole('button', { name: 'Download All (Original)' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(asked.requests).toEqual([])
})

test.each([
  ['Original', '25'],
  ['Web', '50'],
])('how far packing is here is told of what is packed: %s', async (size, percent) => {
  open(anOrder(2, 1_000))
  mockPacking((asked) => (asked === 1 ? Promise.resolve() : never()), 500)
  await userEvent.click(await screen.findByRole('button', { name: `Download All (${size})` }))
  expect(await screen.findByText('1 of 2 photos packed, 500 B')).toBeTruthy()
  // Read out without the bytes, which change with each piece.
  expect(screen.getByText('1 of 2 photos packed').getAttribute('role')).toBe('status')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(percent)
})

test('a button that packs here keeps the focus while it does, and the other one waits', async () => {
  mockEndpoint(zips, { state: 'none' })
  const link = Promise.withResolvers<ResponseOf<typeof download>>()
  const links = mockEndpoint(download, () => link.promise)
  open(anOrder(2, 4_000_000))
  const button = await screen.findByRole('button', { name: 'Download All (Original)' })
  await userEvent.click(button)
  expect(await screen.findByRole('progressbar', { name: 'Packing your photos' })).toBeTruthy()
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  const asked = links.requests.length
  await userEvent.click(screen.getByRole('button', { name: 'Download All (Web)' }))
  await userEvent.click(button)
  expect(links.requests).toHaveLength(asked)
})

test('packing here can be cancelled and begun again, and what was cancelled saves nothing and is no failure', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  mockEndpoint(zips, { state: 'none' })
  const first = Promise.withResolvers<void>()
  open(anOrder(2, 4_000_000))
  const fetched = mockPacking((asked) => (asked === 1 ? first.promise : never()))
  const button = await screen.findByRole('button', { name: 'Download All (Original)' })
  await userEvent.click(button)
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.getByText('Packing was cancelled')).toBeTruthy()
  // The focus went with the button that was pressed.
  expect(document.activeElement).toBe(button)

  await userEvent.click(screen.getByRole('button', { name: 'Download All (Web)' }))
  first.resolve()
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByRole('progressbar')).toBeTruthy()
  expect(fetched).toEqual([])
  expect(saved).not.toHaveBeenCalled()
  expect(screen.queryByRole('alert')).toBeNull()
})

describe('while photos are packed here', () => {
  const pack = async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const listening = vi.spyOn(document, 'addEventListener')
    const links = Promise.withResolvers<void>()
    mockEndpoint(get, anOrder(2, 4_000_000))
    renderPage(
      <Routes>
        <Route path="/purchase-success" element={<PurchaseSuccessPage />} />
        <Route path="/" element={<p>Elsewhere</p>} />
      </Routes>,
      { at: `/purchase-success?free_order=true&order_id=${orderId(1)}` },
    )
    const fetched = mockPacking(() => links.promise)
    await press('Download All (Original)')
    await screen.findByRole('progressbar')
    return { links, fetched, saved, listening }
  }
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  /** Asked for by a link, once what asks before it has come and listens. */
  const askToLeave = async (listening: unknown) => {
    await waitFor(() => expect(listening).toHaveBeenCalledWith('click', expect.anything(), { capture: true }))
    await userEvent.click(screen.getByRole('link', { name: 'Return Home' }))
    return screen.findByRole('alertdialog')
  }
  /** Whether the browser would ask before the tab is closed. */
  const asksBeforeUnload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

  test('leaving asks first, and whoever stays gets the zip', async () => {
    const { links, listening } = await pack()
    expect((await askToLeave(listening)).textContent).toMatch(/Leaving this page stops that, and nothing is saved\./)
    await press('Stay')
    links.resolve()
    expect(await screen.findByText('All photos are packed and saved')).toBeTruthy()
  })

  test('who leaves ends it: nothing is fetched or saved any more, and that is said', async () => {
    const { links, fetched, saved, listening } = await pack()
    await askToLeave(listening)
    await press('Leave')
    await screen.findByText('Elsewhere')
    expect(await toastOf('Packing was cancelled')).toMatchObject({ description: 'The page of your order was left.' })
    saved.mockClear()
    links.resolve()
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(fetched).toEqual([])
    expect(saved).not.toHaveBeenCalled()
  })

  test('the browser asks before the tab is closed, and not once it is done', async () => {
    const { links } = await pack()
    await waitFor(() => expect(asksBeforeUnload()).toBe(true))
    links.resolve()
    await screen.findByText('All photos are packed and saved')
    await waitFor(() => expect(asksBeforeUnload()).toBe(false))
  })

  test('that is done, leaving asks and says nothing', async () => {
    const { links } = await pack()
    links.resolve()
    await screen.findByText('All photos are packed and saved')
    vi.mocked(HTMLAnchorElement.prototype.click).mockRestore()
    await userEvent.click(screen.getByRole('link', { name: 'Return Home' }))
    expect(await screen.findByText('Elsewhere')).toBeTruthy()
    expect(screen.queryByText('Packing was cancelled')).toBeNull()
  })
})

test('of what was bought as Web size, no Original is offered', async () => {
  const { items, ...order } = anOrder(2, 4_000_000)
  open({ ...order, items: items.map((item) => ({ ...item, as: 'web', hasOriginal: false })) })
  expect(await screen.findByRole('button', { name: 'Download All (Web)' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Download All (Original)' })).toBeNull()
})

describe('on a phone', () => {
  const shared: string[][] = []
  /** @param takes What the library takes, and whether its sheet is closed without saving. */
  const phone = ({
    closes = () => false,
    takes = () => true,
  }: {
    closes?: () => boolean
    takes?: (file: File) => boolean
  } = {}) => {
    shared.length = 0
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(pointer: coarse)',
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    const canShare = ({ files = [] }: ShareData = {}) => files.every(takes)
    const share = async ({ files = [] }: ShareData = {}) => {
      if (closes()) throw new DOMException('closed', 'AbortError')
      shared.push(files.map(({ name }) => name))
    }
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { canShare, share }))
  }
  const files = ({ failing = [] }: { failing?: number[] } = {}) => {
    const fails = new Set(failing)
    const asked = mockEndpoint(download, ({ params }) => ({
      url: `/files/${String(params.line)}`,
      fileName: `Photo ${String(params.line)}.jpg`,
      expiresAt: '2030-01-01T00:00:00.000Z',
    }))
    const answered = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      const [, line] = /^\/files\/(\d+)$/.exec(url) ?? []
      if (line === undefined) return answered(url, init)
      if (fails.has(Number(line))) return Promise.reject(new TypeError('offline'))
      return Promise.resolve(new Response('abc', { headers: { 'content-type': 'image/jpeg' } }))
    })
    return { asked, mend: () => fails.clear() }
  }
  const names = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `Photo ${String(from + index)}.jpg`)
  const press = async (name: RegExp | string) => userEvent.click(await screen.findByRole('button', { name }))

  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('photos are prepared, then saved into the library ten at a time, in web size unless another was chosen', async () => {
    phone()
    open(anOrder(12, 4_000_000))
    const { asked } = files()
    await press('Prepare 12 photos')
    await press('Save 10 photos')
    await press('Save 2 photos')
    expect(await screen.findByText('12 of 12 photos saved')).toBeTruthy()
    expect(shared).toEqual([names(1, 10), names(11, 12)])
    expect(new Set(asked.requests.map(({ body }) => JSON.stringify(body)))).toEqual(new Set(['{"size":"web"}']))
  })

  test('the only photo of an order is saved into the library too, and makes no zip', async () => {
    phone()
    open(anOrder(1, 4_000_000))
    files()
    expect(await screen.findByText(/^Into your photo library\./)).toBeTruthy()
    // What was paid for, until somebody chooses less.
    expect(screen.getByRole('button', { name: 'Original' }).getAttribute('aria-pressed')).toBe('true')
    await press('Prepare 1 photo')
    await press('Save 1 photo')
    expect(await screen.findByText('1 of 1 photo saved')).toBeTruthy()
    expect(shared).toEqual([['Photo 1.jpg']])
    expect(screen.queryByRole('button', { name: /^Download All/ })).toBeNull()
  })

  test('of two photos the one that was not given back is saved into the library', async () => {
    phone()
    const { items, ...order } = anOrder(2, 4_000_000)
    open({ ...order, items: items.map((item) => ({ ...item, isRefunded: item.line === 1 })) })
    files()
    await press('Prepare 1 photo')
    await press('Save 1 photo')
    await screen.findByText('1 of 1 photo saved')
    expect(shared).toEqual([['Photo 2.jpg']])
  })

  test('nothing is offered to the library where no file is left', async () => {
    phone()
    const { items, ...order } = anOrder(1, 4_000_000)
    open({ ...order, items: items.map((item) => ({ ...item, as: 'upgrade', hasOriginal: false, hasWebSize: false })) })
    expect(await screen.findByText(/can no longer be downloaded/)).toBeTruthy()
    expect(screen.queryByText('Save to this phone')).toBeNull()
  })

  test('the photos of a whole gallery are saved one by one, before those of the lines behind it', async () => {
    phone()
    open(withWhole(51, anOrder(2, 4_000_000)))
    mockFiles(51)
    const asked = mockEndpoint(download, ({ body }) => ({
      url: `/files/${String(typeof body === 'object' && body && 'file' in body ? body.file : 99)}`,
      fileName: 'Photo.jpg',
      expiresAt: '2030-01-01T00:00:00.000Z',
    }))
    const answered = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      url.startsWith('/files/')
        ? Promise.resolve(new Response('abc', { headers: { 'content-type': 'image/jpeg' } }))
        : answered(url, init),
    )
    await press('Prepare 52 photos')
    for (let batch = 0; batch < 5; batch++) await press('Save 10 photos')
    await press('Save 2 photos')
    expect(await screen.findByText('52 of 52 photos saved')).toBeTruthy()
    const inWhole = Array.from({ length: 51 }, (_, at) => ({ size: 'web', file: at + 1 }))
    expect(asked.requests.map(({ body }) => body)).toEqual([...inWhole, { size: 'web' }])
  })

  test('a whole gallery whose photos cannot be listed is tried again', async () => {
    phone()
    open(withWhole(3, anOrder(1, 4_000_000)))
    mockEndpoint(filesOfLine, { refuse: 'not_purchased' })
    await press('Prepare 3 photos')
    expect(await screen.findByText(/3 photos could not be fetched/)).toBeTruthy()
    mockFiles(3)
    files()
    await press('Try Again')
    await press('Save 3 photos')
    expect(await screen.findByText('3 of 3 photos saved')).toBeTruthy()
  })

  test('the size that was chosen is kept for the next order', async () => {
    phone()
    const first = open(anOrder(2, 4_000_000))
    await press('Original')
    first.unmount()
    open(anOrder(2, 4_000_000))
    const { asked } = files()
    expect((await screen.findByRole('button', { name: 'Original' })).getAttribute('aria-pressed')).toBe('true')
    await press('Prepare 2 photos')
    await press('Save 2 photos')
    expect(asked.requests.at(-1)?.body).toEqual({ size: 'original' })
  })

  test('a sheet that was closed loses nothing: the same photos can be saved again', async () => {
    let tries = 0
    phone({ closes: () => ++tries === 1 })
    open(anOrder(2, 4_000_000))
    const { asked } = files()
    await press('Prepare 2 photos')
    await press('Save 2 photos')
    expect(await screen.findByText(/These were not saved yet/)).toBeTruthy()
    await press('Save 2 photos')
    expect(await screen.findByText('2 of 2 photos saved')).toBeTruthy()
    expect(shared).toEqual([names(1, 2)])
    expect(asked.requests).toHaveLength(2)
  })

  test('photos that could not be fetched are tried again alone, and the others stay saved', async () => {
    phone()
    open(anOrder(3, 4_000_000))
    const { mend } = files({ failing: [2] })
    await press('Prepare 3 photos')
    await press('Save 2 photos')
    expect(await screen.findByText(/1 photo could not be fetched/)).toBeTruthy()
    mend()
    await press('Try Again')
    await press('Save 1 photo')
    expect(await screen.findByText('3 of 3 photos saved')).toBeTruthy()
    expect(shared).toEqual([['Photo 1.jpg', 'Photo 3.jpg'], ['Photo 2.jpg']])
  })

  test('what no library takes is downloaded as a file instead', async () => {
    phone({ takes: ({ name }) => name !== 'Photo 2.jpg' })
    open(anOrder(2, 4_000_000))
    files()
    await press('Prepare 2 photos')
    await press('Save 1 photo')
    expect(await screen.findByText(/The library of this phone does not take 1 photo/)).toBeTruthy()
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    await press('Download Photo 2')
    await waitFor(() => expect(saved).toEqual(['Photo 2.jpg']))
  })

  test('what no library takes is known when the page is opened again: it is fetched no more, and keeps nothing open', async () => {
    phone({ takes: ({ name }) => name !== 'Photo 2.jpg' })
    const before = open(anOrder(3, 4_000_000))
    files()
    await press('Prepare 3 photos')
    await press('Save 2 photos')
    await screen.findByRole('button', { name: 'Download Photo 2' })
    before.unmount()

    open(anOrder(3, 4_000_000))
    const { asked } = files()
    expect(await screen.findByRole('button', { name: 'Download Photo 2' })).toBeTruthy()
    expect(screen.getByText('2 of 3 photos saved')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Prepare/ })).toBeNull()
    await press('Start Over')
    await press('Prepare 2 photos')
    await press('Save 2 photos')
    expect(asked.requests.map(({ params }) => params.line)).toEqual(['1', '3'])
    expect(await screen.findByRole('button', { name: 'Download Photo 2' })).toBeTruthy()
  })

  test('of a whole gallery it is listed by its name', async () => {
    phone({ takes: ({ name }) => name !== 'Photo 1.jpg' })
    const order = withWhole(2, anOrder(1, 4_000_000))
    const before = open(order)
    mockFiles(2)
    files()
    await press('Prepare 2 photos')
    await screen.findByRole('button', { name: 'Download Runner 2' })
    before.unmount()

    open(order)
    mockFiles(2)
    const { asked } = files()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    await press('Download Runner 2')
    await waitFor(() => expect(asked.requests.map(({ body }) => body)).toEqual([{ size: 'web', file: 2 }]))
  })

  test('preparing can be cancelled, and begun again from the start', async () => {
    phone()
    open(anOrder(2, 4_000_000))
    files()
    const answered = globalThis.fetch
    let isStuck = true
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      if (!isStuck || !url.startsWith('/files/')) return answered(url, init)
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
      })
    })
    await press('Prepare 2 photos')
    await press('Cancel')
    isStuck = false
    await press('Prepare 2 photos')
    await press('Save 2 photos')
    expect(await screen.findByText('2 of 2 photos saved')).toBeTruthy()
  })

  test('who comes back after the phone ended the page goes on with what is not saved yet', async () => {
    phone()
    const before = open(anOrder(12, 4_000_000))
    files()
    await press('Prepare 12 photos')
    await press('Save 10 photos')
    await screen.findByRole('button', { name: 'Save 2 photos' })
    before.unmount()

    open(anOrder(12, 4_000_000))
    const { asked } = files()
    expect(await screen.findByText(/^10 of 12 photos saved/)).toBeTruthy()
    await press('Prepare 2 photos')
    await press('Save 2 photos')
    expect(await screen.findByText('12 of 12 photos saved')).toBeTruthy()
    expect(shared).toEqual([names(1, 10), names(11, 12)])
    expect(asked.requests).toHaveLength(2)
  })

  test('of a whole gallery, too, only the photos that are not saved yet are fetched later', async () => {
    phone()
    const order = withWhole(12, anOrder(2, 4_000_000))
    const before = open(order)
    mockFiles(12)
    files()
    await press('Prepare 13 photos')
    await press('Save 10 photos')
    await screen.findByRole('button', { name: 'Save 3 photos' })
    before.unmount()

    open(order)
    mockEndpoint(filesOfLine, { refuse: 'not_purchased' })
    await press('Prepare 3 photos')
    expect(await screen.findByText(/^3 photos could not be fetched/)).toBeTruthy()
    mockFiles(12)
    const { asked } = files()
    await press('Try Again')
    await press('Save 3 photos')
    expect(await screen.findByText('13 of 13 photos saved')).toBeTruthy()
    expect(asked.requests.map(({ body }) => body)).toEqual([
      { size: 'web', file: 11 },
      { size: 'web', file: 12 },
      { size: 'web' },
    ])
  })

  test('each size is saved by itself: of the other one nothing is there yet', async () => {
    phone()
    open(anOrder(12, 4_000_000))
    files()
    await press('Prepare 12 photos')
    await press('Save 10 photos')
    await press('Original')
    expect(await screen.findByRole('button', { name: 'Prepare 12 photos' })).toBeTruthy()
    await press('Web size')
    expect(await screen.findByRole('button', { name: 'Prepare 2 photos' })).toBeTruthy()
  })

  test('what was bought as Web size goes on, whatever size another order was saved in', async () => {
    phone()
    const { items, ...order } = anOrder(12, 4_000_000)
    const asWeb = { ...order, items: items.map((item) => ({ ...item, as: 'web' as const, hasOriginal: false })) }
    const before = open(asWeb)
    files()
    await press('Prepare 12 photos')
    await press('Save 10 photos')
    before.unmount()
    const other = open(anOrder(2, 4_000_000))
    await press('Original')
    other.unmount()
    open(asWeb)
    expect(await screen.findByRole('button', { name: 'Prepare 2 photos' })).toBeTruthy()
  })

  test('another size that is chosen while photos are prepared shows nothing of the size before', async () => {
    phone()
    open(anOrder(12, 4_000_000))
    files()
    const answered = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      if (!/^\/files\/1[12]$/.test(url)) return answered(url, init)
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
      })
    })
    await press('Prepare 12 photos')
    await press('Save 10 photos')
    expect(await screen.findByText('Preparing 0 of 2 photos, 10 saved')).toBeTruthy()
    await press('Original')
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.queryByText(/10 of 12/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Prepare 12 photos' })).toBeTruthy()
  })

  test('all can be saved once more, and a press takes that back', async () => {
    phone()
    const before = open(anOrder(2, 4_000_000))
    files()
    await press('Prepare 2 photos')
    await press('Save 2 photos')
    await press('Start Over')
    expect(await screen.findByRole('button', { name: 'Prepare 2 photos' })).toBeTruthy()
    await press('Undo')
    expect(await screen.findByText('2 of 2 photos saved')).toBeTruthy()
    await press('Start Over')
    before.unmount()

    open(anOrder(2, 4_000_000))
    files()
    await press('Prepare 2 photos')
    await press('Save 2 photos')
    await waitFor(() => expect(shared).toEqual([names(1, 2), names(1, 2)]))
  })

  test.each([
    ['some are', 12],
    ['all are', 2],
  ])('who starts over when %s saved has the focus on what goes on', async (_name, count) => {
    phone()
    const before = open(anOrder(count, 4_000_000))
    files()
    await press(`Prepare ${count} photos`)
    await press(/^Save \d+ photos$/)
    await screen.findByText(/saved/)
    before.unmount()
    open(anOrder(count, 4_000_000))
    await press('Start Over')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: `Prepare ${count} photos` }))
  })

  test('a phone that keeps nothing saves all the same, as long as the page is open', async () => {
    phone()
    fillStorage()
    open(anOrder(12, 4_000_000))
    files()
    await press('Prepare 12 photos')
    await press('Save 10 photos')
    await screen.findByRole('button', { name: 'Save 2 photos' })
    await press('Cancel')
    await press('Prepare 2 photos')
    await press('Save 2 photos')
    expect(await screen.findByText('12 of 12 photos saved')).toBeTruthy()
    expect(shared).toEqual([names(1, 10), names(11, 12)])
  })

  test('how far it was is kept of the latest orders alone', async () => {
    phone()
    for (let number = 1; number <= 12; number++) {
      const page = open({ ...anOrder(2, 4_000_000), number: `DS-${number}` })
      files()
      await press('Prepare 2 photos')
      await press('Save 2 photos')
      await screen.findByText('2 of 2 photos saved')
      page.unmount()
    }
    const kept = localStorage.getItem('saved_to_phone') ?? ''
    expect(kept).toContain('DS-12')
    expect(kept).toContain('DS-3"')
    expect(kept).not.toContain('DS-2"')
    // Whoever knows an order's id can open it.
    expect(kept).not.toContain(orderId(1))
  })

  test('whose browser shares no files, only downloads are offered', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    open(anOrder(2, 4_000_000))
    expect(await screen.findByRole('button', { name: 'Download All (Web)' })).toBeTruthy()
    expect(screen.queryByText('Save to this phone')).toBeNull()
  })
})
