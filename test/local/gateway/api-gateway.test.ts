import type { webcrypto } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { apiGateway } from '#local/gateway/api-gateway.ts'
import { tokenAuthorizer } from '#local/gateway/token-authorizer.ts'
import { FunctionTimeout, type Invoker } from '#local/lambda/invoker.ts'
import { serving } from '#test/local/support.ts'

const issuer = 'http://localhost:1/eu-west-2_pool'
const scope = 'aws.cognito.signin.user.admin'
const keyPair = generateKeyPair('RS256')
let jwksUrl: string

const entry = 'functions/prints/prints.lambda.ts'
const routes = [
  { routeKey: 'GET /api/prints', entry, isAuthorized: false, scopes: [] },
  { routeKey: 'GET /api/prints/{printId}', entry, isAuthorized: false, scopes: [] },
  { routeKey: 'GET /api/prints/newest', entry, isAuthorized: false, scopes: [] },
  { routeKey: 'POST /api/prints', entry, isAuthorized: false, scopes: [] },
  { routeKey: 'GET /api/me', entry, isAuthorized: true, scopes: [scope] },
]

beforeAll(async () => {
  const { publicKey } = await keyPair
  const { createServer } = await import('node:http')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] })
  const server = createServer((_, response) => response.end(keys))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  jwksUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return () => {
    server.closeAllConnections()
    server.close()
  }
})

const setup = async (answer: (event: APIGatewayProxyEventV2) => unknown = () => ({ statusCode: 200, body: 'ok' })) => {
  const events: APIGatewayProxyEventV2[] = []
  const invoker: Invoker = {
    async invoke(_, event) {
      events.push(event as APIGatewayProxyEventV2)
      return answer(event as APIGatewayProxyEventV2)
    },
    has: () => true,
    load: async () => true,
    environmentOf: () => () => undefined,
  }
  const gateway = apiGateway({
    routes,
    invoker,
    authorize: tokenAuthorizer({ issuer, jwksUrl, audience: 'client' }),
    originVerify: () => 'through-the-front',
    now: () => new Date('2030-01-02T10:00:00Z'),
  })
  const url: string = await serving((request, response) =>
    gateway(request, response, new URL(request.url ?? '/', 'http://localhost:4300')),
  )
  return { url, events, ask: (path: string, init?: RequestInit) => fetch(url + path, init) }
}

const aToken = async ({
  claims = {},
  expires = '15m',
  key = undefined as webcrypto.CryptoKey | undefined,
  alg = 'RS256',
} = {}) =>
  new SignJWT({ client_id: 'client', token_use: 'access', scope: `openid ${scope}`, ...claims })
    .setProtectedHeader({ alg, kid: 'k1' })
    .setSubject('user')
    .setIssuer(issuer)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(key ?? (await keyPair).privateKey)

test('a function gets API Gateway’s event: paths, queries, headers, cookies, parameters', async () => {
  const { ask, events } = await setup()

  await ask('/api/prints/p%2D1?tag=a&tag=b%20c&q=', {
    headers: { 'X-Odd': '1', cookie: 'a=1; b=2', 'user-agent': 'test' },
  })

  expect(events[0]).toMatchObject({
    version: '2.0',
    routeKey: 'GET /api/prints/{printId}',
    rawPath: '/api/prints/p%2D1',
    rawQueryString: 'tag=a&tag=b%20c&q=',
    queryStringParameters: { tag: 'a,b c', q: '' },
    pathParameters: { printId: 'p-1' },
    cookies: ['a=1', 'b=2'],
    headers: { 'x-odd': '1', 'user-agent': 'test' },
    isBase64Encoded: false,
    requestContext: {
      stage: '$default',
      timeEpoch: Date.parse('2030-01-02T10:00:00Z'),
      time: '02/Jan/2030:10:00:00 +0000',
      http: { method: 'GET', path: '/api/prints/p%2D1', sourceIp: '127.0.0.1', userAgent: 'test' },
    },
  })
  expect(events[0]?.headers.cookie).toBeUndefined()
  expect(events[0]?.body).toBeUndefined()
})

test('what CloudFront adds cannot be set by a client', async () => {
  const { ask, events } = await setup()

  await ask('/api/prints', {
    headers: {
      'cloudfront-viewer-address': '198.51.100.1:1',
      'cloudfront-viewer-country': 'GB',
      'x-forwarded-for': '198.51.100.1',
      'x-origin-verify': 'guess',
    },
  })

  expect(events[0]?.headers).toMatchObject({
    'cloudfront-viewer-address': expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    'x-forwarded-for': '127.0.0.1',
    'x-origin-verify': 'through-the-front',
  })
  expect(events[0]?.headers).not.toHaveProperty('cloudfront-viewer-country')
})

test('two clients of this machine have two addresses', async () => {
  const { url, events } = await setup()

  await new Promise((resolve) =>
    httpRequest(`${url}/api/prints`, { localAddress: '127.0.0.9' }, (response) =>
      response.resume().on('end', resolve),
    ).end(),
  )

  expect(events[0]?.headers['cloudfront-viewer-address']).toMatch(/^127\.0\.0\.9:/)
})

test('JSON reaches the function as text, other bytes in base64', async () => {
  const { ask, events } = await setup()

  await ask('/api/prints', { method: 'POST', body: '{"a":"é"}', headers: { 'content-type': 'application/json' } })
  await ask('/api/prints', { method: 'POST', body: new Uint8Array([0, 255]), headers: { 'content-type': 'image/png' } })

  expect(events.map(({ body, isBase64Encoded }) => [body, isBase64Encoded])).toEqual([
    ['{"a":"é"}', false],
    ['AP8=', true],
  ])
})

test('a fixed path goes before a parameter', async () => {
  const { ask, events } = await setup()

  await ask('/api/prints/newest')

  expect(events[0]?.routeKey).toBe('GET /api/prints/newest')
})

test('a response has the function’s status, headers, cookies and bytes', async () => {
  const { ask } = await setup(() => ({
    statusCode: 201,
    headers: { 'Content-Type': 'image/png', 'X-Request-Id': 'r1' },
    cookies: ['a=1; Secure', 'b=2'],
    body: 'AP8=',
    isBase64Encoded: true,
  }))

  const answer = await ask('/api/prints')

  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-request-id')]).toEqual([
    201,
    'image/png',
    'r1',
  ])
  expect(answer.headers.getSetCookie()).toEqual(['a=1; Secure', 'b=2'])
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array([0, 255]))
})

test.each([
  ['no route', '/api/unknown', undefined, 404, 'Not Found'],
  [
    'a body over 10 MB',
    '/api/prints',
    { method: 'POST', body: 'x'.repeat(10_485_761) },
    413,
    'Request Entity Too Large',
  ],
] as const)('%s is answered by API Gateway itself', async (_, path, init, status, message) => {
  const { ask, events } = await setup()

  const answer = await ask(path, init)

  expect([answer.status, await answer.json(), events]).toEqual([status, { message }, []])
})

test.each([
  [
    'throws',
    () => {
      throw new Error('secret detail')
    },
    500,
    'Internal Server Error',
  ],
  [
    'takes too long',
    () => {
      throw new FunctionTimeout('slow')
    },
    503,
    'Service Unavailable',
  ],
  ['answers a malformed response', () => ({ statusCode: 'fine' }), 500, 'Internal Server Error'],
])('a function that %s is answered without its detail', async (_, answer, status, message) => {
  const { ask } = await setup(answer)

  const response = await ask('/api/prints')

  expect([response.status, await response.json()]).toEqual([status, { message }])
})

test('an access token of the pool and client passes, with its claims as text', async () => {
  const { ask, events } = await setup()

  const answer = await ask('/api/me', { headers: { authorization: `Bearer ${await aToken()}` } })

  const event = events[0] as APIGatewayProxyEventV2WithJWTAuthorizer
  expect(answer.status).toBe(200)
  expect(event.requestContext.authorizer.jwt).toMatchObject({
    claims: { sub: 'user', client_id: 'client', exp: expect.stringMatching(/^\d+$/) },
    scopes: [scope],
  })
})

const refusedTokens: [string, () => Promise<string>, number][] = [
  ['no token', async () => '', 401],
  ['no JWT', async () => 'Bearer x.y.z', 401],
  ['an expired token', () => aToken({ expires: '-1s' }).then((token) => `Bearer ${token}`), 401],
  [
    'a token for another client',
    () => aToken({ claims: { client_id: 'other' } }).then((token) => `Bearer ${token}`),
    401,
  ],
  ['a token not yet valid', () => aToken({ claims: { nbf: 4_102_444_800 } }).then((token) => `Bearer ${token}`), 401],
  [
    'an ID token, which has no scope',
    () => aToken({ claims: { scope: undefined, aud: 'client' } }).then((token) => `Bearer ${token}`),
    403,
  ],
  [
    'a token signed by another key',
    async () => `Bearer ${await aToken({ key: (await generateKeyPair('RS256')).privateKey })}`,
    401,
  ],
]

test.each(refusedTokens)('%s is refused before the function', async (_, token, status) => {
  const { ask, events } = await setup()
  const authorization = await token()

  const answer = await ask('/api/me', { headers: authorization === '' ? {} : { authorization } })

  expect([answer.status, await answer.json(), events]).toEqual([
    status,
    { message: status === 403 ? 'Forbidden' : 'Unauthorized' },
    [],
  ])
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
})

test('a token of another pool is refused', async () => {
  const { ask } = await setup()
  const token = await new SignJWT({ client_id: 'client', scope })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setIssuer('http://localhost:1/eu-west-2_other')
    .setExpirationTime('5m')
    .sign((await keyPair).privateKey)

  expect((await ask('/api/me', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
})
