import { expect, test } from 'vitest'
import { activityStore } from '#functions/galleries/activity-store.ts'
import { tellOfSale } from '#functions/mail-sending/tell-of-sale.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { api } from '#schema/api/all.ts'
import { CountEvent } from '#schema/events/count.ts'
import { OrderId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, orderIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { request } from '#test/support/http/request.ts'
import { sessionOf } from '#test/support/http/session.ts'
import { counting } from '#test/support/market/counting.ts'
import { silent } from '#test/support/market/market-parts.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'

const events = (queued: readonly { message: unknown }[]): CountEvent[] =>
  queued.flatMap(({ message }) => CountEvent.safeParse(message).data ?? [])

const setup = async () => {
  const world = moneyWorld()
  const photos = [...(await world.addSeller(1, [1_500, 999])), ...(await world.addSeller(2, [500]))]
  const quote = (extra: { session?: string; caller?: number } = {}, photoIds: readonly string[] = photos) =>
    world.quote(
      request(api.orders.endpoints.quote, {
        body: { photoIds: [...photoIds] },
        headers: { 'x-gallery-session': extra.session },
        ...(extra.caller !== undefined && { caller: userIdOf(extra.caller) }),
      }),
    )
  const told = () => events(world.queued)
  return { world, photos, quote, told }
}

test('a cart tells each gallery how many of its photos are in it', async () => {
  const { quote, told } = await setup()
  await quote({ session: sessionOf('ada') })
  expect(told()).toMatchObject([
    { kind: 'act', act: 'carted', photos: 2 },
    { kind: 'act', act: 'carted', photos: 1 },
  ])
})

test('a cart without a session, with a forged one, or of the photographer tells nothing', async () => {
  const { photos, quote, told } = await setup()
  await quote()
  await quote({ session: 'anon_1_forged.1.forged' })
  await quote({ caller: 1 }, photos.slice(0, 2))
  expect(told()).toEqual([])
})

test('a cart of very many galleries tells those that most of it is of', async () => {
  const { world, quote, told } = await setup()
  const ids = await Promise.all(
    Array.from({ length: 15 }, async (_, n) => {
      const galleryId = galleryIdOf(20 + n)
      await world.addGallery(aGallery({ id: galleryId, photographerId: userIdOf(1) }))
      await world.addPhoto(aPhoto({ id: photoIdOf(500 + n), galleryId, photographerId: userIdOf(1) }))
      return photoIdOf(500 + n)
    }),
  )
  await quote({ session: sessionOf('ada') }, ids)
  expect(told()).toHaveLength(limits.activity.galleriesOfCart)
})

test('a sale and its downloads are told once, however often the message comes', async () => {
  const { world, photos } = await setup()
  const orderId = OrderId.parse(await world.sell(photos))
  const parts = { orders: orderStore(world.table), log: silent }
  const told: CountEvent[] = []
  const send = async (_: string, messages: readonly unknown[]) =>
    void told.push(...messages.map((message) => CountEvent.parse(message)))
  await tellOfSale({ ...parts, send })(orderId)
  await tellOfSale({ ...parts, send })(orderId)
  const download = { params: { orderId, line: 1 }, body: { size: 'original' as const } }
  await world.download(request(api.orders.endpoints.download, download))
  const machine = counting({ table: world.table, send: async () => {}, log: silent, now: world.now })
  const fetched = events(world.queued).filter(({ kind }) => kind === 'fetched')
  await machine.count([...told, ...fetched, ...fetched])
  const items = await world.table.query({ partition: `COUNTS#${(await parts.orders.items(orderId))[0]?.galleryId}` })
  const hour = items.items.find(({ SK }) => String(SK).startsWith('HOUR#'))
  expect(hour).toMatchObject({ downloaded: 1, acts: [{ act: 'bought', photos: 2 }] })
  expect(JSON.stringify(items)).not.toContain(orderId)
})

test('a whole gallery is told as one, in a cart and bought, also where the cart switched to it', async () => {
  const { world, photos, told } = await setup()
  await world.setWhole(galleryIdOf(1), 2_000)
  for (const body of [{ photoIds: photos.slice(0, 2) }, { photoIds: photos, galleryIds: [galleryIdOf(1)] }]) {
    const headers = { 'x-gallery-session': sessionOf('ada') }
    await world.quote(request(api.orders.endpoints.quote, { body, headers }))
  }
  expect(told()).toMatchObject([
    { act: 'carted', galleryId: galleryIdOf(1), photos: 2, whole: true },
    { act: 'carted', galleryId: galleryIdOf(1), photos: 2, whole: true },
    { act: 'carted', photos: 1 },
  ])
  const orderId = OrderId.parse(await world.sell([], { galleries: [{ galleryId: galleryIdOf(1) }] }))
  const sold: CountEvent[] = []
  const send = async (_: string, messages: readonly unknown[]) =>
    void sold.push(...messages.map((message) => CountEvent.parse(message)))
  await tellOfSale({ orders: orderStore(world.table), log: silent, send })(orderId)
  const machine = counting({ table: world.table, send: async () => {}, log: silent, now: world.now })
  await machine.count(sold)
  expect(await activityStore(world.table).list(galleryIdOf(1), { limit: 1 })).toMatchObject({
    hours: [{ acts: [{ act: 'bought', photos: 2, whole: true }] }],
  })
})

test('an order that was not paid is no sale, and a queue that is down keeps no mail waiting', async () => {
  const { world, photos } = await setup()
  const orderId = OrderId.parse(await world.sell(photos))
  const told: unknown[] = []
  const parts = { orders: orderStore(world.table), log: silent }
  await tellOfSale({ ...parts, send: async (_, messages) => void told.push(...messages) })(orderIdOf(99))
  expect(told).toEqual([])
  await tellOfSale({ ...parts, send: async () => Promise.reject(new Error('The queue is down.')) })(orderId)
  expect(await activityStore(world.table).list(galleryIdOf(1), { limit: 1 })).toMatchObject({ hours: [] })
})
