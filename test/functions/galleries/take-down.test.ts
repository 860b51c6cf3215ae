import { expect, test } from 'vitest'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { quotaStore } from '#functions/galleries/quota-store.ts'
import { shownPicture } from '#functions/galleries/shown-picture.ts'
import { takeDown } from '#functions/galleries/take-down.ts'
import { updateGallery } from '#functions/galleries/update-gallery.ts'
import { updatePhoto } from '#functions/photos/edit-photo.ts'
import { regrantUpload } from '#functions/photos/grant-upload.ts'
import { listedPage, publicPage } from '#functions/portfolio/portfolio-rules.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { updateMyProfile } from '#functions/profiles/update-my-profile.ts'
import { createProofSession } from '#functions/proofing/create-proof-session.ts'
import { getProofSession } from '#functions/proofing/get-proof-session.ts'
import { recallNothing } from '#functions/shared/edge/recall.ts'
import { update } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'
import { fakeStorage } from '#test/support/storage/fake-storage.ts'

const caller = userIdOf(1)
const reason = 'A parent asks for it.'
const gallery = { what: 'gallery', id: galleryIdOf(1) } as const
const page = { what: 'page', id: caller } as const
const photo = (n: number) => ({ what: 'photo', id: photoIdOf(n) }) as const

const setup = async ({ hasExport = false } = {}) => {
  const parts = marketParts()
  const storage = fakeStorage()
  const called: { paths: readonly string[]; left: number }[] = []
  const forgotten: string[][] = []
  const looked: string[][] = []
  await parts.profiles.create(aProfile({ subdomain: null }))
  await parts.pageNames.claim(aProfile({ subdomain: null }), 'iris', {
    now: parts.now(),
    chore: { kind: 'carry-profile', subject: caller, dueAt: '2030-01-01T10:00:00.000Z' },
  })
  const saving = { at: parts.now(), owner: profileUnchanged(aProfile()) }
  await parts.galleries.create(aGallery({ photoCount: 2 }), saving)
  for (const n of [1, 2]) {
    await parts.photos.create(aPhoto({ id: photoIdOf(n), title: `Photo ${n}` }))
    for (const kind of ['display', 'thumbnail']) {
      const key = `media/${galleryIdOf(1)}/${photoIdOf(n)}/x-${kind}.jpg`
      await storage.put('renditions', { key, bytes: new Uint8Array(3), contentType: 'image/jpeg' })
    }
    await storage.put('deliveries', { key: `files/${photoIdOf(n)}`, bytes: new Uint8Array(3), contentType: '' })
  }
  const stored = async (): Promise<Gallery> => {
    const found = await parts.galleries.find(galleryIdOf(1))
    if (!found) throw new Error('The gallery is there.')
    return found
  }
  return {
    ...parts,
    storage,
    stored,
    takeDown: takeDown({
      ...parts,
      storage,
      mayExportHold: async (userId, since) => {
        looked.push([userId, since])
        return hasExport
      },
      forgetExport: async (...asked) => void forgotten.push(asked),
      callBack: async (paths) => {
        // The CDN would fetch again what is still in the bucket.
        const prefix = paths[0]?.slice(1, -1) ?? ''
        called.push({ paths, left: (await storage.list('renditions', prefix)).length })
      },
    }),
    called,
    forgotten,
    looked,
    listed: async () => (await parts.galleries.listPublic('newest', { limit: 10 })).galleries.length,
    sought: async () => (await parts.galleries.listMatches('ridge')).length,
    shown: async () => (await parts.photos.listShown(galleryIdOf(1))).photos.map(({ id }) => id),
    told: () =>
      parts.table
        .all()
        .filter(({ PK }) => String(PK).startsWith('OUTBOX#'))
        .map(({ template }) => template),
  }
}

test('a gallery that is taken down is in no list, opens for nobody and gives out no picture; what was sold stays', async () => {
  const market = await setup()
  const { access, storage, stored } = market
  const visitor = { grants: [(await access.grant(await stored(), 'visitor')).grant] }
  expect([await market.listed(), await market.sought()]).toEqual([1, 1])

  expect(await market.takeDown(gallery, reason)).toBe(true)

  expect([await market.listed(), await market.sought()]).toEqual([0, 0])
  expect((await access.accessOf(await stored(), visitor)).state).toBe('absent')
  expect(await access.buyerStateOf(await stored(), visitor)).toBe('absent')
  expect((await access.accessOf(await stored(), { caller: { userId: caller } })).state).toBe('open')
  expect(await shownPicture(market.links, await stored(), aPhoto())).toBeNull()
  expect(storage.keys('renditions')).toEqual([])
  expect(storage.keys('deliveries')).toHaveLength(2)
  expect(market.table.all().find(({ template }) => template === 'taken-down')).toMatchObject({
    to: 'iris@example.com',
    data: { what: 'gallery', title: 'The Ridge', reason },
  })
})

test.each([
  ['gallery', true],
  ['gallery', false],
  ['photo', true],
  ['photo', false],
] as const)('the mail of a %s says that the export went, where one may hold it: %s', async (what, hasExport) => {
  const market = await setup({ hasExport })
  await market.takeDown(what === 'gallery' ? gallery : photo(1), reason)
  const told = market.table.all().find(({ template }) => template === 'taken-down')
  expect(told).toMatchObject({ data: { what, isExportGone: hasExport } })
  expect(market.looked).toEqual(market.forgotten)
})

test('what the CDN holds of it is called back once nothing is left in the bucket, again by each repeated call', async () => {
  const market = await setup()
  const ofGallery = {
    // Where renditions are made now, and where earlier releases made them.
    paths: [`/media/01/${gallery.id}/*`, `/media/${gallery.id}/*`, `#gallery:${gallery.id}`],
    left: 0,
  }
  await market.takeDown(photo(1), reason)
  expect(market.called).toEqual([
    {
      ...ofGallery,
      paths: [
        ...ofGallery.paths.slice(0, 2).map((path) => path.replace('*', `${photoIdOf(1)}/*`)),
        ...ofGallery.paths.slice(2),
      ],
    },
  ])
  await market.takeDown(gallery, reason)
  await market.takeDown(gallery, reason)
  expect(market.called.slice(1)).toEqual([ofGallery, ofGallery])
  await market.takeDown(gallery, null)
  expect(market.called).toHaveLength(3)
})

test('an export that may hold it is forgotten, again by each repeated call and by no lifting; a page is in none', async () => {
  const market = await setup()
  const [{ createdAt: ofPhoto }, { createdAt: ofGallery }] = [aPhoto(), aGallery()]
  for (const why of [reason, reason, null]) await market.takeDown(photo(1), why)
  expect(market.forgotten.splice(0)).toEqual([
    [caller, ofPhoto],
    [caller, ofPhoto],
  ])
  for (const why of [reason, reason, null]) await market.takeDown(gallery, why)
  await market.takeDown(page, reason)
  expect(market.forgotten).toEqual([
    [caller, ofGallery],
    [caller, ofGallery],
  ])
})

test('its owner cannot lift it by any setting, and a review of it opens nothing', async () => {
  const market = await setup()
  const review = { galleryId: galleryIdOf(1), title: 'Choose two', clientEmail: 'client@example.com' }
  const begin = () =>
    createProofSession(market)(
      request(api.proofing.endpoints.create, { body: api.proofing.endpoints.create.body.parse(review), caller }),
    )
  const token = (await begin()).link.split('/').at(-1) ?? ''
  const look = () => getProofSession(market)(request(api.proofing.endpoints.get, { params: { token }, query: {} }))
  expect((await look()).photos.items).toHaveLength(2)
  await market.takeDown(gallery, reason)
  await expect(look()).rejects.toMatchObject({ code: 'proof_session_not_found' })
  await expect(begin()).rejects.toMatchObject({ code: 'gallery_taken_down' })
  const body = { version: (await market.stored()).version, isPublic: true, title: 'The Ridge again', takedown: null }
  await updateGallery(market)(
    request(api.galleries.endpoints.update, {
      params: { galleryId: galleryIdOf(1) },
      body: api.galleries.endpoints.update.body.parse(body),
      caller,
    }),
  )
  expect(await market.stored()).toMatchObject({ title: 'The Ridge again', takedown: { reason } })
  expect([await market.listed(), await market.sought()]).toEqual([0, 0])
})

test('the owner of a photo lifts it neither by an edit nor by sending its file again', async () => {
  const market = await setup()
  await market.takeDown(photo(1), reason)
  const own = { params: { photoId: photoIdOf(1) }, caller }
  const edit = (body: object) =>
    updatePhoto(market)(
      request(api.photos.endpoints.update, { ...own, body: api.photos.endpoints.update.body.parse(body) }),
    )
  const edited = await edit({ version: 0, title: 'Once more', isFeatured: true, state: 'ready' })
  expect(edited).toMatchObject({ title: 'Once more', state: 'taken_down', picture: null })
  await expect(edit({ version: 1, isCover: true })).rejects.toMatchObject({ code: 'photo_not_found' })
  await expect(
    regrantUpload({ ...market, quota: quotaStore(market.table) })(request(api.photos.endpoints.regrantUpload, own)),
  ).rejects.toMatchObject({
    code: 'changed_meanwhile',
  })
  expect(await market.photos.find(photoIdOf(1))).toMatchObject({ state: 'taken_down', reason })
  expect(await market.shown()).toEqual([photoIdOf(2)])
})

test('lifted, it is where its settings put it, its pictures are drawn anew, and its owner is told; all of it once', async () => {
  const market = await setup()
  await market.takeDown(gallery, reason)
  expect(await market.takeDown(gallery, 'Again')).toBe(false)
  expect((await market.stored()).takedown).toMatchObject({ reason })
  expect(await market.takeDown(gallery, null)).toBe(true)
  expect(await market.takeDown(gallery, null)).toBe(false)
  expect([await market.listed(), await market.sought()]).toEqual([1, 1])
  expect(market.told()).toEqual(expect.arrayContaining(['taken-down', 'takedown-lifted']))
  expect(market.told()).toHaveLength(2)
  expect(market.table.all().map(({ PK }) => PK)).toContain(`CHORE#rerender-gallery#${galleryIdOf(1)}`)
})

test('a photo that is taken down leaves its gallery, its count and its cover, and comes back where it was', async () => {
  const market = await setup()
  await market.photos.makeCover(aPhoto({ id: photoIdOf(1) }))

  expect(await market.takeDown(photo(1), reason)).toBe(true)

  expect(await market.shown()).toEqual([photoIdOf(2)])
  expect(await market.stored()).toMatchObject({ photoCount: 1, cover: { photoId: photoIdOf(2) } })
  expect(await market.photos.find(photoIdOf(1))).toMatchObject({ state: 'taken_down', reason })
  expect(market.storage.keys('renditions').every((key) => key.includes(photoIdOf(2)))).toBe(true)
  expect(await market.takeDown(photo(1), reason)).toBe(false)

  expect(await market.takeDown(photo(1), null)).toBe(true)
  expect((await market.shown()).toSorted()).toEqual([photoIdOf(1), photoIdOf(2)])
  expect(await market.stored()).toMatchObject({ photoCount: 2 })
  expect(await market.photos.find(photoIdOf(1))).toMatchObject({ state: 'ready', reason: null })
  // Whether its numbers were read is to be looked at, or its gallery would say for ever that some were not.
  expect(market.table.all().map(({ PK }) => PK)).toContain(`CHORE#check-numbers#${galleryIdOf(1)}`)
})

test('a take-down that broke off before the cover was passed on is finished by the next', async () => {
  const market = await setup()
  await market.photos.makeCover(aPhoto({ id: photoIdOf(1) }))
  const { cover } = await market.stored()
  await market.takeDown(photo(1), reason)
  // As it was left when the call ended between its two writes.
  await market.table.write(update(galleryKeys.gallery(galleryIdOf(1)), { set: { cover }, when: 'present' }))

  expect(await market.takeDown(photo(1), reason)).toBe(false)
  expect(await market.stored()).toMatchObject({ photoCount: 1, cover: { photoId: photoIdOf(2) } })
})

test('nothing of a gallery that is taken down is for sale, not even with its owner’s own grant', async () => {
  const market = await setup()
  await market.takeDown(gallery, reason)
  const { grant } = await market.access.grant(await market.stored(), 'owner')
  expect(await market.access.buyerStateOf(await market.stored(), { grants: [grant] })).toBe('absent')
  expect(await market.access.buyerStateOf(await market.stored(), { caller: { userId: caller } })).toBe('absent')
})

test('a photo that is taken down can be deleted by its owner, once, and its gallery counts it no more', async () => {
  const market = await setup()
  await market.takeDown(photo(1), reason)
  const stored = await market.photos.getOwn(photoIdOf(1), caller)
  await market.photos.remove(stored, market.now())
  expect(await market.stored()).toMatchObject({ photoCount: 1 })
  await expect(market.takeDown(photo(1), null)).rejects.toMatchObject({ code: 'photo_not_found' })
})

test('a page that is taken down is dark with its place in every list, whatever its owner switches', async () => {
  const market = await setup()
  const visit = () =>
    publicPage(market, 'iris', (owner) => listedPage(market, { owner, before: undefined, now: market.now() }))
  expect(await market.takeDown(page, reason)).toBe(true)
  expect(market.called).toMatchObject([{ paths: [`#owner:${caller}`] }])
  expect(market.told()).toEqual(['taken-down'])
  await expect(visit()).rejects.toMatchObject({ code: 'photographer_not_found' })
  expect(await market.listed()).toBe(0)

  const { version } = await market.profiles.get(caller)
  const switched = { version, isPublic: true, displayName: 'Iris C.', pageTakedown: null }
  await updateMyProfile({ ...market, recall: recallNothing })(
    request(api.profiles.endpoints.update, { body: api.profiles.endpoints.update.body.parse(switched), caller }),
  )
  expect(await market.listed()).toBe(0)
  expect(await market.profiles.get(caller)).toMatchObject({ pageTakedown: { reason } })

  expect(await market.takeDown(page, null)).toBe(true)
  expect((await visit()).beside.galleries).toHaveLength(1)
  expect(await market.listed()).toBe(1)
  expect(market.told().toSorted()).toEqual(['takedown-lifted', 'taken-down'])
})

test('what is not there cannot be taken down', async () => {
  const { takeDown: down } = await setup()
  await expect(down({ what: 'gallery', id: galleryIdOf(9) }, reason)).rejects.toMatchObject({
    code: 'gallery_not_found',
  })
  await expect(down(photo(9), reason)).rejects.toMatchObject({ code: 'photo_not_found' })
  await expect(down({ what: 'page', id: userIdOf(9) }, reason)).rejects.toMatchObject({
    code: 'photographer_not_found',
  })
})
