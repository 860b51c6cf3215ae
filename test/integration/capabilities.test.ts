import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { codeHashOf, discountStore } from '#functions/orders/discount-store.ts'
import { discountKeys } from '#functions/orders/discount-writes.ts'
import { update } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import type { Endpoint } from '#schema/api/endpoint.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { deliveryConsent } from '#schema/consent.ts'
import type { Discount } from '#schema/entities/discount.ts'
import { ErrorBody } from '#schema/errors.ts'
import { IdempotencyKey, OrderId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { pence } from '#schema/money.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { type Answer, type Asking, type Loose, send, sessionAt } from '#test/support/requests/send.ts'
import {
  type Account,
  demoPhoto,
  galleryOnSale,
  openCheckout,
  type Running,
  runningSystem,
  uploadPhoto,
} from '#test/support/system/running.ts'
import { type RunningTable, tableOf } from '#test/support/system/table.ts'

const galleries = api.galleries.endpoints
const photos = api.photos.endpoints
const orders = api.orders.endpoints
const profiles = api.profiles.endpoints
const proofing = api.proofing.endpoints
const payouts = api.payouts.endpoints

let running: Running
let data: RunningTable
let ada: Account
let bea: Account
let shop: Awaited<ReturnType<typeof galleryOnSale>>
beforeAll(async () => {
  running = await runningSystem()
  data = tableOf(running)
  ada = await running.signUp('Ada')
  bea = await running.signUp('Bea')
  shop = await galleryOnSale(running, ada)
})
afterAll(async () => {
  data.close()
  await running.close()
})

const ask = (endpoint: Endpoint, request: Loose = {}, how: Asking = {}) =>
  send(running.system.url, endpoint, request, how)
const refusalOf = ({ status, json }: Answer) => {
  const { requestId: _, ...error } = ErrorBody.parse(json).error
  return { status, error }
}
const freePhoto = async (account: Account, photo: OwnPhoto) =>
  account.own.call(photos.update, {
    params: { photoId: photo.id },
    body: { version: photo.version, pricePence: pence(0) },
  })
const upload = async (account: Account, galleryId: OwnPhoto['galleryId'], fileName = 'bird.jpg') =>
  uploadPhoto(running, account, { galleryId, bytes: await demoPhoto('paper-bird.jpg'), fileName })

describe('the link of a review', () => {
  const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
  const aReview = async (deadlineAt: string | null = null) => {
    const made = await ada.own.call(proofing.create, {
      body: { galleryId: shop.gallery.id, title: 'Choose', clientEmail: 'client@example.com', deadlineAt },
    })
    return { token: tokenOf(made.link), id: made.session.id, version: made.session.version }
  }
  const decide = (token: string, body: unknown, photoId: string = shop.photo.id) =>
    ask(proofing.decide, { params: { token, photoId }, body })
  const notFound = {
    status: 404,
    error: { code: 'proof_session_not_found', message: 'Session not found or invalid token' },
  }

  test('a random, cut, stretched or recased token, or the session’s id, is no link', async () => {
    const { token, id } = await aReview()
    expect(token.length).toBeGreaterThanOrEqual(26)
    for (const wrong of [
      'A'.repeat(token.length),
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase(),
      id,
      'x'.repeat(1_000),
      'x'.repeat(1_001),
      ' ',
    ]) {
      for (const answer of await Promise.all([
        ask(proofing.get, { params: { token: wrong } }),
        decide(wrong, { status: 'approved' }),
        ask(proofing.decideMany, { params: { token: wrong }, body: { photoIds: [shop.photo.id], status: 'maybe' } }),
        ask(proofing.finish, { params: { token: wrong } }),
      ])) {
        expect(refusalOf(answer)).toEqual(notFound)
      }
    }
  })

  test('decides only about the photos of its own review', async () => {
    const { token } = await aReview()
    const other = await galleryOnSale(running, bea, 'Another one')
    expect(refusalOf(await decide(token, { status: 'approved' }, other.photo.id))).toEqual(notFound)
    const mixed = await ask(proofing.decideMany, {
      params: { token },
      body: { photoIds: [shop.photo.id, other.photo.id], status: 'approved' },
    })
    expect(refusalOf(mixed)).toEqual(notFound)
    const { session } = await running.anyone.call(proofing.get, { params: { token }, query: {} })
    expect(session.counts).toEqual({ pending: 1, approved: 0, rejected: 0, maybe: 0 })
  })

  test('changes nothing but a decision and, where allowed, words', async () => {
    const { token } = await aReview()
    for (const body of [
      { status: 'approved', clientEmail: 'other@example.com' },
      { status: 'approved', id: 'x' },
      { status: 'pending' },
      { status: 'completed' },
      { status: 'APPROVED' },
      { status: ['approved'] },
      { status: null },
      {},
      { status: 'approved', feedback: 'x'.repeat(2_001) },
      { status: 'approved', feedback: { text: 'x' } },
    ]) {
      const answer = await decide(token, body)
      expect([answer.status, answer.code], JSON.stringify(body)).toEqual([400, 'invalid_request'])
    }
    const { version } = await ada.own.call(galleries.getMine, { params: { galleryId: shop.gallery.id } })
    await ada.own.call(galleries.update, {
      params: { galleryId: shop.gallery.id },
      body: { version, clientCanComment: false },
    })
    const silenced = await decide(token, { status: 'approved', feedback: 'Lovely' })
    expect([silenced.status, silenced.code]).toEqual([403, 'comments_not_allowed'])
    const { session } = await running.anyone.call(proofing.get, { params: { token }, query: {} })
    expect(session).toMatchObject({ status: 'pending', counts: { pending: 1 } })
  })

  test('changes a decision until the deadline, also once the review is completed; nothing past it or when it is deleted', async () => {
    const { clock } = running.system
    const done = await aReview()
    expect((await decide(done.token, { status: 'approved' })).status).toBe(200)
    expect((await decide(done.token, { status: 'rejected' })).status).toBe(200)

    const late = await aReview(new Date(clock.now().getTime() + 60_000).toISOString())
    await clock.advance(61_000)
    const closed = await decide(late.token, { status: 'approved' })
    expect([closed.status, closed.code]).toEqual([409, 'proof_session_closed'])
    const shown = await running.anyone.call(proofing.get, { params: { token: late.token }, query: {} })
    expect(shown.session).toMatchObject({ status: 'expired', isReadOnly: true, counts: { pending: 1 } })

    const gone = await aReview()
    await ada.own.call(proofing.remove, { params: { proofSessionId: gone.id } })
    expect(refusalOf(await ask(proofing.get, { params: { token: gone.token } }))).toEqual(notFound)
    expect(refusalOf(await decide(gone.token, { status: 'approved' }))).toEqual(notFound)
  })

  test('says nothing of the client’s address, of other reviews or of who else was invited', async () => {
    const { token } = await aReview()
    const { text } = await ask(proofing.get, { params: { token } })
    for (const secret of ['client@example.com', ada.email, ada.userId, 'uploads/']) expect(text).not.toContain(secret)
  })
})

let buyers = 0
const buy = async (photoIds: OwnPhoto['id'][]) => {
  const { orderId, sessionId } = await openCheckout(running, photoIds)
  await running.system.stripe.control.pay({ session: sessionId })
  const confirmed = await running.anyone.call(orders.confirm, { body: { sessionId } })
  if (confirmed.state !== 'completed') throw new Error('The order should be complete.')
  await running.system.drainQueues()
  return { orderId: OrderId.parse(orderId), sessionId, order: confirmed.order }
}

describe('an order', () => {
  test('is found by its secret only: not by email, number, part of the id, session or photo', async () => {
    const { orderId, sessionId, order } = await buy([shop.photo.id])
    expect(orderId.length).toBeGreaterThanOrEqual(4 + 26)
    for (const guess of [
      'hannah@example.com',
      order.number,
      order.number.replace('DS-', 'ord_'),
      orderId.slice(0, -1),
      `${orderId}0`,
      orderId.toLowerCase(),
      `${orderId.slice(0, -1)}${orderId.endsWith('0') ? '1' : '0'}`,
      sessionId,
      shop.photo.id,
      `ord_${'0'.repeat(32)}`,
    ]) {
      const answer = await ask(orders.get, { params: { orderId: guess } })
      expect([answer.status, answer.code], guess).toEqual([404, 'order_not_found'])
      const download = await ask(orders.download, { params: { orderId: guess, line: 1 }, body: { size: 'web' } })
      expect([download.status, download.code], guess).toEqual([404, 'order_not_found'])
    }
    for (const guess of ['cs_test_nothing', orderId, order.number, 'pi_1', '../v1/charges', 'x'.repeat(200)]) {
      const answer = await ask(orders.confirm, { body: { sessionId: guess } })
      expect([answer.status, answer.code], guess).toEqual([400, 'invalid_session'])
    }
  })

  test('its sellers learn what they sold, never who bought, by which id, or what others sold in it', async () => {
    const other = await galleryOnSale(running, bea, 'The other seller')
    await bea.own.call(photos.update, {
      params: { photoId: other.photo.id },
      body: { version: other.photo.version, title: 'Hers alone' },
    })
    const { orderId, sessionId } = await buy([shop.photo.id, other.photo.id])
    const seen = await Promise.all(
      [payouts.sales, payouts.balance, api.analytics.endpoints.sales, galleries.mine].map((endpoint) =>
        ask(endpoint, {}, { token: ada.token }),
      ),
    )
    for (const { status, text } of seen) {
      expect(status).toBe(200)
      for (const secret of [orderId, sessionId, 'hannah@example.com', 'Hannah', 'Hers alone', bea.userId, 'pi_', 'ch_'])
        expect(text).not.toContain(secret)
    }
    expect(seen[0]?.text).toContain('IMG_0001')
    expect((await ask(payouts.sales, {}, { token: bea.token })).text).toContain('Hers alone')
  })

  test('gives nothing away before it is paid, beyond its lines, or of what was refunded', async () => {
    const unpaid = await openCheckout(running, [shop.photo.id])
    const download = (orderId: string, line: unknown, size: unknown = 'original') =>
      ask(orders.download, { params: { orderId, line }, body: { size } })
    expect((await download(unpaid.orderId, 1)).code).toBe('not_purchased')

    const { orderId } = await buy([shop.photo.id])
    expect((await download(orderId, 1)).status).toBe(200)
    for (const line of [2, limits.cart.maxItems])
      expect((await download(orderId, line)).status, String(line)).toBeOneOf([403, 404])
    for (const line of [0, -1, limits.cart.maxItems + 1, 1.5, 'x', '01x'])
      expect((await download(orderId, line)).status).toBe(404)
    for (const size of ['full', '', null, 'uploads/x', ['original']])
      expect((await download(orderId, 1, size)).status).toBe(400)

    await data.overwrite({ PK: `ORDER#${orderId}`, SK: 'ITEM#01' }, { refundedPence: 1_499 })
    expect((await download(orderId, 1)).status).toBe(200)
    await data.overwrite({ PK: `ORDER#${orderId}`, SK: 'ITEM#01' }, { refundedPence: 1_500 })
    expect((await download(orderId, 1)).code).toBe('not_purchased')
    for (const status of ['awaiting_payment', 'processing', 'failed', 'expired', 'review']) {
      await data.overwrite({ PK: `ORDER#${orderId}`, SK: 'ITEM#01' }, { refundedPence: 0 })
      await data.overwrite({ PK: `ORDER#${orderId}`, SK: 'META' }, { status })
      expect((await download(orderId, 1)).code, status).toBe('not_purchased')
    }
  })

  test('of a photographer’s own photo is a sale like any other, with the same fee', async () => {
    const own = await galleryOnSale(running, bea, 'Bought by herself')
    const answer = await ask(
      orders.checkout,
      {
        headers: { 'idempotency-key': 'buys-her-own-photo-1' },
        body: {
          items: [{ photoId: own.photo.id }],
          consent: deliveryConsent.version,
          customer: { name: 'Bea', email: bea.email },
        },
      },
      { token: bea.token },
    )
    expect(answer.status).toBe(200)
    const { orderId } = z.object({ orderId: OrderId }).parse(answer.json)
    expect(await data.table.get({ PK: `ORDER#${orderId}`, SK: 'META' })).toMatchObject({
      totalPence: 1_500,
      feePence: 150,
    })
  })
})

describe('a free photo', () => {
  test('is downloaded as often as its gallery allows, and not once more by twenty or two hundred at a time', async () => {
    const created = await ada.own.call(galleries.create, { body: { title: 'Given away' } })
    const free = await freePhoto(ada, await upload(ada, created.id))
    const download = () => ask(photos.downloadFree, { params: { photoId: free.id }, body: { size: 'web' } })
    const count = async () => {
      await running.system.drainQueues()
      await running.system.runJob('move-counts')
      return (await ada.own.call(galleries.getMine, { params: { galleryId: created.id } })).downloadCount
    }
    const limitTo = async (downloadLimit: number | null) => {
      const { version } = await ada.own.call(galleries.getMine, { params: { galleryId: created.id } })
      await ada.own.call(galleries.update, { params: { galleryId: created.id }, body: { version, downloadLimit } })
    }
    const together = async (howMany: number) => {
      const answers = await Promise.all(Array.from({ length: howMany }, download))
      return {
        ok: answers.filter(({ status }) => status === 200).length,
        refused: answers.filter(({ code }) => code === 'download_limit_reached').length,
      }
    }

    await limitTo(3)
    expect(await together(20)).toEqual({ ok: 3, refused: 17 })
    expect(await count()).toBe(3)
    await limitTo(null)
    expect(await together(200)).toEqual({ ok: 200, refused: 0 })
    expect(await count()).toBe(203)
    await limitTo(0)
    expect(await together(3)).toEqual({ ok: 0, refused: 3 })
  })

  test('a photo with a price, of a gallery without downloads, unfinished or deleted is not given away', async () => {
    const created = await ada.own.call(galleries.create, { body: { title: 'Not given away' } })
    const download = (photoId: string) => ask(photos.downloadFree, { params: { photoId }, body: { size: 'original' } })
    expect((await download(shop.photo.id)).code).toBe('download_not_allowed')
    const free = await freePhoto(ada, await upload(ada, created.id))
    await ada.own.call(galleries.update, {
      params: { galleryId: created.id },
      body: { version: created.version, clientCanDownload: false },
    })
    expect((await download(free.id)).code).toBe('download_not_allowed')
    const { photo: pending } = await ada.own.call(photos.grantUpload, {
      params: { galleryId: created.id },
      body: { fileName: 'a.jpg', contentType: 'image/jpeg', bytes: 10, pricePence: pence(0) },
    })
    expect((await download(pending.id)).code).toBe('photo_not_found')
    await ada.own.call(photos.remove, { params: { photoId: free.id } })
    expect((await download(free.id)).code).toBe('photo_not_found')
  })
})

describe('many at once', () => {
  test('twenty photographers claim one page name: one gets it, nineteen are told it is taken', async () => {
    const claimants = await Promise.all(Array.from({ length: 20 }, (_, index) => running.signUp(`Claimant${index}`)))
    const answers = await Promise.all(
      claimants.map(({ token }) => ask(profiles.savePageName, { body: { name: 'the-one-name' } }, { token })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refusals = answers.filter(({ status }) => status !== 200)
    expect(refusals.map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: 19 }, () => [409, 'page_name_taken']),
    )
    const names = await Promise.all(claimants.map(async ({ own }) => (await own.call(profiles.me, {})).subdomain))
    expect(names.filter((name) => name !== null)).toEqual(['the-one-name'])
    const page = await running.anyone.call(profiles.portfolio, { params: { subdomain: 'the-one-name' } })
    expect(page.displayName).toBe(`Claimant${names.indexOf('the-one-name')}`)
  })

  test('200 likes, 200 views, likes that come and go, and the counts are exact', async () => {
    const created = await ada.own.call(galleries.create, { body: { title: 'Popular' } })
    const sessions = await Promise.all(Array.from({ length: 200 }, () => sessionAt(running.system.url)))
    const visit = (endpoint: Endpoint, session: number) =>
      ask(endpoint, {
        params: { galleryId: created.id },
        headers: { 'x-gallery-session': sessions[session] },
      })
    const counts = async () => {
      await running.system.drainQueues()
      await running.system.runJob('move-counts')
      const { likeCount, viewCount } = await ada.own.call(galleries.getMine, { params: { galleryId: created.id } })
      const likes = (await data.items()).filter(
        ({ PK, SK, liked }) => PK === `GALLERY#${created.id}` && String(SK).startsWith('LIKE#') && liked === true,
      )
      expect(likeCount).toBe(likes.length)
      return { likeCount, viewCount }
    }
    const everybody = Array.from({ length: 200 }, (_, index) => index)
    const liked = await Promise.all(everybody.map((index) => visit(galleries.toggleLike, index)))
    expect(liked.every(({ status }) => status === 200)).toBe(true)
    const viewed = await Promise.all(everybody.map((index) => visit(galleries.recordView, index)))
    expect(viewed.every(({ status }) => status === 200)).toBe(true)
    expect(await counts()).toEqual({ likeCount: 200, viewCount: 200 })

    const taken = await Promise.all(everybody.slice(0, 50).map((index) => visit(galleries.toggleLike, index)))
    expect(taken.every(({ status }) => status === 200)).toBe(true)
    expect(await counts()).toEqual({ likeCount: 150, viewCount: 200 })

    const race = await Promise.all(Array.from({ length: 30 }, () => visit(galleries.toggleLike, 0)))
    // One person in thirty tabs: some presses may be told to come again, none is half done.
    for (const { status } of race) expect([200, 503]).toContain(status)
    expect([150, 151]).toContain((await counts()).likeCount)
  })
})

describe('a place in a list', () => {
  test('opens only the list, the order and the person that it was made for, unchanged', async () => {
    const own = await running.signUp('Cursor')
    // Lists name a gallery from its first photo on.
    for (let index = 0; index < 3; index++) await galleryOnSale(running, own, `Shelf on sale ${index}`)
    // More than the hundred of a dashboard's page.
    const shelves = Array.from({ length: 101 }, (_, index) => `Shelf ${index}`)
    await Promise.all(shelves.map((title) => own.own.call(galleries.create, { body: { title } })))
    const page = async (query: object) =>
      z.object({ nextCursor: z.string() }).parse((await ask(galleries.browse, { query })).json).nextCursor
    const newest = await page({ limit: 2 })
    const oldest = await page({ limit: 2, sort: 'oldest' })
    const searched = await page({ limit: 2, q: 'shelf' })
    const ranged = await page({ limit: 2, minPence: 100 })
    const mine = z
      .object({ nextCursor: z.string() })
      .parse((await ask(galleries.mine, {}, { token: own.token })).json).nextCursor
    const { grant } = await ada.own.call(galleries.ownerGrant, { params: { galleryId: shop.gallery.id } })

    const [fact = '', mac = ''] = newest.split('.')
    const said: unknown = JSON.parse(Buffer.from(fact, 'base64url').toString('utf8'))
    const retold = Buffer.from(JSON.stringify({ ...z.object({}).loose().parse(said), list: 'other' })).toString(
      'base64url',
    )
    const forged = ['x', '.', fact, `${fact}.`, `${fact}.${mac}.`, `${retold}.${mac}`, `${fact}.${mac.slice(1)}`, grant]
    const wrong: [Endpoint, Loose, Asking?][] = [
      ...[...forged, oldest, searched, ranged, mine].map((cursor): [Endpoint, Loose] => [
        galleries.browse,
        { query: { cursor, limit: 2 } },
      ]),
      [galleries.browse, { query: { cursor: newest, sort: 'popular' } }],
      [galleries.browse, { query: { cursor: newest, q: 'shelf' } }],
      [galleries.browse, { query: { cursor: newest, maxPence: 5_000 } }],
      [galleries.listPhotos, { params: { galleryId: shop.gallery.id }, query: { cursor: newest } }],
      [galleries.mine, { query: { cursor: mine } }, { token: ada.token }],
      [galleries.mine, { query: { cursor: newest } }, { token: own.token }],
      [payouts.sales, { query: { cursor: mine } }, { token: own.token }],
      [proofing.mine, { query: { cursor: mine } }, { token: own.token }],
      [photos.listMine, { params: { galleryId: shop.gallery.id }, query: { cursor: newest } }, { token: ada.token }],
    ]
    for (const [endpoint, request, how] of wrong) {
      const answer = await ask(endpoint, request, how)
      expect([answer.status, answer.code], `${endpoint.path} ${JSON.stringify(request)}`).toEqual([
        400,
        'invalid_cursor',
      ])
    }
    expect((await ask(galleries.browse, { query: { cursor: 'x'.repeat(1_001) } })).status).toBe(400)
    expect((await ask(galleries.browse, { query: { cursor: newest, limit: 2 } })).status).toBe(200)
    expect((await ask(galleries.mine, { query: { cursor: mine } }, { token: own.token })).status).toBe(200)
  })

  test('still works once what it stands at has been deleted', async () => {
    const own = await running.signUp('Shelves')
    for (let index = 0; index < 4; index++) await galleryOnSale(running, own, `Rack ${index}`)
    const { items, nextCursor = '' } = await running.anyone.call(galleries.browse, { query: { limit: 2, q: 'rack' } })
    const last = items.at(-1)
    if (last) await own.own.call(galleries.remove, { params: { galleryId: last.id } })
    const next = await running.anyone.call(galleries.browse, { query: { cursor: nextCursor, limit: 2, q: 'rack' } })
    expect([...items, ...next.items].map(({ title }) => title)).toEqual(['Rack 3', 'Rack 2', 'Rack 1', 'Rack 0'])
  })
})

describe('a discount code', () => {
  const store = () => discountStore(data.table, async () => 'never asked for')
  const aCode = async (code: string, change: Omit<Partial<Discount>, 'code'> = {}) =>
    store().create(aDiscount({ code, percent: 50, createdAt: '2025-01-01T00:00:00.000Z', ...change }))
  const quote = (discountCode: unknown) => ask(orders.quote, { body: { photoIds: [shop.photo.id], discountCode } })
  const checkout = (discountCode: unknown, email = 'hannah@example.com') => {
    buyers += 1
    return ask(orders.checkout, {
      headers: { 'idempotency-key': IdempotencyKey.parse(`discount-tests-${String(buyers).padStart(8, '0')}`) },
      body: {
        items: [{ photoId: shop.photo.id }],
        consent: deliveryConsent.version,
        customer: { name: 'Hannah', email },
        discountCode,
      },
    })
  }
  const usesOf = async (code: string) => (await data.table.get(discountKeys.discount(codeHashOf(code))))?.uses

  test('that is wrong, off, expired or used up is refused in the same words', async () => {
    await aCode('HalfOff')
    await aCode('Off', { isActive: false })
    await aCode('Expired', { expiresAt: '2024-01-01T00:00:00.000Z' })
    await aCode('UsedUp', { maxUses: 1, uses: 1 })
    const refusals = await Promise.all(
      ['nothing', 'Half-Off', 'HalfOff,HalfOff', 'HalfOff HalfOff', 'Off', 'Expired', 'UsedUp'].map(async (code) => [
        refusalOf(await quote(code)),
        refusalOf(await checkout(code)),
      ]),
    )
    for (const [quoted, checkedOut] of refusals) {
      expect(quoted).toEqual({ status: 422, error: { code: 'invalid_discount_code', message: expect.any(String) } })
      expect(quoted).toEqual(refusals[0]?.[0])
      expect(checkedOut).toEqual(quoted)
    }
    expect(await usesOf('UsedUp')).toBe(1)
  })

  test('is used once an order, whatever else the cart says of its totals', async () => {
    await aCode('Half')
    const quoted = (await quote(' Half ')).json
    expect(quoted).toMatchObject({
      summary: { subtotalPence: 1_500, discountPence: 750, totalPence: 750, feePence: 75 },
    })
    for (const stacked of [['Half', 'Half'], { code: 'Half' }, 50, true])
      expect((await quote(stacked)).status).toBe(400)
    buyers += 1
    const answer = await ask(orders.checkout, {
      headers: { 'idempotency-key': `discount-tests-${String(buyers).padStart(8, '0')}` },
      body: {
        items: [{ photoId: shop.photo.id }, { photoId: shop.photo.id }],
        consent: deliveryConsent.version,
        customer: { name: 'Hannah', email: 'hannah@example.com' },
        discountCode: 'Half',
        discountCodes: ['Half', 'Half'],
        discountPercent: 100,
        discountPence: 1_499,
        totalPence: 1,
        percent: -100,
      },
    })
    const { orderId } = z.object({ orderId: z.string() }).parse(answer.json)
    expect(await data.table.get({ PK: `ORDER#${orderId}`, SK: 'META' })).toMatchObject({
      subtotalPence: 1_500,
      discountPence: 750,
      totalPence: 750,
      feePence: 75,
      itemCount: 1,
    })
    expect(await usesOf('Half')).toBe(1)
  })

  test('a price that the browser made up is told apart, never charged', async () => {
    for (const pricePence of [1, 0, -1_500, 1_499, 999_999_999]) {
      const answer = await ask(orders.checkout, {
        headers: { 'idempotency-key': `made-up-price-${String(pricePence).padStart(12, '_')}` },
        body: {
          items: [{ photoId: shop.photo.id, pricePence }],
          consent: deliveryConsent.version,
          customer: { name: 'Hannah', email: 'hannah@example.com' },
        },
      })
      expect([answer.status, answer.code]).toEqual([409, 'price_changed'])
      expect(ErrorBody.parse(answer.json).error.details).toEqual({
        prices: [{ photoId: shop.photo.id, size: 'original', pricePence: 1_500 }],
      })
    }
  })

  test('with one use left, asked for by fifty at once, is used once', async () => {
    await aCode('LastOne', { maxUses: 3, uses: 2, percent: 100 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => checkout('LastOne', `rush-${index}@example.com`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'invalid_discount_code')).toHaveLength(49)
    expect(await usesOf('LastOne')).toBe(3)
  })

  test('that is switched off between the quote and the checkout is not used', async () => {
    await aCode('Brief')
    expect((await quote('Brief')).status).toBe(200)
    await data.table.write(
      update(discountKeys.discount(codeHashOf('Brief')), { set: { isActive: false }, when: { isActive: true } }),
    )
    expect((await checkout('Brief')).code).toBe('invalid_discount_code')
    expect(await usesOf('Brief')).toBe(0)
  })
})
