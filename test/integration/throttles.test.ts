import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { quotaKeys } from '#functions/galleries/quota-store.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { throttleKeys } from '#functions/shared/throttle/throttle.ts'
import { api } from '#schema/api/all.ts'
import type { OwnGallery } from '#schema/api/galleries.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { deliveryConsent } from '#schema/consent.ts'
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
const sessionFor = async (from = another(), earlier?: string): Promise<string> => {
  const made = await send(running.system.url, galleries.startSession, { body: { earlier } }, { from })
  return z.object({ session: z.string() }).parse(made.json).session
}
/** A browser of its own: an address and a session. */
const browser = async (from = another()) => ({ from, session: await sessionFor(from) })
type Browser = Awaited<ReturnType<typeof browser>>
const withSession = ({ session }: Pick<Browser, 'session'>) => ({ 'x-gallery-session': session })

const unlock = ({ id }: Pick<OwnGallery, 'id'>, accessCode: string, { from, session }: Browser, how: Asking = {}) =>
  send(
    running.system.url,
    galleries.unlock,
    { params: { galleryId: id }, headers: withSession({ session }), body: { accessCode } },
    { from, ...how },
  )

describe('guessing an access code', () => {
  test('in one browser: five wrong tries a minute, then 429 even for the right one; whoever sits beside it gets in', async () => {
    const target = await locked('One guesser')
    const guesser = await browser()
    const neighbour = await browser(guesser.from)
    expect(await times(5, () => unlock(target, 'WRONG', guesser))).toEqual(repeated(403, 5))
    expectLater(await unlock(target, 'WRONG', guesser), 60)
    expectLater(await unlock(target, code, guesser), 60)
    expect((await unlock(target, code, neighbour)).status).toBe(200)
    await running.system.clock.advance(60_000)
    expect((await unlock(target, code, guesser)).status).toBe(200)
  })

  test('in many browsers of one address: sixty wrong an hour, then three a browser; the right code still opens', async () => {
    const target = await locked('One hall')
    const from = another()
    const guessers = await Promise.all(Array.from({ length: 12 }, () => browser(from)))
    for (const guesser of guessers) {
      expect(await times(5, () => unlock(target, 'WRONG', guesser))).toEqual(repeated(403, 5))
    }
    await running.system.clock.advance(60_000)
    for (const guesser of guessers) expectLater(await unlock(target, 'WRONG', guesser), 3_600)
    const late = await browser(from)
    expect(await times(4, () => unlock(target, 'WRONG', late))).toEqual([403, 403, 403, 429])
    expect((await unlock(target, code, await browser(from))).status).toBe(200)
  })

  test('with an id that nobody signed, or a changed one, is not looked at', async () => {
    const target = await locked('No session')
    const { from, session } = await browser()
    for (const made of ['anon_1700000000000_abcdefgh1', `${session}x`, session.replace(/\.\d+\./, '.1.'), 'x']) {
      const answer = await unlock(target, code, { from, session: made })
      expect([answer.status, answer.code]).toEqual([400, 'session_needed'])
    }
  })

  test('with made-up addresses in headers: nobody counts as somebody else, and nobody else is locked out', async () => {
    const from = another()
    const victim = another()
    const lie = (index: number): Record<string, string> => {
      const address = index % 2 === 0 ? `203.0.113.${index % 250}` : victim
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
    const search = (index: number, how: Asking) =>
      send(running.system.url, galleries.browse, { query: { q: `ridge ${index}` } }, how)
    const answers = await Promise.all(
      Array.from({ length: 605 }, (_, index) => search(index, { from, headers: lie(index) })),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    expect((await search(0, { from: victim })).status).toBe(200)
  })
})

describe('sessions', () => {
  test('are made by whoever asks, late ones past 2,000 an hour of one address, and an earlier id goes on with its likes', async () => {
    const from = another()
    const old = 'anon_1700000000000_earlierid'
    const session = await sessionFor(from, old)
    expect(session.startsWith(`${old}.`)).toBe(true)
    const like = (token: string) =>
      send(
        running.system.url,
        galleries.toggleLike,
        { params: { galleryId: gallery.id }, headers: withSession({ session: token }) },
        { from },
      )
    expect((await like(session)).json).toMatchObject({ userLiked: true })
    const again = await sessionFor(from, session)
    expect((await like(again)).json).toMatchObject({ userLiked: false })
    const seconds = Math.floor(running.system.clock.now().getTime() / 1_000)
    const key = throttleKeys.window('sessionsPerAddress', from, seconds - (seconds % 3_600))
    await data.table.write(update(key, { set: { count: 1_999 }, when: 'present' }))
    const last = await sessionFor(from)
    const late = await sessionFor(from, session)
    expect(late.startsWith(`${old}.`)).toBe(true)
    expect((await like(late)).json).toMatchObject({ userLiked: true })
    const target = await locked('All sessions made')
    const guess = (token: string) => times(5, () => unlock(target, 'WRONG', { from, session: token }))
    expect(await guess(last)).toEqual(repeated(403, 5))
    expect(await guess(late)).toEqual([403, 403, 403, 429, 429])
    expect((await unlock(target, code, { from, session: await sessionFor(from) })).status).toBe(200)
  })
})

describe('guessing a discount code', () => {
  const quote = (discountCode: string | undefined, { from, session }: Browser) =>
    send(
      running.system.url,
      orders.quote,
      { headers: withSession({ session }), body: { photoIds: [photo.id], discountCode } },
      { from },
    )

  test('five wrong ones in ten minutes, then 429, for the right one too; a cart without a code is priced as ever', async () => {
    const guesser = await browser()
    const { code: launch } = running.system.secrets.LAUNCH_CODE_SECRET_ID
    expect(await times(8, () => quote(launch, guesser))).toEqual(repeated(200, 8))
    expect(await times(5, (index) => quote(`WRONG${index}`, guesser))).toEqual(repeated(422, 5))
    expectLater(await quote('WRONG', guesser), 600)
    expectLater(await quote(launch, guesser), 600)
    expect((await quote(undefined, guesser)).status).toBe(200)
    expect((await quote(launch.toLowerCase(), await browser(guesser.from))).status).toBe(200)
  })

  test('forty at the same moment in one browser are five answers and thirty-five 429', async () => {
    const guesser = await browser()
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => quote(`BURST${index}`, guesser)))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
  })

  test('a hundred wrong ones of one address leave each browser two mistakes, and every right code', async () => {
    const from = another()
    const { code: launch } = running.system.secrets.LAUNCH_CODE_SECRET_ID
    const guessers = await Promise.all(Array.from({ length: 20 }, () => browser(from)))
    for (const guesser of guessers) await times(5, (index) => quote(`WRONG${index}`, guesser))
    const late = await browser(from)
    expect(await times(3, (index) => quote(`LATE${index}`, late))).toEqual([422, 422, 429])
    expect((await quote(launch, await browser(from))).status).toBe(200)
  })
})

describe('guessing a Checkout Session', () => {
  test('twenty unknown ones in ten minutes, then 429; a buyer’s own is still confirmed', async () => {
    const from = another()
    const confirm = (sessionId: string) => send(running.system.url, orders.confirm, { body: { sessionId } }, { from })
    const opened = await running.anyone.call(orders.checkout, {
      headers: { 'idempotency-key': IdempotencyKey.parse('throttle-test-confirm-1') },
      body: {
        items: [{ photoId: photo.id }],
        consent: deliveryConsent.version,
        customer: { name: 'Hannah', email: 'returns@example.com' },
      },
    })
    const own = /cs_test_\w+/.exec(opened.kind === 'pay' ? opened.url : '')?.[0] ?? ''
    expect(await times(20, (index) => confirm(`cs_test_guess${index}`))).toEqual(repeated(400, 20))
    expectLater(await confirm('cs_test_guess'), 600)
    expect((await confirm(own)).status).toBe(200)
  })
})

describe('checking out', () => {
  let orderCount = 0
  const checkout = (email: string, { from, session }: Browser, discountCode?: string) => {
    orderCount += 1
    return send(
      running.system.url,
      orders.checkout,
      {
        headers: {
          'idempotency-key': `throttle-test-${String(orderCount).padStart(8, '0')}`,
          ...withSession({ session }),
        },
        body: {
          items: [{ photoId: photo.id }],
          consent: deliveryConsent.version,
          customer: { name: 'Hannah', email },
          discountCode,
        },
      },
      { from },
    )
  }

  test('trying cards: ten checkouts in ten minutes in one browser; its neighbours go on', async () => {
    const own = await browser()
    const tries = await times(11, (index) => checkout(`buyer-${index}@example.com`, own))
    expect(tries).toEqual([...repeated(200, 10), 429])
    expectLater(await checkout('fresh@example.com', own), 600)
    expect((await checkout('fresh@example.com', await browser(own.from))).status).toBe(200)
  })

  test('five in ten minutes for one email address of one browser, however it is written', async () => {
    const own = await browser()
    const spellings = ['mia@example.com', 'MIA@example.com', ' mia@example.com ', 'Mia@Example.com', 'mia@EXAMPLE.com']
    expect(await times(5, (index) => checkout(spellings[index] ?? '', own))).toEqual(repeated(200, 5))
    expectLater(await checkout('mia@example.com', own), 600)
    expect((await checkout('mia@example.com', await browser(own.from))).status).toBe(200)
  })

  test('three free orders a day for one mailbox, wherever from', async () => {
    const { code: launch } = running.system.secrets.LAUNCH_CODE_SECRET_ID
    const free = async (index: number) => checkout(`harvest+${index}@example.com`, await browser(), launch)
    expect(await times(3, free)).toEqual(repeated(200, 3))
    expectLater(await free(4), 86_400)
  })

  test('a request that is repeated with its key is no new try', async () => {
    const { from, session } = await browser()
    const again = () =>
      send(
        running.system.url,
        orders.checkout,
        {
          headers: { 'idempotency-key': 'throttle-test-repeated-01', ...withSession({ session }) },
          body: {
            items: [{ photoId: photo.id }],
            consent: deliveryConsent.version,
            customer: { name: 'Hannah', email: 'again@example.com' },
          },
        },
        { from },
      )
    expect(await times(15, again)).toEqual(repeated(200, 15))
  })
})

const visit = (endpoint: typeof galleries.toggleLike | typeof galleries.recordView, { from, session }: Browser) =>
  send(running.system.url, endpoint, { params: { galleryId: gallery.id }, headers: withSession({ session }) }, { from })
const countsOf = async () => {
  await running.system.drainQueues()
  await running.system.runJob('move-counts')
  const { likeCount, viewCount } = await owner.own.call(galleries.getMine, { params: { galleryId: gallery.id } })
  return { likeCount, viewCount }
}

describe('spam', () => {
  test('likes: 30 a minute of one browser, and forty people of one address once each', async () => {
    const own = await browser()
    const before = await countsOf()
    expect(await times(30, () => visit(galleries.toggleLike, own))).toEqual(repeated(200, 30))
    for (let n = 0; n < 10; n++) expectLater(await visit(galleries.toggleLike, own), 60)
    expect(await countsOf()).toEqual(before)
    const others = await Promise.all(Array.from({ length: 40 }, () => browser(own.from)))
    const liked = await Promise.all(others.map((each) => visit(galleries.toggleLike, each)))
    expect(liked.map(({ status }) => status)).toEqual(repeated(200, 40))
    expect((await countsOf()).likeCount).toBe(before.likeCount + 40)
  })

  test('views: one a session in half a minute, and 300 people of one address are all counted', async () => {
    const own = await browser()
    const before = await countsOf()
    const same = await Promise.all(Array.from({ length: 20 }, () => visit(galleries.recordView, own)))
    expect(same.map(({ status }) => status)).toEqual(repeated(200, 20))
    expect((await countsOf()).viewCount).toBe(before.viewCount + 1)
    const others = await Promise.all(Array.from({ length: 300 }, () => browser(own.from)))
    const seen = await Promise.all(others.map((each) => visit(galleries.recordView, each)))
    expect(seen.filter(({ status }) => status === 200)).toHaveLength(300)
    expect((await countsOf()).viewCount).toBe(before.viewCount + 301)
    await running.system.clock.advance(61_000)
    expect((await visit(galleries.recordView, own)).status).toBe(200)
    expect((await countsOf()).viewCount).toBe(before.viewCount + 302)
  })

  test('browsing without words is not counted', async () => {
    const from = another()
    const browse = () => send(running.system.url, galleries.browse, { query: {} }, { from })
    expect(await times(70, browse)).toEqual(repeated(200, 70))
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

  test('2,000 photos of a trial', async () => {
    const key = quotaKeys.stored(owner.userId)
    await data.table.write(update(key, { set: { photos: 1_999 }, when: { PK: is.present } }))
    expect((await grant()).status).toBe(200)
    const refused = await grant()
    expect([refused.status, refused.code]).toEqual([409, 'quota_reached'])
    await data.table.write(update(key, { set: { photos: 1 }, when: { PK: is.present } }))
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
    expect([refused.status, refused.code]).toEqual([409, 'quota_reached'])
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
