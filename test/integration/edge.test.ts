import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { api } from '#schema/api/all.ts'
import type { Picture } from '#schema/api/views.ts'
import { ErrorBody } from '#schema/errors.ts'
import { httpEvent } from '#test/support/http/event.ts'
import { isOwned, listedEndpoints } from '#test/support/requests/endpoints.ts'
import type { World } from '#test/support/requests/prepared.ts'
import { type Answer, ask, send } from '#test/support/requests/send.ts'
import { type Account, galleryOnSale, type Running, runningSystem } from '#test/support/system/running.ts'
import { aWorld, current } from '#test/support/system/world.ts'

let running: Running
let owner: Account
let world: World
let picture: Picture
let otherPicture: Picture
/** A bought file, made ready and linked. */
let file: string
beforeAll(async () => {
  running = await runningSystem()
  owner = await running.signUp('Ada')
  world = await aWorld(running, owner)
  picture = await pictureOf(world.galleryId)
  const other = await galleryOnSale(running, owner, 'Elsewhere')
  otherPicture = await pictureOf(other.gallery.id)
  file = await bought()
})
afterAll(() => running.close())

const pictureOf = async (galleryId: World['galleryId']): Promise<Picture> => {
  const page = await running.anyone.call(api.galleries.endpoints.listPhotos, { params: { galleryId }, query: {} })
  const found = page.items[0]?.picture
  if (!found) throw new Error('The gallery shows no picture.')
  return found
}
const bought = async (): Promise<string> => {
  const { orderId } = world
  const { url } = await running.anyone.call(api.orders.endpoints.download, {
    params: { orderId, line: 1 },
    body: { size: 'original' },
  })
  return url
}

/** What stands behind the site's address: "/media/…?Policy=…". */
const targetOf = (url: string) => url.slice(running.system.url.length)
const get = (target: string, how: Parameters<typeof ask>[2] = {}): Promise<Answer> =>
  ask(running.system.url, target, how)
const settingOf = (name: string) => running.system.environmentOf('functions/media/render-photo.lambda.ts')(name) ?? ''

describe('originals stay behind the house', () => {
  test('nothing that anybody may ask for names their keys, their bucket or where they are stored', async () => {
    const { system } = running
    const hidden = [
      'uploads/',
      settingOf('ORIGINALS_BUCKET'),
      settingOf('RENDITIONS_BUCKET'),
      new URL(system.storage.url).host,
      'X-Amz-',
      'webKey',
      'originalKey',
    ]
    expect(hidden).not.toContain('')
    const said: [string, string][] = []
    for (const listed of listedEndpoints) {
      if (listed.name === 'photos.grantUpload' || listed.name === 'photos.regrantUpload') continue
      if (listed.endpoint.method === 'DELETE') continue
      const request = listed.request(await current(owner, owner, world))
      const answer = await send(system.url, listed.endpoint, request, isOwned(listed) ? { token: owner.token } : {})
      said.push([listed.name, answer.text])
    }
    for (const target of ['/', '/config.json', '/gallery/x', '/api/nothing', targetOf(picture.imageUrl)])
      said.push([target, (await get(target)).text])
    for (const mail of system.outbox()) said.push([mail.subject, JSON.stringify(mail)])
    for (const [what, text] of said) for (const secret of hidden) expect(text, what).not.toContain(secret)
    expect(said.length).toBeGreaterThan(listedEndpoints.filter(({ endpoint }) => endpoint.method !== 'DELETE').length)
  })

  test('storage answers no one without a signature, whatever the bucket, the key or the method', async () => {
    const { system } = running
    for (const { name } of system.plan.buckets) {
      const key = new URL(picture.imageUrl).pathname
      for (const target of [`/${name}`, `/${name}/`, `/${name}?list-type=2`, `/${name}${key}`, `/${name}/uploads/x`]) {
        for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'POST']) {
          const answer = await ask(system.storage.url, target, { method })
          expect(answer.status, `${method} ${target}`).toBe(403)
        }
      }
    }
  })
})

const flipped = (text: string, at: number) => `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
const edited = (url: string, change: (query: URLSearchParams) => void) => {
  const [path = '', search = ''] = targetOf(url).split('?')
  const query = new URLSearchParams(search)
  change(query)
  return `${path}?${query}`
}
const pathOf = (url: string) => targetOf(url).split('?')[0] ?? ''
/** The part of a picture's path that is its gallery's: below it lie its photos. */
const galleryOf = (url: string) => pathOf(url).split('/').slice(0, -2).join('/')
const queryOf = (url: string) => targetOf(url).split('?')[1] ?? ''
const policyText = (policy: string) =>
  Buffer.from(policy.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'), 'base64').toString('utf8')
const asPolicy = (text: string) =>
  Buffer.from(text).toString('base64').replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~')

describe('pictures and files open with their own signature only', () => {
  test('the right ones open', async () => {
    for (const url of [picture.imageUrl, picture.thumbnailUrl, ...picture.sources.map((source) => source.url), file])
      expect((await get(targetOf(url))).status).toBe(200)
  })

  test.each<[string, () => string]>([
    ['a picture without a signature', () => pathOf(picture.imageUrl)],
    ['a file without a signature', () => pathOf(file)],
    ['a picture with an edited signature', () => edited(picture.imageUrl, flip('Signature'))],
    ['a file with an edited signature', () => edited(file, flip('Signature'))],
    ['a picture with an edited policy', () => edited(picture.imageUrl, flip('Policy'))],
    [
      'a picture whose policy was made to live longer',
      () =>
        edited(picture.imageUrl, (query) =>
          query.set(
            'Policy',
            asPolicy(policyText(query.get('Policy') ?? '').replace(/\d{10}/, (seconds) => `${Number(seconds) + 1}`)),
          ),
        ),
    ],
    [
      'a picture whose policy was widened to all',
      () =>
        edited(picture.imageUrl, (query) =>
          query.set('Policy', asPolicy(policyText(query.get('Policy') ?? '').replace(world.galleryId, '*'))),
        ),
    ],
    ['a file whose end was put off', () => edited(file, (query) => query.set('Expires', '4102444800'))],
    [
      'a picture with the signature of another gallery',
      () => `${pathOf(picture.imageUrl)}?${queryOf(otherPicture.imageUrl)}`,
    ],
    ['a file with the signature of a picture', () => `${pathOf(file)}?${queryOf(picture.imageUrl)}`],
    ['a picture with the signature of a file', () => `${pathOf(picture.imageUrl)}?${queryOf(file)}`],
    ['another file with the signature of this one', () => targetOf(file).replace(/\/files\/[^?]+/, '/files/other.jpg')],
    [
      'a name that was guessed, in the same gallery',
      () => `${galleryOf(picture.imageUrl)}/x-display.jpg?${queryOf(picture.imageUrl)}`,
    ],
    [
      'a way out of the gallery',
      () =>
        `${galleryOf(picture.imageUrl)}/../../${pathOf(otherPicture.imageUrl).slice(7)}?${queryOf(picture.imageUrl)}`,
    ],
    [
      'an encoded way out of the gallery',
      () =>
        `${galleryOf(picture.imageUrl)}/%2e%2e/%2e%2e/${pathOf(otherPicture.imageUrl).slice(7)}?${queryOf(picture.imageUrl)}`,
    ],
    ['another key’s name', () => edited(picture.imageUrl, (query) => query.set('Key-Pair-Id', 'KANOTHER'))],
    ['no key’s name', () => edited(picture.imageUrl, (query) => query.delete('Key-Pair-Id'))],
    [
      'a file under another name',
      () => edited(file, (query) => query.set('response-content-disposition', 'inline; filename="x.html"')),
    ],
    ['a file shown in place', () => edited(file, (query) => query.delete('response-content-disposition'))],
    ['a file of another type', () => `${targetOf(file)}&response-content-type=text/html`],
    [
      'an original, by its own key',
      () => `/media/uploads/${owner.userId}/${world.galleryId}?${queryOf(picture.imageUrl)}`,
    ],
  ])('%s is 403', async (_, target) => {
    const answer = await get(target())
    expect(answer.status).toBe(403)
    expect(answer.text).not.toContain(world.galleryId)
  })

  test('nothing is written or taken away at their addresses', async () => {
    for (const method of ['PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])
      for (const url of [picture.imageUrl, file])
        expect((await get(targetOf(url), { method, ...(method !== 'OPTIONS' && { body: 'x' }) })).status).toBe(403)
    expect((await get(targetOf(picture.imageUrl))).status).toBe(200)
  })

  test('a file is saved, never shown, and no browser guesses what it is', async () => {
    const answer = await get(targetOf(file))
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[^"]+\.jpg"/)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['content-type']).toBe('image/jpeg')
  })
})

const flip = (name: string) => (query: URLSearchParams) => query.set(name, flipped(query.get(name) ?? '', 10))

const securityHeaders = {
  'strict-transport-security': /max-age=(31536000|63072000)/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /no-referrer|strict-origin/,
  'content-security-policy': /default-src 'none'|default-src 'self'/,
  'cross-origin-opener-policy': /same-origin/,
  'permissions-policy': /camera=\(\)/,
}

describe('every class of answer carries the security headers', () => {
  test.each<[string, () => Promise<Answer>]>([
    ['a page', () => get('/')],
    ['a page below', () => get('/gallery/abc')],
    ['a file of the site that is missing', () => get('/assets/missing.js')],
    ['the settings of the pages', () => get('/config.json')],
    ['a public list', () => get('/api/galleries')],
    ['an own thing', () => get('/api/me', { token: owner.token })],
    ['a refusal of the gateway', () => get('/api/me')],
    ['a refusal of a function', () => get('/api/galleries/gal_nothing')],
    ['an address that no endpoint has', () => get('/api/nothing')],
    ['a picture', () => get(targetOf(picture.imageUrl))],
    ['a picture without leave', () => get('/media/x')],
    ['a file', () => get(targetOf(file))],
    ['a file without leave', () => get('/files/x')],
  ])('%s', async (_, fetchIt) => {
    const { headers } = await fetchIt()
    for (const [name, expected] of Object.entries(securityHeaders)) expect(headers[name], name).toMatch(expected)
    expect(headers['x-powered-by']).toBeUndefined()
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/frame-ancestors 'none'/)
    expect(policy).toMatch(/object-src 'none'|default-src 'none'/)
    expect(policy).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*)/)
  })

  test('what depends on who asks is kept by nobody', async () => {
    for (const listed of listedEndpoints.filter((each) => each.endpoint.cache !== 'edge')) {
      if (listed.endpoint.method === 'DELETE') continue
      const request = listed.request(await current(owner, owner, world))
      const how = isOwned(listed) ? { token: owner.token } : {}
      const { headers } = await send(running.system.url, listed.endpoint, request, how)
      expect(headers['cache-control'], listed.name).toMatch(/no-store/)
    }
  })
})

describe('a foreign site', () => {
  test.each(['https://evil.example', 'null', 'http://localhost:1'])('%s is allowed nothing', async (origin) => {
    const asked = await get('/api/me', { token: owner.token, headers: { origin } })
    const preflight = await get('/api/me', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    for (const { headers } of [asked, preflight])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect(preflight.status).toBeGreaterThanOrEqual(400)
  })

  test('may not put files into storage: only our pages may', async () => {
    const { system } = running
    const originals = settingOf('ORIGINALS_BUCKET')
    const preflight = (origin: string) =>
      ask(system.storage.url, `/${originals}/uploads/x`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' },
      })
    expect((await preflight('https://evil.example')).status).toBe(403)
    expect((await preflight(system.url)).headers['access-control-allow-origin']).toBe(system.url)
  })
})

describe('an address or a method that is not ours', () => {
  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST'])(
    '%s on a list is 405, which names what it has',
    async (method) => {
      const { status, headers, json } = await get('/api/galleries', { method })
      expect([status, headers.allow, ErrorBody.parse(json).error.code]).toEqual([
        405,
        'GET, HEAD',
        'method_not_allowed',
      ])
    },
  )

  test.each(['TRACE', 'PROPFIND', 'QUERY'])('%s is none of CloudFront’s methods', async (method) => {
    expect((await get('/api/galleries', { method })).status).toBe(403)
  })

  test('HEAD is answered as GET, without a body', async () => {
    const [got, head] = [await get('/api/galleries'), await get('/api/galleries', { method: 'HEAD' })]
    expect([head.status, head.headers.etag, head.headers['cache-control'], head.text]).toEqual([
      200,
      got.headers.etag,
      got.headers['cache-control'],
      '',
    ])
    expect((await get('/api/me', { method: 'HEAD' })).status).toBe(401)
    expect((await get('/api/me', { method: 'HEAD', token: owner.token })).status).toBe(200)
    expect((await get('/api/orders', { method: 'HEAD' })).status).toBe(405)
  })

  test('an address that is not described is 404 in the contract’s body', async () => {
    const { status, headers, json } = await get('/api/nothing')
    expect([status, headers.allow, ErrorBody.parse(json).error.code]).toEqual([404, undefined, 'not_found'])
  })

  test.each([
    ['/robots.txt', 405, 'GET, HEAD'],
    ['/dashboard', 405, 'GET, HEAD'],
    // CloudFront's own, where it fails over: to the page that says what is not there, or to the plain application.
    ['/config.json', 403, undefined],
    ['/browse', 403, undefined],
    ['/media/x', 403, undefined],
  ])('POST on %s is %s', async (path, status, allow) => {
    const answer = await get(path, { method: 'POST', body: '{}' })
    expect([answer.status, answer.headers.allow]).toEqual([status, allow])
  })

  test('a method that a header or a parameter claims is not believed', async () => {
    const before = await running.anyone.call(api.galleries.endpoints.browse, { query: {} })
    const target = `/api/me/galleries/${world.galleryId}`
    await get(`${target}?_method=DELETE`, { token: owner.token, headers: { 'x-http-method-override': 'DELETE' } })
    await get(target, { method: 'POST', token: owner.token, headers: { 'x-http-method': 'DELETE' }, body: '{}' })
    expect(await running.anyone.call(api.galleries.endpoints.browse, { query: {} })).toEqual(before)
  })

  test.each([
    '/api/galleries/%2e%2e%2fme',
    '/api/galleries/..%2f..%2fme',
    '/api/galleries/%2fetc%2fpasswd',
    '/api/galleries/%00',
    '/api/galleries/%',
    '/api/galleries/%c0%ae%c0%ae',
    '/api/orders/..',
    '/api/orders/%2e',
    '/api/proofs/..%2f..%2fme%2fproof-sessions',
    '/api/photographers/..%2f..%2fme',
  ])('%s is 404, with a token as well', async (target) => {
    expect((await get(target, { token: owner.token })).status).toBe(404)
  })

  test('links lead to the configured site, whatever host, proto or port a request claims', async () => {
    const lies = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' }
    const shown = await send(
      running.system.url,
      api.galleries.endpoints.listPhotos,
      { params: { galleryId: world.galleryId } },
      { headers: lies },
    )
    const invited = await send(
      running.system.url,
      api.proofing.endpoints.link,
      { params: { proofSessionId: world.proofSessionId } },
      { headers: lies, token: owner.token },
    )
    expect([shown.status, invited.status]).toEqual([200, 200])
    for (const { text } of [shown, invited]) expect(text).not.toContain('evil')
    expect(z.object({ link: z.string() }).parse(invited.json).link.startsWith(`${running.system.url}/proof/`)).toBe(
      true,
    )
  })
})

describe('whoever calls the functions around the front door', () => {
  const subjects = [...new Set(listedEndpoints.map(({ name }) => name.split('.')[0] ?? ''))]
  test.each(subjects)('%s: is refused without the front’s secret, and with a guess', async (subject) => {
    const { system } = running
    const listed = listedEndpoints.find(({ name }) => name.startsWith(`${subject}.`))
    if (!listed) throw new Error(`${subject} has no endpoint`)
    const call = async (secret: Record<string, string>) => {
      const event = httpEvent({ method: listed.endpoint.method, route: `/api${listed.endpoint.path}`, headers: secret })
      if (Object.keys(secret).length === 0) delete event.headers['x-origin-verify']
      const answer = await system.invoke(`functions/${subject}/${subject}.lambda.ts`, event)
      return z.object({ statusCode: z.number(), body: z.string() }).parse(answer)
    }
    for (const secret of [{}, { 'x-origin-verify': 'guess' }, { 'x-origin-verify': '' }]) {
      const { statusCode, body } = await call(secret)
      expect(statusCode).toBe(403)
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'forbidden' } })
    }
    const { originVerify } = system.secrets.ORIGIN_SECRET_ID
    expect((await call({ 'x-origin-verify': originVerify })).statusCode).not.toBe(403)
  })

  test('a client’s own header of that name is dropped, right or wrong', async () => {
    expect((await get('/api/galleries', { headers: { 'x-origin-verify': 'guess' } })).status).toBe(200)
  })
})

// Moves the clock: the last.
test('a link to a file ends after 15 minutes, one to a picture within a day, by the server’s clock', async () => {
  const { system } = running
  const link = await bought()
  await system.clock.advance(14 * 60_000)
  expect((await get(targetOf(link))).status).toBe(200)
  await system.clock.advance(2 * 60_000)
  expect((await get(targetOf(link))).status).toBe(403)
  expect((await get(targetOf(picture.imageUrl))).status).toBe(200)
  await system.clock.advance(25 * 3_600_000)
  expect((await get(targetOf(picture.imageUrl))).status).toBe(403)
  expect((await get(targetOf((await pictureOf(world.galleryId)).imageUrl))).status).toBe(200)
})
