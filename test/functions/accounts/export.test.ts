import { beforeEach, describe, expect, test } from 'vitest'
import { downloadExport, getExport, startExport } from '#functions/accounts/export.ts'
import { exportSource } from '#functions/accounts/export-files.ts'
import { favouritesListStore } from '#functions/galleries/favourites-list-store.ts'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { earningPut } from '#functions/payments/earning-writes.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { update } from '#functions/shared/table/writes.ts'
import { makeZips } from '#functions/zips/make-zips.ts'
import { forgetExport, mayExportHold } from '#functions/zips/remove-zips.ts'
import { zipSetStore } from '#functions/zips/zip-set-store.ts'
import { api } from '#schema/api/all.ts'
import { ZipTask } from '#schema/events/zip.ts'
import { limits } from '#schema/limits.ts'
import { anEarning } from '#test/support/builders/earning.ts'
import { aFavouritesList } from '#test/support/builders/favourites-list.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, orderIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { aPhotoProof, aProofSession } from '#test/support/builders/proof.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts, silent } from '#test/support/market/market-parts.ts'
import { fakeMediaLinks } from '#test/support/media/fake-media-links.ts'
import { fakeStorage } from '#test/support/storage/fake-storage.ts'
import { strictEntriesOf } from '#test/support/zips/strict-zip.ts'

const iris = userIdOf(1)
const noor = userIdOf(2)
const { startExport: starting, export: looking, downloadExport: linking } = api.accounts.endpoints
const originalOf = (n: number) => Buffer.from(`original ${n}`)

/** Two photographers with a gallery, a photo and a sale each; the first also has a review and favourites. */
const exportWorld = async () => {
  const parts = marketParts()
  const { table, now } = parts
  const storage = fakeStorage()
  const queue: ZipTask[] = []
  const counted: unknown[] = []
  const groups: (string | undefined)[] = []
  const send: Send = async (name, messages, { group } = {}) => {
    if (name === 'ZIPS_QUEUE_URL') {
      queue.push(...messages.map((message) => ZipTask.parse(message)))
      groups.push(group)
    } else counted.push(...messages)
  }
  const sets = zipSetStore(table)
  for (const [n, userId, name] of [
    [1, iris, 'Iris'],
    [2, noor, 'Noor'],
  ] as const) {
    const profile = aProfile({ userId, displayName: name, email: `${name}@example.com`.toLowerCase() })
    await parts.profiles.create(profile)
    const gallery = aGallery({ id: galleryIdOf(n), photographerId: userId, title: `Of ${name}`, slug: `of-${n}` })
    await parts.galleries.create(gallery, { at: now(), owner: profileUnchanged(profile) })
    await table.transact([
      earningPut(anEarning({ orderId: orderIdOf(n), orderNumber: `DS-OF-${name}`, sellerId: userId })),
    ])
  }
  const addPhoto = async (n: number, overrides: Parameters<typeof aPhoto>[0] = {}) => {
    const key = `uploads/${n}`
    const original = { key, etag: `etag-${n}`, versionId: null }
    await parts.photos.create(aPhoto({ id: photoIdOf(n), title: `Photo ${n}`, original, ...overrides }))
    storage.upload(key, originalOf(n))
  }
  await addPhoto(1)
  await addPhoto(2)
  await addPhoto(9, { galleryId: galleryIdOf(2), photographerId: noor, fileName: 'of noor.jpg' })
  await parts.proofs.create(aProofSession(), [aPhotoProof(1, { status: 'approved', clientFeedback: '=Lovely' })], [])
  const gallery = await parts.galleries.find(galleryIdOf(1))
  if (!gallery) throw new Error('It should be there.')
  const favourites = favouritesListStore(table)
  await favourites.add(gallery, { list: aFavouritesList(), sender: 'maya', alongside: [] })

  const live = { ...parts, sets, send, links: fakeMediaLinks() }
  const ofExport = exportSource({
    ...parts,
    earnings: earningStore(table),
    favouritesLists: favourites,
    siteUrl: () => 'https://darkslide.test',
  })
  const maker = (over = storage) =>
    makeZips({
      sets,
      sourceOf: async ({ owner, askedAt }) => (owner.kind === 'export' ? ofExport({ owner, askedAt }) : undefined),
      storage: over,
      send,
      now,
      log: silent,
    })
  return {
    ...parts,
    storage,
    sets,
    queue,
    groups,
    counted,
    addPhoto,
    maker,
    ofExport,
    later: (hours: number) => parts.setTime(new Date(now().getTime() + hours * 3_600_000).toISOString()),
    start: (caller = iris) => startExport(live)(request(starting, { body: {}, caller })),
    look: (caller = iris) => getExport(live)(request(looking, { caller })),
    link: (part = 1, caller = iris) => downloadExport(live)(request(linking, { params: { part }, body: {}, caller })),
    async work() {
      for (let task = queue.shift(); task; task = queue.shift()) await maker()(task, { isLast: false })
    },
    mails: () => table.all().filter(({ PK }) => String(PK).startsWith('OUTBOX#')),
    unpacked: () =>
      storage
        .keys('zips')
        .flatMap((key) => strictEntriesOf(storage.contents('zips', key)?.bytes ?? Buffer.alloc(0)))
        .map(({ name, bytes }) => ({ name, text: bytes.toString() })),
  }
}
type World = Awaited<ReturnType<typeof exportWorld>>
let world: World
beforeEach(async () => {
  world = await exportWorld()
})
const textOf = (name: string): string => world.unpacked().find((file) => file.name === name)?.text ?? 'none'

describe('an export', () => {
  test('waits in the queue behind no other of its photographer’s, and nobody waits behind it', async () => {
    await world.start()
    await world.work()
    expect(world.groups.length).toBeGreaterThan(1)
    expect(new Set(world.groups)).toEqual(new Set([iris]))
  })

  test('has the originals, and beside them what belongs to them, in folders', async () => {
    await world.start()
    await world.work()
    expect(world.unpacked().map(({ name }) => name)).toEqual([
      expect.stringMatching(/^favourites\/2030-01-01 fvl_\d+\.json$/),
      expect.stringMatching(/^proofing\/2030-01-01 prf_\d+\.json$/),
      ...[2029, 2030].flatMap((year) => [`sales/${year} orders.csv`, `sales/${year} photos sold.csv`]).slice(-2),
      'galleries/of-1/gallery.json',
      'galleries/of-1/photos.csv',
      'galleries/of-1/photos/IMG_0001.jpg',
      'galleries/of-1/photos/IMG_0001 (2).jpg',
    ])
    expect(textOf('galleries/of-1/photos/IMG_0001.jpg')).toBe('original 1')
    expect(textOf('galleries/of-1/photos/IMG_0001 (2).jpg')).toBe('original 2')
    expect(textOf('galleries/of-1/photos.csv')).toMatch(/IMG_0001 \(2\)\.jpg,Photo 2,,15\.00,,ready/)
    expect(JSON.parse(textOf('galleries/of-1/gallery.json'))).toMatchObject({ id: galleryIdOf(1), slug: 'of-1' })
    expect(textOf('sales/2030 orders.csv')).toContain('DS-OF-Iris,2030-01-01T10:00:00.000Z,15.00,1.50,13.50,0.00')
    const [favourites, choices] = world.unpacked().map(({ text }) => text)
    expect(JSON.parse(favourites ?? '')).toMatchObject({
      name: 'Maya Osei',
      photos: [{ title: 'Photo 2', fileName: 'IMG_0001.jpg' }, { photoId: photoIdOf(1) }],
    })
    expect(JSON.parse(choices ?? '')).toMatchObject({ photos: [{ choice: 'approved', clientFeedback: '=Lovely' }] })
  })

  test('has nothing of another photographer, and no password, code or hash', async () => {
    await world.start()
    await world.work()
    const all = world.unpacked()
    expect(all.length).toBeGreaterThan(0)
    for (const { name, text } of all) expect(name + text).not.toMatch(/noor|original 9/i)
    expect(JSON.stringify(all)).not.toMatch(/passwordHash|accessCode/)
  })

  test('lists a photo that the operator took down, or that never came, without its file', async () => {
    await world.addPhoto(3, { state: 'taken_down', fileName: 'taken down.jpg' })
    await world.photos.create(aPendingPhoto({ id: photoIdOf(4), fileName: 'pending.jpg' }))
    await world.start()
    await world.work()
    expect(world.unpacked().map(({ name }) => name)).toHaveLength(8)
    expect(textOf('galleries/of-1/photos.csv')).toMatch(new RegExp(`${photoIdOf(3)},,Photo 3.*taken_down`))
    expect(textOf('galleries/of-1/photos.csv')).toMatch(new RegExp(`${photoIdOf(4)},,.*pending`))
  })

  test('lists the photos of a gallery that the operator took down without their files', async () => {
    const takedown = { at: world.now().toISOString(), reason: 'A court forbids it.' }
    await world.table.write(update(galleryKeys.gallery(galleryIdOf(1)), { set: { takedown }, when: 'present' }))
    await world.start()
    await world.work()
    expect(world.unpacked().filter(({ name }) => name.startsWith('galleries/of-1/photos/'))).toEqual([])
    expect(textOf('galleries/of-1/photos.csv')).toMatch(/Photo 1/)
  })

  test('leaves out what came after it was asked for, so that no part is made of other files than it was planned', async () => {
    await world.start()
    world.later(1)
    await world.addPhoto(5, { createdAt: world.now().toISOString(), fileName: 'late.jpg' })
    await world.work()
    expect(world.unpacked().map(({ name }) => name)).not.toContain('galleries/of-1/photos/late.jpg')
  })

  test('is no download, neither of its photographer nor of a gallery', async () => {
    await world.start()
    await world.work()
    await world.link()
    expect(world.counted).toEqual([])
  })

  test('is told of once, to the photographer, with the page that has the links and no link itself', async () => {
    await world.start()
    await world.work()
    expect(world.mails()).toEqual([
      expect.objectContaining({
        template: 'export-ready',
        to: 'iris@example.com',
        data: expect.objectContaining({ settingsUrl: 'https://darkslide.test/settings', files: 8, parts: 1 }),
      }),
    ])
  })

  test('is the same for one whose account waits for its deletion, and none for one that is being erased', async () => {
    const change = (set: Record<string, string>) =>
      world.table.write(update({ PK: `USER#${iris}`, SK: 'PROFILE' }, { set, when: 'present' }))
    await change({ deletionRequestedAt: '2030-01-01T10:00:00.000Z' })
    await world.start()
    await world.work()
    expect(await world.look()).toMatchObject({ zips: { state: 'ready' } })
    world.later(25)
    await world.start()
    await change({ erasureBegunAt: '2030-01-01T10:00:00.000Z' })
    const before = world.storage.keys('zips')
    await world.work()
    expect(world.storage.keys('zips')).toEqual(before)
  })

  test.each(['startExport', 'export', 'downloadExport'] as const)(
    '%s is for any photographer, whatever their plan, and while the deletion waits',
    (name) => {
      expect(api.accounts.endpoints[name]).toMatchObject({ access: 'photographer', whileClosing: true })
    },
  )
})

describe('once a day', () => {
  test('one is made, however often and by how many at once it is asked for', async () => {
    await Promise.all(Array.from({ length: 10 }, () => world.start()))
    expect(new Set(world.queue.map(({ zipId }) => zipId)).size).toBe(1)
    await world.work()
    world.later(limits.zip.exportHours - 1)
    expect(await world.start()).toMatchObject({
      zips: { state: 'ready' },
      nextAt: '2030-01-02T10:00:00.000Z',
    })
    expect(world.queue).toEqual([])
  })

  test('on the next day another one, which takes the place of the one before', async () => {
    await world.start()
    await world.work()
    const [former = 'none'] = world.storage.keys('zips')
    world.later(limits.zip.exportHours)
    expect(await world.look()).toMatchObject({ zips: { state: 'ready' }, nextAt: null })
    expect(await world.start()).toMatchObject({ zips: { state: 'making' } })
    await world.work()
    expect((await world.link()).url).not.toContain(former)
    expect(world.storage.keys('zips')).toHaveLength(1)
    expect(world.storage.keys('zips')).not.toContain(former)
  })

  test('a part of the one before that is packed to its end afterwards is taken back, and another’s export stays', async () => {
    await world.start(noor)
    await world.work()
    await world.start()
    const [plan] = world.queue.splice(0)
    if (plan) await world.maker()(plan, { isLast: false })
    const [late] = world.queue.splice(0)
    const slow = {
      ...world.storage,
      putStream: async (...file: Parameters<typeof world.storage.putStream>) => {
        const bytes = await world.storage.putStream(...file)
        world.later(limits.zip.exportHours)
        await world.start()
        await world.work()
        return bytes
      },
    }
    if (late) await world.maker(slow)(late, { isLast: false })
    const kept = await Promise.all([world.link(), world.link(1, noor)])
    const isTold = (key: string) => kept.some(({ url }) => url.includes(key))
    expect(world.storage.keys('zips').map(isTold)).toEqual([true, true])
  })

  test('also after the parts are gone', async () => {
    await world.start()
    await world.work()
    world.later(24 * limits.zip.keptDays)
    expect(await world.look()).toEqual({ zips: { state: 'none' }, nextAt: null })
    await expect(world.link()).rejects.toMatchObject({ code: 'zip_gone' })
    await world.start()
    await world.work()
    expect(await world.look()).toMatchObject({ zips: { state: 'ready' } })
  })
})

describe('what the operator takes down', () => {
  const forget = (since: string) => forgetExport(world)(iris, since)

  test('is in no export that was made before, which is gone at once and can be made again without it', async () => {
    await world.start(noor)
    await world.start()
    await world.work()
    world.later(1)
    await forget('2030-01-01T09:00:00.000Z')
    expect(world.storage.keys('zips')).toHaveLength(1)
    expect(await world.look(noor)).toMatchObject({ zips: { state: 'ready' } })
    await expect(world.link()).rejects.toMatchObject({ code: 'zip_gone' })
    expect(await world.look()).toEqual({ zips: { state: 'none' }, nextAt: null })
    expect(await world.start()).toMatchObject({ zips: { state: 'making' } })
  })

  test('is told to have been in an export where there is one from since, that is not over', async () => {
    const mayHold = (since: string, who = iris) => mayExportHold({ ...world, now: world.now })(who, since)
    const before = '2030-01-01T09:00:00.000Z'
    expect(await mayHold(before)).toBe(false)
    await world.start()
    expect([await mayHold(before), await mayHold(before, noor)]).toEqual([true, false])
    expect(await mayHold('2031-01-01T09:00:00.000Z')).toBe(false)
    await world.work()
    expect(await mayHold(before)).toBe(true)
    world.later(24 * limits.zip.keptDays)
    expect(await mayHold(before)).toBe(false)
  })

  test('is in none that is being made, whose parts are packed no further', async () => {
    await world.start()
    const [plan] = world.queue.splice(0)
    if (plan) await world.maker()(plan, { isLast: false })
    const slow = {
      ...world.storage,
      putStream: async (...file: Parameters<typeof world.storage.putStream>) => {
        const bytes = await world.storage.putStream(...file)
        await forget('2030-01-01T09:00:00.000Z')
        return bytes
      },
    }
    const [part] = world.queue.splice(0)
    if (part) await world.maker(slow)(part, { isLast: false })
    if (part) await world.maker()(part, { isLast: false })
    expect(world.storage.keys('zips')).toEqual([])
    expect(world.mails()).toEqual([])
    expect(await world.look()).toEqual({ zips: { state: 'none' }, nextAt: null })
  })

  test('leaves an export that was asked for before it was there', async () => {
    await world.start()
    await world.work()
    world.later(1)
    await forget(world.now().toISOString())
    expect(await world.look()).toMatchObject({ zips: { state: 'ready' } })
    expect(world.storage.keys('zips')).toHaveLength(1)
  })
})

describe('a link', () => {
  test('is to the own export alone', async () => {
    await world.start()
    await world.work()
    expect(await world.link()).toMatchObject({ fileName: 'darkslide-export-2030-01-01.zip' })
    expect(await world.look(noor)).toEqual({ zips: { state: 'none' }, nextAt: null })
    await expect(world.link(1, noor)).rejects.toMatchObject({ code: 'zip_gone' })
    await expect(world.link(2)).rejects.toMatchObject({ code: 'zip_gone' })
  })

  test('says in no address whose it is', async () => {
    await world.start()
    await world.work()
    expect((await world.link()).url).not.toContain(iris)
  })

  test('is refused until all is ready', async () => {
    await world.start()
    await expect(world.link()).rejects.toMatchObject({ code: 'zip_gone' })
  })
})

describe('interrupted', () => {
  test('by a failure while a part is packed, it is packed again, and told of once', async () => {
    await world.start()
    const [plan] = world.queue.splice(0)
    if (!plan) throw new Error('It should be planned.')
    await world.maker()(plan, { isLast: false })
    const [part] = world.queue.splice(0)
    if (!part) throw new Error('There should be a part.')
    const broken = { ...world.storage, open: () => Promise.reject(new Error('The network is gone.')) }
    await expect(world.maker(broken)(part, { isLast: false })).rejects.toThrow('The network is gone.')
    expect(world.mails()).toEqual([])
    for (let times = 0; times < 3; times += 1) await world.maker()(part, { isLast: false })
    expect(await world.look()).toMatchObject({ zips: { state: 'ready' } })
    expect(world.mails()).toHaveLength(1)
  })

  test('between its galleries, a part goes on with the gallery that it begins in and reads none before', async () => {
    const owner = profileUnchanged(await world.profiles.get(iris))
    for (const n of [3, 4]) {
      const createdAt = `2030-01-01T10:00:00.00${n}Z`
      const gallery = aGallery({ id: galleryIdOf(n), slug: `of-${n}`, createdAt })
      await world.galleries.create(gallery, { at: world.now(), owner })
      await world.addPhoto(n, { galleryId: galleryIdOf(n) })
    }
    const source = await world.ofExport({
      owner: { kind: 'export', userId: iris },
      askedAt: '2030-01-01T11:00:00.000Z',
    })
    const all = []
    for await (const { place, findName } of source?.files() ?? []) all.push({ place, name: await findName() })
    expect(all.map(({ place }) => place)).toEqual(all.map(({ place }) => place).toSorted())
    const from = all.findIndex(({ name }) => name === 'galleries/of-3/photos/IMG_0001.jpg')
    const rest = []
    for await (const { findName } of source?.files(all[from]?.place) ?? []) rest.push(await findName())
    expect(rest).toEqual(all.slice(from - 2).map(({ name }) => name))
  })
})
