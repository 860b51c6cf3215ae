import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quotaKeys } from '#functions/photos/quota-store.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { throttleKeys } from '#functions/shared/throttle/throttle.ts'
import { api } from '#schema/api/all.ts'
import type { OwnGallery } from '#schema/api/galleries.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { IdempotencyKey } from '#schema/ids.ts'
import { type Answer, type Asking, send } from '#test/support/requests/send.ts'
import { type Account, galleryOnSale, type Running, runningSystem } from '#test/support/system/running.ts'
import { type RunningTable, tableOf } from '#test/support/system/table.ts'

// The one system whose limits are those of the cloud.
let running: Running
let data: RunningTable
let owner: Account
let gallery: OwnGallery
let photo: OwnPhoto
beforeAll(async () => {
  running = await runningSystem({ throttleScale: 1 })
  data = tableOf(running)
  owner = await running.signUp('Ada')
  const onSale = await galleryOnSale(running, owner)
  gallery = onSale.gallery
  photo = onSale.photo
})
afterAll(async () => {
  data.close()
  await running.close()
})

const hourMs = 3_600_000
/** Every test begins with the first second of an hour: limits count in windows, and none ends while a test runs. */
beforeEach(async () => {
  const { clock } = running.system
  const next = Math.ceil((clock.now().getTime() + 1) / hourMs) * hourMs
  await clock.set(new Date(next + 1_000))
})

let machines = 0
/** An address of this machine that nobody has used yet. */
const another = () => {
  machines += 1
  return `127.0.${1 + Math.floor(machines / 250)}.${1 + (machines % 250)}`
}

const galleries = api.galleries.endpoints
const orders = api.orders.endpoints
const code = 'OPENSESAME'

/** Sends it one after another, and gives the answers' statuses. */
const times = async (count: number, request: (index: number) => Promise<Answer>): Promise<number[]> => {
  const statuses: number[] = []
  for (let index = 0; index < count; index++) statuses.push((await request(index)).status)
  return statuses
}
const repeated = (status: number, count: number) => Array.from({ length: count }, () => status)

const expectLater = ({ status, code: said, headers, json }: Answer, windowSeconds: number) => {
  expect([status, said]).toEqual([429, 'too_many_requests'])
  const seconds = Number(headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(windowSeconds)
  expect(json).toMatchObject({ error: { details: { retryAfterSeconds: seconds } } })
}

const locked = async (title: string): Promise<OwnGallery> =>
  owner.own.call(galleries.create, { body: { title, isPublic: false, accessCode: code } })
const unlock = ({ id }: Pick<OwnGallery, 'id'>, accessCode: string, how: Asking = {}) =>
  send(running.system.url, galleries.unlock, { params: { galleryId: id }, body: { accessCode } }, how)

describe('guessing an access code', () => {
  test('from one address: five tries a minute, then 429 even for the right one; whoever is elsewhere gets in', async () => {
    const target = await locked('One guesser')
    const guesser = another()
    expect(await times(5, () => unlock(target, 'WRONG', { from: guesser }))).toEqual(repeated(403, 5))
    expectLater(await unlock(target, 'WRONG', { from: guesser }), 60)
    expectLater(await unlock(target, code, { from: guesser }), 60)
    expect((await unlock(target, code, { from: another() })).status).toBe(200)
    await running.system.clock.advance(60_000)
    expect((await unlock(target, code, { from: guesser })).status).toBe(200)
  })

  test('from one address at many galleries: 30 tries an hour', async () => {
    const guesser = another()
    const nothing = { id: gallery.id }
    const targets = await Promise.all(Array.from({ length: 7 }, (_, index) => locked(`Many ${index}`)))
    const at = (index: number) => targets[Math.floor(index / 5)] ?? nothing
    expect(await times(30, (index) => unlock(at(index), 'WRONG', { from: guesser }))).toEqual(repeated(403, 30))
    expectLater(await unlock(at(30), code, { from: guesser }), 3_600)
  })

  test('from many addresses: each that was wrong waits longer and longer, nobody else waits at all', async () => {
    const target = await locked('Many guessers')
    const guessers = Array.from({ length: 20 }, another)
    const guesser = guessers[0] ?? ''
    await Promise.all(guessers.map((from) => times(5, () => unlock(target, 'WRONG', { from }))))
    await running.system.clock.advance(60_000)
    const waiting = await unlock(target, code, { from: guesser })
    expectLater(waiting, 480)
    expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(60)
    expect((await unlock(target, code, { from: another() })).status).toBe(200)
    expect((await unlock(target, 'WRONG', { from: another() })).status).toBe(403)
    expect((await owner.own.call(galleries.ownerGrant, { params: { galleryId: target.id } })).grant).toEqual(
      expect.any(String),
    )
    await running.system.clock.advance(480_000)
    expect((await unlock(target, code, { from: guesser })).status).toBe(200)
  })

  test('with made-up addresses in headers: nobody counts as somebody else, and nobody else is locked out', async () => {
    const target = await locked('A liar')
    const liar = another()
    const victim = another()
    const lie = (index: number): Record<string, string> => {
      const address = index < 6 ? `203.0.113.${index}` : victim
      return {
        'x-forwarded-for': `${address}, 198.51.100.1`,
        'cloudfront-viewer-address': `${address}:4711`,
        'x-real-ip': address,
        'true-client-ip': address,
        'x-client-ip': address,
        forwarded: `for=${address}`,
        'x-origin-verify': 'guess',
        via: '1.1 elsewhere',
      }
    }
    const tries = await times(12, (index) => unlock(target, 'WRONG', { from: liar, headers: lie(index) }))
    expect(tries).toEqual([...repeated(403, 5), ...repeated(429, 7)])
    expect((await unlock(target, code, { from: victim })).status).toBe(200)
  })
})

describe('guessing a discount code', () => {
  const quote = (discountCode: string | undefined, from: string) =>
    send(running.system.url, orders.quote, { body: { photoIds: [photo.id], discountCode } }, { from })

  test('five wrong ones in ten minutes, then 429, for the right one too; a cart without a code is priced as ever', async () => {
    const guesser = another()
    const { code: launch } = running.system.secrets.LAUNCH_CODE_SECRET_ID
    expect(await times(8, () => quote(launch, guesser))).toEqual(repeated(200, 8))
    expect(await times(5, (index) => quote(`WRONG${index}`, guesser))).toEqual(repeated(422, 5))
    expectLater(await quote('WRONG', guesser), 600)
    expectLater(await quote(launch, guesser), 600)
    expect((await quote(undefined, guesser)).status).toBe(200)
    expect((await quote(launch, another())).status).toBe(200)
  })
})

describe('guessing a discount code at once', () => {
  test('forty at the same moment from one address are five answers and thirty-five 429', async () => {
    const from = another()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        send(
          running.system.url,
          orders.quote,
          { body: { photoIds: [photo.id], discountCode: `BURST${index}` } },
          { from },
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
  })
})

describe('guessing a Checkout Session', () => {
  test('twenty unknown ones in ten minutes, then 429; a buyer’s own is still confirmed', async () => {
    const from = another()
    const confirm = (sessionId: string) => send(running.system.url, orders.confirm, { body: { sessionId } }, { from })
    const opened = await running.anyone.call(orders.checkout, {
      headers: { 'idempotency-key': IdempotencyKey.parse('throttle-test-confirm-1') },
      body: { items: [{ photoId: photo.id }], customer: { name: 'Hannah', email: 'returns@example.com' } },
    })
    const own = /cs_test_\w+/.exec(opened.kind === 'pay' ? opened.url : '')?.[0] ?? ''
    expect(await times(20, (index) => confirm(`cs_test_guess${index}`))).toEqual(repeated(400, 20))
    expectLater(await confirm('cs_test_guess'), 600)
    expect((await confirm(own)).status).toBe(200)
  })
})

describe('checking out', () => {
  let orderCount = 0
  const checkout = (email: string, { from, discountCode }: { from: string; discountCode?: string }) => {
    orderCount += 1
    return send(
      running.system.url,
      orders.checkout,
      {
        headers: { 'idempotency-key': `throttle-test-${String(orderCount).padStart(8, '0')}` },
        body: { items: [{ photoId: photo.id }], customer: { name: 'Hannah', email }, discountCode },
      },
      { from },
    )
  }

  test('trying cards: ten checkouts in ten minutes from one address', async () => {
    const from = another()
    const tries = await times(11, (index) => checkout(`buyer-${index}@example.com`, { from }))
    expect(tries).toEqual([...repeated(200, 10), 429])
    expectLater(await checkout('fresh@example.com', { from }), 600)
    expect((await checkout('fresh@example.com', { from: another() })).status).toBe(200)
  })

  test('five in ten minutes for one e-mail address, however it is written and wherever from', async () => {
    const spellings = ['mia@example.com', 'MIA@example.com', ' mia@example.com ', 'Mia@Example.com', 'mia@EXAMPLE.com']
    expect(await times(5, (index) => checkout(spellings[index] ?? '', { from: another() }))).toEqual(repeated(200, 5))
    expectLater(await checkout('mia@example.com', { from: another() }), 600)
  })

  test('three free orders a day for one e-mail address', async () => {
    const { code: discountCode } = running.system.secrets.LAUNCH_CODE_SECRET_ID
    const free = () => checkout('harvest@example.com', { from: another(), discountCode })
    expect(await times(3, free)).toEqual(repeated(200, 3))
    expectLater(await free(), 86_400)
  })

  test('a request that is repeated with its key is no new try', async () => {
    const from = another()
    const again = () =>
      send(
        running.system.url,
        orders.checkout,
        {
          headers: { 'idempotency-key': 'throttle-test-repeated-01' },
          body: { items: [{ photoId: photo.id }], customer: { name: 'Hannah', email: 'again@example.com' } },
        },
        { from },
      )
    expect(await times(15, again)).toEqual(repeated(200, 15))
  })
})

const visit = (endpoint: typeof galleries.toggleLike | typeof galleries.recordView, session: number, how: Asking) =>
  send(
    running.system.url,
    endpoint,
    {
      params: { galleryId: gallery.id },
      headers: { 'x-gallery-session': `anon_1700000000000_session${String(session).padStart(4, '0')}` },
    },
    how,
  )
const countsOf = async () => {
  const { likeCount, viewCount } = await owner.own.call(galleries.getMine, { params: { galleryId: gallery.id } })
  return { likeCount, viewCount }
}

describe('spam', () => {
  test('likes: 30 a minute from one address, each counted once', async () => {
    const from = another()
    const before = await countsOf()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => visit(galleries.toggleLike, index, { from })),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
    for (const answer of refused) expectLater(answer, 60)
    expect((await countsOf()).likeCount).toBe(before.likeCount + 30)
  })

  test('views: one a session in half a minute, and 60 a minute from one address', async () => {
    const from = another()
    const before = await countsOf()
    const same = await Promise.all(Array.from({ length: 20 }, () => visit(galleries.recordView, 1, { from })))
    expect(same.map(({ status }) => status)).toEqual(repeated(200, 20))
    expect((await countsOf()).viewCount).toBe(before.viewCount + 1)
    const others = await Promise.all(
      Array.from({ length: 45 }, (_, index) => visit(galleries.recordView, 100 + index, { from })),
    )
    expect(others.filter(({ status }) => status === 429)).toHaveLength(5)
    expect((await countsOf()).viewCount).toBe(before.viewCount + 41)
    await running.system.clock.advance(61_000)
    expect((await visit(galleries.recordView, 1, { from })).status).toBe(200)
    expect((await countsOf()).viewCount).toBe(before.viewCount + 42)
  })

  test('searches: 60 a minute from one address; browsing without words is not counted', async () => {
    const from = another()
    const browse = (query: object) => send(running.system.url, galleries.browse, { query }, { from })
    const answers = await Promise.all(Array.from({ length: 61 }, (_, index) => browse({ q: `ridge ${index}` })))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await browse({})).status).toBe(200)
  })

  test('page names: 20 questions a minute, and the answer is yes or no and never whose it is', async () => {
    await owner.own.call(api.profiles.endpoints.savePageName, { body: { name: 'adas-own-page' } })
    const bea = await running.signUp('Bea')
    const check = (name: string) =>
      send(running.system.url, api.profiles.endpoints.checkPageName, { params: { name } }, { token: bea.token })
    expect((await check('adas-own-page')).json).toEqual({ available: false })
    expect((await check('nobodys-page')).json).toEqual({ available: true })
    expect(await times(18, (index) => check(`name-${index}`))).toEqual(repeated(200, 18))
    expectLater(await check('one-too-many'), 60)
  })
})

describe('links to reviews', () => {
  test('ten misses an hour from one address; the right link opens all the same', async () => {
    const from = another()
    const { link } = await owner.own.call(api.proofing.endpoints.create, {
      body: { galleryId: gallery.id, title: 'Choose', clientEmail: 'client@example.com' },
    })
    const open = (token: string) =>
      send(running.system.url, api.proofing.endpoints.get, { params: { token } }, { from })
    expect(await times(10, (index) => open(`${'A'.repeat(40)}${index}`))).toEqual(repeated(404, 10))
    expectLater(await open('B'.repeat(43)), 3_600)
    expect((await open(link.slice(link.lastIndexOf('/') + 1))).status).toBe(200)
  })

  test('60 decisions a minute in one review, from wherever', async () => {
    const { link } = await owner.own.call(api.proofing.endpoints.create, {
      body: { galleryId: gallery.id, title: 'Choose', clientEmail: 'client@example.com' },
    })
    const token = link.slice(link.lastIndexOf('/') + 1)
    const decide = () =>
      send(
        running.system.url,
        api.proofing.endpoints.decide,
        { params: { token, photoId: photo.id }, body: { status: 'approved' } },
        { from: another() },
      )
    const answers = await Promise.all(Array.from({ length: 62 }, decide))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})

describe('floods of a photographer', () => {
  const grant = (bytes = 1_000) =>
    send(
      running.system.url,
      api.photos.endpoints.grantUpload,
      { params: { galleryId: gallery.id }, body: { fileName: 'a.jpg', contentType: 'image/jpeg', bytes } },
      { token: owner.token },
    )

  test('500 upload grants an hour', async () => {
    const seconds = Math.floor(running.system.clock.now().getTime() / 1_000)
    const key = throttleKeys.window('uploadsPerUser', owner.userId, seconds - (seconds % 3_600))
    const { limit } = throttles.uploadsPerUser
    expect(limit).toBe(500)
    await data.table.write(update(key, { set: { count: limit - 1 }, when: 'always' }))
    expect((await grant()).status).toBe(200)
    expectLater(await grant(), 3_600)
  })

  test('60 galleries an hour', async () => {
    const seconds = Math.floor(running.system.clock.now().getTime() / 1_000)
    const key = throttleKeys.window('galleriesPerUser', owner.userId, seconds - (seconds % 3_600))
    await data.table.write(update(key, { set: { count: 59 }, when: 'always' }))
    const create = () =>
      send(running.system.url, api.galleries.endpoints.create, { body: { title: 'One more' } }, { token: owner.token })
    expect((await create()).status).toBe(200)
    expectLater(await create(), 3_600)
  })

  test('50 GB in all', async () => {
    const key = quotaKeys.stored(owner.userId)
    await data.table.write(update(key, { set: { bytes: 50_000_000_000 - 1_500 }, when: { PK: is.present } }))
    expect((await grant(1_500)).status).toBe(200)
    const refused = await grant(1)
    expect([refused.status, refused.code]).toEqual([429, 'quota_reached'])
  })

  test('six payout requests an hour', async () => {
    const { status } = await send(running.system.url, api.payouts.endpoints.request, {}, { token: owner.token })
    expect(status).toBe(409)
    const rest = await times(6, () =>
      send(running.system.url, api.payouts.endpoints.request, {}, { token: owner.token }),
    )
    expect(rest).toEqual([...repeated(409, 5), 429])
  })
})
