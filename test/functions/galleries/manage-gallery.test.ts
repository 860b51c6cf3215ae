import { compareSync, getRounds } from 'bcryptjs'
import { expect, test } from 'vitest'
import { countMyGalleries } from '#functions/galleries/count-my-galleries.ts'
import { createGallery } from '#functions/galleries/create-gallery.ts'
import { listDeletedGalleries, restoreGallery } from '#functions/galleries/deleted-galleries.ts'
import { getMyGallery } from '#functions/galleries/get-my-gallery.ts'
import { listMyGalleries } from '#functions/galleries/list-my-galleries.ts'
import { removeGallery } from '#functions/galleries/remove-gallery.ts'
import { updateGallery } from '#functions/galleries/update-gallery.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { api } from '#schema/api/all.ts'
import { CreateGallery, OwnGallery, UpdateGallery } from '#schema/api/galleries.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import { lookOf, usualLook } from '#schema/entities/gallery-look.ts'
import { pence } from '#schema/money.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const params = { galleryId: galleryIdOf(1) }
const caller = userIdOf(1)

const setup = async (...galleries: Gallery[]) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  await parts.profiles.create(aProfile({ userId: userIdOf(2), subdomain: null }))
  for (const gallery of galleries) {
    await parts.galleries.create(gallery, { at: new Date(0), owner: profileUnchanged(aProfile()) })
  }
  return {
    ...parts,
    create: (body: unknown) =>
      createGallery(parts)(request(api.galleries.endpoints.create, { body: CreateGallery.parse(body), caller })),
    change: (body: unknown, who = caller) =>
      updateGallery(parts)(
        request(api.galleries.endpoints.update, { params, body: UpdateGallery.parse(body), caller: who }),
      ),
    deleted: async (who = caller) =>
      (await listDeletedGalleries(parts)(request(api.galleries.endpoints.deleted, { caller: who }))).items,
    restore: (who = caller) => restoreGallery(parts)(request(api.galleries.endpoints.restore, { params, caller: who })),
    remove: (who = caller) => removeGallery(parts)(request(api.galleries.endpoints.remove, { params, caller: who })),
    mine: (query: { cursor?: string | undefined; q?: string; limit?: number } = {}) =>
      listMyGalleries(parts)(request(api.galleries.endpoints.mine, { caller, query })),
    totals: () => countMyGalleries(parts)(request(api.galleries.endpoints.totals, { caller })),
    now: parts.now,
    stored: () => parts.galleries.find(galleryIdOf(1)),
  }
}

test('a gallery needs a title; all else has the specification’s defaults', async () => {
  const { create } = await setup()
  expect(OwnGallery.parse(await create({ title: '  The Ridge ' }))).toEqual({
    id: expect.stringMatching(/^gal_/),
    photographerId: caller,
    photographerName: 'Iris Calloway',
    photographerSubdomain: 'iris',
    title: 'The Ridge',
    slug: 'the-ridge',
    description: '',
    isPublic: true,
    pricePence: 1500,
    priceSteps: [],
    wholePence: null,
    wholeUntil: null,
    sets: [],
    clocks: [],
    webPence: null,
    priceForAll: null,
    webForAll: null,
    pricedSoFar: 0,
    lowestPence: null,
    clientEmail: null,
    accessCode: null,
    hasPassword: false,
    asksEmail: false,
    expiresAt: null,
    downloadLimit: null,
    downloadCount: 0,
    clientCanDownload: true,
    clientCanComment: true,
    watermarkEnabled: false,
    watermarkText: 'Copyright',
    watermarkStrength: 'medium',
    coverStyle: 'full',
    coverFocus: { x: 0.5, y: 0.5 },
    photoLayout: 'rows',
    photoSpacing: 'small',
    photoOrder: 'featured',
    isOrdering: false,
    numbers: false,
    cover: null,
    photoCount: 0,
    viewCount: 0,
    likeCount: 0,
    takedown: null,
    version: 0,
    createdAt: '2030-01-01T10:00:00.000Z',
  })
})

test.each([
  ['no title', {}],
  ['a blank title', { title: ' \u200b ' }],
  ['a title of 10,000 characters', { title: 'x'.repeat(10_000) }],
  ['a price below zero', { title: 'T', pricePence: -1 }],
  ['a price with a fraction of a penny', { title: 'T', pricePence: 14.5 }],
  ['a price as text', { title: 'T', pricePence: '15' }],
  ['a price beyond counting', { title: 'T', pricePence: 1e21 }],
  ['a price above £100,000', { title: 'T', pricePence: 10_000_001 }],
  ['no email address', { title: 'T', clientEmail: 'nobody' }],
])('a gallery with %s is refused', (_, body) => {
  expect(CreateGallery.safeParse(body).success).toBe(false)
})

test('markup and direction marks in a title are text, without what could disguise it', async () => {
  const { create } = await setup()
  const created = await create({ title: '<b>\u202eegdiR\u200b</b> __proto__' })
  expect(created).toMatchObject({ title: '<b>egdiR</b> __proto__', slug: 'b-egdir-b-proto' })
})

test('a title without a Latin letter gets a slug of its own', async () => {
  const { create } = await setup()
  expect((await create({ title: '山の光' })).slug).toMatch(/^gal-[0-9a-z]{26}$/)
})

test('a private gallery keeps the client and the code; a public one has neither', async () => {
  const { create } = await setup()
  const client = { clientEmail: 'Client@Example.com', accessCode: 'ABCD1234' }
  expect(await create({ title: 'T', isPublic: false, ...client })).toMatchObject({
    clientEmail: 'client@example.com',
    accessCode: 'ABCD1234',
  })
  expect(await create({ title: 'T', isPublic: false, clientEmail: '', accessCode: '' })).toMatchObject({
    clientEmail: null,
    accessCode: null,
  })
  expect(await create({ title: 'T', isPublic: true, ...client })).toMatchObject({ clientEmail: null, accessCode: null })
})

test('own galleries come newest first and never somebody else’s', async () => {
  const { mine, galleries } = await setup(
    aGallery({ id: galleryIdOf(1), createdAt: '2030-01-01T08:00:00.000Z' }),
    aGallery({ id: galleryIdOf(2), createdAt: '2030-01-01T09:00:00.000Z', photoCount: 7 }),
  )
  const other = aProfile({ userId: userIdOf(2), subdomain: null })
  await galleries.create(aGallery({ id: galleryIdOf(3), photographerId: userIdOf(2) }), {
    at: new Date(0),
    owner: profileUnchanged(other),
  })
  expect((await mine()).items.map(({ id, photoCount }) => [id, photoCount])).toEqual([
    [galleryIdOf(2), 7],
    [galleryIdOf(1), 0],
  ])
})

test('a stranger’s gallery can be neither read, changed nor deleted', async () => {
  const parts = await setup(aGallery())
  const refused = { code: 'gallery_not_found' }
  const get = getMyGallery(parts)(request(api.galleries.endpoints.getMine, { params, caller: userIdOf(2) }))
  await expect(get).rejects.toMatchObject(refused)
  await expect(parts.change({ version: 0, title: 'Mine now' }, userIdOf(2))).rejects.toMatchObject(refused)
  await expect(parts.remove(userIdOf(2))).rejects.toMatchObject(refused)
  expect(await parts.stored()).toMatchObject({ title: 'The Ridge', version: 0 })
})

test('every setting of the dialog is saved', async () => {
  const { change, stored, profiles } = await setup(aGallery())
  await profiles.save(caller, { subscription: 'active', paidUntil: '2031-01-01T00:00:00.000Z' }, { version: 0 })
  const settings = {
    title: 'Renamed',
    description: 'Two lines\nof text',
    pricePence: 0,
    priceSteps: [
      { from: 3, percent: 10 },
      { from: 5, percent: 20 },
    ],
    webPence: 700,
    wholePence: 9_000,
    isPublic: false,
    clientEmail: 'client@example.com',
    accessCode: 'ABCD1234',
    asksEmail: true,
    expiresAt: '2031-01-01T00:00:00.000Z',
    downloadLimit: 5,
    clientCanDownload: false,
    clientCanComment: false,
    watermarkEnabled: true,
    watermarkText: 'Iris',
    watermarkStrength: 'strong',
    coverStyle: 'framed',
    coverFocus: { x: 0.25, y: 1 },
    photoLayout: 'columns',
    photoSpacing: 'wide',
    photoOrder: 'captured',
    clocks: [{ camera: 'NIKON Z 9', shiftSeconds: -60 }],
    numbers: true,
  }
  const sent = { version: 0, password: 'open sesame', ...settings }
  expect(Object.keys(sent).toSorted()).toEqual(Object.keys(UpdateGallery.shape).toSorted())
  const before = await stored()
  const answer = await change(sent)
  expect(OwnGallery.parse(answer)).toMatchObject({ ...settings, hasPassword: true, slug: 'renamed', version: 1 })
  const { pricePence: uploadPence, ...others } = settings
  const kept = { ...others, uploadPence, passwordHash: expect.any(String), slug: 'renamed', version: 1 }
  expect(await stored()).toMatchObject(kept)
  for (const [name, value] of Object.entries(kept)) expect(before).not.toMatchObject({ [name]: value })
})

test.each([
  ['a style that there is none of', { coverStyle: 'fullscreen' }],
  ['a focal point beside the picture', { coverFocus: { x: 1.01, y: 0.5 } }],
  ['half a focal point', { coverFocus: { x: 0.5 } }],
  ['a layout that is none', { photoLayout: 'masonry' }],
  ['an order that is none', { photoOrder: 'random' }],
  ['a spacing in pixels', { photoSpacing: 12 }],
])('%s is refused', (_, body) => {
  expect(UpdateGallery.safeParse({ version: 0, ...body }).success).toBe(false)
})

test('since when a gallery is not sold whole any more is known, and no word of the browser’s', async () => {
  const { change, stored } = await setup(aGallery())
  await change({ version: 0, wholePence: 9_000, wholeUntil: '2020-01-01T00:00:00.000Z' })
  expect(await stored()).toMatchObject({ wholePence: 9_000, wholeUntil: null })
  await change({ version: 1, wholePence: null })
  const taken = (await stored())?.wholeUntil
  expect(taken).toEqual(expect.stringMatching(/Z$/))
  expect(await change({ version: 2, wholePence: null })).toMatchObject({ wholeUntil: taken })
})

test('a gallery from before there were looks has the usual one', () => {
  const { coverStyle: _s, coverFocus: _f, photoLayout: _l, photoSpacing: _g, ...before } = aGallery()
  expect(lookOf(Gallery.parse(before))).toEqual(usualLook)
})

test('an empty code, expiry or limit is none', async () => {
  const { change, stored } = await setup(
    aGallery({ isPublic: false, accessCode: 'A', expiresAt: '2031-01-01T00:00:00.000Z', downloadLimit: 3 }),
  )
  await change({ version: 0, accessCode: '', expiresAt: null, downloadLimit: null })
  expect(await stored()).toMatchObject({ accessCode: null, expiresAt: null, downloadLimit: null })
})

test('fields that are no settings never change a gallery', async () => {
  const { change, stored } = await setup(aGallery())
  const before = await stored()
  await change({
    version: 0,
    id: galleryIdOf(9),
    photographerId: userIdOf(2),
    photographerName: 'Mallory',
    photographerSubdomain: 'mallory',
    ownerState: 'closed',
    slug: 'stolen',
    passwordHash: 'x',
    downloadCount: -5,
    cover: null,
    photoCount: 99,
    viewCount: 9_999,
    likeCount: 9_999,
    popularity: 9_999,
    accessVersion: 7,
    createdAt: '2000-01-01T00:00:00.000Z',
    ownerKey: 'USER#x',
    ownerSort: 'x',
    publicKey: 'x',
    PK: 'x',
    SK: 'x',
  })
  expect(await stored()).toEqual({ ...before, version: 1 })
})

test('whoever edits an older version learns how the gallery looks now, without its secrets', async () => {
  const { change } = await setup(aGallery({ passwordHash: 'hash' }))
  await change({ version: 0, title: 'First' })
  const late = await change({ version: 0, title: 'Second' }).catch((error) => error)
  expect(late).toMatchObject({ code: 'changed_meanwhile', details: { current: { title: 'First', version: 1 } } })
  expect(JSON.stringify(late.details)).not.toContain('hash"')
})

test('a password is kept as a bcrypt hash of ten rounds and never answered', async () => {
  const { change, stored } = await setup(aGallery())
  const answer = OwnGallery.parse(await change({ version: 0, password: 'open sesame' }))
  const { passwordHash } = (await stored()) ?? {}
  expect(answer).toMatchObject({ hasPassword: true })
  expect(JSON.stringify(answer)).not.toContain(passwordHash)
  expect(getRounds(passwordHash ?? '')).toBe(10)
  expect(compareSync('open sesame', passwordHash ?? '')).toBe(true)
  await change({ version: 1, password: null })
  expect((await stored())?.passwordHash).toBeNull()
})

test('a password of 72 bytes is taken, one of 73 refused, counted in UTF-8', async () => {
  const { change } = await setup(aGallery())
  await change({ version: 0, password: 'é'.repeat(36) })
  await expect(change({ version: 1, password: `${'é'.repeat(36)}x` })).rejects.toMatchObject({
    code: 'password_too_long',
  })
})

test.each([
  ['the mark’s text', { watermarkText: 'New' }, 1],
  ['its strength', { watermarkStrength: 'strong' }, 1],
  ['its strength, as it is', { watermarkStrength: 'medium' }, 0],
  ['the mark’s switch', { watermarkEnabled: false }, 1],
  ['nothing of the mark', { title: 'New' }, 0],
  ['openness to all', { isPublic: false }, 1],
])('a change of %s asks for %s new pictures', async (_, body, messages) => {
  const { change, sent, table } = await setup(aGallery({ watermarkEnabled: true, watermarkText: 'Old' }))
  await change({ version: 0, ...body })
  expect(sent).toEqual(
    Array.from({ length: messages }, () => ({
      queue: 'RENDER_QUEUE_URL',
      message: { kind: 'rerender-gallery', galleryId: galleryIdOf(1), run: 1 },
    })),
  )
  expect(table.all().filter(({ SK }) => SK === 'CHORE')).toEqual([])
})

test.each([
  ['another focal point', { x: 0.25, y: 0.5 }, 1],
  ['the one that it has', { x: 0.5, y: 0.5 }, 0],
])('%s of the cover has it cut for phones anew', async (_, coverFocus, messages) => {
  const { change, sent } = await setup(aGallery())
  await change({ version: 0, coverFocus })
  expect(sent).toEqual(
    Array.from({ length: messages }, () => ({
      queue: 'RENDER_QUEUE_URL',
      message: { kind: 'cut-cover', galleryId: galleryIdOf(1) },
    })),
  )
})

test('while the queue is down the change is kept, and the new pictures stay on the list of chores', async () => {
  const { change, queue, table } = await setup(aGallery())
  queue.isDown = true
  await change({ version: 0, watermarkEnabled: true })
  expect(table.stored('CHORE#rerender-gallery#gal_00000000000000000000000001', 'CHORE')).toMatchObject({
    kind: 'rerender-gallery',
    subject: galleryIdOf(1),
    dueAt: '2030-01-01T10:02:00.000Z',
    workSort: '2030-01-01T10:02:00.000Z',
  })
})

test('a public gallery that will expire is to leave the lists then; without expiry it stays', async () => {
  const { change, table } = await setup(aGallery())
  await change({ version: 0, expiresAt: '2030-02-01T00:00:00.000Z' })
  const unlisting = () => table.stored('CHORE#unlist-gallery#gal_00000000000000000000000001', 'CHORE')
  const warning = () => table.stored('CHORE#warn-of-expiry#gal_00000000000000000000000001', 'CHORE')
  expect(unlisting()).toMatchObject({ dueAt: '2030-02-01T00:00:00.000Z' })
  expect(warning()).toMatchObject({ dueAt: '2030-01-25T00:00:00.000Z' })
  await change({ version: 1, expiresAt: null })
  expect([unlisting(), warning()]).toEqual([undefined, undefined])
})

test('own galleries come 24 at a time, newest first, and the totals count all of them', async () => {
  const many = Array.from({ length: 30 }, (_, n) =>
    aGallery({
      id: galleryIdOf(n + 1),
      createdAt: `2030-01-01T09:${String(n).padStart(2, '0')}:00.000Z`,
      photoCount: n,
      isPublic: n % 2 === 0,
      ...(n < 3 && { passwordHash: 'hash' }),
    }),
  )
  const { mine, totals } = await setup(...many)
  const first = await mine()
  expect([first.items.length, first.items[0]?.id]).toEqual([24, galleryIdOf(30)])
  expect((await mine({ cursor: first.nextCursor })).items.map(({ id }) => id)).toEqual(
    [6, 5, 4, 3, 2, 1].map(galleryIdOf),
  )
  expect(await totals()).toEqual({ galleries: 30, photos: 435, publicGalleries: 15, protectedGalleries: 3 })
})

test('own galleries are found by the words of their title, newest first, a page at a time, however far back', async () => {
  const many = Array.from({ length: 1_300 }, (_, n) =>
    aGallery({
      id: galleryIdOf(n + 1),
      title: n === 7 ? 'Sprint' : n % 500 === 7 ? `Marathon ${n}` : `Wedding ${n}`,
      createdAt: new Date(Date.UTC(2_030, 0, 1) + n * 1_000).toISOString(),
    }),
  )
  const { mine } = await setup(...many)
  const first = await mine({ q: 'mara', limit: 1 })
  expect(first.items.map(({ title }) => title)).toEqual(['Marathon 1007'])
  const second = await mine({ q: 'mara', limit: 1, cursor: first.nextCursor })
  expect(second.items.map(({ title }) => title)).toEqual(['Marathon 507'])
  expect((await mine({ q: 'wedding 12' })).items).toHaveLength(24)
  await expect(mine({ q: 'wedding', cursor: first.nextCursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
  // Not among the first thousand that one answer looks through: it says where to go on.
  const oldest = await mine({ q: 'sprint' })
  expect(oldest.items).toEqual([])
  expect((await mine({ q: 'sprint', cursor: oldest.nextCursor })).items.map(({ title }) => title)).toEqual(['Sprint'])
})

test('a deleted gallery is hidden at once from everybody, and had back as it was for 30 days', async () => {
  const parts = await setup(aGallery({ photoCount: 1, accessCode: 'ABCD1234', expiresAt: '2030-06-01T10:00:00.000Z' }))
  await parts.photos.create(aPhoto({ id: photoIdOf(1) }))
  const ofAda = { subject: 'SESSION#ada', id: 'press 1', at: '2030-01-01T09:30:00.000Z' }
  await parts.galleries.toggleLike(aGallery(), { ...ofAda, like: undefined })
  const ofBen = { ...ofAda, subject: 'SESSION#ben' }
  const hearts = { subject: ofBen.subject, photoId: photoIdOf(1), at: ofBen.at, isFavourite: true, like: undefined }
  await parts.galleries.setFavourite(galleryIdOf(1), hearts)
  const likes = () =>
    Promise.all(['SESSION#ada', 'SESSION#ben'].map((who) => parts.galleries.findLike(galleryIdOf(1), who)))
  const likesBefore = await likes()
  const before = await parts.stored()
  await parts.remove()

  expect(await parts.stored()).toBeUndefined()
  expect(await parts.galleries.getMany([galleryIdOf(1)])).toEqual([])
  expect((await parts.mine()).items).toEqual([])
  expect((await parts.galleries.listPublic('newest', { limit: 10 })).galleries).toEqual([])
  expect((await parts.galleries.listListed(caller, { limit: 10 })).galleries).toEqual([])
  expect(parts.table.all().filter(({ PK }) => String(PK).startsWith('SEARCH#'))).toEqual([])
  await expect(parts.change({ version: 1, title: 'Other' })).rejects.toMatchObject({ code: 'gallery_not_found' })
  await expect(parts.remove()).rejects.toMatchObject({ code: 'gallery_not_found' })
  const chores = () =>
    parts.table.all().flatMap(({ PK, kind, dueAt }) => (String(PK).startsWith('CHORE#') ? [[kind, dueAt]] : []))
  expect(chores()).toEqual([['forget-gallery', '2030-01-31T10:00:00.000Z']])
  expect(parts.sent).toContainEqual({
    queue: 'RENDER_QUEUE_URL',
    message: { kind: 'rerender-gallery', galleryId: galleryIdOf(1), run: 1 },
  })

  expect(await parts.deleted()).toEqual([
    {
      id: galleryIdOf(1),
      title: 'The Ridge',
      photoCount: 1,
      deletedAt: '2030-01-01T10:00:00.000Z',
      goneAt: '2030-01-31T10:00:00.000Z',
    },
  ])
  expect(await parts.deleted(userIdOf(2))).toEqual([])
  await expect(parts.restore(userIdOf(2))).rejects.toMatchObject({ code: 'gallery_not_found' })

  parts.setTime('2030-01-31T09:59:59.000Z')
  await parts.steps['forget-gallery'](galleryIdOf(1))
  await parts.restore()
  await parts.restore()
  // Grants of before are dead; all else is as it was.
  expect(await parts.stored()).toEqual({ ...before, version: 2, accessVersion: 2, drawRun: 2 })
  expect(likesBefore).toMatchObject([{ liked: true }, { photoIds: [photoIdOf(1)] }])
  expect(await likes()).toEqual(likesBefore)
  expect((await parts.mine()).items.map(({ id }) => id)).toEqual([galleryIdOf(1)])
  expect((await parts.galleries.listPublic('newest', { limit: 10 })).galleries).toHaveLength(1)
  expect(await parts.deleted()).toEqual([])
  expect((await parts.photos.listShown(galleryIdOf(1))).photos).toHaveLength(1)
  expect(chores().map(([kind]) => kind)).toEqual([
    'unlist-gallery',
    'warn-of-expiry',
    'tell-week-before-closing',
    'tell-day-before-closing',
  ])
  // The chore of before, should it have been taken up already, leaves it alone.
  parts.setTime('2030-02-01T10:00:00.000Z')
  await parts.steps['forget-gallery'](galleryIdOf(1))
  expect(await parts.stored()).toBeDefined()
})

test('after 30 days a deleted gallery cannot be had back, whether the job has been there or not', async () => {
  const parts = await setup(aGallery())
  await parts.remove()
  parts.setTime('2030-01-31T10:00:00.000Z')
  expect(await parts.deleted()).toEqual([])
  await expect(parts.restore()).rejects.toMatchObject({ code: 'gallery_not_found' })
  await parts.steps['forget-gallery'](galleryIdOf(1))
  await expect(parts.restore()).rejects.toMatchObject({ code: 'gallery_not_found' })
})

test('a deleted gallery leaves nothing that can be found, and its photos are on no list but what is to go with their owner', async () => {
  const parts = await setup(aGallery())
  await parts.photos.create(aPhoto({ id: photoIdOf(1) }))
  await parts.photos.create(aPendingPhoto({ id: photoIdOf(2) }))
  await parts.galleries.toggleLike(aGallery(), { subject: 'SESSION#a', id: 'press', at: 'now' })
  await parts.remove()
  parts.setTime('2030-01-31T10:00:00.000Z')
  await parts.steps['forget-gallery'](galleryIdOf(1))
  // What was in it goes in parts, as the timed job comes to it.
  await parts.steps['clear-gallery'](galleryIdOf(1))
  expect(await parts.stored()).toBeUndefined()
  // Its address stays its own: another gallery that got it would open for whoever was sent there.
  const left = parts.table.all().filter(({ PK }) => !/^(USER|SLUG|CHORE)#/.test(String(PK)))
  expect(left.map(({ PK, state, ownerKey }) => [PK, state, ownerKey])).toEqual([
    [`PHOTO#${photoIdOf(1)}`, 'deleted', `TRACES#${caller}`],
    [`PHOTO#${photoIdOf(2)}`, 'deleted', `TRACES#${caller}`],
  ])
  await expect(parts.remove()).rejects.toMatchObject({ code: 'gallery_not_found' })
})

/** A month after the end of the trial. */
const lapsed = '2030-05-01T10:00:00.000Z'

test('without trial a gallery is made private and given an earlier end, and nothing else', async () => {
  const { change, setTime, stored } = await setup(
    aGallery({ expiresAt: '2030-07-01T10:00:00.000Z', pricePence: pence(1500) }),
  )
  setTime(lapsed)
  const locked = { code: 'trial_expired' }
  await expect(change({ version: 0, title: 'Other' })).rejects.toMatchObject(locked)
  await expect(change({ version: 0, pricePence: 100 })).rejects.toMatchObject(locked)
  await expect(change({ version: 0, expiresAt: '2030-08-01T10:00:00.000Z' })).rejects.toMatchObject(locked)
  await expect(change({ version: 0, expiresAt: null })).rejects.toMatchObject(locked)
  await expect(change({ version: 0, isPublic: false, title: 'Other' })).rejects.toMatchObject(locked)
  expect(await stored()).toMatchObject({ version: 0, isPublic: true })

  // The form sends every setting: those that stay as they are do no harm.
  const same = { title: 'The Ridge', pricePence: 1500 }
  expect(await change({ ...same, version: 0, isPublic: false, expiresAt: '2030-06-01T10:00:00.000Z' })).toMatchObject({
    isPublic: false,
    expiresAt: '2030-06-01T10:00:00.000Z',
    version: 1,
  })
  await expect(change({ version: 1, isPublic: true })).rejects.toMatchObject(locked)
  await expect(change({ version: 1, expiresAt: '2030-06-02T10:00:00.000Z' })).rejects.toMatchObject(locked)
})

test('without trial a gallery that had no end is given one', async () => {
  const { change, setTime } = await setup(aGallery())
  setTime(lapsed)
  expect(await change({ version: 0, expiresAt: '2030-05-02T10:00:00.000Z' })).toMatchObject({ version: 1 })
})

const readLater = { kind: 'read-numbers', subject: galleryIdOf(1), dueAt: '2030-01-01T10:00:15.000Z' }

test('a subscriber has the numbers of a gallery read, and those that were read forgotten, by the timed job', async () => {
  const { change, stored, table, sent } = await setup(aGallery())
  await expect(change({ version: 0, numbers: true })).rejects.toMatchObject({
    code: 'invalid_request',
    fields: [{ path: 'numbers', message: expect.stringContaining('for subscribers') }],
  })
  expect(await stored()).toMatchObject({ version: 0, numbers: false })

  const { change: changeOfSubscriber, ...subscriber } = await setup(aGallery())
  await subscriber.profiles.save(
    caller,
    { subscription: 'active', paidUntil: '2031-01-01T00:00:00.000Z' },
    { version: 0 },
  )
  expect(await changeOfSubscriber({ version: 0, numbers: true })).toMatchObject({ numbers: true })
  expect(await subscriber.stored()).toMatchObject({ numbersReadUpTo: null })
  // Not by this request: the list of photos lags behind.
  expect(subscriber.sent).toEqual([])
  expect(subscriber.table.stored(`CHORE#read-numbers#${galleryIdOf(1)}`, 'CHORE')).toMatchObject(readLater)
  subscriber.setTime('2030-01-01T11:00:00.000Z')
  await changeOfSubscriber({ version: 1, numbers: true, title: 'Race' })
  expect(subscriber.table.stored(`CHORE#read-numbers#${galleryIdOf(1)}`, 'CHORE')).toMatchObject(readLater)
  await changeOfSubscriber({ version: 2, numbers: false })
  expect(subscriber.table.stored(`CHORE#read-numbers#${galleryIdOf(1)}`, 'CHORE')).toMatchObject({
    dueAt: '2030-01-01T11:00:15.000Z',
  })
  expect([table.all().some(({ kind }) => kind === 'read-numbers'), sent]).toEqual([false, []])
})

test('whose subscription has ended keeps what is read, changes other settings, and can switch it off', async () => {
  const { change, setTime } = await setup(aGallery({ numbers: true }))
  expect(await change({ version: 0, numbers: true, title: 'Race' })).toMatchObject({ numbers: true, version: 1 })
  setTime(lapsed)
  expect(await change({ version: 1, numbers: false })).toMatchObject({ numbers: false })
  await expect(change({ version: 2, numbers: true })).rejects.toMatchObject({ code: 'invalid_request' })
})
