import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { codeOf, retryAfterMs, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { dropGrant, grantsOf, keepGrant } from '#frontend/shared/api/grants.ts'
import { dropAllGrants } from '#frontend/shared/api/grants-key.ts'
import { authSession } from '#frontend/shared/session/auth-session.ts'
import { api } from '#schema/api/all.ts'
import { anOpenGallery, galleryId, photoId } from '#test/support/frontend/builders.ts'
import { fillStorage } from '#test/support/frontend/full-storage.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'

const galleries = api.galleries.endpoints
const orders = api.orders.endpoints
const payouts = api.payouts.endpoints
const profiles = api.profiles.endpoints

const signedIn = () => vi.spyOn(authSession, 'accessToken').mockResolvedValue('a.b.c')

const answered = (status: number, retryAfter?: string, body = '<html>') =>
  new Response(body, { status, ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }) })

beforeEach(() => localStorage.clear())

test('path parameters are encoded, and only what the query names is sent', async () => {
  const { requests } = mockEndpoint(galleries.browse, { items: [] })
  const portfolio = mockEndpoint(profiles.portfolio, {
    displayName: 'Ada',
    subdomain: 'ada',
    bio: '',
    websiteUrl: null,
    brand: null,
    galleries: [],
  })

  await callEndpoint(galleries.browse, { query: { sort: 'popular', q: 'sea & sky', cursor: undefined } })
  await callEndpoint(profiles.portfolio, { params: { subdomain: 'a/b c' } })

  expect(requests[0]?.path).toBe('/api/galleries?sort=popular&q=sea+%26+sky')
  expect(portfolio.requests[0]?.path).toBe('/api/photographers/a%2Fb%20c')
})

test('an answer is parsed: fields that the contract does not name are dropped', async () => {
  mockEndpoint(galleries.recordView, () => ({ viewCount: 3, secret: 'x' }))

  const answer = await callEndpoint(galleries.recordView, { params: { galleryId: galleryId(1) }, headers: {} })

  expect(answer).toEqual({ viewCount: 3 })
})

test('an answer that has come is read once it may be', async () => {
  const { requests } = mockEndpoint(galleries.recordView, { viewCount: 3 })
  const read = vi.spyOn(JSON, 'parse')
  let go = () => {}
  const beforeReading = vi.fn(() => new Promise<void>((resolve) => (go = resolve)))

  const answer = callEndpoint(
    galleries.recordView,
    { params: { galleryId: galleryId(1) }, headers: {} },
    { beforeReading },
  )

  await waitFor(() => expect(beforeReading).toHaveBeenCalledOnce())
  expect(requests).toHaveLength(1)
  expect(read).not.toHaveBeenCalledWith('{"viewCount":3}')
  go()
  expect(await answer).toEqual({ viewCount: 3 })
  expect(read).toHaveBeenCalledWith('{"viewCount":3}')
})

test('an answer that breaks the contract is an internal error', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ viewCount: 'many' }))

  await expect(
    callEndpoint(galleries.recordView, { params: { galleryId: galleryId(1) }, headers: {} }),
  ).rejects.toMatchObject({ code: 'internal' })
})

test.each([200, 403])('an answer of %i that breaks off is none', async (status) => {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"viewCount":'))
      controller.error(new TypeError('network error'))
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body, { status }))

  await expect(
    callEndpoint(galleries.recordView, { params: { galleryId: galleryId(1) }, headers: {} }),
  ).rejects.toMatchObject({ code: 'unavailable' })
})

test('a refusal carries code, sentence, fields and details', async () => {
  mockEndpoint(orders.quote, {
    refuse: 'invalid_discount_code',
    fields: [{ path: 'discountCode', message: 'no' }],
    details: { uses: 3 },
  })

  await expect(callEndpoint(orders.quote, { body: { photoIds: [photoId(1)] } })).rejects.toMatchObject({
    code: 'invalid_discount_code',
    message: 'Please check your discount code and try again.',
    fields: [{ path: 'discountCode', message: 'no' }],
    details: { uses: 3 },
    requestId: 'req_test',
  })
})

test('a fault of ours names the number by which support finds it, other refusals none', async () => {
  const sentence = async (refuse: 'internal' | 'too_many_requests') => {
    mockEndpoint(galleries.browse, { refuse })
    return sentenceOf(await callEndpoint(galleries.browse, { query: {} }).catch((thrown: unknown) => thrown))
  }

  expect(await sentence('internal')).toBe(
    'Something went wrong on our side. Please try again. If it stays, tell support this number: req_test',
  )
  expect(await sentence('too_many_requests')).toBe('Too many tries. Please wait a little and try again.')
  expect(sentenceOf(new TypeError('x is undefined'))).toBe('Something went wrong on our side. Please try again.')
})

test('a firewall that asks for patience without a word is understood', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 429 }))
  await expect(callEndpoint(galleries.browse, { query: {} })).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('no connection and a page of a proxy in place of JSON are both unavailable', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(callEndpoint(galleries.browse, { query: {} })).rejects.toMatchObject({ code: 'unavailable' })

  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }))
  await expect(callEndpoint(galleries.browse, { query: {} })).rejects.toMatchObject({ code: 'unavailable' })
})

test.each([
  ['a firewall’s 429 without a word', new Response(null, { status: 429 }), 'too_many_requests', undefined],
  ['a 429 with seconds', answered(429, '30'), 'too_many_requests', 30_000],
  ['a 429 in a proxy’s own words', answered(429, '5', '{"message":"Too Many Requests"}'), 'too_many_requests', 5_000],
  ['a 503 with seconds', answered(503, '2'), 'unavailable', 2_000],
  ['a 503 without', answered(503), 'unavailable', undefined],
  ['seconds that are none', answered(503, 'soon'), 'unavailable', undefined],
  ['a 403 that is not ours', answered(403), 'internal', undefined],
])('%s is told by its status, with the wait that it asks for', async (_, response, code, waitMs) => {
  vi.stubGlobal('fetch', async () => response)

  const thrown: unknown = await callEndpoint(galleries.browse, { query: {} }).catch((error: unknown) => error)

  expect(codeOf(thrown)).toBe(code)
  expect(retryAfterMs(thrown)).toBe(waitMs)
})

test('a wait may be given as a date, and one in a refusal of ours counts as well', async () => {
  vi.useFakeTimers({ now: Date.parse('2030-01-01T10:00:00Z') })
  vi.stubGlobal('fetch', async () => answered(429, 'Tue, 01 Jan 2030 10:01:00 GMT'))
  const dated: unknown = await callEndpoint(galleries.browse, { query: {} }).catch((error: unknown) => error)
  vi.useRealTimers()
  mockEndpoint(galleries.browse, { refuse: 'too_many_requests', details: { retryAfterSeconds: 7 } })
  const ours: unknown = await callEndpoint(galleries.browse, { query: {} }).catch((error: unknown) => error)

  expect([retryAfterMs(dated), retryAfterMs(ours)]).toEqual([60_000, 7_000])
})

test('an id that cannot exist is not found without asking', async () => {
  const { requests } = mockEndpoint(galleries.get, anOpenGallery())

  await expect(callEndpoint(galleries.get, { params: { galleryId: '../me' }, headers: {} })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(requests).toEqual([])
})

test('reads that the edge keeps never carry a token; likes and own data do', async () => {
  signedIn()
  const read = mockEndpoint(galleries.get, anOpenGallery())
  const like = mockEndpoint(galleries.toggleLike, { likeCount: 1, userLiked: true })
  const balance = mockEndpoint(payouts.balance, { refuse: 'unavailable' })
  const params = { galleryId: galleryId(1) }

  await callEndpoint(galleries.get, { params, headers: {} })
  await callEndpoint(galleries.toggleLike, { params, headers: {} })
  await callEndpoint(payouts.balance, {}).catch(() => undefined)

  expect(read.requests[0]?.headers.authorization).toBeUndefined()
  expect(like.requests[0]?.headers.authorization).toBe('Bearer a.b.c')
  expect(balance.requests[0]?.headers.authorization).toBe('Bearer a.b.c')
})

test('own data is not asked for without a session', async () => {
  const { requests } = mockEndpoint(payouts.balance, { refuse: 'internal' })

  await expect(callEndpoint(payouts.balance, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(requests).toEqual([])
})

test('a token that cannot be renewed for want of a connection is a lost connection, not a missing sign-in', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(authSession, 'accessToken').mockRejectedValue(new Error('NetworkError'))
  const { requests } = mockEndpoint(payouts.balance, { refuse: 'internal' })

  await expect(callEndpoint(payouts.balance, {})).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Darkslide could not be reached. Please check your connection and try again.',
  })
  expect(requests).toEqual([])
})

test('whoever is offline is told so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))

  await expect(callEndpoint(galleries.browse, { query: {} })).rejects.toMatchObject({
    code: 'unavailable',
    message: 'You are offline. Please try again when you are back.',
  })
})

test('a session that the server does not take is made anew, and the call repeated, without a word', async () => {
  const [refused, made] = ['anon_1893492000000_oldsession.1.b25l', 'anon_1893492000000_oldsession.2.dHdv']
  localStorage.setItem('gallery_session', refused)
  const start = mockEndpoint(galleries.startSession, { session: made })
  const like = mockEndpoint(galleries.toggleLike, ({ headers }) =>
    headers['x-gallery-session'] === made ? { likeCount: 1, userLiked: true } : { refuse: 'session_needed' },
  )
  expect(await callEndpoint(galleries.toggleLike, { params: { galleryId: galleryId(1) }, headers: {} })).toEqual({
    likeCount: 1,
    userLiked: true,
  })
  expect(start.requests.map(({ body }) => body)).toEqual([{ earlier: refused }])
  expect(like.requests).toHaveLength(2)
  expect(localStorage.getItem('gallery_session')).toBe(made)
})

test('what is no answer of ours, the firewall’s 429, says how long and why as well', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 429, headers: { 'retry-after': '60' } }))
  await expect(callEndpoint(galleries.browse, { query: {} })).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'Very many requests came at once from you or your network. Please try again in 60 seconds.',
  })
})

test('the anonymous session is made once and goes where the contract names it', async () => {
  const like = mockEndpoint(galleries.toggleLike, { likeCount: 1, userLiked: true })
  const browse = mockEndpoint(galleries.browse, { items: [] })
  const params = { galleryId: galleryId(1) }

  await callEndpoint(galleries.toggleLike, { params, headers: {} })
  await callEndpoint(galleries.toggleLike, { params, headers: {} })
  await callEndpoint(galleries.browse, { query: {} })

  const sent = like.requests.map((request) => request.headers['x-gallery-session'])
  expect(sent[0]).toMatch(/^anon_\d+_[a-z]+\.\d+\.[\w-]+$/)
  expect(sent[1]).toBe(sent[0])
  expect(browse.requests[0]?.headers['x-gallery-session']).toBeUndefined()
})

test('a grant is sent to its own gallery only, until it is dropped or expires', async () => {
  const { requests } = mockEndpoint(galleries.get, anOpenGallery())
  const ask = (n: number) => callEndpoint(galleries.get, { params: { galleryId: galleryId(n) }, headers: {} })
  keepGrant(galleryId(1), { grant: 'g1', expiresAt: '2999-01-01T00:00:00.000Z' })
  keepGrant(galleryId(2), { grant: 'g2', expiresAt: '2001-01-01T00:00:00.000Z' })

  await ask(1)
  await ask(2)
  dropGrant(galleryId(1), 'g1')
  await ask(1)

  expect(requests.map((request) => request.headers['x-gallery-grant'])).toEqual(['g1', undefined, undefined])
})

test('a grant that the browser has no room for is sent as long as the page lasts, until it is dropped', async () => {
  const { requests } = mockEndpoint(galleries.get, anOpenGallery())
  const ask = (n: number) => callEndpoint(galleries.get, { params: { galleryId: galleryId(n) }, headers: {} })
  const later = { expiresAt: '2999-01-01T00:00:00.000Z' }
  keepGrant(galleryId(1), { grant: 'written', ...later })
  const empty = fillStorage()
  keepGrant(galleryId(1), { grant: 'newer', ...later })
  keepGrant(galleryId(2), { grant: 'second', ...later })

  await ask(1)
  await ask(2)
  expect(grantsOf([1, 2].map(galleryId))).toEqual(['newer', 'second'])
  dropGrant(galleryId(2), 'second')
  await ask(2)
  // With the session: the next person may use this page.
  dropAllGrants()
  await ask(1)

  expect(requests.map((request) => request.headers['x-gallery-grant'])).toEqual([
    'newer',
    'second',
    undefined,
    undefined,
  ])
  keepGrant(galleryId(1), { grant: 'unwritten', ...later })
  empty()
  keepGrant(galleryId(3), { grant: 'third', ...later })
  expect(localStorage.getItem('gallery_grants')).toContain('unwritten')
})

test('of a grant in memory and one that another tab has stored since, the later holds, and a refusal takes its own alone', () => {
  const later = { expiresAt: '2999-01-01T00:00:00.000Z' }
  const empty = fillStorage()
  keepGrant(galleryId(1), { grant: 'older', expiresAt: '2998-01-01T00:00:00.000Z' })
  empty()
  localStorage.setItem('gallery_grants', JSON.stringify({ [galleryId(1)]: { grant: 'newer', ...later } }))
  expect(grantsOf([galleryId(1)])).toEqual(['newer'])

  dropGrant(galleryId(1), 'older')
  expect(localStorage.getItem('gallery_grants')).toContain('newer')
  dropGrant(galleryId(1), 'newer')
  expect(grantsOf([galleryId(1)])).toEqual([])
})

test('a cart sends the grants of its galleries for a month after their end, since they say who was let in', () => {
  const endedDaysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  keepGrant(galleryId(1), { grant: 'g1', expiresAt: endedDaysAgo(29) })
  keepGrant(galleryId(2), { grant: 'g2', expiresAt: endedDaysAgo(31) })
  keepGrant(galleryId(3), { grant: 'g3', expiresAt: '2999-01-01T00:00:00.000Z' })

  expect(grantsOf([1, 2, 3, 3, 4].map(galleryId))).toEqual(['g1', 'g3'])
  expect(localStorage.getItem('gallery_grants')).not.toContain('g2')
})

test('a gallery is not asked with a grant that is over', async () => {
  const { requests } = mockEndpoint(galleries.get, { state: 'locked', id: galleryId(1), needs: ['access_code'] })
  keepGrant(galleryId(1), { grant: 'g1', expiresAt: new Date(Date.now() - 1_000).toISOString() })

  await callEndpoint(galleries.get, { params: { galleryId: galleryId(1) } })

  expect(requests.map((request) => request.headers['x-gallery-grant'])).toEqual([undefined])
})

test('the browser compares before it shows what it keeps of an answer that the edge may keep', async () => {
  mockEndpoint(galleries.get, { state: 'locked', id: galleryId(1), needs: ['access_code'] })
  mockEndpoint(galleries.recordView, { viewCount: 1 })
  const fetched = vi.spyOn(globalThis, 'fetch')

  await callEndpoint(galleries.get, { params: { galleryId: galleryId(1) }, headers: {} })
  await callEndpoint(galleries.recordView, { params: { galleryId: galleryId(1) }, headers: {} })

  expect(fetched.mock.calls.map(([, init]) => init?.cache)).toEqual(['no-cache', undefined])
})
