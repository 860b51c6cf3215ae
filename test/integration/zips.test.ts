import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#schema/api/all.ts'
import { limits } from '#schema/limits.ts'
import {
  demoPhoto,
  galleryOnSale,
  openCheckout,
  type Running,
  runningSystem,
  uploadPhoto,
} from '#test/support/system/running.ts'
import { operatorsStripe } from '#test/support/system/sold.ts'
import { strictEntriesOf } from '#test/support/zips/strict-zip.ts'

let running: Running
beforeAll(async () => {
  running = await runningSystem()
})
afterAll(() => running.close())

const { startZips, zips, downloadZip, download } = api.orders.endpoints
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const fetched = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

/** An order of three photos, two of them of one name. */
const anOrder = async () => {
  const { system } = running
  const ada = await running.signUp('Ada')
  const { gallery, photo } = await galleryOnSale(running, ada)
  const more = []
  for (const name of ['nuthatch.jpg', 'dragonfly.jpg']) {
    const bytes = await demoPhoto(name)
    more.push(await uploadPhoto(running, ada, { galleryId: gallery.id, bytes, fileName: name }))
  }
  await ada.own.call(api.photos.endpoints.update, {
    params: { photoId: more[0]?.id ?? photo.id },
    body: { version: more[0]?.version ?? 0, title: photo.title },
  })
  const { orderId, sessionId } = await openCheckout(running, [photo.id, ...more.map(({ id }) => id)])
  await system.stripe.control.pay({ session: sessionId })
  await system.drainQueues()
  return { orderId, sessionId }
}

test('an order is packed by the server, told of by mail, fetched by a signed address, and refused after a refund', async () => {
  const { system, anyone } = running
  const { orderId, sessionId } = await anOrder()
  const asked = { params: { orderId, size: 'original' as const } }
  expect(await anyone.call(zips, asked)).toEqual({ state: 'none' })

  const begun = await Promise.all(
    [1, 2, 3].map(() => anyone.call(startZips, { params: { orderId }, body: { size: 'original' } })),
  )
  expect(begun.every(({ state }) => state !== 'none' && state !== 'failed')).toBe(true)
  await system.drainQueues()
  const ready = await anyone.call(zips, asked)
  if (ready.state !== 'ready') throw new Error('All should be packed.')
  expect(ready).toMatchObject({ missing: 0, parts: [{ part: 1, files: 3 }] })

  const link = await anyone.call(downloadZip, { params: { ...asked.params, part: 1 }, body: {} })
  expect(link.fileName).toMatch(/^darkslide-DS-\w+-original\.zip$/)
  expect(link.url).not.toContain(orderId)
  const answer = await fetch(link.url)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toMatch(/^private/)
  const zip = Buffer.from(await answer.arrayBuffer())
  expect(zip.length).toBe(ready.parts[0]?.bytes)
  const entries = strictEntriesOf(zip)
  expect(new Set(entries.map(({ name }) => name)).size).toBe(3)
  for (const [index, { name, bytes }] of entries.entries()) {
    const alone = await anyone.call(download, { params: { orderId, line: index + 1 }, body: { size: 'original' } })
    expect(hashOf(bytes)).toBe(hashOf(await fetched(alone.url)))
    expect(name.replace(' (2)', '')).toBe(alone.fileName)
  }
  // What was broken off is gone on with from where it stopped.
  const rest = await fetch(link.url, { headers: { range: 'bytes=1000-' } })
  expect(rest.status).toBe(206)
  expect(hashOf(Buffer.from(await rest.arrayBuffer()))).toBe(hashOf(zip.subarray(1_000)))

  // Without a signature, with another part's, or later, it opens for nobody.
  const unsigned = new URL(link.url)
  unsigned.search = ''
  expect((await fetch(unsigned)).status).toBe(403)
  expect((await fetch(link.url.replace('/1.zip', '/2.zip'))).status).toBe(403)
  await system.clock.advance((limits.download.linkLifeSeconds + 60) * 1_000)
  expect((await fetch(link.url)).status).toBe(403)

  await system.drainQueues()
  const mails = system.outbox().filter(({ subject }) => subject.startsWith('Your photos are ready'))
  expect(mails.map(({ to }) => to)).toEqual([['hannah@example.com']])

  const stripe = operatorsStripe(running)
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] })
  const intent = session.payment_intent
  if (intent === null || typeof intent === 'string') throw new Error('It was paid.')
  await stripe.refunds.create({ charge: String(intent.latest_charge), amount: 1_500 })
  await system.drainQueues()
  expect(await anyone.call(zips, asked)).toEqual({ state: 'none' })
  const refused = anyone.call(downloadZip, { params: { ...asked.params, part: 1 }, body: {} })
  await expect(refused).rejects.toMatchObject({ body: { error: { code: 'zip_gone' } } })
})

test('a whole gallery is packed with each of its photos, beside a photo of another', async () => {
  const { system, anyone } = running
  const bea = await running.signUp('Bea')
  const { gallery, photo } = await galleryOnSale(running, bea)
  const bytes = await demoPhoto('nuthatch.jpg')
  await uploadPhoto(running, bea, { galleryId: gallery.id, bytes, fileName: 'nuthatch.jpg' })
  const { version } = await bea.own.call(api.galleries.endpoints.getMine, { params: { galleryId: gallery.id } })
  await bea.own.call(api.galleries.endpoints.update, {
    params: { galleryId: gallery.id },
    body: { version, wholePence: 2_500 },
  })
  const other = await galleryOnSale(running, bea, 'The Valley')
  const { orderId, sessionId } = await openCheckout(running, [other.photo.id], [gallery.id])
  await system.stripe.control.pay({ session: sessionId })
  await system.drainQueues()

  const asked = { params: { orderId, size: 'original' as const } }
  await anyone.call(startZips, { params: { orderId }, body: { size: 'original' } })
  await system.drainQueues()
  expect(await anyone.call(zips, asked)).toMatchObject({ state: 'ready', missing: 0, parts: [{ files: 3 }] })
  const link = await anyone.call(downloadZip, { params: { ...asked.params, part: 1 }, body: {} })
  const hashes = strictEntriesOf(await fetched(link.url)).map((entry) => hashOf(entry.bytes))
  const { items } = await anyone.call(api.orders.endpoints.get, { params: { orderId } })
  const alone = items.flatMap(({ line, kind, fileCount }) =>
    kind === 'gallery' ? Array.from({ length: fileCount }, (_, at) => ({ line, file: at + 1 })) : [{ line }],
  )
  expect(alone).toHaveLength(3)
  for (const [index, { line, ...which }] of alone.entries()) {
    const one = await anyone.call(download, { params: { orderId, line }, body: { size: 'original', ...which } })
    expect(hashes[index]).toBe(hashOf(await fetched(one.url)))
  }
  expect(photo.galleryId).toBe(gallery.id)
})
