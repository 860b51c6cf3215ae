import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { limits } from '#schema/limits.ts'
import { bytesOf, zipWorld } from '#test/support/zips/zip-world.ts'

const gigabyte = 1_000_000_000
const three = [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }]
/** Two of these are a part: three parts of five photos. */
const large = (title: string) => ({ title, bytes: 0.9 * gigabyte })
const inParts = [large('One'), large('Two'), large('Three'), large('Four'), large('Five')]

describe('an order that is packed', () => {
  test('is one zip of every photo under the name that it is downloaded by, byte for byte', async () => {
    const world = await zipWorld([...three, { title: 'Four', format: 'raw-nef' }])
    expect(await world.start()).toEqual({ state: 'making', partsDone: 0, partCount: 0 })
    await world.work()
    const [entries = []] = world.unpacked()
    expect(entries.map(({ name }) => name)).toEqual(['One.jpg', 'Two.jpg', 'Three.jpg', 'Four.nef'])
    for (const [index, { bytes }] of entries.entries()) expect(bytes).toEqual(bytesOf(index + 1, 'original'))
    expect(await world.look()).toMatchObject({ state: 'ready', missing: 0, parts: [{ part: 1, files: 4 }] })
  })

  test('in web size holds the web files, and the original of a photo that has none', async () => {
    const world = await zipWorld([{ title: 'One' }, { title: 'Two', hasWeb: false, format: 'png' }])
    await world.start('web')
    await world.work()
    const [entries = []] = world.unpacked()
    expect(entries.map(({ name }) => name)).toEqual(['One.jpg', 'Two.png'])
    expect(entries[0]?.bytes).toEqual(bytesOf(1, 'web'))
    expect(entries[1]?.bytes).toEqual(bytesOf(2, 'original'))
    expect(await world.look('original')).toEqual({ state: 'none' })
  })

  test('calls no two files the same, in whichever part, and none by a path', async () => {
    const clash = { ...large('Beach'), title: 'Beach' }
    const world = await zipWorld([clash, { ...clash, title: 'BEACH' }, clash, { ...large('../../etc/passwd') }, clash])
    await world.start()
    await world.work()
    const names = world.unpacked().map((entries) => entries.map(({ name }) => name))
    expect(names).toEqual([['Beach.jpg', 'BEACH (2).jpg'], ['Beach (3).jpg', 'etc_passwd.jpg'], ['Beach (4).jpg']])
  })

  test.each([
    ['Maite / Jon', 'Maite_Jon.jpg'],
    ['C:\\Startup\\run.bat', 'C__Startup_run.bat.jpg'],
    ['海辺の朝 🌅', '海辺の朝 🌅.jpg'],
    ['', 'photo.jpg'],
    ['x'.repeat(5_000), `${'x'.repeat(236)}.jpg`],
  ])('calls a photo titled %j %j', async (title, name) => {
    const world = await zipWorld([{ title: title.slice(0, 5_000) }])
    await world.start()
    await world.work()
    expect(world.unpacked().flat()[0]?.name).toBe(name)
  })

  test('comes in parts that are made apart and are all there before it is ready', async () => {
    const world = await zipWorld(inParts)
    await world.start()
    const plan = world.queue.shift()
    if (plan) await world.maker()(plan, { isLast: false })
    expect(world.queue.map((task) => task.kind === 'part' && task.part)).toEqual([1, 2, 3])
    for (const [done, task] of world.queue.splice(0).toReversed().entries()) {
      expect(await world.look()).toEqual({ state: 'making', partsDone: done, partCount: 3 })
      expect(world.mails()).toEqual([])
      await world.maker()(task, { isLast: false })
    }
    expect(await world.look()).toMatchObject({
      state: 'ready',
      parts: [
        { part: 1, files: 2 },
        { part: 2, files: 2 },
        { part: 3, files: 1 },
      ],
    })
    expect(world.unpacked().flat()).toHaveLength(5)
  })

  test('is told of once, to the address of the receipt, when all of it is there', async () => {
    const world = await zipWorld(inParts)
    await world.start()
    await world.work()
    expect(world.mails()).toHaveLength(1)
    expect(world.mails()[0]).toMatchObject({
      template: 'photos-ready',
      to: 'ada@example.com',
      data: { orderNumber: 'DS-7K3M9Q2A', files: 5, parts: 3, keptUntil: '2030-01-08T12:00:00.000Z' },
    })
  })

  test('counts as a download of each photo for its photographer, once', async () => {
    const world = await zipWorld([...three, { title: 'Four', photographer: 2 }])
    await world.start()
    const plan = world.queue[0]
    await world.work()
    expect(world.counted).toHaveLength(4)
    expect(new Set(world.counted.map((event) => JSON.stringify(event))).size).toBe(4)
    if (plan) await world.maker()(plan, { isLast: false })
    expect(world.counted).toHaveLength(4)
  })
})

describe('a message', () => {
  test('that comes twice makes nothing twice', async () => {
    const world = await zipWorld(inParts)
    await world.start()
    const [plan] = world.queue
    await Promise.all([plan, plan].map((task) => task && world.maker()(task, { isLast: false })))
    const tasks = world.queue.splice(0)
    await Promise.all([...tasks, ...tasks].map((task) => world.maker()(task, { isLast: false })))
    await world.work()
    expect(await world.look()).toMatchObject({ state: 'ready', parts: [{ files: 2 }, { files: 2 }, { files: 1 }] })
    expect(world.unpacked()).toHaveLength(3)
    expect(world.mails()).toHaveLength(1)
    const ids = world.counted.map((event) => JSON.stringify(event))
    // A part that two functions made at once is announced twice, under the same ids.
    expect(new Set(ids).size).toBe(5)
  })

  test('of a part whose function died half-way is done again from its beginning', async () => {
    const world = await zipWorld(inParts)
    await world.start()
    const plan = world.queue.shift()
    if (plan) await world.maker()(plan, { isLast: false })
    const [first] = world.queue
    let opened = 0
    const dying = {
      ...world.storage,
      open: async (...args: Parameters<typeof world.storage.open>) => {
        opened += 1
        const found = await world.storage.open(...args)
        if (opened < 2 || !found) return found
        const body = Readable.from(
          (async function* () {
            yield Buffer.alloc(10)
            throw new Error('The connection was reset.')
          })(),
        )
        return { bytes: found.bytes, body }
      },
    }
    const making = first && world.maker(dying)(first, { isLast: false })
    await expect(making).rejects.toThrow('The connection was reset.')
    expect(world.storage.keys('zips')).toEqual([])
    expect(await world.look()).toEqual({ state: 'making', partsDone: 0, partCount: 3 })
    await world.work()
    expect(await world.look()).toMatchObject({ state: 'ready' })
    expect(world.unpacked().flat()).toHaveLength(5)
  })

  test('in its last try that fails too is said, and what succeeds after all is ready', async () => {
    const world = await zipWorld(three)
    await world.start()
    const plan = world.queue.shift()
    if (plan) await world.maker()(plan, { isLast: false })
    const [task] = world.queue
    const broken = { ...world.storage, putStream: async () => Promise.reject(new Error('S3 is down.')) }
    await expect(task && world.maker(broken)(task, { isLast: true })).rejects.toThrow('S3 is down.')
    expect(await world.look()).toEqual({ state: 'failed' })
    // From the dead-letter queue, once the fault is mended.
    await world.work()
    expect(await world.look()).toMatchObject({ state: 'ready', parts: [{ files: 3 }] })
  })

  test('of a set that was replaced does nothing', async () => {
    const world = await zipWorld(three)
    await world.start()
    const [old] = world.queue
    world.clock.forward({ hours: limits.zip.makingHours, minutes: 1 })
    await world.start()
    world.queue.splice(0, 1)
    await world.work()
    const before = world.storage.keys('zips')
    if (old) await world.maker()(old, { isLast: false })
    expect(world.queue).toEqual([])
    expect(world.storage.keys('zips')).toEqual(before)
  })
})

describe('what is not there', () => {
  test('is left out, counted, and told to a person; the rest is packed', async () => {
    const world = await zipWorld(three)
    const [gone] = world.storage.keys('deliveries').filter((key) => key.includes('etag-2'))
    await world.storage.remove('deliveries', gone ? [gone] : [])
    await world.start()
    await world.work()
    expect(
      world
        .unpacked()
        .flat()
        .map(({ name }) => name),
    ).toEqual(['One.jpg', 'Three.jpg'])
    expect(await world.look()).toMatchObject({ state: 'ready', missing: 1, parts: [{ files: 2 }] })
    expect(world.logged).toEqual([
      { message: 'a sold file is missing', fields: { photoId: world.items[1]?.photoId, size: 'original' } },
    ])
    expect(world.counted).toHaveLength(2)
  })

  test('is packed with the others once it is there and somebody asks again, before the zip is over', async () => {
    const world = await zipWorld(three)
    const [gone = ''] = world.storage.keys('deliveries').filter((key) => key.includes('etag-2'))
    const lost = world.storage.contents('deliveries', gone)
    await world.storage.remove('deliveries', [gone])
    await world.start()
    await world.work()
    expect(await world.look()).toMatchObject({ state: 'ready', missing: 1 })
    await world.storage.put('deliveries', {
      key: gone,
      bytes: lost?.bytes ?? Buffer.alloc(0),
      contentType: 'image/jpeg',
    })
    world.clock.forward({ minutes: 1 })
    expect(await world.start()).toMatchObject({ state: 'making' })
    await world.work()
    expect(await world.look()).toMatchObject({ state: 'ready', missing: 0, parts: [{ files: 3 }] })
    expect(world.unpacked()).toHaveLength(1)
    expect(await world.start()).toMatchObject({ state: 'ready' })
    expect(world.queue).toEqual([])
  })

  test('because its price went back is in no zip', async () => {
    const world = await zipWorld(three)
    await world.refund(2)
    await world.start()
    await world.work()
    expect(
      world
        .unpacked()
        .flat()
        .map(({ name }) => name),
    ).toEqual(['One.jpg', 'Three.jpg'])
    expect(world.logged).toEqual([])
  })

  test('because its price went back while it was packed is handed to nobody', async () => {
    const world = await zipWorld(inParts)
    await world.start()
    const plan = world.queue.shift()
    if (plan) await world.maker()(plan, { isLast: false })
    await world.refund(1)
    await world.work()
    expect(world.storage.keys('zips')).toEqual([])
    expect(await world.look()).toEqual({ state: 'none' })
    expect(world.mails()).toEqual([])
  })
})

describe('what was bought as Web size', () => {
  const bought = [{ title: 'One', as: 'web' as const }, { title: 'Two' }]
  const names = (world: Awaited<ReturnType<typeof zipWorld>>) => world.unpacked().flat()

  test('is packed as the Web size, also among Originals', async () => {
    const world = await zipWorld(bought)
    await world.start('original')
    await world.work()
    expect(names(world).map(({ bytes }) => bytes)).toEqual([bytesOf(1, 'web'), bytesOf(2, 'original')])
  })

  test('is packed as the Original once an upgrade paid for it, and no more when that went back', async () => {
    const world = await zipWorld([{ title: 'One', as: 'web', isUpgraded: true }])
    await world.start('original')
    await world.work()
    expect(names(world)[0]?.bytes).toEqual(bytesOf(1, 'original'))
    expect(await world.look()).toMatchObject({ state: 'ready' })
    await world.refundOtherHalf(1)
    await expect(world.link(1)).rejects.toMatchObject({ code: 'zip_gone' })
    expect(await world.look()).toEqual({ state: 'none' })
    await world.storage.remove('zips', world.storage.keys('zips'))
    await world.start('original')
    await world.work()
    expect(names(world)[0]?.bytes).toEqual(bytesOf(1, 'web'))
  })

  test('and went back leaves nothing of its upgrade', async () => {
    const world = await zipWorld([{ title: 'One', as: 'upgrade' }, { title: 'Two' }])
    await world.start('original')
    await world.work()
    expect(names(world).map(({ name }) => name)).toEqual(['One.jpg', 'Two.jpg'])
    await world.refundOtherHalf(1)
    await expect(world.link(1)).rejects.toMatchObject({ code: 'zip_gone' })
    await world.storage.remove('zips', world.storage.keys('zips'))
    await world.start('original')
    await world.work()
    expect(names(world).map(({ name }) => name)).toEqual(['Two.jpg'])
  })
})

test('what is logged names no order', async () => {
  const world = await zipWorld(three)
  await world.storage.remove('deliveries', world.storage.keys('deliveries'))
  await world.start()
  await world.work()
  expect(JSON.stringify(world.logged)).not.toContain('ord_')
  expect(world.storage.keys('zips').join()).not.toContain('ord_')
})

describe('a whole gallery among what was bought', () => {
  const titles = Array.from({ length: 120 }, (_, at) => `Runner ${at + 1}`)

  test('is packed with each of its photos, between the photos of the lines beside it', async () => {
    const world = await zipWorld([{ title: 'One' }, { title: 'Whole gallery', whole: titles }, { title: 'Last' }])
    await world.start()
    await world.work()
    const [entries = []] = world.unpacked()
    expect(entries.map(({ name }) => name)).toEqual(['One', ...titles, 'Last'].map((title) => `${title}.jpg`))
    const bytes = [bytesOf(1, 'original'), ...titles.map((_, at) => bytesOf(2_001 + at, 'original'))]
    expect(entries.map((entry) => entry.bytes)).toEqual([...bytes, bytesOf(3, 'original')])
    expect(await world.look()).toMatchObject({ state: 'ready', missing: 0, parts: [{ files: 122 }] })
    expect(world.counted).toHaveLength(122)
  })

  test('in web size holds the web file of each', async () => {
    const world = await zipWorld([{ title: 'Whole gallery', whole: ['A', 'B'] }])
    await world.start('web')
    await world.work()
    expect(world.unpacked()[0]?.map(({ bytes }) => bytes)).toEqual([bytesOf(1_001, 'web'), bytesOf(1_002, 'web')])
  })

  test('comes in parts that begin in its middle, and none of it comes twice', async () => {
    const same = Array.from({ length: 5 }, () => 'Runner')
    const world = await zipWorld([{ title: 'Whole gallery', whole: same, bytes: 0.9 * gigabyte }, large('Runner')])
    await world.start()
    await world.work()
    expect(world.unpacked().map((entries) => entries.map(({ name }) => name))).toEqual([
      ['Runner.jpg', 'Runner (2).jpg'],
      ['Runner (3).jpg', 'Runner (4).jpg'],
      ['Runner (5).jpg', 'Runner (6).jpg'],
    ])
  })

  test('stays as it was packed when photos are added, which are counted, until somebody asks for all of it', async () => {
    const world = await zipWorld([{ title: 'Whole gallery', whole: ['A', 'B'] }, { title: 'Last' }])
    await world.start()
    await world.work()
    await world.grow(1, 'C')
    expect(await world.look()).toMatchObject({ state: 'ready', added: 1, parts: [{ files: 3 }] })
    expect((await world.link(1)).url).toContain(world.storage.keys('zips')[0] ?? 'none')
    world.clock.forward({ minutes: 1 })
    expect(await world.start()).toMatchObject({ state: 'making' })
    await world.work()
    expect(await world.look()).toMatchObject({ state: 'ready', added: 0, parts: [{ files: 4 }] })
    expect(await world.start()).toMatchObject({ state: 'ready' })
    expect(world.queue).toEqual([])
  })

  test('ends as it began when photos are added before it is planned, while it is packed and while it waits', async () => {
    const world = await zipWorld([
      { title: 'Whole gallery', whole: ['A', 'B', 'C'], bytes: 0.9 * gigabyte },
      { title: 'Another', whole: ['X'] },
      { title: 'Last' },
    ])
    await world.start()
    for (const title of ['D', 'E']) {
      await world.grow(1, title)
      await world.grow(2, `${title} of another`)
      const task = world.queue.shift()
      if (task) await world.maker()(task, { isLast: false })
      expect(await world.start()).toMatchObject({ state: 'making' })
    }
    await world.work()
    expect(world.unpacked().map((entries) => entries.map(({ name }) => name))).toEqual([
      ['A.jpg', 'B.jpg'],
      ['C.jpg', 'X.jpg', 'Last.jpg'],
    ])
    expect(await world.look()).toMatchObject({ state: 'ready', added: 4, missing: 0 })
    expect(world.mails()).toHaveLength(1)
  })

  test('is left out once its price went back', async () => {
    const world = await zipWorld([{ title: 'One' }, { title: 'Whole gallery', whole: ['A', 'B'] }])
    await world.refund(2)
    await world.start()
    await world.work()
    expect(world.unpacked().map((entries) => entries.map(({ name }) => name))).toEqual([['One.jpg']])
    await world.refund(1)
    await expect(world.start()).rejects.toMatchObject({ code: 'not_purchased' })
  })
})
