import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mostViewsPerAddress, withinBounds } from '#functions/galleries/countables.ts'
import { downloadKeys, downloadStore } from '#functions/galleries/download-store.ts'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { put } from '#functions/shared/table/writes.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { CountEvent } from '#schema/events/count.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { counting } from '#test/support/market/counting.ts'
import { silent } from '#test/support/market/market-parts.ts'
import { interruptedTable, type Step } from '#test/support/payments/interrupted.ts'
import { seededNumbers } from '#test/support/random.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const start = Date.parse('2030-01-01T23:50:00.000Z')
const minute = 60_000
const ids = [galleryIdOf(1), galleryIdOf(2), galleryIdOf(3)] as const
const seller = userIdOf(1)

const stored = (gallery: Gallery) => ({
  ...galleryKeys.gallery(gallery.id),
  ...gallery,
  popularity: gallery.viewCount + 2 * gallery.likeCount,
})

/** Galleries over a table in memory, a queue that is emptied by hand, a clock, and faults at a rate that tests set. */
const world = async (seed: number) => {
  const random = seededNumbers(seed)
  const chance = (rate: number) => random() < rate
  const table = fakeTable()
  let time = start
  let faultRate = 0
  const queued: CountEvent[] = []
  const send: Send = async (_, messages) => {
    if (chance(faultRate)) throw new Error('The queue is down.')
    queued.push(...messages.map((message) => CountEvent.parse(message)))
    if (chance(faultRate)) throw new Error('The answer was lost.')
  }
  const step: Step = async () => (chance(faultRate) ? 'lost' : undefined)
  const now = () => new Date(time)
  const machine = counting({ table: interruptedTable(table, step), send, log: silent, now })
  for (const id of ids) {
    await table.write(put(stored(aGallery({ id, viewCount: 40, likeCount: 9, downloadCount: 3 })), 'absent'))
  }
  const numbersOf = (id: string) => {
    const item = table.stored(`GALLERY#${id}`, 'GALLERY')
    return {
      views: Number(item?.viewCount) - 40,
      likes: Number(item?.likeCount) - 9,
      downloads: Number(item?.downloadCount) - 3,
      popularity: Number(item?.popularity) - 40 - 18,
    }
  }
  return {
    ...machine,
    table,
    random,
    chance,
    send,
    queued,
    now,
    numbersOf,
    pass: (ms: number) => {
      time += ms
    },
    failAt: (rate: number) => {
      faultRate = rate
    },
    pick: <T>(list: readonly T[]): T => {
      const picked = list[Math.floor(random() * list.length)]
      if (picked === undefined) throw new Error('Nothing to pick from.')
      return picked
    },
  }
}
type World = Awaited<ReturnType<typeof world>>

/** Delivers part of the queue, in any order, some of it twice; what failed lies in the queue again. */
const deliver = async ({ queued, random, chance, count }: World, share: number) => {
  const taken = queued.splice(0).toSorted(() => random() - 0.5)
  queued.push(...taken.splice(Math.ceil(taken.length * share)))
  const twice = taken.flatMap((event) => (chance(0.2) ? [event, event] : [event]))
  const half = Math.ceil(twice.length / 2)
  // Two consumers at once.
  await Promise.all(
    [twice.slice(0, half), twice.slice(half)].map(async (batch) => {
      const failed = await count(batch)
      queued.push(...batch.filter((_, place) => failed.has(place)))
    }),
  )
  // Delivered again although it was done.
  queued.push(...taken.filter(() => chance(0.1)))
}

const atLastAll = async (it: World) => {
  it.failAt(0)
  for (let round = 0; round < 3; round++) {
    it.pass(11 * minute)
    while (it.queued.length > 0) {
      const all = it.queued.splice(0)
      expect(await it.count(all)).toEqual(new Set())
    }
    await it.move()
  }
}

describe('once the queue is empty the sums are exact', () => {
  const scenario = fc.record({
    seed: fc.integer({ min: 1 }),
    faults: fc.constantFrom(0, 0.02, 0.1, 0.3),
    rounds: fc.integer({ min: 1, max: 12 }),
    perRound: fc.integer({ min: 1, max: 60 }),
  })
  const property = fc.asyncProperty(scenario, async ({ seed, faults, rounds, perRound }) => {
    const it = await world(seed)
    const expected = new Map(ids.map((id) => [id, { views: 0, likes: 0, downloads: 0 }]))
    const bump = (id: (typeof ids)[number], name: 'views' | 'likes' | 'downloads', by: number) => {
      const sums = expected.get(id)
      if (sums) sums[name] += by
    }
    const seen = new Set<string>()
    let number = 0
    for (let round = 0; round < rounds; round++) {
      it.failAt(faults)
      // People come back a minute later; within less than half a minute they only reload.
      it.pass(minute)
      const roundAt = it.now().getTime()
      for (let n = 0; n < perRound; n++) {
        number += 1
        const galleryId = it.pick(ids)
        const person = `person ${Math.floor(it.random() * 20)}`
        const at = new Date(roundAt + Math.floor(it.random() * 29_000)).toISOString()
        const kind = it.pick(['view', 'view', 'like', 'download'] as const)
        if (kind === 'view') {
          const who = `${galleryId} ${person}`
          const sent = await it.send('COUNTS_QUEUE_URL', [{ kind, galleryId, who, from: 'one address', at }]).then(
            () => true,
            () => it.queued.some((each) => each.kind === 'view' && each.at === at && each.who === who),
          )
          const key = `${round} ${galleryId} ${person}`
          if (sent && !seen.has(key)) {
            seen.add(key)
            bump(galleryId, 'views', 1)
          }
        }
        if (kind === 'download') {
          const id = `download number ${number}`
          const sent = await it.send('COUNTS_QUEUE_URL', [{ kind, id, galleryId, photographerId: seller, at }]).then(
            () => true,
            () => it.queued.some((each) => each.kind === 'download' && each.id === id),
          )
          if (sent) bump(galleryId, 'downloads', 1)
        }
        if (kind === 'like') {
          const gallery = { id: galleryId, likeCount: 9, countsVersion: 0 }
          const press = { subject: person, id: `press number ${number}`, at }
          const pressed = await it.likes
            .findLike(galleryId, person)
            .then((like) => it.likes.toggleLike(gallery, { ...press, like }))
            .catch(() => undefined)
          const item = it.table.stored(`GALLERY#${galleryId}`, `LIKE#${person}`)
          if (pressed) await it.send('COUNTS_QUEUE_URL', [pressed.event]).catch(() => {})
          expect(item === undefined || typeof item.liked === 'boolean').toBe(true)
        }
      }
      // Nothing is delivered before it happened.
      it.pass(30_000)
      await deliver(it, it.random())
      if (it.chance(0.5)) await it.move().catch(() => {})
    }
    await atLastAll(it)

    for (const id of ids) {
      const likes = it.table
        .all()
        .filter(({ PK, SK, liked }) => PK === `GALLERY#${id}` && String(SK).startsWith('LIKE#') && liked === true)
      const { views = 0, downloads = 0 } = expected.get(id) ?? {}
      expect(it.numbersOf(id)).toEqual({
        views,
        downloads,
        likes: likes.length,
        popularity: views + 2 * likes.length,
      })
    }
    for (const id of ids) {
      const { hours } = await it.activity.list(id, { limit: 200 })
      const { views = 0, downloads = 0 } = expected.get(id) ?? {}
      expect(hours.reduce((sum, { opened }) => sum + opened, 0)).toBe(views)
      expect(hours.reduce((sum, { downloaded }) => sum + downloaded, 0)).toBe(downloads)
    }
    const day = new Date(start)
    const all = [...expected.values()].reduce((sum, { downloads }) => sum + downloads, 0)
    expect(await downloadStore(it.table).countBetween(seller, day, new Date(start + 24 * 60 * minute))).toBe(all)
    // Nothing is left to do.
    const open = it.table.all().filter(({ workKey }) => workKey !== undefined)
    expect(open).toEqual([])
  })

  test('whatever comes twice, late, out of order, or after a crash between two writes', async () => {
    await fc.assert(property, { numRuns: 60 })
  }, 60_000)
})

describe('a very popular gallery', () => {
  const views = (n: number, at: number): CountEvent[] =>
    Array.from({ length: n }, (_, index) => ({
      kind: 'view',
      galleryId: ids[0],
      who: `visitor ${at} ${index}`,
      from: `address ${index % 50}`,
      at: new Date(at).toISOString(),
    }))

  test('is one write a batch, and its item stays small', async () => {
    const it = await world(1)
    for (let n = 0; n < 5; n++) {
      expect(await it.count(views(2_000, it.now().getTime()))).toEqual(new Set())
      it.pass(1_000)
    }
    const rows = it.table.all().filter(({ PK }) => PK === `COUNTS#${ids[0]}`)
    expect(rows.map(({ SK }) => String(SK).split('#')[0]).toSorted()).toEqual([
      'HOUR',
      'IDS',
      'IDS',
      'IDS',
      'IDS',
      'MOVE',
      'TALLY',
    ])
    await it.count([])
    await it.move()
    expect(it.numbersOf(ids[0])).toMatchObject({ views: 10_000, popularity: 10_000 })
  })

  test('has the messages of five minutes ago delivered again, and counts none of them', async () => {
    const it = await world(1)
    const first = views(500, it.now().getTime())
    await it.count(first)
    for (let n = 0; n < 30; n++) {
      it.pass(10_000)
      await it.count(views(100, it.now().getTime()))
    }
    await it.count(first)
    await it.move()
    expect(it.numbersOf(ids[0])).toMatchObject({ views: 3_500 })
  })

  test('has as many views of one address in a minute as a full hall, and no more', () => {
    const flood = views(10_000, start).map((event) => ({ ...event, from: 'one', at: new Date(start).toISOString() }))
    expect(withinBounds(flood)).toHaveLength(mostViewsPerAddress)
    expect(withinBounds(flood.map((event, n) => ({ ...event, from: String(n % 5) })))).toHaveLength(10_000)
  })
})

describe('a person’s views of a gallery', () => {
  const viewAt = (seconds: number): CountEvent => ({
    kind: 'view',
    galleryId: ids[0],
    who: 'ada',
    from: 'here',
    at: new Date(start + seconds * 1_000).toISOString(),
  })

  test.each([
    [[0, 29, 30], 2],
    [[29, 31, 58], 1],
    [[29, 31, 58, 59], 2],
    [[10, 40, 70, 100], 4],
    [[0, 0, 0], 1],
  ])('at the seconds %j count %i times', async (seconds, views) => {
    const it = await world(1)
    for (const second of seconds) await it.count([viewAt(second)])
    await it.move()
    expect(it.numbersOf(ids[0])).toMatchObject({ views })
  })

  test('are never counted less than 30 seconds apart, in whatever order they come', async () => {
    const seconds = fc.array(fc.integer({ min: 0, max: 240 }), { minLength: 1, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(seconds, async (list) => {
        const it = await world(1)
        const counted: number[] = []
        for (const second of list) {
          const before = (await it.tallies.find({ galleryId: ids[0] }))?.views ?? 0
          await it.count([viewAt(second)])
          if (((await it.tallies.find({ galleryId: ids[0] }))?.views ?? 0) > before) counted.push(second)
        }
        const inOrder = counted.toSorted((a, b) => a - b)
        for (const [n, second] of inOrder.entries()) {
          expect(second - (inOrder[n - 1] ?? -30)).toBeGreaterThanOrEqual(30)
        }
        expect(counted.length).toBeGreaterThan(0)
      }),
      { numRuns: 50 },
    )
  })
})

test('a tally and its pages are kept as written here', async () => {
  const it = await world(1)
  const event = (n: number): CountEvent => ({
    kind: 'download',
    id: `download ${n}`,
    galleryId: ids[0],
    photographerId: seller,
    at: it.now().toISOString(),
  })
  await it.count([event(1)])
  expect(it.table.stored(`COUNTS#${ids[0]}`, 'TALLY')).toEqual({
    PK: `COUNTS#${ids[0]}`,
    SK: 'TALLY',
    views: 0,
    likes: 0,
    hours: { '2030-01-01T23': { opened: 0, downloaded: 1 } },
    downloads: 1,
    version: 1,
    ids: expect.stringMatching(/^[\w-]{10}-$/),
    spilledAt: '',
    moved: 0,
    shown: 0,
    waiting: 1,
  })
  expect(it.table.stored(`COUNTS#${ids[0]}`, 'MOVE')).toMatchObject({
    workKey: expect.stringMatching(/^MOVE#COUNTS#[0-7]$/),
    workSort: expect.stringMatching(/^1#2030-01-01T23:50:00.000Z#/),
  })
  expect(it.table.stored(`COUNTS#${seller}#2030-01-01`, 'TALLY')).toMatchObject({ downloads: 1, ttl: 1_898_640_000 })
  expect(it.table.stored(downloadKeys.day(seller, '').PK, '2030-01-01')).toMatchObject({ count: 1, counted: 1 })
  await it.count(Array.from({ length: 60 }, (_, n) => event(n + 2)))
  await it.count([event(90)])
  const pages = it.table.all().filter(({ PK, SK }) => PK === `COUNTS#${ids[0]}` && String(SK).startsWith('IDS#'))
  expect(pages).toMatchObject([{ SK: 'IDS#2030-01-01T23:50:00.000Z#2', ttl: 1_898_725_800 }])
  expect(String(pages[0]?.ids)).toHaveLength(61 * 11)
})

test('a gallery that is deleted takes its counts along, and those that still come', async () => {
  const it = await world(1)
  const view: CountEvent = {
    kind: 'view',
    galleryId: ids[0],
    who: 'ada',
    from: 'here',
    at: it.now().toISOString(),
  }
  await it.count([view])
  await it.table.write({ kind: 'delete', key: galleryKeys.gallery(ids[0]), when: 'always' })
  await it.count([{ kind: 'gone', galleryId: ids[0] }])
  await it.move()
  expect(it.table.all().filter(({ PK }) => String(PK).startsWith('COUNTS#'))).toEqual([])
  await it.count([view])
  await it.move()
  expect(it.table.all().filter(({ PK }) => String(PK).startsWith('COUNTS#'))).toEqual([])
})

test('one gallery that cannot be moved keeps no other from it, and is put behind them', async () => {
  const it = await world(1)
  for (const galleryId of ids) {
    await it.count([{ kind: 'view', galleryId, who: galleryId, from: 'here', at: it.now().toISOString() }])
  }
  await it.table.write(put({ ...galleryKeys.gallery(ids[1]), broken: true }, 'always'))
  expect(await it.move()).toEqual({ moved: 2, failed: 1, likesSentAgain: 0 })
  expect([it.numbersOf(ids[0]).views, it.numbersOf(ids[2]).views]).toEqual([1, 1])
  expect(it.table.stored(`COUNTS#${ids[1]}`, 'MOVE')).toMatchObject({ workSort: expect.stringMatching(/^2#/) })
})
