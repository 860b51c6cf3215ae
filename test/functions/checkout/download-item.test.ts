import { describe, expect, test } from 'vitest'
import { downloadItem } from '#functions/checkout/download-item.ts'
import { downloadStore } from '#functions/galleries/download-store.ts'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { photoKeys } from '#functions/galleries/photo-writes.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { orderKeys } from '#functions/orders/order-writes.ts'
import { remove, update } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import { OrderId } from '#schema/ids.ts'
import { galleryIdOf, orderIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { request } from '#test/support/http/request.ts'
import { counting } from '#test/support/market/counting.ts'
import { countedRandom, silent } from '#test/support/market/market-parts.ts'
import { fakeMediaLinks } from '#test/support/media/fake-media-links.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'

const setup = async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500, 999])
  const download = (orderId: string, { line = 1, size = 'original' as 'original' | 'web' } = {}) =>
    world.download(request(api.orders.endpoints.download, { params: { orderId, line }, body: { size } }))
  return { world, photos, download }
}

describe('a bought photo', () => {
  test('is downloaded in either size under its title', async () => {
    const { world, photos, download } = await setup()
    const orderId = await world.sell(photos)
    expect(await download(orderId)).toMatchObject({
      fileName: 'Photo 1.0.jpg',
      url: expect.stringContaining('original'),
    })
    expect(await download(orderId, { size: 'web' })).toMatchObject({ url: expect.stringContaining('web') })
  })

  test('says how large its web size is, also where a RAW preview has less than 2048 px', async () => {
    const { world, photos } = await setup()
    const [, small] = photos
    const renditions = aPhoto().renditions.map((each) => ({ ...each, width: 682, height: 1024 }))
    await world.table.write(update(photoKeys.photo(photoIdOf(1_001)), { set: { renditions }, when: {} }))
    expect(small).toBe(photoIdOf(1_001))
    const orderId = await world.sell(photos, { discountCode: 'FIRST-LIGHT' })
    const { items } = await world.get(request(api.orders.endpoints.get, { params: { orderId } }))
    expect(items.map(({ webPx }) => webPx)).toEqual([2048, 1024])
  })

  test.each([
    ['../../../../tmp/evil', 'tmp_evil.jpg'],
    ['C:\\Startup\\run.bat', 'C__Startup_run.bat.jpg'],
    ['NUL', '_NUL.jpg'],
    ['\u202Egnp.exe\u202C\r\nphoto\0', 'gnp.exe photo.jpg'],
    ['', 'photo.jpg'],
  ])('that is called %j is saved as %j, and no mail or order shows it otherwise', async (title, saved) => {
    const { world, photos, download } = await setup()
    const dirty = update(photoKeys.photo(photos[0] ?? photoIdOf(0)), {
      set: { title, fileName: `${title}.hta` },
      when: 'present',
    })
    await world.table.write(dirty)
    const orderId = await world.sell(photos)
    for (const size of ['original', 'web'] as const)
      expect(await download(orderId, { size })).toMatchObject({ fileName: saved })
    const texts: string[] = []
    const written = world.table.all().filter(({ SK }) => SK !== dirty.key.SK)
    JSON.stringify(written, (_, value) => {
      if (typeof value === 'string') texts.push(value)
      return value
    })
    expect(texts.filter((text) => ['\0', '\r', '\u202E'].some((char) => text.includes(char)))).toEqual([])
  })

  test('is still downloaded years later, when the photographer deleted it', async () => {
    const { world, photos, download } = await setup()
    const orderId = await world.sell(photos)
    await world.addPhoto(aPhoto({ id: photos[0] ?? photoIdOf(0), state: 'deleted' }))
    world.clock.forward({ hours: 24 * 3650 })
    expect(await download(orderId)).toMatchObject({ fileName: 'Photo 1.0.jpg' })
  })

  test('is still downloaded when its gallery was deleted with all photos', async () => {
    const { world, photos, download } = await setup()
    const orderId = await world.sell(photos)
    for (const id of photos) await world.addPhoto(aPhoto({ id, state: 'deleted' }))
    await world.table.write(remove(galleryKeys.gallery(galleryIdOf(1)), 'present'))
    expect(await download(orderId)).toMatchObject({ fileName: 'Photo 1.0.jpg' })
    expect(await download(orderId, { line: 2, size: 'web' })).toMatchObject({ fileName: 'Photo 1.1.jpg' })
  })

  test('that was free is downloaded too', async () => {
    const { world, photos, download } = await setup()
    const orderId = await world.sell(photos, { discountCode: 'FIRST-LIGHT' })
    expect(await download(orderId)).toMatchObject({ fileName: 'Photo 1.0.jpg' })
  })

  test('whose whole price went back is refused, the others are not', async () => {
    const { world, photos, download } = await setup()
    const orderId = await world.sell(photos)
    await world.table.write(
      update(orderKeys.item(OrderId.parse(orderId), 1), { set: { refundedPence: 1500 }, when: 'present' }),
    )
    await expect(download(orderId)).rejects.toMatchObject({ code: 'not_purchased' })
    expect(await download(orderId, { line: 2 })).toMatchObject({ fileName: 'Photo 1.1.jpg' })
  })
})

describe('after a dispute', () => {
  const disputed = async () => {
    const { world, photos, download } = await setup()
    const orderId = await world.sell(photos)
    const id = world.stripe.dispute('ch_1')
    await world.deliverAll()
    const decide = async (stage: 'lost' | 'won') => {
      world.stripe.moveDispute(id, stage)
      await world.deliverAll()
    }
    return { world, orderId, decide, download }
  }

  test('that is open, the photo is still the buyer’s: nobody has decided yet', async () => {
    const { orderId, download } = await disputed()
    expect(await download(orderId)).toMatchObject({ fileName: 'Photo 1.0.jpg' })
  })

  test('that was lost, the buyer has the money back, so every download is refused and shown as refunded', async () => {
    const { world, orderId, decide, download } = await disputed()
    await decide('lost')
    for (const line of [1, 2]) {
      await expect(download(orderId, { line })).rejects.toMatchObject({ code: 'not_purchased' })
    }
    const { items } = await world.get(world.orderRequest(orderId))
    expect(items.map(({ isRefunded }) => isRefunded)).toEqual([true, true])
  })

  test('that was lost and then won after all, it is downloaded again', async () => {
    const { orderId, decide, download } = await disputed()
    await decide('lost')
    await decide('won')
    expect(await download(orderId)).toMatchObject({ fileName: 'Photo 1.0.jpg' })
  })

  test('about a part that was lost, every photo stays the buyer’s', async () => {
    const { world, photos, download } = await setup()
    const orderId = await world.sell(photos)
    world.stripe.moveDispute(world.stripe.dispute('ch_1', 'withdrawn', 1000), 'lost')
    await world.deliverAll()
    expect(await download(orderId, { line: 2 })).toMatchObject({ fileName: 'Photo 1.1.jpg' })
  })

  test('that was lost about what a refund had left, nothing is downloaded', async () => {
    const { world, photos, download } = await setup()
    const orderId = await world.sell(photos)
    world.stripe.refund('ch_1', 1000)
    await world.deliverAll()
    world.stripe.moveDispute(world.stripe.dispute('ch_1'), 'lost')
    await world.deliverAll()
    await expect(download(orderId)).rejects.toMatchObject({ code: 'not_purchased' })
    await expect(download(orderId, { line: 2 })).rejects.toMatchObject({ code: 'not_purchased' })
  })
})

describe('nothing is downloaded', () => {
  test('before the order is paid', async () => {
    const { world, photos, download } = await setup()
    const { orderId } = await world.checkout(world.checkoutRequest(photos))
    await expect(download(orderId)).rejects.toMatchObject({ code: 'not_purchased' })
  })

  test('of a line that the order does not have', async () => {
    const { world, photos, download } = await setup()
    const orderId = await world.sell(photos)
    await expect(download(orderId, { line: 3 })).rejects.toMatchObject({ code: 'not_purchased' })
  })

  test('with an order id that nobody was given', async () => {
    const { download } = await setup()
    await expect(download(orderIdOf(1))).rejects.toMatchObject({ code: 'order_not_found' })
  })
})

test('each download counts for its photographer, on the day it happens', async () => {
  const { world, photos, download } = await setup()
  const orderId = await world.sell(photos)
  await download(orderId)
  await download(orderId, { line: 2, size: 'web' })
  const day = world.clock.now()
  await counting({ table: world.table, send: async () => {}, log: silent, now: world.now }).settle(world.queued)
  expect(await downloadStore(world.table).countBetween(userIdOf(1), day, day)).toBe(2)
})

test('who paid gets the file while the queue takes no count, and an operator reads of it', async () => {
  const { world, photos } = await setup()
  const orderId = await world.sell(photos)
  const errors: string[] = []
  const download = downloadItem({
    orders: orderStore(world.table),
    fetched: { note: async () => {} },
    inWholes: { find: async () => undefined },
    files: { fileFor: async () => ({ key: 'files/a', format: 'jpeg' }) },
    send: async () => Promise.reject(new Error('The queue is down.')),
    random: countedRandom(),
    links: fakeMediaLinks(),
    now: world.now,
    log: { info: () => {}, warn: () => {}, error: (message) => void errors.push(message) },
  })
  const asked = request(api.orders.endpoints.download, { params: { orderId, line: 1 }, body: { size: 'original' } })
  expect((await download(asked)).url).toContain('http')
  expect(errors).toEqual(['a download was not counted'])
})

test('an order shows the pictures that its photos have now, since those of the sale are gone after a change of mark', async () => {
  const { world, photos } = await setup()
  const orderId = await world.sell(photos)
  const [first] = photos
  const renewed = aPhoto({ id: first ?? photoIdOf(0) }).renditions.map((each) => ({
    ...each,
    key: each.key.replace('token', 'renewed'),
  }))
  const marked = update(photoKeys.photo(first ?? photoIdOf(0)), { set: { renditions: renewed }, when: 'present' })
  await world.table.write(marked)
  const shown = await world.get(request(api.orders.endpoints.get, { params: { orderId } }))
  expect(shown.items[0]?.picture?.imageUrl).toContain('renewed')
  expect(shown.items[1]?.picture?.imageUrl).toContain('token')
})

test('an order shows no picture before it is paid, and none when it is given up: one would open the whole gallery', async () => {
  const { world, photos } = await setup()
  const { orderId } = await world.checkout(world.checkoutRequest(photos))
  const shown = async () => {
    const { status, items } = await world.get(request(api.orders.endpoints.get, { params: { orderId } }))
    return [status, items.map(({ picture }) => picture !== null)]
  }
  expect(await shown()).toEqual(['awaiting_payment', [false, false]])
  for (const status of ['failed', 'expired', 'review', 'processing'] as const) {
    await world.table.write(update(orderKeys.order(OrderId.parse(orderId)), { set: { status }, when: 'present' }))
    expect(await shown()).toEqual([status, [false, false]])
  }
  await world.table.write(
    update(orderKeys.order(OrderId.parse(orderId)), { set: { status: 'completed' }, when: 'present' }),
  )
  expect(await shown()).toEqual(['completed', [true, true]])
})

test('an order gives out no picture of a photo that was taken down, and its file stays the buyer’s', async () => {
  const { world, photos, download } = await setup()
  const orderId = await world.sell(photos)
  const down = update(photoKeys.photo(photos[0] ?? photoIdOf(0)), { set: { state: 'taken_down' }, when: 'present' })
  await world.table.write(down)
  const shown = await world.get(request(api.orders.endpoints.get, { params: { orderId } }))
  expect(shown.items.map(({ picture }) => picture === null)).toEqual([true, false])
  expect((await download(orderId)).url).toContain('http')
})

test('an order gives out no picture of a gallery that was taken down: one would open all of it; files stay the buyer’s', async () => {
  const { world, photos, download } = await setup()
  const orderId = await world.sell(photos)
  const [item] = await orderStore(world.table).items(OrderId.parse(orderId))
  const takedown = { at: '2030-01-01T10:00:00.000Z', reason: 'It was reported.' }
  await world.table.write(
    update(galleryKeys.gallery(item?.galleryId ?? galleryIdOf(0)), { set: { takedown }, when: 'present' }),
  )
  const shown = await world.get(request(api.orders.endpoints.get, { params: { orderId } }))
  expect(shown.items.map(({ picture }) => picture)).toEqual([null, null])
  expect((await download(orderId)).url).toContain('http')
})

test('a sold file that is missing, or cannot be cleaned, is said plainly, counts nothing, and is logged as an error', async () => {
  const { world, photos } = await setup()
  const orderId = await world.sell(photos)
  const errors: string[] = []
  const download = downloadItem({
    orders: orderStore(world.table),
    fetched: { note: async () => {} },
    inWholes: { find: async () => undefined },
    files: { fileFor: async () => undefined },
    send: async () => Promise.reject(new Error('counted')),
    random: countedRandom(),
    links: fakeMediaLinks(),
    now: () => new Date('2030-01-01T10:00:00.000Z'),
    log: { info: () => {}, warn: () => {}, error: (message) => void errors.push(message) },
  })
  const asked = request(api.orders.endpoints.download, { params: { orderId, line: 1 }, body: { size: 'original' } })
  await expect(download(asked)).rejects.toMatchObject({ code: 'file_unavailable' })
  expect(errors).toEqual(['a sold file is missing'])
})
