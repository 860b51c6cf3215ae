import { expect, test } from 'vitest'
import { chorePut } from '#functions/chores/chore-writes.ts'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { numberBudget } from '#functions/media/numbers/number-budget-store.ts'
import { type FoundNumber, UnreadablePicture } from '#functions/media/numbers/read-numbers.ts'
import { readPhotoNumbers } from '#functions/media/numbers/read-photo-numbers.ts'
import { isBusy } from '#functions/shared/http/outage.ts'
import { put, update } from '#functions/shared/table/writes.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { NumberTask } from '#schema/events/numbers.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { marketParts } from '#test/support/market/market-parts.ts'
import { fakeStorage } from '#test/support/storage/fake-storage.ts'

const galleryId = galleryIdOf(1)
const box = { left: 0, top: 0, width: 1, height: 1 }
const found = (...texts: string[]): FoundNumber[] => texts.map((text) => ({ text, confidence: 0.99, box }))
const subscribed = { subscription: 'active', paidUntil: '2031-01-01T00:00:00.000Z' } as const
const photoWith = (n: number, changes: Partial<Photo> = {}) =>
  aPhoto({ id: photoIdOf(n), galleryId, webKey: `files/${photoIdOf(n)}/web.jpg`, ...changes })

type Market = { gallery?: Partial<Gallery>; profile?: Partial<Profile>; photos?: readonly Photo[] }

const setup = async ({ gallery = {}, profile = {}, photos = [photoWith(1)] }: Market = {}) => {
  const parts = marketParts()
  const home = aGallery({ id: galleryId, numbers: true, ...gallery })
  await parts.table.write(put({ ...galleryKeys.gallery(galleryId), ...home }, 'absent'))
  await parts.profiles.create(aProfile({ ...subscribed, ...profile }), [])
  const storage = fakeStorage()
  for (const photo of photos) {
    await parts.photos.create(photo)
    const key = photo.webKey
    if (key !== null) await storage.put('deliveries', { key, bytes: Buffer.from(photo.id), contentType: 'image/jpeg' })
  }
  const asked: string[] = []
  /** What is read in every picture, and what happens while it is. */
  const engine = { numbers: found('214'), meanwhile: async () => {} }
  const budget = numberBudget(parts.table)
  const handle = readPhotoNumbers({
    ...parts,
    budget,
    storage,
    readNumbers: async (jpeg) => {
      asked.push(Buffer.from(jpeg).toString())
      await engine.meanwhile()
      return engine.numbers
    },
    turn: async () => {},
  })
  const switchTo = (numbers: boolean) =>
    parts.table.write(update(galleryKeys.gallery(galleryId), { set: { numbers }, when: 'present' }))
  return {
    ...parts,
    storage,
    asked,
    engine,
    handle,
    switchTo,
    read: (n = 1) => handle({ kind: 'read-photo', photoId: photoIdOf(n) }),
    places: async () =>
      (await parts.table.query({ partition: `PHOTONUMBERS#${galleryId}` })).items.map(({ SK }) => String(SK)),
    used: () => budget.used(userIdOf(1), parts.now()),
    /** What the queue holds, as its consumer reads it. */
    tasks: () =>
      parts.sent.flatMap(({ queue, message }) =>
        queue === 'NUMBERS_QUEUE_URL' ? [NumberTask.parse(JSON.parse(JSON.stringify(message)))] : [],
      ),
  }
}

test('the buyers’ unmarked picture of a photo is read once, and it is found by what stands on it', async () => {
  const { read, asked, places, photos, used } = await setup()
  await read()
  await read()
  expect(asked).toEqual([photoIdOf(1)])
  expect(await places()).toEqual([expect.stringMatching(/^IS#214#/)])
  expect((await photos.find(photoIdOf(1)))?.numbersRead?.numbers).toEqual([{ text: '214', isSure: true }])
  expect(await used()).toBe(1)
})

test('one without a number is not looked at again', async () => {
  const { read, asked, engine, places } = await setup()
  engine.numbers = []
  await read()
  await read()
  expect([asked.length, await places()]).toEqual([1, []])
})

test.each([
  ['switched off', { gallery: { numbers: false } }],
  ['deleted', { gallery: { deletedAt: '2030-01-01T00:00:00.000Z' } }],
  ['without its file', { photos: [photoWith(1, { webKey: null })] }],
  ['not on sale', { photos: [photoWith(1, { state: 'taken_down' })] }],
  ['not there', { photos: [] }],
] satisfies [string, Market][])('nothing is asked about what is %s', async (_, market) => {
  const { read, asked, places } = await setup(market)
  await read()
  expect([asked, await places()]).toEqual([[], []])
})

test('two deliveries of one message at the same time keep one reading', async () => {
  const { read, places, used } = await setup()
  await Promise.all([read(), read()])
  expect(await places()).toHaveLength(1)
  expect(await used()).toBe(2)
})

test('a photo that is deleted while it is read keeps nothing', async () => {
  const { read, engine, places, photos, now } = await setup()
  engine.meanwhile = () => photos.remove(photoWith(1), now())
  await read()
  expect(await places()).toEqual([])
})

test('a gallery that is switched off while a photo is read keeps nothing, also where that broke off', async () => {
  const { read, engine, places, photos, switchTo } = await setup()
  engine.meanwhile = async () => void (await switchTo(false))
  await read()
  expect(await places()).toEqual([])
  expect((await photos.find(photoIdOf(1)))?.numbersRead).toBeNull()
  // The function ended between keeping it and looking: the message comes again.
  await photos.saveNumbers(photoWith(1), found('214'))
  await read()
  expect(await places()).toEqual([])
})

test('a picture that cannot be read is looked at no more', async () => {
  const { read, asked, engine } = await setup()
  engine.meanwhile = () => Promise.reject(new UnreadablePicture('cut'))
  await read()
  await read()
  expect(asked).toHaveLength(1)
})

test('an engine that fails costs nothing of the month, and the message comes again; one that is busy puts it off', async () => {
  const { read, engine, used, photos } = await setup()
  engine.meanwhile = () => Promise.reject(new Error('no access'))
  await expect(read()).rejects.toThrow('no access')
  const throttled = Object.assign(new Error('slower'), { name: 'ProvisionedThroughputExceededException' })
  engine.meanwhile = () => Promise.reject(throttled)
  expect(isBusy(await read().catch((error: unknown) => error))).toBe(true)
  expect(await used()).toBe(0)
  expect((await photos.find(photoIdOf(1)))?.numbersRead).toBeNull()
})

test.each([
  ['in the trial', { subscription: 'none', paidUntil: null }, 0],
  ['after it', { subscription: 'none', paidUntil: null, trialExpiresAt: '2029-01-01T00:00:00.000Z' }, 0],
  ['of a closing account', { deletionRequestedAt: '2029-12-31T00:00:00.000Z' }, 0],
  ['in a trial that an operator gave some', { subscription: 'none', paidUntil: null, numbersAMonth: 1 }, 1],
  ['with a subscription', {}, 2],
] satisfies [string, Partial<Profile>, number][])('%s so many of two photos are read', async (_, profile, times) => {
  const { read, asked, table } = await setup({ profile, photos: [photoWith(1), photoWith(2)] })
  await read(1)
  await read(2)
  expect(asked).toHaveLength(times)
  const [note] = table.all().filter(({ PK }) => String(PK).startsWith('CHORE#read-numbers#'))
  // Whoever has none now may have some next month.
  expect(note?.dueAt).toBe(times === 2 ? undefined : '2030-02-01T00:00:00.000Z')
})

test('what the month had no room for is handed on when the next one begins, once for a gallery', async () => {
  const photos = [1, 2, 3].map((n) => photoWith(n))
  const { read, asked, setTime, chores, steps, handle, tasks, log, now } = await setup({
    profile: { numbersAMonth: 1, paidUntil: null },
    photos,
  })
  const work = finishChores({ chores, steps, log, now })
  for (const n of [1, 2, 3]) await read(n)
  setTime('2030-01-31T23:59:00.000Z')
  await work()
  expect(tasks()).toEqual([])
  setTime('2030-02-01T00:00:00.000Z')
  expect(await work()).toMatchObject({ done: 1 })
  const [handedOn = { kind: 'read-gallery', galleryId }] = tasks()
  await handle(handedOn)
  expect(tasks().slice(1)).toEqual([3, 2].map((n) => ({ kind: 'read-photo', photoId: photoIdOf(n) })))
  await read(3)
  await read(2)
  expect(asked).toEqual([photoIdOf(1), photoIdOf(3)])
})

test('the chore of the switch is not pushed into the next month: the photo comes again', async () => {
  const { read, table } = await setup({
    profile: { numbersAMonth: 1, paidUntil: null },
    photos: [1, 2].map((n) => photoWith(n)),
  })
  await table.write(chorePut({ kind: 'read-numbers', subject: galleryId, dueAt: '2030-01-01T10:00:15.000Z' }))
  await read(1)
  expect(isBusy(await read(2).catch((error: unknown) => error))).toBe(true)
  expect(table.stored(`CHORE#read-numbers#${galleryId}`, 'CHORE')).toMatchObject({ dueAt: '2030-01-01T10:00:15.000Z' })
})

test('what the month holds cannot be exceeded by many at once', async () => {
  const { table } = marketParts()
  const budget = numberBudget(table)
  const now = new Date('2030-01-31T23:59:59.000Z')
  const taken = await Promise.all(Array.from({ length: 9 }, () => budget.take(userIdOf(1), { most: 3, now })))
  expect(taken.filter(Boolean)).toHaveLength(3)
  await budget.giveBack(userIdOf(1), now)
  expect(await budget.used(userIdOf(1), now)).toBe(2)
  expect(await budget.take(userIdOf(1), { most: 3, now: new Date('2030-02-01T00:00:00.000Z') })).toBe(true)
  expect(table.stored(`USER#${userIdOf(1)}`, 'NUMBERS#2030-01')).toMatchObject({
    photos: 2,
    ttl: Date.UTC(2031, 1, 28, 23, 59, 59) / 1_000,
  })
})

test('a gallery that was switched on is handed on a page at a time; what was read is left out', async () => {
  const numbersRead = { etag: 'etag1', numbers: [] }
  const many = Array.from({ length: 103 }, (_, n) => photoWith(n + 1, n === 102 ? { numbersRead } : {}))
  const { handle, tasks, sent } = await setup({ photos: many })
  await handle({ kind: 'read-gallery', galleryId })
  const first = tasks()
  expect(first.filter(({ kind }) => kind === 'read-photo')).toHaveLength(99)
  const rest = first.at(-1)
  if (rest?.kind !== 'read-gallery') throw new Error('The rest is not handed on.')
  sent.length = 0
  await handle(rest)
  expect(tasks()).toEqual([3, 2, 1].map((n) => ({ kind: 'read-photo', photoId: photoIdOf(n) })))
})

test('a gallery that is switched off meanwhile is handed on no further', async () => {
  const { handle, tasks } = await setup({ gallery: { numbers: false } })
  await handle({ kind: 'read-gallery', galleryId })
  expect(tasks()).toEqual([])
})

test('the chore of the switch hands on a gallery that is on, and clears one that is off, of every photo', async () => {
  const photos = [1, 2, 3].map((n) => photoWith(n))
  const { steps, tasks, read, places, switchTo, engine, table, photos: store } = await setup({ photos })
  await steps['read-numbers'](galleryId)
  expect(tasks()).toEqual([{ kind: 'read-gallery', galleryId }])
  engine.numbers = [...found('214'), { text: '77', confidence: 0.6, box }]
  for (const n of [1, 2, 3]) await read(n)
  // A place that a crash left behind.
  await table.write(put({ PK: `PHOTONUMBERS#${galleryId}`, SK: 'IS#9#Z', photoId: photoIdOf(9), text: '9' }, 'absent'))
  await switchTo(false)
  await expect(
    steps['read-numbers'](galleryId, () => {
      throw new Error('Time is over.')
    }),
  ).rejects.toThrow('Time is over.')
  await steps['read-numbers'](galleryId)
  await steps['read-numbers'](galleryId)
  expect(await places()).toEqual([])
  for (const n of [1, 2, 3]) expect((await store.find(photoIdOf(n)))?.numbersRead).toBeNull()
})
