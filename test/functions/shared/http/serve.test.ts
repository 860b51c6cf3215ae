import { expect, test } from 'vitest'
import * as z from 'zod'
import { kept } from '#functions/shared/edge/edge-tags.ts'
import { serve } from '#functions/shared/http/serve.ts'
import type { Gate, Standing } from '#functions/shared/identity/gate.ts'
import type { LogFields } from '#functions/shared/log/logger.ts'
import { endpoint, Nothing, subject } from '#schema/api/endpoint.ts'
import { AppError, ErrorBody } from '#schema/errors.ts'
import { GalleryId, UserId } from '#schema/ids.ts'
import { httpEvent, lambdaContext } from '#test/support/http/event.ts'

const ada = UserId.parse('11111111-1111-4111-8111-111111111111')
const galleryId = 'gal_01J8Z3V0000000000000000000'

const shop = subject('shop', 'Nothing can be bought.', {
  look: endpoint({
    method: 'GET',
    path: '/shop/{galleryId}',
    access: 'public',
    summary: 'Looks',
    params: z.object({ galleryId: GalleryId }),
    query: z.object({ page: z.coerce.number().int().min(1).default(1) }),
    response: z.object({ page: z.number(), secret: z.string().optional() }),
    errors: ['gallery_not_found'],
    cache: 'edge',
  }),
  greet: endpoint({
    method: 'POST',
    path: '/shop/greetings',
    access: 'visitor',
    summary: 'Greets',
    body: z.object({ name: z.string().min(1) }),
    response: z.object({ text: z.string() }),
    errors: [],
  }),
  sign: endpoint({
    method: 'POST',
    path: '/shop/guests',
    access: 'visitor',
    namesCaller: true,
    summary: 'Signs the guest book',
    response: z.object({ guest: z.string() }),
    errors: [],
  }),
  list: endpoint({
    method: 'POST',
    path: '/shop/lists',
    access: 'visitor',
    summary: 'Lists',
    body: z.object({ names: z.array(z.string()) }),
    maxBodyBytes: 20_000,
    response: Nothing,
    errors: [],
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/me/shop',
    access: 'photographer',
    summary: 'Clears',
    response: Nothing,
    errors: ['changed_meanwhile'],
  }),
  tidy: endpoint({
    method: 'POST',
    path: '/me/shop/order',
    access: 'photographer',
    whileClosing: true,
    summary: 'Tidies',
    response: Nothing,
    errors: [],
  }),
  stock: endpoint({
    method: 'POST',
    path: '/me/shop',
    access: 'subscriber',
    summary: 'Stocks',
    body: z.object({}),
    response: z.object({ owner: z.string() }),
    errors: ['trial_expired'],
  }),
  cashUp: endpoint({
    method: 'POST',
    path: '/me/shop/till',
    access: 'photographer',
    freshSignIn: true,
    summary: 'Cashes up',
    response: Nothing,
    errors: ['sign_in_too_old'],
  }),
})

type Options = { standing?: Standing; failing?: Error; until?: string }

const setup = ({ standing = 'subscribed', failing, until }: Options = {}) => {
  const lines: { message: string; fields: LogFields | undefined }[] = []
  const unreadable: string[] = []
  const note = (message: string, fields?: LogFields) => lines.push({ message, fields })
  const gate: Gate = {
    verifyToken: async (token, freshMinutes) => {
      if (token === 'an.old.token') return freshMinutes === 15 ? 'signed_in_long_ago' : ada
      return token === 'a.good.token' ? ada : undefined
    },
    standing: async () => standing,
    cameThroughFront: async (header) => header === 'front',
    countUnreadable: async (address) => void unreadable.push(address),
  }
  const handler = serve(
    shop,
    () => ({
      look: async ({ query }) => {
        const answer = { page: query.page, unnamed: 'must not leave' }
        return query.page === 9
          ? answer
          : kept(answer, { tags: ['gallery:g', 'owner:o', 'gallery:g'], ...(until && { until }) })
      },
      greet: async ({ body, caller }) => ({ text: `${body.name} ${caller?.userId ?? 'stranger'}` }),
      sign: async ({ caller }) => ({ guest: caller?.userId ?? 'stranger' }),
      list: async () => undefined,
      clear: async () => {
        if (failing) throw failing
        return undefined
      },
      tidy: async () => undefined,
      cashUp: async () => undefined,
      stock: async ({ caller }) => ({ owner: caller.userId }),
    }),
    { gate: () => gate, log: { info: note, warn: note, error: note }, now: () => new Date('2030-01-01T10:00:00Z') },
  )
  const call = async (sent: Parameters<typeof httpEvent>[0]) => {
    const answer = await handler(httpEvent(sent), lambdaContext())
    return { ...answer, json: answer.body === undefined ? undefined : JSON.parse(answer.body) }
  }
  return { call, lines, unreadable }
}

const bearer = { authorization: 'Bearer a.good.token' }
const look = { route: '/api/shop/{galleryId}', params: { galleryId } }
const greet = { method: 'POST', route: '/api/shop/greetings' }
const sign = { method: 'POST', route: '/api/shop/guests' }
const list = { method: 'POST', route: '/api/shop/lists' }
const clear = { method: 'DELETE', route: '/api/me/shop' }
const tidy = { method: 'POST', route: '/api/me/shop/order' }
const stock = { method: 'POST', route: '/api/me/shop', body: {} }

test('an answer holds only what the contract names', async () => {
  const { call } = setup()
  expect(await call(look)).toMatchObject({ statusCode: 200, json: { page: 1 } })
  expect((await call(look)).json).not.toHaveProperty('unnamed')
})

test('a cacheable answer says so, and is not sent again to those who have it', async () => {
  const { call } = setup()
  const first = await call(look)
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=0, s-maxage=300, stale-while-revalidate=30',
    'x-amz-meta-cache-tag': 'gallery:g,owner:o',
    'x-content-type-options': 'nosniff',
    'x-request-id': 'req-1',
  })
  const again = await call({ ...look, headers: { 'if-none-match': String(first.headers?.etag) } })
  expect(again).toMatchObject({ statusCode: 304, json: undefined })
})

test.each([
  ['2030-01-01T10:02:00Z', 's-maxage=120'],
  ['2030-01-01T10:05:10Z', 's-maxage=300'],
  ['2030-01-01T09:59:59Z', 's-maxage=0'],
])('an answer that is true until %s is kept no longer, and never served after it', async (until, seconds) => {
  const { headers } = await setup({ until }).call(look)
  expect(headers?.['cache-control']).toBe(`public, max-age=0, ${seconds}`)
})

test('an answer of which nobody said what calls it back is kept by nobody', async () => {
  const { headers } = await setup().call({ ...look, query: { page: '9' } })
  expect(headers?.['cache-control']).toBe('private, no-store')
})

test('HEAD is answered as GET is', async () => {
  const { call } = setup()
  const [{ headers: got }, head] = [await call(look), await call({ ...look, method: 'HEAD' })]
  expect(head).toMatchObject({ statusCode: 200, headers: got ?? {} })
  expect(await call({ ...greet, method: 'HEAD' })).toMatchObject({ statusCode: 404 })
})

test('an answer for somebody with a grant is kept by no shared cache', async () => {
  const { call } = setup()
  const answer = await call({ ...look, headers: { 'x-gallery-grant': 'g' } })
  expect(answer.headers?.['cache-control']).toBe('private, no-store')
})

test('a call around CloudFront is refused', async () => {
  const { call } = setup()
  expect(await call({ ...look, headers: { 'x-origin-verify': 'guess' } })).toMatchObject({ statusCode: 403 })
})

test('an id that cannot exist is answered like one that does not', async () => {
  const { call } = setup()
  const answer = await call({ ...look, params: { galleryId: 'gal_nonsense' } })
  expect(answer).toMatchObject({
    statusCode: 404,
    json: { error: { code: 'gallery_not_found', message: 'Gallery not found' } },
  })
})

test('a wrong query or body is 400 and names the field', async () => {
  const { call } = setup()
  const query = await call({ ...look, query: { page: '0' } })
  expect(query).toMatchObject({
    statusCode: 400,
    json: { error: { code: 'invalid_request', fields: [{ path: 'page' }] } },
  })
  const body = await call({ ...greet, body: { name: 7 } })
  expect(body).toMatchObject({ statusCode: 400, json: { error: { fields: [{ path: 'name' }] } } })
})

test.each([
  ['broken JSON', { rawBody: '{"name":' }],
  ['no JSON at all', { rawBody: '' }],
  ['a form', { rawBody: 'name=ada', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
])('%s is 400 invalid_json', async (_, sent) => {
  const { call } = setup()
  expect(await call({ ...greet, ...sent })).toMatchObject({
    statusCode: 400,
    json: { error: { code: 'invalid_json' } },
  })
})

test('half a character becomes the sign for an unknown one: no store could keep it', async () => {
  const { call } = setup()
  expect((await call({ ...greet, rawBody: '{"name":"Ad\\ud83da"}' })).json).toEqual({ text: 'Ad\uFFFDa stranger' })
})

test('a body over 16 kB is refused unread', async () => {
  const { call } = setup()
  const whole = await call({ ...greet, body: { name: 'x'.repeat(16_384 - '{"name":""}'.length) } })
  expect(whole.statusCode).toBe(200)
  for (const rawBody of ['x'.repeat(16_385), 'é'.repeat(8_193), '{"name":"x"}'.padEnd(16_385)]) {
    const answer = await call({ ...greet, rawBody })
    expect(answer).toMatchObject({ statusCode: 413, json: { error: { code: 'payload_too_large' } } })
  }
})

test('an endpoint that needs more says so, and takes so much', async () => {
  const { call } = setup()
  expect(await call({ ...list, body: { names: ['x'.repeat(19_000)] } })).toMatchObject({ statusCode: 204 })
  expect(await call({ ...list, rawBody: 'x'.repeat(20_001) })).toMatchObject({ statusCode: 413 })
})

test('what cannot be read counts by address, and nothing else does', async () => {
  const { call, unreadable } = setup()
  await call({ ...greet, body: { name: 'Hi' } })
  await call({ ...look, params: { galleryId: 'gal_nonsense' } })
  await call({ ...greet, body: { name: 'Hi' }, headers: { authorization: 'Bearer a.bad.token' } })
  expect(unreadable).toEqual([])
  await call({ ...greet, rawBody: '{' })
  await call({ ...greet, body: {} })
  await call({ ...greet, rawBody: 'x'.repeat(16_385) })
  expect(unreadable).toEqual(['198.51.100.7', '198.51.100.7', '198.51.100.7'])
})

test('a visitor may be known or not, but not falsely', async () => {
  const { call } = setup()
  expect((await call({ ...greet, body: { name: 'Hi' } })).json).toEqual({ text: 'Hi stranger' })
  expect((await call({ ...greet, body: { name: 'Hi' }, headers: bearer })).json).toEqual({ text: `Hi ${ada}` })
  expect(
    await call({ ...greet, body: { name: 'Hi' }, headers: { authorization: 'Bearer a.bad.token' } }),
  ).toMatchObject({
    statusCode: 401,
  })
})

test('a photographer’s endpoint needs a token, and a living account', async () => {
  expect(await setup().call(clear)).toMatchObject({ statusCode: 401, json: { error: { code: 'unauthenticated' } } })
  expect(await setup().call({ ...clear, headers: bearer })).toMatchObject({ statusCode: 204, json: undefined })
  expect(await setup({ standing: 'closed' }).call({ ...clear, headers: bearer })).toMatchObject({ statusCode: 401 })
})

test('where something stays under a visitor’s name, the token of an erased account is refused, and a stranger is not', async () => {
  expect(await setup({ standing: 'closed' }).call({ ...sign, headers: bearer })).toMatchObject({
    statusCode: 401,
    json: { error: { code: 'unauthenticated' } },
  })
  for (const standing of ['subscribed', 'trial_expired', 'closing'] as const)
    expect(await setup({ standing }).call({ ...sign, headers: bearer })).toMatchObject({ json: { guest: ada } })
  expect(await setup({ standing: 'closed' }).call(sign)).toMatchObject({ json: { guest: 'stranger' } })
})

test('an account that is to be deleted answers its owner where that is about leaving, and nowhere else', async () => {
  const { call } = setup({ standing: 'closing' })
  expect(await call({ ...tidy, headers: bearer })).toMatchObject({ statusCode: 204 })
  for (const other of [clear, stock]) {
    const answer = await call({ ...other, headers: bearer })
    expect(answer).toMatchObject({ statusCode: 403, json: { error: { code: 'account_closing' } } })
  }
  expect(await setup({ standing: 'closed' }).call({ ...tidy, headers: bearer })).toMatchObject({ statusCode: 401 })
})

test('an expired trial closes what subscribers do, and nothing else', async () => {
  const { call } = setup({ standing: 'trial_expired' })
  expect(await call({ ...stock, headers: bearer })).toMatchObject({
    statusCode: 402,
    json: {
      error: { code: 'trial_expired', message: 'Your trial has expired. Please subscribe to access this feature.' },
    },
  })
  expect(await call({ ...clear, headers: bearer })).toMatchObject({ statusCode: 204 })
})

test('a known error carries its status, sentence and details', async () => {
  const { call } = setup({ failing: new AppError('changed_meanwhile', { version: 4 }) })
  const answer = await call({ ...clear, headers: bearer })
  expect(answer).toMatchObject({
    statusCode: 409,
    json: { error: { code: 'changed_meanwhile', details: { version: 4 } } },
  })
  expect(ErrorBody.safeParse(answer.json).success).toBe(true)
})

test('an unexpected error says nothing but its number, and the log holds no message', async () => {
  const { call, lines } = setup({ failing: new Error('ada@example.com has a secret') })
  const answer = await call({ ...clear, headers: bearer })
  expect(answer).toMatchObject({ statusCode: 500, json: { error: { code: 'internal', requestId: 'req-1' } } })
  expect(answer.body).not.toContain('ada@example.com')
  expect(JSON.stringify(lines)).not.toContain('ada@example.com')
  expect(lines).toMatchObject([{ message: 'failed', fields: { endpoint: 'DELETE /api/me/shop', requestId: 'req-1' } }])
})

test.each<[string, object]>([
  ['did not answer in time', { name: 'TimeoutError' }],
  ['cannot be reached', { code: 'ECONNREFUSED' }],
  ['failed itself', { name: 'InternalServerError', $metadata: { httpStatusCode: 500 } }],
  ['asks for time', { name: 'ProvisionedThroughputExceededException', $metadata: { httpStatusCode: 400 } }],
  ['asks to be tried again', { name: 'Passing', $retryable: {} }],
])('when something we rely on %s, the answer says to come again, and the log has it as a failure', async (_, what) => {
  const { call, lines } = setup({ failing: Object.assign(new Error('ada@example.com'), what) })
  const answer = await call({ ...clear, headers: bearer })
  expect(answer).toMatchObject({ statusCode: 503, json: { error: { code: 'unavailable' } } })
  expect(lines).toMatchObject([{ message: 'failed', fields: { code: 'unavailable' } }])
  expect(JSON.stringify([answer, lines])).not.toContain('ada@example.com')
})

test('a throttled caller is told when to come back', async () => {
  const { call } = setup({ failing: new AppError('too_many_requests', { retryAfterSeconds: 42 }) })
  const answer = await call({ ...clear, headers: bearer })
  expect(answer).toMatchObject({ statusCode: 429, headers: { 'retry-after': '42' } })
})

test('importing and building an entry asks for nothing; the first request does', async () => {
  let built = 0
  const handler = serve(
    shop,
    () => {
      built += 1
      throw new AppError('unavailable')
    },
    {
      gate: () => {
        throw new Error('There is nothing to guard before the operations are made.')
      },
    },
  )
  expect(built).toBe(0)
  expect(await handler(httpEvent(look), lambdaContext())).toMatchObject({ statusCode: 503 })
  expect(built).toBe(1)
})

test('what is about money asks for a sign-in of the last 15 minutes; everything else takes an older one', async () => {
  const { call } = setup()
  const old = { authorization: 'Bearer an.old.token' }
  const cashUp = { method: 'POST', route: '/api/me/shop/till' }
  expect(await call({ ...cashUp, headers: { ...old, 'x-origin-verify': 'front' } })).toMatchObject({
    statusCode: 403,
    json: { error: { code: 'sign_in_too_old' } },
  })
  expect(await call({ ...cashUp, headers: { ...bearer, 'x-origin-verify': 'front' } })).toMatchObject({
    statusCode: 204,
  })
  expect(await call({ ...tidy, headers: { ...old, 'x-origin-verify': 'front' } })).toMatchObject({ statusCode: 204 })
})
