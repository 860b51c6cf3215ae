import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { hourWith } from '#functions/galleries/activity-hours.ts'
import { activityStore } from '#functions/galleries/activity-store.ts'
import { listActivity } from '#functions/galleries/list-activity.ts'
import { recordView } from '#functions/galleries/record-view.ts'
import { setFavourite } from '#functions/galleries/set-favourite.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { api } from '#schema/api/all.ts'
import { type Act, ActKind } from '#schema/entities/activity.ts'
import { CountEvent } from '#schema/events/count.ts'
import type { UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { sessionOf } from '#test/support/http/session.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const endpoints = api.galleries.endpoints
const galleryId = galleryIdOf(1)
const owner = userIdOf(1)
const startsAt = '2030-06-15T10:20:00.000Z'

const setup = async () => {
  const parts = marketParts({ startsAt })
  await parts.profiles.create(aProfile())
  await parts.galleries.create(aGallery(), { at: new Date(0), owner: profileUnchanged(aProfile()) })
  for (let n = 1; n <= 3; n++) await parts.photos.create(aPhoto({ id: photoIdOf(n) }))
  const as = (who: string | UserId) =>
    who === owner ? { caller: owner } : { headers: { 'x-gallery-session': sessionOf(who) } }
  const ask = (caller: UserId, query: { limit?: number; cursor?: string } = {}) =>
    listActivity({ ...parts, activity: activityStore(parts.table) })(
      request(endpoints.activity, { params: { galleryId }, query, caller }),
    )
  return {
    ...parts,
    ask,
    view: (who: string | UserId) =>
      recordView(parts)(request(endpoints.recordView, { params: { galleryId }, ...as(who) })),
    heart: (who: string | UserId, n: number, isFavourite = true) =>
      setFavourite(parts)(
        request(endpoints.setFavourite, {
          params: { galleryId, photoId: photoIdOf(n) },
          body: { isFavourite },
          ...as(who),
        }),
      ),
    entries: async () => (await ask(owner)).items.map(({ kind, count }) => `${kind} ${count}`),
  }
}

test('visits are counted by the hour, and hearts told with how many a visitor has', async () => {
  const { view, heart, settleCounts, ask, setTime } = await setup()
  for (const who of ['ada', 'ben', 'cleo']) await view(who)
  await heart('ada', 1)
  setTime('2030-06-15T10:21:00.000Z')
  await heart('ada', 2)
  await heart('ben', 3)
  await settleCounts()
  setTime('2030-06-15T11:05:00.000Z')
  await view('ada')
  await settleCounts()
  expect((await ask(owner)).items).toEqual([
    { kind: 'opened', count: 1, at: '2030-06-15T11:00:00.000Z' },
    { kind: 'favourited', count: 2, at: '2030-06-15T10:21:00.000Z' },
    { kind: 'favourited', count: 1, at: '2030-06-15T10:21:00.000Z' },
    { kind: 'opened', count: 3, at: '2030-06-15T10:00:00.000Z' },
  ])
})

test('the photographer’s own visits and hearts are told to nobody, and a heart that is taken back is no news', async () => {
  const { view, heart, settleCounts, entries, sent } = await setup()
  await view(owner)
  await heart(owner, 1)
  await heart('ada', 1, false)
  expect(sent).toEqual([])
  await settleCounts()
  expect(await entries()).toEqual([])
})

test('messages name neither visitors nor addresses, and a visitor has another name in each hour', async () => {
  const { heart, sent, settleCounts, setTime, table } = await setup()
  await heart('ada', 1)
  setTime('2030-06-15T11:20:00.000Z')
  await heart('ada', 2)
  const text = JSON.stringify(sent)
  for (const name of [sessionOf('ada'), sessionOf('ada').split('.')[0] ?? '', '203.0.113'])
    expect(text).not.toContain(name)
  await settleCounts()
  const acts = table.all().flatMap((item) => (Array.isArray(item.acts) ? item.acts : []))
  expect(new Set(acts.map(({ who }) => who)).size).toBe(2)
})

test('an answer tells nothing of who it was', async () => {
  const { heart, settleCounts, ask } = await setup()
  await heart('ada', 1)
  await settleCounts()
  const { items } = await ask(owner)
  expect(items.map((item) => Object.keys(item).toSorted())).toEqual([['at', 'count', 'kind']])
})

test('somebody else’s gallery has no activity to see', async () => {
  const { ask, profiles } = await setup()
  await profiles.create(aProfile({ userId: userIdOf(2), email: 'tobias@example.com' }))
  await expect(ask(userIdOf(2))).rejects.toMatchObject({ code: 'gallery_not_found' })
})

test('a message that comes twice, or an hour later, is told once', async () => {
  const { view, heart, counts, sent, entries, setTime } = await setup()
  await view('ada')
  await heart('ada', 1)
  const events = sent.map(({ message }) => CountEvent.parse(message))
  await counts.count([...events, ...events])
  await counts.count(events)
  setTime('2030-06-15T11:30:00.000Z')
  await counts.count(events)
  expect(await entries()).toEqual(['favourited 1', 'opened 1'])
})

test('a visit that is counted long after it was made is told of the hour in which it is counted', async () => {
  const { view, settleCounts, ask, setTime } = await setup()
  await view('ada')
  setTime('2030-06-16T09:10:00.000Z')
  await settleCounts()
  expect((await ask(owner)).items).toEqual([{ kind: 'opened', count: 1, at: '2030-06-16T09:00:00.000Z' }])
})

test('a zip is told with all photos of the gallery that are in it, once', async () => {
  const { counts, entries } = await setup()
  const zip: CountEvent = { kind: 'fetched', id: 'a part of zips', galleryId, photos: 3_000, at: startsAt }
  const photo: CountEvent = { kind: 'fetched', id: 'one photo alone', galleryId, at: startsAt }
  await counts.count([zip, photo, zip])
  await counts.count([zip])
  expect(await entries()).toEqual(['downloaded 3001'])
})

test('a heart is kept while the queue takes nothing', async () => {
  const { heart, queue } = await setup()
  queue.isDown = true
  expect(await heart('ada', 1)).toEqual({ count: 1 })
})

test('a crowd of visitors writes one small item an hour, and the page says that there were more', async () => {
  const { table, counts, ask } = await setup()
  const at = startsAt
  const views = Array.from(
    { length: 3_000 },
    (_, n): CountEvent => ({
      ...{ kind: 'view', galleryId, who: `visitor ${n}`, from: `address ${n % 40}`, at },
    }),
  )
  const hearts = Array.from(
    { length: 500 },
    (_, n): CountEvent => ({
      ...{ kind: 'act', act: 'favourited', galleryId, who: `visitor ${n}`, from: `address ${n % 40}`, photos: 2, at },
    }),
  )
  await counts.count([...views, ...hearts])
  const hours = table.all().filter(({ SK }) => String(SK).startsWith('HOUR#'))
  expect(hours).toHaveLength(1)
  expect(JSON.stringify(hours).length).toBeLessThan(16_000)
  const { items } = await ask(owner)
  expect(items.filter(({ kind }) => kind === 'favourited')).toHaveLength(limits.activity.actsAnHour.favourited)
  expect(items).toContainEqual({ kind: 'opened', count: 3_000, at: '2030-06-15T10:00:00.000Z' })
  expect(items).toContainEqual({ kind: 'unlisted', count: 0, at: '2030-06-15T10:00:00.000Z' })
})

test('one address that plays many visitors is held to a bound', async () => {
  const { counts, table } = await setup()
  const events = Array.from(
    { length: 5_000 },
    (_, n): CountEvent => ({
      ...{ kind: 'act', act: 'carted', galleryId, who: `visitor ${n}`, from: 'one address', photos: 1 },
      at: new Date(Date.parse(startsAt) + n).toISOString(),
    }),
  )
  await counts.count(events)
  expect(table.all().filter(({ SK }) => String(SK).startsWith('HOUR#'))).toHaveLength(1)
})

const heart = (n: number, from: string): CountEvent => ({
  ...{ kind: 'act', act: 'favourited', galleryId, who: `${from} ${n}`, from, photos: 1 },
  at: new Date(Date.parse(startsAt) + n).toISOString(),
})
const placesOf = (acts: unknown) => {
  const list = z.array(z.object({ from: z.string() })).parse(acts)
  return [...Map.groupBy(list, ({ from }) => from).values()].map(({ length }) => length).toSorted((a, b) => b - a)
}

test('one address with any number of sessions keeps nobody elsewhere out of an hour', async () => {
  const { counts, table } = await setup()
  const stored = () => table.stored(`COUNTS#${galleryId}`, 'HOUR#2030-06-15T10')?.acts
  await counts.count(Array.from({ length: 250 }, (_, n) => heart(n, 'a stranger')))
  expect(placesOf(stored())).toEqual([limits.activity.actsAnHour.favourited])
  await counts.count([heart(300, 'ada'), heart(301, 'ben'), heart(302, 'ben')])
  expect(placesOf(stored())).toEqual([limits.activity.actsAnHour.favourited - 3, 2, 1])
  // Neither again and again, nor by what was told before.
  for (let run = 0; run < 5; run++)
    await counts.count(Array.from({ length: 250 }, (_, n) => heart(run * 250 + n, 'a stranger')))
  expect(placesOf(stored())).toEqual([limits.activity.actsAnHour.favourited - 3, 2, 1])
})

test('a hall of 300 people behind one address has all places while nobody else wants them', async () => {
  const { counts, entries } = await setup()
  await counts.count(Array.from({ length: 300 }, (_, n) => heart(n, 'the hall')))
  const listed = (await entries()).filter((entry) => entry.startsWith('favourited'))
  expect(listed).toHaveLength(limits.activity.actsAnHour.favourited)
  expect(await entries()).toContain('unlisted 0')
})

test('places are shared alike by addresses, and two of the same share take none from each other', async () => {
  const { counts, table } = await setup()
  for (let run = 0; run < 3; run++)
    for (const from of ['one', 'two', 'three']) await counts.count(Array.from({ length: 60 }, (_, n) => heart(n, from)))
  const acts = table.stored(`COUNTS#${galleryId}`, 'HOUR#2030-06-15T10')?.acts
  expect(placesOf(acts)).toEqual([14, 13, 13])
  expect(JSON.stringify(acts)).not.toContain('three')
  expect(z.array(z.object({ from: z.string().length(2) })).safeParse(acts).success).toBe(true)
})

test('comes in pages, whose place belongs to the gallery, and goes after 400 days', async () => {
  const { view, settleCounts, ask, setTime, table } = await setup()
  for (let hour = 10; hour < 14; hour++) {
    setTime(`2030-06-15T${hour}:30:00.000Z`)
    await view('ada')
    await settleCounts()
  }
  const first = await ask(owner, { limit: 3 })
  expect(first.items).toHaveLength(3)
  const rest = await ask(owner, { limit: 3, cursor: first.nextCursor ?? '' })
  expect(rest.items).toEqual([{ kind: 'opened', count: 1, at: '2030-06-15T10:00:00.000Z' }])
  expect(rest.nextCursor).toBeUndefined()
  await expect(ask(owner, { cursor: `${first.nextCursor}x` })).rejects.toMatchObject({ code: 'invalid_cursor' })
  const item = table.stored(`COUNTS#${galleryId}`, 'HOUR#2030-06-15T10')
  expect(item?.ttl).toBe(Date.parse('2031-07-20T10:00:00.000Z') / 1_000)
})

test('goes with its gallery', async () => {
  const { view, settleCounts, counts, galleries, table } = await setup()
  await view('ada')
  await settleCounts()
  const gallery = await galleries.getOwn(galleryId, owner)
  await galleries.remove(gallery, [])
  await table.write({ kind: 'delete', key: { PK: `GALLERY#${galleryId}`, SK: 'GALLERY' }, when: 'always' })
  await counts.count([{ kind: 'gone', galleryId }])
  await counts.move()
  expect(table.all().filter(({ PK }) => PK === `COUNTS#${galleryId}`)).toEqual([])
})

const anAct = fc.record({
  act: fc.constantFrom(...ActKind.options),
  who: fc.constantFrom('a', 'b', 'c'),
  from: fc.constant('hm'),
  photos: fc.integer({ min: 1, max: 5 }),
  at: fc.constantFrom('2030-06-15T10:01:00.000Z', '2030-06-15T10:02:00.000Z'),
})

test('whatever order acts come in, and however often, an hour tells the same', () => {
  const sorted = (acts: readonly Act[]) => acts.map((act) => JSON.stringify(act)).toSorted()
  const none = { opened: 0, downloaded: 0, acts: [], isFull: false }
  fc.assert(
    fc.property(fc.array(anAct, { maxLength: 12 }), fc.array(fc.nat(), { maxLength: 20 }), (acts, picks) => {
      const once = hourWith(none, { opened: 1, downloaded: 0 }, acts)
      const again = picks.flatMap((pick) => acts[pick % Math.max(1, acts.length)] ?? [])
      const many = [...again, ...acts.toReversed(), ...again].reduce(
        (hour, act) => hourWith(hour, { opened: 1, downloaded: 0 }, [act]),
        hourWith(none, { opened: 0, downloaded: 0 }, []),
      )
      expect(sorted(many.acts)).toEqual(sorted(once.acts))
    }),
    { numRuns: 300 },
  )
})
