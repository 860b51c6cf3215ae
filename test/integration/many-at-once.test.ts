import { afterAll, beforeAll, expect, test } from 'vitest'
import { choreStore } from '#functions/chores/chore-store.ts'
import { browseGalleries } from '#functions/galleries/browse-galleries.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { tableSearch } from '#functions/galleries/search-galleries.ts'
import { limitedDownloadStore } from '#functions/photos/limited-download-store.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { pageNameStore } from '#functions/profiles/page-name-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { savePageName } from '#functions/profiles/save-page-name.ts'
import { countFields, planDecision } from '#functions/proofing/proof-rules.ts'
import { proofStore } from '#functions/proofing/proof-store.ts'
import { signer } from '#functions/shared/signing/signer.ts'
import { cursors } from '#functions/shared/table/cursors.ts'
import { throttle } from '#functions/shared/throttle/throttle.ts'
import { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { CountEvent } from '#schema/events/count.ts'
import { GalleryId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { aPhotoProof, aProofSession } from '#test/support/builders/proof.ts'
import { request } from '#test/support/http/request.ts'
import { counting } from '#test/support/market/counting.ts'
import { silent } from '#test/support/market/market-parts.ts'
import { fakeMediaLinks } from '#test/support/media/fake-media-links.ts'
import { type LocalTable, localTable } from '#test/support/table/local-table.ts'

let local: LocalTable
const at = new Date('2030-01-01T10:00:00.000Z')
const now = () => at
const owner = profileUnchanged(aProfile())

beforeAll(async () => {
  local = await localTable()
  await profileStore(local.table).create(aProfile())
})
afterAll(() => local.close())

const created = async (overrides: Partial<Gallery>): Promise<Gallery> => {
  const wanted = aGallery(overrides)
  const gallery = await galleryStore(local.table).create(wanted, { at, owner })
  if (!gallery) throw new Error('It was not created.')
  // Each has an address of its own, whatever the others are called.
  expect(gallery).toEqual({ ...wanted, slug: expect.stringMatching(/./), layout: expect.any(Number) })
  return gallery
}

test('200 likes and 200 views at once are counted exactly, by four consumers at once', async () => {
  const galleries = galleryStore(local.table)
  const gallery = await created({ id: galleryIdOf(1) })
  const people = Array.from({ length: 200 }, (_, n) => `SESSION#${n}`)
  const pressed = await Promise.all(
    people.map((subject) =>
      galleries.toggleLike(gallery, { subject, id: `press of ${subject}`, at: at.toISOString() }),
    ),
  )
  const views = people.map((who): CountEvent => {
    return { kind: 'view', galleryId: gallery.id, who, from: 'here', at: at.toISOString() }
  })
  const events = [...views, ...pressed.map(({ event }) => event)]
  const { count, move } = counting({ table: local.table, send: async () => {}, log: silent, now })
  const batches = [0, 1, 2, 3].map((n) => events.filter((_, place) => place % 4 === n || place % 7 === n))
  expect(await Promise.all(batches.map(count))).toEqual(batches.map(() => new Set()))
  await move()
  expect(await galleries.find(gallery.id)).toMatchObject({ likeCount: 200, viewCount: 200 })
  const { galleries: popular } = await galleries.listPublic('popular', { limit: 1 })
  expect(popular).toMatchObject([{ id: gallery.id, likeCount: 200 }])
})

test('200 free downloads at once stop at the limit', async () => {
  const gallery = await created({ id: galleryIdOf(2), downloadLimit: 150 })
  const downloads = limitedDownloadStore(local.table)
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, () => downloads.count({ ...gallery, downloadLimit: 150 }, at)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(150)
  await counting({ table: local.table, send: async () => {}, log: silent, now }).move()
  expect(await galleryStore(local.table).find(gallery.id)).toMatchObject({ downloadCount: 150 })
})

test('of 20 claims on one page name one wins', async () => {
  const profiles = profileStore(local.table)
  const stores = { profiles, pageNames: pageNameStore(local.table), chores: choreStore(local.table) }
  const steps = { 'carry-profile': async () => {} }
  const save = savePageName({ ...stores, steps, throttle: throttle(local.table, now), log: silent, now })
  const people = Array.from({ length: 20 }, (_, n) => userIdOf(100 + n))
  for (const userId of people) await profiles.create(aProfile({ userId, subdomain: null }))
  const results = await Promise.allSettled(
    people.map((caller) => save(request(api.profiles.endpoints.savePageName, { body: { name: 'golden' }, caller }))),
  )
  const codes = results.map((result) => (result.status === 'fulfilled' ? 'won' : result.reason.code)).toSorted()
  expect(codes).toEqual([...Array.from({ length: 19 }, () => 'page_name_taken'), 'won'])
})

test('30 reviewers at once complete a session once, with exact counts', async () => {
  const proofs = proofStore(local.table)
  const photoIds = Array.from({ length: 30 }, (_, n) => photoIdOf(n + 1))
  const asked = aProofSession({ selectionTarget: 20, pendingCount: photoIds.length })
  const { id } = asked
  const stamp = at.toISOString()
  await proofs.create(
    asked,
    photoIds.map((_, n) => aPhotoProof(n + 1)),
    [],
  )
  const decide = async (n: number): Promise<boolean> => {
    const session = await proofs.find(id)
    const found = await proofs.findPhotos(id, [photoIdOf(n + 1)])
    if (!session) return false
    const plan = planDecision(session, found, {
      status: n < 20 ? 'approved' : 'maybe',
      feedback: `No. ${n}`,
      decidedAt: () => stamp,
    })
    return (await proofs.decide(session, plan, { at: stamp })) || decide(n)
  }
  await Promise.all(photoIds.map((_, n) => decide(n)))
  const session = await proofs.find(id)
  expect(session).toMatchObject({ status: 'completed', approvedCount: 20, maybeCount: 10 })
  expect(Object.values(countFields).reduce((sum, field) => sum + (session?.[field] ?? 0), 0)).toBe(30)
})

test('every sort pages through 60 galleries once, while likes and views go on', async () => {
  const galleries = galleryStore(local.table)
  const ids = Array.from({ length: 60 }, (_, n) =>
    GalleryId.parse(`gal_${'0'.repeat(22)}P${String(n).padStart(3, '0')}`),
  )
  for (const [n, id] of ids.entries()) {
    await created({
      id,
      title: `Paging ${n}`,
      pricePence: pence(100 * (n % 5)),
      createdAt: `2030-01-01T09:00:00.${100 + n}Z`,
    })
  }
  const keys = signer(async () => ({ current: 'k'.repeat(43), previous: null }))
  const browse = browseGalleries({
    galleries,
    search: tableSearch(galleries),
    links: fakeMediaLinks(),
    cursors: cursors(keys),
    throttle: throttle(local.table, now),
    now,
  })
  const counts = counting({ table: local.table, send: async () => {}, log: silent, now })
  for (const sort of ['newest', 'oldest', 'price_low', 'price_high'] as const) {
    for (const q of [undefined, 'paging']) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const query = { sort, ...(q && { q }), ...(cursor !== undefined && { cursor }) }
        const page = await browse(request(api.galleries.endpoints.browse, { query }))
        seen.push(...page.items.map(({ id }) => id).filter((id) => ids.some((each) => each === id)))
        const galleryId = ids[seen.length % 60] ?? galleryIdOf(1)
        const who = `SESSION#${sort}${q}${seen.length}`
        await counts.count([{ kind: 'view', galleryId, who, from: 'here', at: at.toISOString() }])
        await counts.move()
        cursor = page.nextCursor
      } while (cursor !== undefined)
      expect(seen.toSorted()).toEqual(ids)
    }
  }
})

test('a gallery of 400 words is saved, found, renamed and deleted in a table that takes 100 writes at once', async () => {
  const galleries = galleryStore(local.table)
  const words = Array.from({ length: 400 }, (_, n) => `lexicon${n}`).join(' ')
  const gallery = await created({ id: galleryIdOf(3), description: words })
  expect(await galleries.listMatches('lexicon')).toHaveLength(400)
  const saved = await galleries.save(gallery, { description: 'lexicon0' }, { at, owner })
  expect(saved).toMatchObject({ kind: 'saved' })
  expect(await galleries.listMatches('lexicon')).toMatchObject([{ galleryId: gallery.id }])
  const now = await galleries.find(gallery.id)
  expect(now && (await galleries.remove(now, []))).toBe('removed')
  expect(await galleries.listMatches('lexicon')).toEqual([])
})
