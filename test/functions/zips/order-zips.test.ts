import { describe, expect, test } from 'vitest'
import { orderKeys } from '#functions/orders/order-writes.ts'
import { put, update } from '#functions/shared/table/writes.ts'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { throttleKeys } from '#functions/shared/throttle/throttle.ts'
import { limits } from '#schema/limits.ts'
import { galleryIdOf, orderIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { zipWorld } from '#test/support/zips/zip-world.ts'

const two = [{ title: 'One' }, { title: 'Two' }]

describe('packing is begun', () => {
  test('once, however often and by how many at once it is asked for', async () => {
    const world = await zipWorld(two)
    await Promise.all(Array.from({ length: 20 }, () => world.start()))
    expect(new Set(world.queue.map(({ zipId }) => zipId)).size).toBe(1)
    await world.work()
    expect(await world.start()).toMatchObject({ state: 'ready' })
    expect(world.queue).toEqual([])
  })

  test('for each size by itself', async () => {
    const world = await zipWorld(two)
    await world.start('original')
    await world.start('web')
    expect(new Set(world.queue.map(({ zipId }) => zipId)).size).toBe(2)
  })

  test('by whoever asks next, where the request died before the queue had it', async () => {
    const world = await zipWorld(two)
    await world.start()
    const set = world.queue.shift()
    await world.table.write(
      update({ PK: `ORDER#${world.order.id}`, SK: 'ZIPS#original' }, { set: { sentAt: null }, when: 'present' }),
    )
    await world.start()
    expect(world.queue.map(({ zipId }) => zipId)).toEqual([set?.zipId])
  })

  test('anew after the parts are gone, for ever', async () => {
    const world = await zipWorld(two)
    for (let week = 0; week < 3; week += 1) {
      expect(await world.look()).toEqual({ state: 'none' })
      await world.start()
      await world.work()
      expect(await world.look()).toMatchObject({ state: 'ready' })
      world.clock.forward({ hours: 24 * limits.zip.keptDays, seconds: 1 })
    }
  })

  test('anew when what was begun is not there after hours, or has failed', async () => {
    const world = await zipWorld(two)
    await world.start()
    world.queue.splice(0)
    world.clock.forward({ hours: limits.zip.makingHours, seconds: 1 })
    expect(await world.look()).toEqual({ state: 'failed' })
    expect(await world.start()).toMatchObject({ state: 'making' })
    await world.work()
    expect(await world.look()).toMatchObject({ state: 'ready' })
  })

  test('ten times a day for one order, which what is under way does not count for', async () => {
    const world = await zipWorld(two)
    const { limit } = throttles.zipsPerOrder
    for (let tries = 0; tries < limit; tries += 1) {
      await world.start()
      await world.start()
      await world.refund(1)
    }
    await expect(world.start()).rejects.toMatchObject({ code: 'too_many_requests' })
    world.clock.forward({ hours: 24 })
    expect(await world.start()).toMatchObject({ state: 'making' })
  })
})

describe('what was given away', () => {
  const gigabyte = 1_000_000_000
  const free = { title: 'Given', bytes: 50 * gigabyte, netPence: 0 }
  const { limit } = throttles.unpaidZipsPerPhotographer
  const windowOf = (photographer: number) =>
    throttleKeys.window('unpaidZipsPerPhotographer', userIdOf(photographer), Date.UTC(2030, 0, 1) / 1_000)
  type World = Awaited<ReturnType<typeof zipWorld>>
  const fill = (world: World, megabytes: number, photographer = 1) =>
    world.table.write(put({ ...windowOf(photographer), count: megabytes }, 'always'))
  const packed = ({ table }: World, photographer = 1) => {
    const { PK, SK } = windowOf(photographer)
    return table.stored(PK, SK)?.count
  }

  test('is packed to a terabyte a day of one photographer; then who waits reads why and how long', async () => {
    const world = await zipWorld([free])
    await fill(world, limit - 49_999)
    await expect(world.start()).rejects.toMatchObject({
      code: 'too_many_requests',
      message:
        'Very many photos that their photographer gave away were packed today. Until there is room again, you can download each of yours by itself. Please try again in 12 hours.',
    })
    expect(world.queue).toEqual([])
    expect(packed(world)).toBe(limit - 49_999)
    await fill(world, limit - 50_000)
    expect(await world.start()).toMatchObject({ state: 'making' })
    world.clock.forward({ hours: 12 })
    expect(await world.start('web')).toMatchObject({ state: 'making' })
  })

  test('counts once, however many ask at once, and the Web size by what it takes', async () => {
    const world = await zipWorld([free])
    await Promise.all(Array.from({ length: 20 }, () => world.start()))
    expect(packed(world)).toBe(50_000)
    await world.start('web')
    expect(packed(world)).toBe(50_002)
  })

  test('of several photographers counts for each, or for none where one has no room', async () => {
    const world = await zipWorld([free, { ...free, photographer: 2 }])
    await fill(world, limit, 2)
    await expect(world.start()).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(packed(world)).toBe(0)
  })

  const paid = (netPence: number, photographer = 1) => ({ ...free, netPence, photographer })
  test.each([
    ['a whole gallery of 50 GB for £15', [paid(1_500)]],
    ['one for the least that a card is charged', [paid(30)]],
    ['a paid photo of one photographer beside what another gave away', [free, paid(30, 2)]],
    ['a free Original of a Web size that was paid for', [{ ...free, as: 'upgrade' as const, halfNetPence: 500 }]],
  ])('is never what was paid for, whatever the day has seen: %s', async (_, sold) => {
    const world = await zipWorld(sold)
    for (const photographer of [1, 2]) await fill(world, limit, photographer)
    expect(await world.start()).toMatchObject({ state: 'making' })
    expect([packed(world), packed(world, 2)]).toEqual([limit, limit])
  })

  test('is what is left of an order once all that was paid for it went back', async () => {
    const world = await zipWorld([free, paid(30, 2)])
    await fill(world, limit)
    await world.refund(2)
    await expect(world.start()).rejects.toMatchObject({ code: 'too_many_requests' })
    const upgraded = await zipWorld([{ ...free, as: 'web', isUpgraded: true, halfNetPence: 500 }])
    await upgraded.refundOtherHalf(1)
    await fill(upgraded, limit)
    await expect(upgraded.start()).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})

test.each([
  ['its photographer', two, userIdOf(1)],
  ['the order, where its photos are of several', [...two, { title: 'Three', photographer: 2 }], orderIdOf(1)],
])('in the queue all tasks of a set are those of %s', async (_, sold, group) => {
  const world = await zipWorld(sold)
  await world.start()
  await world.work()
  expect(world.groups.length).toBeGreaterThan(1)
  expect(new Set(world.groups)).toEqual(new Set([group]))
})

test('the parts of a set go once a newer one is planned, also when one between them never was', async () => {
  const world = await zipWorld(two)
  await world.start()
  await world.start('web')
  await world.work()
  const webKey = (await world.link(1, 'web')).url
  await world.refund(1)
  await world.start()
  world.queue.splice(0)
  await world.refund(1)
  await world.start()
  expect(world.storage.keys('zips')).toHaveLength(2)
  await world.work()
  expect(world.storage.keys('zips')).toHaveLength(2)
  expect(world.storage.keys('zips').filter((key) => webKey.includes(key))).toHaveLength(1)
})

describe('nothing is packed, shown or handed out', () => {
  test('of an order that is not paid', async () => {
    const world = await zipWorld(two)
    await world.table.write(
      update(orderKeys.order(world.order.id), { set: { status: 'awaiting_payment' }, when: 'present' }),
    )
    for (const refused of [world.start(), world.look(), world.link(1)])
      await expect(refused).rejects.toMatchObject({ code: 'not_purchased' })
    expect(world.queue).toEqual([])
  })

  test('of an order whose every price went back', async () => {
    const world = await zipWorld(two)
    await world.refund(1)
    await world.refund(2)
    await expect(world.start()).rejects.toMatchObject({ code: 'not_purchased' })
  })
})

describe('a link to a part', () => {
  test('is called after the order, the size and, among several, its number', async () => {
    const world = await zipWorld(two)
    await world.start()
    await world.work()
    expect(await world.link(1)).toMatchObject({
      fileName: 'darkslide-DS-7K3M9Q2A-original.zip',
      url: expect.stringContaining(world.storage.keys('zips')[0] ?? 'none'),
    })
    const large = await zipWorld([...two, ...two].map(({ title }) => ({ title, bytes: 900_000_000 })))
    await large.start()
    await large.work()
    expect((await large.link(2)).fileName).toBe('darkslide-DS-7K3M9Q2A-original-2-of-2.zip')
  })

  test('is a download of the order, whose buyer is then not reminded of any', async () => {
    const world = await zipWorld(two)
    await world.start()
    await world.work()
    expect(await world.wasFetched()).toBe(false)
    await world.link(1)
    expect(await world.wasFetched()).toBe(true)
  })

  test('is refused before all is ready, for a part that there is not, and after the week', async () => {
    const world = await zipWorld(two)
    await expect(world.link(1)).rejects.toMatchObject({ code: 'zip_gone' })
    await world.start()
    await expect(world.link(1)).rejects.toMatchObject({ code: 'zip_gone' })
    await world.work()
    await expect(world.link(2)).rejects.toMatchObject({ code: 'zip_gone' })
    await expect(world.link(1, 'web')).rejects.toMatchObject({ code: 'zip_gone' })
    world.clock.forward({ hours: 24 * limits.zip.keptDays })
    await expect(world.link(1)).rejects.toMatchObject({ code: 'zip_gone' })
  })

  test('is refused once a photo in it went back, until the rest is packed anew', async () => {
    const world = await zipWorld(two)
    await world.start()
    await world.work()
    await world.refund(1)
    await expect(world.link(1)).rejects.toMatchObject({ code: 'zip_gone' })
    expect(await world.look()).toEqual({ state: 'none' })
    const before = world.storage.keys('zips')
    world.clock.forward({ minutes: 1 })
    await world.start()
    await world.work()
    const { url } = await world.link(1)
    expect(before.some((key) => url.includes(key))).toBe(false)
    // What it held lies nowhere any more.
    expect(world.unpacked().map((entries) => entries.map(({ name }) => name))).toEqual([['Two.jpg']])
  })
})

describe('the activity of galleries is told', () => {
  /** Four photos of one gallery and one of another, in two parts: three and two. */
  const large = { title: 'One', bytes: 600_000_000 }
  const ofTwo = [large, { ...large, gallery: 2 }, large, large, large]
  const packed = async () => {
    const world = await zipWorld(ofTwo)
    await world.start()
    await world.work()
    world.counted.splice(0)
    return world
  }

  test('how many photos of each are in a part whose link is given out, once however often it is', async () => {
    const world = await packed()
    await world.look()
    expect(world.counted).toEqual([])
    await world.link(1)
    const at = '2030-01-01T12:00:00.000Z'
    const id = expect.any(String)
    expect(world.counted).toEqual([
      { kind: 'fetched', id, galleryId: galleryIdOf(1), photos: 2, at },
      { kind: 'fetched', id, galleryId: galleryIdOf(2), photos: 1, at },
    ])
    await world.link(2)
    expect(world.counted.slice(2)).toMatchObject([{ galleryId: galleryIdOf(1), photos: 2 }])
    world.clock.forward({ hours: 30 })
    await world.link(1)
    await world.link(2)
    expect(world.counted).toHaveLength(3)
  })

  test('of two presses at once by the same messages', async () => {
    const world = await packed()
    await Promise.all([world.link(2), world.link(2)])
    expect(new Set(world.counted.map((event) => JSON.stringify(event))).size).toBe(1)
  })

  test('of a whole gallery by one message a part, and again when it is packed anew', async () => {
    const world = await zipWorld([{ title: 'Whole gallery', whole: Array.from({ length: 120 }, () => 'Runner') }])
    for (const times of [1, 2]) {
      await world.start()
      await world.work()
      await world.link(1)
      await world.link(1)
      const fetched = world.counted.filter((event) => event.kind === 'fetched')
      expect(fetched).toHaveLength(times)
      expect(fetched.at(-1)).toMatchObject({ galleryId: galleryIdOf(1), photos: 120 })
      expect(new Set(fetched.map(({ id }) => id)).size).toBe(times)
      world.clock.forward({ hours: 24 * limits.zip.keptDays, seconds: 1 })
    }
  })

  test('by the next link where the queue took nothing, and the buyer has theirs all the same', async () => {
    const world = await packed()
    world.counts.isDown = true
    expect((await world.link(2)).url).toContain(world.storage.keys('zips')[1] ?? 'none')
    expect(world.logged).toMatchObject([{ message: 'a download was not told of' }])
    expect(JSON.stringify(world.logged)).not.toContain('ord_')
    world.counts.isDown = false
    await world.link(2)
    expect(world.counted).toHaveLength(1)
  })
})
