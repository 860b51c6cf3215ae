import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { api } from '#schema/api/all.ts'
import type { Endpoint } from '#schema/api/endpoint.ts'
import type { OwnGallery, UpdateGallery } from '#schema/api/galleries.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { ErrorBody } from '#schema/errors.ts'
import { type GalleryId, IdempotencyKey } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import { type Answer, type Loose, send } from '#test/support/requests/send.ts'
import {
  type Account,
  demoPhoto,
  openCheckout,
  type Running,
  runningSystem,
  uploadPhoto,
} from '#test/support/system/running.ts'

let running: Running
let owner: Account
let stranger: Account
beforeAll(async () => {
  running = await runningSystem()
  owner = await running.signUp('Ada')
  stranger = await running.signUp('Bea')
  await owner.own.call(api.profiles.endpoints.savePageName, { body: { name: 'ada-page' } })
})
afterAll(() => running.close())

const { galleries, photos, orders, profiles, proofing } = {
  galleries: api.galleries.endpoints,
  photos: api.photos.endpoints,
  orders: api.orders.endpoints,
  profiles: api.profiles.endpoints,
  proofing: api.proofing.endpoints,
}

const code = 'OPENSESAME'
const password = 'correct horse'
const clientEmail = 'the-client@example.com'
const description = 'Words about the inside'

type Kept = { gallery: OwnGallery; photo: OwnPhoto; free: OwnPhoto; title: string }

let keys = 0
const nextKey = () => {
  keys += 1
  return IdempotencyKey.parse(`gallery-access-${String(keys).padStart(6, '0')}`)
}

const edit = async (
  { gallery }: { gallery: Pick<OwnGallery, 'id'> },
  change: Omit<z.input<typeof UpdateGallery>, 'version'>,
) => {
  const { version } = await owner.own.call(galleries.getMine, { params: { galleryId: gallery.id } })
  return owner.own.call(galleries.update, { params: { galleryId: gallery.id }, body: { version, ...change } })
}

/** A gallery of one photo for £15 and one for nothing, with settings. */
const aGalleryWith = async (title: string, change: Omit<z.input<typeof UpdateGallery>, 'version'>): Promise<Kept> => {
  const created = await owner.own.call(galleries.create, { body: { title, description } })
  const upload = async (fileName: string) =>
    uploadPhoto(running, owner, { galleryId: created.id, bytes: await demoPhoto('paper-bird.jpg'), fileName })
  const photo = await upload('dear.jpg')
  const free = await upload('free.jpg')
  await owner.own.call(photos.update, {
    params: { photoId: free.id },
    body: { version: free.version, pricePence: pence(0) },
  })
  const gallery = await edit({ gallery: created }, change)
  return { gallery, photo, free, title }
}

type Key = { grant?: string | undefined; token?: string }
const ask = (endpoint: Endpoint, request: Loose & { headers?: Record<string, string> }, { grant, token }: Key = {}) =>
  send(
    running.system.url,
    endpoint,
    { ...request, headers: { ...request.headers, ...(grant !== undefined && { 'x-gallery-grant': grant }) } },
    { token },
  )

/** Every way by which a visitor could reach what is in a gallery. */
const waysInto = ({ gallery, photo, free }: Kept): [string, (key?: Key) => Promise<Answer>][] => {
  const params = { galleryId: gallery.id }
  const visit = { params }
  return [
    ['the gallery', (key) => ask(galleries.get, { params }, key)],
    ['its photos', (key) => ask(galleries.listPhotos, { params }, key)],
    ['its photos, searched', (key) => ask(galleries.listPhotos, { params, query: { q: 'dear' } }, key)],
    ['a view', (key) => ask(galleries.recordView, visit, key)],
    ['a like', (key) => ask(galleries.toggleLike, visit, key)],
    ['whether it is liked', (key) => ask(galleries.likeState, visit, key)],
    ['a free photo', (key) => ask(photos.downloadFree, { params: { photoId: free.id }, body: { size: 'web' } }, key)],
    [
      'a checkout',
      (key) =>
        ask(
          orders.checkout,
          {
            headers: { 'idempotency-key': nextKey() },
            body: {
              items: [{ photoId: photo.id }],
              consent: deliveryConsent.version,
              customer: { name: 'Hannah', email: 'hannah@example.com' },
              grants: key?.grant === undefined ? [] : [key.grant],
            },
          },
          key,
        ),
    ],
  ]
}

/** What a refusal says, without the number of the request and without what the asker sent. */
const refusalOf = ({ status, json }: Answer) => {
  const { requestId: _, details: __, ...error } = ErrorBody.parse(json).error
  return { status, error }
}

const nowhere = (kept: Kept): Kept => {
  const nothing = <T extends { id: string }>(thing: T): T => ({
    ...thing,
    id: thing.id.replace(/_.+/, `_${'0'.repeat(26)}`),
  })
  return { ...kept, gallery: nothing(kept.gallery), photo: nothing(kept.photo), free: nothing(kept.free) }
}

const lists: [string, () => Promise<Answer>][] = [
  ['the newest', () => ask(galleries.browse, { query: {} })],
  ['the most popular', () => ask(galleries.browse, { query: { sort: 'popular' } })],
  ['the cheapest', () => ask(galleries.browse, { query: { sort: 'price_low' } })],
  ['a search', () => ask(galleries.browse, { query: { q: 'secretive' } })],
  ['the portfolio', () => ask(profiles.portfolio, { params: { subdomain: 'ada-page' } })],
]

/** As if it did not exist: by every way, in every list, with the very words that an unknown one gets. */
const expectAbsent = async (kept: Kept, key: Key = {}) => {
  const unknown = waysInto(nowhere(kept))
  const answers = await Promise.all(waysInto(kept).map(([, way]) => way(key)))
  for (const [index, answer] of answers.entries()) {
    const [what, wayToNothing] = unknown[index] ?? ['', undefined]
    expect(answer.status, what).toBeGreaterThanOrEqual(400)
    expect(refusalOf(answer), what).toEqual(wayToNothing && refusalOf(await wayToNothing(key)))
    expect(answer.text, what).not.toContain(kept.title)
  }
  const unlock = (galleryId: string) =>
    ask(galleries.unlock, { params: { galleryId }, body: { accessCode: code, password } })
  expect(refusalOf(await unlock(kept.gallery.id))).toEqual(refusalOf(await unlock(nowhere(kept).gallery.id)))
  await expectUnlisted(kept)
}

const expectUnlisted = async ({ gallery }: Kept) => {
  for (const [what, list] of lists) {
    const answer = await list()
    expect(answer.status, what).toBe(200)
    expect(answer.text, what).not.toContain(gallery.id)
  }
  const params = { subdomain: 'ada-page', slug: gallery.slug }
  expect(await ask(profiles.portfolioGallery, { params })).toMatchObject({ status: 404, code: 'gallery_not_found' })
  const quote = await ask(orders.quote, { body: { photoIds: [] } })
  expect(quote.status).toBe(200)
}

const unlock = (galleryId: GalleryId, body: unknown) => ask(galleries.unlock, { params: { galleryId }, body })
const grantFor = async (galleryId: GalleryId, body: unknown): Promise<string> => {
  const answer = await unlock(galleryId, body)
  expect(answer.status).toBe(200)
  return z.object({ grant: z.string() }).parse(answer.json).grant
}
const opens = async (kept: Kept, key: Key) => {
  for (const [what, way] of waysInto(kept)) expect((await way(key)).status, what).toBe(200)
}
/** Locked: everything but the lock screen is refused, and that says only what is asked for. */
const expectLocked = async (kept: Kept, needs: string[], key: Key = {}) => {
  const [, getIt] = waysInto(kept)[0] ?? []
  expect((await getIt?.(key))?.json).toEqual({ state: 'locked', id: kept.gallery.id, needs })
  for (const [what, way] of waysInto(kept).slice(1)) {
    const answer = await way(key)
    expect([what, answer.status, answer.code]).toEqual(
      what === 'a checkout' ? [what, 409, 'items_locked'] : [what, 403, 'gallery_locked'],
    )
    for (const secret of [kept.title, code, password, clientEmail, description, '/media/', 'uploads/', '$2'])
      expect(answer.text, what).not.toContain(secret)
  }
}

describe('a private gallery without code or password is its owner’s alone', () => {
  let kept: Kept
  beforeAll(async () => {
    kept = await aGalleryWith('Secretive hermit', { isPublic: false })
  })

  test('it is in no list, search, portfolio or address, and no one learns that it is there', () => expectAbsent(kept))
  test('neither does another photographer', () => expectAbsent(kept, { token: stranger.token }))

  test('its photos are unavailable to a cart like photos that never were', async () => {
    const quote = async (photoId: string) => (await ask(orders.quote, { body: { photoIds: [photoId] } })).json
    expect(await quote(kept.photo.id)).toMatchObject({ lines: [], locked: [], unavailable: [kept.photo.id] })
    const { photo } = nowhere(kept)
    expect(await quote(photo.id)).toMatchObject({ lines: [], unavailable: [photo.id] })
  })

  test('its owner sees it as visitors would, with a grant, and manages it', async () => {
    const { grant } = await owner.own.call(galleries.ownerGrant, { params: { galleryId: kept.gallery.id } })
    await opens(kept, { grant })
    expect(await owner.own.call(galleries.getMine, { params: { galleryId: kept.gallery.id } })).toMatchObject({
      title: 'Secretive hermit',
    })
  })

  test('a review of it shows its client the photos of the review, and nothing else opens by that link', async () => {
    const { link } = await owner.own.call(proofing.create, {
      body: { galleryId: kept.gallery.id, title: 'Choose', clientEmail },
    })
    const token = link.slice(link.lastIndexOf('/') + 1)
    const shown = await ask(proofing.get, { params: { token } })
    expect(shown.status).toBe(200)
    expect(shown.text).not.toContain(clientEmail)
    expect((await ask(galleries.get, { params: { galleryId: kept.gallery.id } }, { grant: token })).status).toBe(404)
  })
})

describe('a private gallery with an access code', () => {
  let kept: Kept
  let hidden: Kept
  beforeAll(async () => {
    kept = await aGalleryWith('Secretive coded', { isPublic: false, accessCode: code, clientEmail })
    hidden = await aGalleryWith('Secretive coded twin', { isPublic: false, accessCode: code })
  })

  test('is locked: the lock screen says that a code is asked for, and nothing more', async () => {
    await expectLocked(kept, ['access_code'])
    await expectLocked(kept, ['access_code'], { token: stranger.token })
    await expectUnlisted(kept)
  })

  test('opens with the code, everywhere, and still tells nobody the code or the client', async () => {
    const grant = await grantFor(kept.gallery.id, { accessCode: code })
    await opens(kept, { grant })
    for (const [what, way] of waysInto(kept)) {
      const { text } = await way({ grant })
      for (const secret of [code, clientEmail, owner.userId, owner.email]) expect(text, what).not.toContain(secret)
    }
    expect((await ask(galleries.get, { params: { galleryId: kept.gallery.id } }, { grant })).headers).toMatchObject({
      'cache-control': 'private, no-store',
    })
  })

  test.each([
    ['lower case', code.toLowerCase()],
    ['blanks around and within it', ` ${code.slice(0, 4)} ${code.slice(4)} `],
  ])('opens with the code in %s: people type what they were told', async (_, accessCode) => {
    await opens(kept, { grant: await grantFor(kept.gallery.id, { accessCode }) })
  })

  test.each<[string, unknown]>([
    ['a wrong code', { accessCode: 'OPENSESAM' }],
    ['a look-alike (Cyrillic О)', { accessCode: code.replace('O', 'О') }],
    ['full-width letters', { accessCode: code.replace('O', 'Ｏ') }],
    ['an array', { accessCode: [code] }],
    ['an object', { accessCode: { '': code } }],
    ['true', { accessCode: true }],
    ['the empty text', { accessCode: '' }],
    ['null', { accessCode: null }],
    ['no code', {}],
    ['10 kB', { accessCode: code.repeat(1_000) }],
    ['the code as the password', { password: code }],
    ['the code and a zero byte', { accessCode: `${code}\u0000` }],
  ])('%s is answered like any wrong code', async (_, body) => {
    const answer = await unlock(kept.gallery.id, body)
    expect([answer.status, answer.code]).toEqual([403, 'invalid_access_code'])
    expect(answer.text).not.toContain(code)
  })

  test('a grant that is forged, of another gallery or of another kind opens nothing', async () => {
    const grant = await grantFor(kept.gallery.id, { accessCode: code })
    const other = await grantFor(hidden.gallery.id, { accessCode: code })
    const [fact = '', mac = ''] = grant.split('.')
    const said: unknown = JSON.parse(Buffer.from(fact, 'base64url').toString('utf8'))
    const retold = (change: object) =>
      Buffer.from(JSON.stringify({ ...z.record(z.string(), z.unknown()).parse(said), ...change })).toString('base64url')
    const cursor = await aCursor()
    for (const forged of [
      '',
      'x',
      '.',
      '..',
      fact,
      `${fact}.`,
      `.${mac}`,
      `${fact}.${mac.slice(0, -1)}`,
      `${fact}.${mac}.x`,
      `${retold({ owner: true })}.${mac}`,
      `${retold({ until: 9_999_999_999 })}.${mac}`,
      `${retold({ gallery: kept.gallery.id })}.${other.split('.')[1]}`,
      other,
      cursor,
      `[object Object]`,
      code,
    ]) {
      const answer = await ask(galleries.listPhotos, { params: { galleryId: kept.gallery.id } }, { grant: forged })
      expect(answer.status, forged).toBeGreaterThanOrEqual(400)
      expect(answer.status, forged).toBeLessThan(500)
      expect(answer.text).not.toContain('/media/')
    }
  })

  test('a grant dies at once when the code, the password, the privacy or the end changes', async () => {
    for (const change of [
      { accessCode: 'ANOTHER1' },
      { password },
      { password: null },
      { expiresAt: '2100-01-01T00:00:00.000Z' },
      { expiresAt: null },
      { isPublic: true },
      { isPublic: false, accessCode: code },
    ]) {
      const { id } = kept.gallery
      const now = await owner.own.call(galleries.getMine, { params: { galleryId: id } })
      const grant = await grantFor(id, { accessCode: now.accessCode, password: now.hasPassword ? password : undefined })
      const owners = await owner.own.call(galleries.ownerGrant, { params: { galleryId: id } })
      const read = (key: Key) => ask(galleries.listPhotos, { params: { galleryId: id } }, key)
      expect((await read({ grant })).status).toBe(200)
      await edit(kept, change)
      expect((await read({ grant })).status, JSON.stringify(change)).toBe(403)
      expect((await read({ grant: owners.grant })).status, JSON.stringify(change)).toBe(403)
    }
  })

  test('a change of what does not decide about access leaves grants alone', async () => {
    const grant = await grantFor(kept.gallery.id, { accessCode: code })
    await edit(kept, { description: 'Other words about the inside', pricePence: pence(2_000) })
    expect((await ask(galleries.listPhotos, { params: { galleryId: kept.gallery.id } }, { grant })).status).toBe(200)
  })
})

const aCursor = async (): Promise<string> => {
  for (let index = 0; index < 3; index++) await owner.own.call(galleries.create, { body: { title: `Filler ${index}` } })
  const { nextCursor = '' } = await owner.own.call(galleries.mine, { query: { limit: 2 } })
  expect(nextCursor).not.toBe('')
  return nextCursor
}

describe('a gallery with code and password', () => {
  let kept: Kept
  beforeAll(async () => {
    kept = await aGalleryWith('Secretive both', { isPublic: false, accessCode: code, password })
  })

  test('asks for both, and one alone is as wrong as none, whichever it is', async () => {
    await expectLocked(kept, ['access_code', 'password'])
    const refusals = await Promise.all(
      [{ accessCode: code }, { password }, { accessCode: code, password: 'x' }, { accessCode: 'x', password }].map(
        async (body) => refusalOf(await unlock(kept.gallery.id, body)),
      ),
    )
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 403, error: { code: 'invalid_access_code' } })
      expect(refusal).toEqual(refusals[0])
    }
  })

  test('opens with both', async () => {
    await opens(kept, { grant: await grantFor(kept.gallery.id, { accessCode: code, password }) })
  })

  test('a password of more than 72 bytes is refused when it is set, and never right when it is tried', async () => {
    const long = 'x'.repeat(72)
    await edit(kept, { password: long })
    expect((await unlock(kept.gallery.id, { accessCode: code, password: `${long}x` })).status).toBe(403)
    expect((await unlock(kept.gallery.id, { accessCode: code, password: long })).status).toBe(200)
    await expect(edit(kept, { password: `${long}x` })).rejects.toMatchObject({
      status: 422,
      body: { error: { code: 'password_too_long' } },
    })
  })
})

test('a public gallery with a password is listed by its name alone, and asks for the password', async () => {
  const kept = await aGalleryWith('Walled garden', { password })
  await expectLockedOut(kept)
  const shown = (await running.anyone.call(galleries.browse, { query: {} })).items.find(
    ({ id }) => id === kept.gallery.id,
  )
  expect(shown).toMatchObject({
    title: 'Walled garden',
    isProtected: true,
    cover: null,
    description: '',
    photoCount: 0,
  })
  const slugged = await ask(profiles.portfolioGallery, { params: { subdomain: 'ada-page', slug: kept.gallery.slug } })
  expect([slugged.status, slugged.code]).toEqual([403, 'gallery_locked'])
  expect(slugged.text).not.toContain('/media/')
  await opens(kept, { grant: await grantFor(kept.gallery.id, { password }) })
})

const expectLockedOut = async (kept: Kept) => {
  const { text } = await ask(galleries.get, { params: { galleryId: kept.gallery.id } })
  expect(JSON.parse(text)).toEqual({ state: 'locked', id: kept.gallery.id, needs: ['password'] })
  for (const [what, way] of waysInto(kept).slice(1)) expect((await way()).status, what).toBeGreaterThanOrEqual(400)
}

test('the addresses of pictures that were public are dead once a gallery has been closed', async () => {
  const kept = await aGalleryWith('Once open', {})
  const page = await running.anyone.call(galleries.listPhotos, { params: { galleryId: kept.gallery.id }, query: {} })
  const url = page.items[0]?.picture?.imageUrl ?? ''
  expect((await fetch(url)).status).toBe(200)
  await edit(kept, { isPublic: false, accessCode: code })
  await running.system.drainQueues()
  expect((await fetch(url)).status).toBe(403)
})

describe('after its end', () => {
  test('a gallery is absent for everybody but its owner, and what was sold from it is downloaded all the same', async () => {
    const { system } = running
    const kept = await aGalleryWith('Secretive mortal', {})
    const { sessionId, orderId } = await openCheckout(running, [kept.photo.id])
    await system.stripe.control.pay({ session: sessionId })
    await running.anyone.call(orders.confirm, { body: { sessionId } })
    const end = new Date(system.clock.now().getTime() + 10 * 60_000).toISOString()
    await edit(kept, { isPublic: false, accessCode: code, expiresAt: end })
    const grant = await grantFor(kept.gallery.id, { accessCode: code })
    await opens(kept, { grant })
    const proof = await owner.own.call(proofing.create, {
      body: { galleryId: kept.gallery.id, title: 'Choose', clientEmail },
    })
    const token = proof.link.slice(proof.link.lastIndexOf('/') + 1)
    expect((await ask(proofing.get, { params: { token } })).status).toBe(200)

    await system.clock.advance(11 * 60_000)
    await expectAbsent(kept, { grant })
    expect((await ask(proofing.get, { params: { token } })).code).toBe('proof_session_not_found')
    const { grant: own } = await owner.own.call(galleries.ownerGrant, { params: { galleryId: kept.gallery.id } })
    await opens(kept, { grant: own })
    const { url } = await running.anyone.call(orders.download, { params: { orderId, line: 1 }, body: { size: 'web' } })
    expect((await fetch(url)).status).toBe(200)
  })

  test('a public one leaves the lists', async () => {
    const kept = await aGalleryWith('Secretive public mortal', {})
    expect((await lists[0]?.[1]())?.text).toContain(kept.gallery.id)
    await edit(kept, { expiresAt: new Date(running.system.clock.now().getTime() + 60_000).toISOString() })
    await running.system.clock.advance(61_000)
    await expectAbsent(kept)
  })

  test('a grant ends after twelve hours', async () => {
    const kept = await aGalleryWith('Secretive half-day', { isPublic: false, accessCode: code })
    const grant = await grantFor(kept.gallery.id, { accessCode: code })
    const read = () => ask(galleries.listPhotos, { params: { galleryId: kept.gallery.id } }, { grant })
    await running.system.clock.advance(11.9 * 3_600_000)
    expect((await read()).status).toBe(200)
    await running.system.clock.advance(0.2 * 3_600_000)
    expect((await read()).status).toBe(403)
  })
})

test('what a photographer hid or deleted is gone from every way in', async () => {
  const kept = await aGalleryWith('Secretive gone', {})
  const me = await owner.own.call(profiles.me, {})
  await owner.own.call(profiles.update, { body: { version: me.version, isPublic: false } })
  await running.system.drainQueues()
  for (const [what, list] of lists.slice(0, -1)) expect((await list()).text, what).not.toContain(kept.gallery.id)
  expect((await lists.at(-1)?.[1]())?.code).toBe('photographer_not_found')
  const again = await owner.own.call(profiles.me, {})
  await owner.own.call(profiles.update, { body: { version: again.version, isPublic: true } })
  await running.system.drainQueues()

  await owner.own.call(galleries.remove, { params: { galleryId: kept.gallery.id } })
  await running.system.drainQueues()
  await expectAbsent(kept)
})
