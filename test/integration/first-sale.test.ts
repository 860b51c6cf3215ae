import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { api } from '#schema/api/all.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { IdempotencyKey, OrderId, type PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { photoIdOf } from '#test/support/builders/ids.ts'
import { send, sessionAt } from '#test/support/requests/send.ts'
import {
  demoPhoto,
  galleryOnSale,
  openCheckout,
  type Running,
  runningSystem,
  uploadPhoto,
} from '#test/support/system/running.ts'

let running: Running
beforeAll(async () => {
  running = await runningSystem()
})
afterAll(() => running.close())

const hoursMs = (hours: number) => hours * 3_600_000

test('a photograph goes from its photographer to a buyer, and the money back, held for 48 hours', async () => {
  const { system, anyone } = running
  const ada = await running.signUp('Ada')
  const { gallery, photo } = await galleryOnSale(running, ada)
  expect(photo).toMatchObject({ state: 'ready', pricePence: 1_500 })

  const listed = await anyone.call(api.galleries.endpoints.browse, { query: {} })
  expect(listed.items).toMatchObject([{ id: gallery.id, photoCount: 1, photographerName: 'Ada' }])
  const shown = await anyone.call(api.galleries.endpoints.listPhotos, { params: { galleryId: gallery.id }, query: {} })
  const picture = await fetch(shown.items[0]?.picture?.imageUrl ?? '')
  expect(picture.status).toBe(200)
  expect(picture.headers.get('content-type')).toBe('image/jpeg')

  const { sessionId } = await openCheckout(running, [photo.id])
  const waiting = await anyone.call(api.orders.endpoints.confirm, { body: { sessionId } })
  expect(waiting).toEqual({ state: 'processing' })
  await system.stripe.control.pay({ session: sessionId })
  const confirmed = await anyone.call(api.orders.endpoints.confirm, { body: { sessionId } })
  await system.drainQueues()
  if (confirmed.state !== 'completed') throw new Error('The order should be complete.')
  expect(confirmed.order).toMatchObject({ status: 'completed', totalPence: 1_500, customerName: 'Hannah Price' })

  const orderId = OrderId.parse(confirmed.order.id)
  const original = await anyone.call(api.orders.endpoints.download, {
    params: { orderId, line: 1 },
    body: { size: 'original' },
  })
  const file = await fetch(original.url)
  expect(file.status).toBe(200)
  expect(file.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  const upload = await demoPhoto('two-spaniels.jpg')
  const bought = Buffer.from(await file.arrayBuffer())
  expect(Math.abs(bought.length - upload.length)).toBeLessThan(40_000)

  expect(await ada.own.call(api.payouts.endpoints.balance, {})).toMatchObject({
    pendingPence: 1_350,
    availablePence: 0,
    totalEarnedPence: 1_350,
  })
  await system.clock.advance(hoursMs(47.9))
  expect(await ada.own.call(api.payouts.endpoints.balance, {})).toMatchObject({
    pendingPence: 1_350,
    availablePence: 0,
  })
  await system.clock.advance(hoursMs(0.2))
  await system.drainQueues()
  expect(await ada.own.call(api.payouts.endpoints.balance, {})).toMatchObject({
    pendingPence: 0,
    availablePence: 1_350,
  })
  expect(system.outbox().some((mail) => mail.to.includes('hannah@example.com'))).toBe(true)
})

/** Calls of Stripe's at our door, as the local system has logged them. */
const webhooksSoFar = async () => {
  const answer = await fetch(`${running.system.url}/__local/api/requests`)
  const logged = z.array(z.object({ path: z.string() })).parse(await answer.json())
  return logged.filter(({ path }) => path === `/api${api.payments.endpoints.stripeWebhook.path}`).length
}

test('a webhook that comes twice, ten times or after the return page changes nothing more', async () => {
  const { system } = running
  const bea = await running.signUp('Bea')
  const { photo } = await galleryOnSale(running, bea, 'Twice')
  const { sessionId } = await openCheckout(running, [photo.id])
  const before = await webhooksSoFar()
  await system.stripe.control.duplicateWebhooks({ times: 9 })
  await system.stripe.control.pay({ session: sessionId })
  await expect.poll(async () => (await webhooksSoFar()) - before, { timeout: 30_000 }).toBeGreaterThanOrEqual(10)
  await system.drainQueues()
  await system.stripe.control.calmWebhooks({})
  expect(await bea.own.call(api.payouts.endpoints.balance, {})).toMatchObject({
    pendingPence: 1_350,
    totalEarnedPence: 1_350,
  })
})

test('a webhook with a wrong signature is 400 and stores nothing', async () => {
  const { stripeWebhook, stripeConnectWebhook } = api.payments.endpoints
  const url = `${running.system.url}/api${stripeWebhook.path}`
  const body = JSON.stringify({ id: 'evt_1', type: 'checkout.session.completed', data: { object: { id: 'cs_1' } } })
  for (const signature of ['', 'nonsense', `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}`]) {
    const answer = await fetch(url, { method: 'POST', body, headers: { 'stripe-signature': signature } })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_signature' } })
  }
  expect((await fetch(url, { method: 'POST', body })).status).toBe(400)

  const seconds = Math.floor(running.system.clock.now().getTime() / 1_000)
  const [platformSecret = ''] = running.system.secrets.STRIPE_SECRET_ID.webhookSecrets
  const mac = createHmac('sha256', platformSecret).update(`${seconds}.${body}`).digest('hex')
  const other = await fetch(`${running.system.url}/api${stripeConnectWebhook.path}`, {
    method: 'POST',
    body,
    headers: { 'stripe-signature': `t=${seconds},v1=${mac}` },
  })
  expect(other.status).toBe(400)
})

test('twenty clicks on one checkout open one order; another content under the same key is refused', async () => {
  const { anyone } = running
  const { checkout } = api.orders.endpoints
  const fay = await running.signUp('Fay')
  const { photo } = await galleryOnSale(running, fay, 'Clicked')
  const headers = { 'idempotency-key': IdempotencyKey.parse('twenty-clicks-0001') }
  const body = {
    items: [{ photoId: photo.id, pricePence: 1_500 }],
    consent: deliveryConsent.version,
    customer: { name: 'Hannah Price', email: 'hannah@example.com' },
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => anyone.call(checkout, { headers, body })))
  expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
  expect(new Set(answers.map((answer) => (answer.kind === 'pay' ? answer.url : ''))).size).toBe(1)
  const altered = anyone.call(checkout, { headers, body: { ...body, customer: { ...body.customer, name: 'Mallory' } } })
  await expect(altered).rejects.toMatchObject({ status: 409, body: { error: { code: 'idempotency_mismatch' } } })
})

test('two tabs of one browser with two keys open one order; another browser’s same cart is its own', async () => {
  const { anyone } = running
  const { checkout } = api.orders.endpoints
  const ivo = await running.signUp('Ivo')
  const { photo } = await galleryOnSale(running, ivo, 'Two tabs')
  const body = {
    items: [{ photoId: photo.id, pricePence: 1_500 }],
    consent: deliveryConsent.version,
    customer: { name: 'Hannah Price', email: 'two-tabs@example.com' },
  }
  const open = (key: string, session: string) =>
    anyone.call(checkout, {
      headers: { 'idempotency-key': IdempotencyKey.parse(key), 'x-gallery-session': session },
      body,
    })
  const own = await sessionAt(running.system.url)
  const tabs = await Promise.all([open('two-tabs-key-00001', own), open('two-tabs-key-00002', own)])
  const other = await open('two-tabs-key-00003', await sessionAt(running.system.url))
  expect(tabs[0]).toEqual(tabs[1])
  expect(other.orderId).not.toBe(tabs[0].orderId)
  const later = await open('two-tabs-key-00004', own)
  expect(later).toEqual(tabs[0])
})

test.each([undefined, '', '1999-01'])('who has not agreed to delivery at once buys nothing: %s', async (consent) => {
  const body = {
    items: [{ photoId: photoIdOf(1) }],
    customer: { name: 'Hannah Price', email: 'no-consent@example.com' },
    ...(consent !== undefined && { consent }),
  }
  const headers = { 'idempotency-key': IdempotencyKey.parse('no-consent-000001') }
  const answer = await send(running.system.url, api.orders.endpoints.checkout, { headers, body })
  expect(answer).toMatchObject({
    status: 400,
    json: { error: { code: 'invalid_request', fields: [{ path: 'consent', message: deliveryConsent.missing }] } },
  })
})

test('a price of the browser’s own, an empty cart and one photo too many open no order', async () => {
  const { anyone } = running
  const { checkout } = api.orders.endpoints
  const gil = await running.signUp('Gil')
  const { photo } = await galleryOnSale(running, gil, 'Priced')
  const customer = { name: 'Hannah Price', email: 'hannah@example.com' }
  const refused = async (items: { photoId: PhotoId; pricePence?: number }[]) => {
    const headers = { 'idempotency-key': IdempotencyKey.parse(`refused-${items.length}-000000000`) }
    const answer: unknown = await anyone
      .call(checkout, { headers, body: { items, consent: deliveryConsent.version, customer } })
      .catch((error) => error)
    return answer
  }
  expect(await refused([{ photoId: photo.id, pricePence: 1 }])).toMatchObject({
    status: 409,
    body: { error: { code: 'price_changed', details: { prices: [{ photoId: photo.id, pricePence: 1_500 }] } } },
  })
  expect(await refused([])).toMatchObject({ status: 422, body: { error: { code: 'cart_empty' } } })
  const many = Array.from({ length: limits.cart.maxItems + 1 }, (_, n) => ({ photoId: photoIdOf(n) }))
  expect(await refused(many)).toMatchObject({ status: 422, body: { error: { code: 'cart_too_large' } } })
})

test('an interrupted upload can be retried; a corrupt image ends as failed with a reason, and can be replaced', async () => {
  const cas = await running.signUp('Cas')
  const gallery = await cas.own.call(api.galleries.endpoints.create, { body: { title: 'Broken' } })
  const bytes = await demoPhoto('paper-bird.jpg')

  const { photo } = await cas.own.call(api.photos.endpoints.grantUpload, {
    params: { galleryId: gallery.id },
    body: { fileName: 'bird.jpg', contentType: 'image/jpeg', bytes: bytes.length },
  })
  const missing = cas.own.call(api.photos.endpoints.confirmUpload, { params: { photoId: photo.id } })
  await expect(missing).rejects.toMatchObject({ status: 409, body: { error: { code: 'upload_missing' } } })
  const again = await cas.own.call(api.photos.endpoints.regrantUpload, { params: { photoId: photo.id } })
  const put = await fetch(again.upload.url, {
    method: 'PUT',
    headers: again.upload.headers,
    body: new Uint8Array(bytes),
  })
  expect(put.status).toBe(200)
  await running.system.drainQueues()
  expect(await cas.own.call(api.photos.endpoints.getMine, { params: { photoId: photo.id } })).toMatchObject({
    state: 'ready',
  })

  const corrupt = await uploadPhoto(running, cas, {
    galleryId: gallery.id,
    bytes: bytes.subarray(0, 20_000),
    fileName: 'half.jpg',
  })
  expect(corrupt.state).toBe('failed')
  expect(corrupt.reason).toMatch(/incomplete|damaged/)
})

test('storage takes exactly the bytes that were granted: not more, not another type, not twice', async () => {
  const dot = await running.signUp('Dot')
  const gallery = await dot.own.call(api.galleries.endpoints.create, { body: { title: 'Exact' } })
  const bytes = new Uint8Array(await demoPhoto('paper-bird.jpg'))
  const grant = () =>
    dot.own.call(api.photos.endpoints.grantUpload, {
      params: { galleryId: gallery.id },
      body: { fileName: 'bird.jpg', contentType: 'image/jpeg', bytes: bytes.length },
    })
  const { upload } = await grant()
  const put = (url: string, body: Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    fetch(url, { method: 'PUT', headers, body })
  expect((await put(upload.url, bytes.slice(1), upload.headers)).status).toBe(403)
  expect((await put(upload.url, bytes, { ...upload.headers, 'content-type': 'text/html' })).status).toBe(403)
  expect((await put(upload.url.replace(/uploads\/[^/]+/, 'uploads/other'), bytes, upload.headers)).status).toBe(403)
  expect((await put(upload.url, bytes, upload.headers)).status).toBe(200)
  expect((await put(upload.url, bytes, upload.headers)).status).toBe(412)
  await running.system.drainQueues()
})

test('unknown ids answer 404 with the contract’s error body, malformed JSON 400', async () => {
  const { system, anyone } = running
  const unknown = anyone.call(api.galleries.endpoints.get, { params: { galleryId: 'gal_00000000000000000000000000' } })
  await expect(unknown).rejects.toMatchObject({ status: 404, body: { error: { code: 'gallery_not_found' } } })
  const order = anyone.call(api.orders.endpoints.get, { params: { orderId: 'ord_00000000000000000000000000000000' } })
  await expect(order).rejects.toMatchObject({ status: 404, body: { error: { code: 'order_not_found' } } })
  const garbage = anyone.call(api.orders.endpoints.confirm, { body: { sessionId: 'cs_nothing' } })
  await expect(garbage).rejects.toMatchObject({ status: 400, body: { error: { code: 'invalid_session' } } })
  const malformed = await fetch(`${system.url}/api/orders/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"sessionId":',
  })
  expect(malformed.status).toBe(400)
  expect(await malformed.json()).toMatchObject({ error: { code: 'invalid_json' } })
})

test('the server refuses a wrong type and a file over 50 MB, whatever the browser checked', async () => {
  const eve = await running.signUp('Eve')
  const gallery = await eve.own.call(api.galleries.endpoints.create, { body: { title: 'Refused' } })
  const grant = (body: { fileName: string; contentType: string; bytes: number }) =>
    eve.own.call(api.photos.endpoints.grantUpload, { params: { galleryId: gallery.id }, body })
  await expect(grant({ fileName: 'a.pdf', contentType: 'application/pdf', bytes: 10 })).rejects.toMatchObject({
    status: 422,
    body: { error: { code: 'file_type_refused' } },
  })
  await expect(grant({ fileName: 'a.jpg', contentType: 'image/jpeg', bytes: 52_428_801 })).rejects.toMatchObject({
    status: 413,
    body: { error: { code: 'file_too_large', message: 'File is larger than 52428800 bytes' } },
  })
})
