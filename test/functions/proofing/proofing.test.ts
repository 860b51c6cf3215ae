import { expect, test } from 'vitest'
import { DueLater } from '#functions/chores/do-chores.ts'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { createProofSession } from '#functions/proofing/create-proof-session.ts'
import { decideProof, decideProofs } from '#functions/proofing/decide-proofs.ts'
import { exportChoice } from '#functions/proofing/export-choice.ts'
import { finishProofSession } from '#functions/proofing/finish-proof-session.ts'
import { getMyProofSession } from '#functions/proofing/get-my-proof-session.ts'
import { getProofSession } from '#functions/proofing/get-proof-session.ts'
import { getProofStanding } from '#functions/proofing/get-proof-standing.ts'
import { listMyProofSessions } from '#functions/proofing/list-my-proof-sessions.ts'
import { makeProofLink } from '#functions/proofing/make-proof-link.ts'
import type { ProofStore } from '#functions/proofing/proof-store.ts'
import { removeProofSession } from '#functions/proofing/remove-proof-session.ts'
import { reopenProofSession } from '#functions/proofing/reopen-proof-session.ts'
import { updateProofSession } from '#functions/proofing/update-proof-session.ts'
import { withdrawProofLinks } from '#functions/proofing/withdraw-links.ts'
import { put } from '#functions/shared/table/writes.ts'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { addressHash } from '#functions/visitors/contact-keys.ts'
import { api } from '#schema/api/all.ts'
import { CreateProofSession, type ProofDecision } from '#schema/api/proofing.ts'
import { paintOf } from '#schema/brand-paint.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { ProofSessionId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const caller = userIdOf(1)
const notFound = { code: 'proof_session_not_found' }
const closed = { code: 'proof_session_closed' }

type Market = {
  photos?: number
  pending?: number
  photo?: (n: number) => Partial<Photo>
  gallery?: Partial<Gallery>
  profile?: Partial<Profile>
  session?: object
  hook?: (name: string, detail: unknown) => void
}
const setup = async ({
  photos = 3,
  pending = 0,
  photo = () => ({}),
  gallery = {},
  profile = {},
  session = {},
  hook,
}: Market = {}) => {
  const parts = marketParts(hook ? { hook } : {})
  await parts.profiles.create(aProfile(profile))
  await parts.galleries.create(aGallery(gallery), { at: new Date(0), owner: profileUnchanged(aProfile(profile)) })
  for (let n = 1; n <= photos; n++) {
    await parts.photos.create(
      aPhoto({
        id: photoIdOf(n),
        title: `Photo ${n}`,
        fileName: `IMG_${n}.jpg`,
        createdAt: `2030-01-01T09:00:00.${String(n).padStart(3, '0')}Z`,
        ...photo(n),
      }),
    )
  }
  for (let n = 1; n <= pending; n++) await parts.photos.create(aPendingPhoto({ id: photoIdOf(photos + n) }))
  const body = { galleryId: galleryIdOf(1), title: 'The wedding', clientEmail: 'client@example.com', ...session }
  const create = (who = caller) =>
    createProofSession(parts)(
      request(api.proofing.endpoints.create, { body: CreateProofSession.parse(body), caller: who }),
    )
  const created = await create()
  const token = created.link.split('/').at(-1) ?? ''
  const params = { proofSessionId: ProofSessionId.parse(created.session.id) }
  const own = { params, caller }
  const as = (text: string, address = '198.51.100.7') => ({
    get: (cursor?: string) =>
      getProofSession(parts)(
        request(api.proofing.endpoints.get, {
          params: { token: text },
          query: cursor === undefined ? {} : { cursor },
          address,
        }),
      ),
    decide: (n: number, status: ProofDecision, feedback?: string, ageMs?: number) =>
      decideProof(parts)(
        request(api.proofing.endpoints.decide, {
          params: { token: text, photoId: photoIdOf(n) },
          body: { status, ...(feedback !== undefined && { feedback }), ...(ageMs !== undefined && { ageMs }) },
          address,
        }),
      ),
    decideMany: (numbers: number[], status: ProofDecision, onlyPending = false, agesMs?: number[]) =>
      decideProofs(parts)(
        request(api.proofing.endpoints.decideMany, {
          params: { token: text },
          body: { photoIds: numbers.map(photoIdOf), status, onlyPending, ...(agesMs && { agesMs }) },
          address,
        }),
      ),
    finish: () =>
      finishProofSession(parts)(request(api.proofing.endpoints.finish, { params: { token: text }, address })),
  })
  return {
    ...parts,
    created,
    create,
    token,
    as,
    client: as(token),
    list: async (who = caller) =>
      (await listMyProofSessions(parts)(request(api.proofing.endpoints.mine, { query: {}, caller: who }))).items,
    getMine: (who = caller) =>
      getMyProofSession(parts)(request(api.proofing.endpoints.getMine, { params, query: {}, caller: who })),
    standing: (who = caller) =>
      getProofStanding(parts)(request(api.proofing.endpoints.standing, { params, caller: who })),
    link: (who = caller) => makeProofLink(parts)(request(api.proofing.endpoints.link, { params, caller: who })),
    withdraw: (linkVersion = 0, who = caller) =>
      withdrawProofLinks(parts)(
        request(api.proofing.endpoints.withdrawLinks, { params, body: { linkVersion }, caller: who }),
      ),
    change: (change: { version: number; title?: string; deadlineAt?: string | null }, who = caller) =>
      updateProofSession(parts)(request(api.proofing.endpoints.update, { params, body: change, caller: who })),
    reopen: (deadlineAt?: string, who = caller) =>
      reopenProofSession(parts)(
        request(api.proofing.endpoints.reopen, {
          params,
          body: deadlineAt === undefined ? {} : { deadlineAt },
          caller: who,
        }),
      ),
    remove: (who = caller) =>
      removeProofSession(parts)(request(api.proofing.endpoints.remove, { params, caller: who })),
    exported: () => exportChoice(parts)(request(api.proofing.endpoints.exportChoice, { ...own, query: {} })),
    mails: () => parts.table.all().filter(({ PK }) => String(PK).startsWith('OUTBOX#')),
    stored: () => parts.proofs.find(params.proofSessionId),
    id: params.proofSessionId,
  }
}

/** The counts of a session are those of its photos. */
const expectTrueCounts = async ({ proofs, stored, id }: Awaited<ReturnType<typeof setup>>) => {
  const session = await stored()
  const { proofs: all } = await proofs.listPhotos(id, { limit: 10_000 })
  const count = (status: string) => all.filter((proof) => proof.status === status).length
  expect(session).toMatchObject({
    pendingCount: count('pending'),
    approvedCount: count('approved'),
    rejectedCount: count('rejected'),
    maybeCount: count('maybe'),
  })
}

test('a new session holds every photo for sale as pending, and its link by hash only', async () => {
  const deadlineAt = '2030-02-01T10:00:00.000Z'
  const session = { description: 'Twenty for the album.', deadlineAt }
  const { created, table, id, token } = await setup({ pending: 1, session })
  expect(created.link).toBe(`https://darkslide.test/proof/${token}`)
  expect(created.session).toMatchObject({
    title: 'The wedding',
    galleryTitle: 'The Ridge',
    status: 'pending',
    counts: { pending: 3, approved: 0, rejected: 0, maybe: 0 },
  })
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(table.stored(`PROOF#${id}`, 'PROOF')).toMatchObject({
    ownerKey: 'USER#00000000-0000-4000-8000-000000000001',
    ownerSort: `PROOF#2030-01-01T10:00:00.000Z#${id}`,
    closesAt: deadlineAt,
    id,
    galleryId: galleryIdOf(1),
    photographerId: caller,
    title: 'The wedding',
    description: 'Twenty for the album.',
    clientEmail: 'client@example.com',
    deadlineAt,
    status: 'pending',
    createdAt: '2030-01-01T10:00:00.000Z',
  })
  expect(table.stored(`PROOF#${id}`, 'PHOTO#pho_00000000000000000000000001')).toEqual({
    PK: `PROOF#${id}`,
    SK: 'PHOTO#pho_00000000000000000000000001',
    sessionId: id,
    photoId: photoIdOf(1),
    title: 'Photo 1',
    fileName: 'IMG_1.jpg',
    status: 'pending',
    clientFeedback: '',
    createdAt: '2030-01-01T10:00:00.000Z',
    updatedAt: '2030-01-01T10:00:00.000Z',
  })
  const pointers = table.all().filter(({ PK }) => String(PK).startsWith('PROOFTOKEN#'))
  expect(pointers).toMatchObject([
    { PK: expect.stringMatching(/^PROOFTOKEN#[0-9a-f]{64}$/), SK: 'TOKEN', sessionId: id },
  ])
  expect(JSON.stringify(pointers)).not.toContain(token)
})

test('the client is invited by email, once', async () => {
  const { mails, created } = await setup()
  expect(mails()).toMatchObject([
    { template: 'proof-invitation', to: 'client@example.com', data: { title: 'The wedding', link: created.link } },
  ])
})

test.each([
  ['no title', { title: ' ' }],
  ['no client', { clientEmail: '' }],
  ['no email address', { clientEmail: 'nobody' }],
  ['no gallery', { galleryId: '' }],
  ['a target of none', { selectionTarget: 0 }],
])('a session with %s is refused', (_, body) => {
  const whole = { galleryId: galleryIdOf(1), title: 'T', clientEmail: 'c@example.com', ...body }
  expect(CreateProofSession.safeParse(whole).success).toBe(false)
})

test('a deadline must lie in the future', async () => {
  await expect(setup({ session: { deadlineAt: '2030-01-01T10:00:00.000Z' } })).rejects.toMatchObject({
    code: 'invalid_request',
    fields: [{ path: 'deadlineAt' }],
  })
})

test('nobody asks for a review of somebody else’s gallery', async () => {
  const market = await setup()
  await market.profiles.create(aProfile({ userId: userIdOf(2), subdomain: null }))
  await expect(market.create(userIdOf(2))).rejects.toMatchObject({ code: 'gallery_not_found' })
})

test('a gallery of 250 photos is in the session whole, each photo once', async () => {
  const market = await setup({ photos: 250 })
  expect(market.created.session.counts).toEqual({ pending: 250, approved: 0, rejected: 0, maybe: 0 })
  expect(await market.stored()).toMatchObject({ fillPlace: null })
  await expectTrueCounts(market)
  expect(market.table.all().filter(({ SK }) => SK === 'CHORE')).toEqual([])
})

test('a filling that breaks off is finished later, and the review cannot be complete before', async () => {
  let transactions = 0
  const market = await setup({
    photos: 250,
    hook: (name) => {
      if (name !== 'transact') return
      transactions += 1
      // The gallery, its photos, the session, and one filling are written; then the machine stops.
      if (transactions === 254) throw new Error('The machine stops.')
    },
  })
  expect(market.created.session.counts.pending).toBe(180)
  for (let n = 250; n > 70; n -= 45) {
    await market.client.decideMany(
      Array.from({ length: 45 }, (_, k) => n - k),
      'approved',
    )
  }
  expect(await market.stored()).toMatchObject({ pendingCount: 0, approvedCount: 180, status: 'in_review' })
  await market.steps['fill-proof-session'](market.id)
  await market.steps['fill-proof-session'](market.id)
  // Four decisions, and two fillings beside the first.
  expect(await market.stored()).toMatchObject({
    pendingCount: 70,
    approvedCount: 180,
    fillPlace: null,
    choiceVersion: 6,
  })
  await expectTrueCounts(market)
})

test('the client sees the photos oldest first, and nothing of other people', async () => {
  const { client } = await setup({
    gallery: { isPublic: false, accessCode: 'ABCD1234', watermarkEnabled: true, watermarkText: 'Iris' },
  })
  const page = api.proofing.endpoints.get.response.parse(await client.get())
  expect(page.photos.items.map(({ title }) => title)).toEqual(['Photo 1', 'Photo 2', 'Photo 3'])
  expect(page.session).toMatchObject({
    title: 'The wedding',
    galleryTitle: 'The Ridge',
    photographerName: 'Iris Calloway',
    status: 'pending',
    isReadOnly: false,
    canComment: true,
    watermark: 'Iris',
  })
  // Photos whose mark has not been drawn show none but a placeholder.
  expect(page.photos.items.every(({ picture }) => picture === null)).toBe(true)
  expect(JSON.stringify(page)).not.toMatch(/client@example|ABCD1234|PROOF#|iris@example/)
})

const byName = (photos: number) => ({
  photos,
  gallery: { photoOrder: 'name' } as const,
  // The last of them comes first.
  photo: (n: number) => ({ title: `Photo ${photos + 1 - n}`, listedBy: 'name' }) as const,
})
type AnyPage = { items: { title: string }[]; nextCursor?: string | undefined }
const titlesOf = async (read: (cursor?: string) => Promise<{ photos: AnyPage }>) => {
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const { photos } = await read(cursor)
    pages.push(photos.items.map(({ title }) => title))
    cursor = photos.nextCursor
  } while (cursor !== undefined)
  return pages
}
const titlesTo = (count: number) => Array.from({ length: count }, (_, n) => `Photo ${n + 1}`)

test('photos of a gallery with a chosen order come in it, page after page, each once', async () => {
  const { client, getMine, created } = await setup(byName(250))
  expect(created.session.counts.pending).toBe(250)
  const pages = await titlesOf(client.get)
  expect(pages.map(({ length }) => length)).toEqual([60, 60, 60, 60, 10])
  expect(pages.flat()).toEqual(titlesTo(250))
  expect((await getMine()).photos.items.map(({ title }) => title)).toEqual(titlesTo(60))
})

test('the client’s page has the brand of its photographer', async () => {
  const logo = { name: `${'a'.repeat(22)}/${'b'.repeat(22)}`, width: 300, height: 100 }
  const brand = { accent: '#1f5f3f', ground: 'paper', typePair: 'house', logo } as const
  const { client } = await setup({ profile: { brand }, gallery: { brand } })
  const shown = (await client.get()).session.brand
  expect(shown).toEqual(paintOf(brand))
  expect(shown?.logo).toEqual({ url: `/logos/${logo.name}.webp`, width: 300, height: 100 })
})

test('another order, and a photo that was taken out, move nothing under the client’s hand', async () => {
  const { client, galleries, photos } = await setup(byName(3))
  const gallery = await galleries.getOwn(galleryIdOf(1), caller)
  await galleries.save(gallery, { photoOrder: 'captured' }, { at: new Date(0), owner: profileUnchanged(aProfile()) })
  await photos.orderPhotos(gallery.id)
  await client.decide(3, 'approved')
  await photos.remove(await photos.getOwn(photoIdOf(3), caller), new Date(0))
  const { items } = (await client.get()).photos
  expect(items.map(({ title, status }) => [title, status])).toEqual([
    ['Photo 1', 'approved'],
    ['Photo 2', 'pending'],
    ['Photo 3', 'pending'],
  ])
})

test('an order goes with its session', async () => {
  const { remove, steps, id, table } = await setup(byName(100))
  const rows = () => table.all().filter(({ PK }) => PK === `PROOF#${id}`)
  expect(rows().filter(({ SK }) => String(SK).startsWith('ORDER#'))).toHaveLength(2)
  await remove()
  await steps['clear-proof-session'](id)
  expect(rows()).toEqual([])
})

test('the client’s grant opens the gallery, so that what is approved can be bought', async () => {
  const market = await setup({ gallery: { isPublic: false } })
  const { grant, opens } = await granted(market)
  expect((await market.client.get()).session.galleryGrantExpiresAt).toBe('2030-01-01T22:00:00.000Z')
  expect(grant).toBeDefined()
  expect(await opens()).toBe('open')
})

/** What the client's browser keeps of its review, and what the gallery says to it. */
const granted = async ({ client, access, galleries }: Awaited<ReturnType<typeof setup>>) => {
  const grant = (await client.get()).session.galleryGrant ?? undefined
  return {
    grant,
    opens: async () => {
      const gallery = await galleries.find(galleryIdOf(1))
      return gallery ? (await access.accessOf(gallery, { grants: [grant] })).state : 'gone'
    },
  }
}

test('a grant that came from a review dies with the review', async () => {
  const market = await setup({ gallery: { isPublic: false } })
  const { opens } = await granted(market)
  await market.remove()
  expect(await opens()).toBe('absent')
})

test('a grant that came from a review ends with its deadline, also one that is moved forward', async () => {
  const market = await setup({
    gallery: { isPublic: false, accessCode: 'ABCD1234' },
    session: { deadlineAt: '2030-01-01T20:00:00.000Z' },
  })
  expect((await market.client.get()).session.galleryGrantExpiresAt).toBe('2030-01-01T20:00:00.000Z')
  const { opens } = await granted(market)
  await market.change({ version: 0, deadlineAt: '2030-01-01T11:00:00.000Z' })
  expect(await opens()).toBe('open')
  market.setTime('2030-01-01T11:00:00.000Z')
  expect(await opens()).toBe('locked')
})

test('a review past its deadline grants nothing more', async () => {
  const market = await setup({ gallery: { isPublic: false }, session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  market.setTime('2030-01-05T10:00:00.000Z')
  expect((await market.client.get()).session).toMatchObject({ galleryGrant: null, galleryGrantExpiresAt: null })
})

test('a link that is withdrawn opens nothing more, nor does what it opened; the review stays, and a new link opens it', async () => {
  const market = await setup({ gallery: { isPublic: false } })
  await market.client.decide(1, 'approved')
  const { opens } = await granted(market)
  const second = market.as((await market.link()).link.split('/').at(-1) ?? '')
  expect(await market.withdraw()).toMatchObject({ linkVersion: 1, status: 'in_review' })
  await expect(market.client.get()).rejects.toMatchObject(notFound)
  await expect(market.client.decide(2, 'approved')).rejects.toMatchObject(notFound)
  await expect(second.get()).rejects.toMatchObject(notFound)
  expect(await opens()).toBe('absent')

  const third = market.as((await market.link()).link.split('/').at(-1) ?? '')
  expect((await third.get()).session.counts).toMatchObject({ approved: 1, pending: 2 })
  // The same wish once more: its answer may have been lost, and the new link must not be.
  expect(await market.withdraw(0)).toMatchObject({ linkVersion: 1 })
  expect(await third.get()).toBeDefined()
})

test('a link that is withdrawn takes nothing of what the new one’s holder may decide in a minute', async () => {
  const market = await setup()
  const stranger = market.as(market.token, '198.51.100.66')
  await market.withdraw()
  const { limit } = throttles.proofUpdatesPerSession
  for (let n = 0; n < limit; n++)
    await Promise.allSettled([stranger.decide(1, 'rejected'), stranger.decideMany([2], 'rejected'), stranger.finish()])
  const client = market.as((await market.link()).link.split('/').at(-1) ?? '')
  expect(await client.decide(1, 'approved')).toMatchObject({ counts: { approved: 1, pending: 2 } })
  await client.decideMany([2, 3], 'approved')
  expect(await client.finish()).toMatchObject({ status: 'completed' })
})

test('a review and a link from before links could be withdrawn are withdrawn like others', async () => {
  const market = await setup()
  for (const item of market.table.all().filter(({ PK }) => /^PROOF(TOKEN)?#/.test(String(PK)))) {
    const { PK, SK, linkVersion: _, ...old } = item
    await market.table.write(put({ PK: String(PK), SK: String(SK), ...old }, 'always'))
  }
  expect((await market.client.get()).session.galleryGrant).not.toBeNull()
  expect(await market.withdraw()).toMatchObject({ linkVersion: 1 })
  await expect(market.client.get()).rejects.toMatchObject(notFound)
})

test('a link that is made while the links are withdrawn is refused, not dead in silence', async () => {
  const market = await setup()
  const before = await market.stored()
  if (!before) throw new Error('The session is there.')
  await market.withdraw()
  await expect(market.proofs.addLink('A'.repeat(43), before, '2030-01-01T10:00:00.000Z')).rejects.toMatchObject({
    code: 'changed_meanwhile',
  })
})

test('a visitor with a code keeps the gallery when a review ends, and costs no look at reviews', async () => {
  const market = await setup({ gallery: { isPublic: false, accessCode: 'ABCD1234' } })
  const gallery = await market.galleries.find(galleryIdOf(1))
  if (!gallery) throw new Error('The gallery is there.')
  const { grant } = await market.access.grant(gallery, 'visitor')
  await market.remove()
  market.requests.length = 0
  expect(await market.access.accessOf(gallery, { grants: [grant] })).toEqual({ state: 'open' })
  expect(market.requests).toEqual([])
})

test('a large session comes in pages of 60', async () => {
  const { client } = await setup({ photos: 130 })
  const first = await client.get()
  const second = await client.get(first.photos.nextCursor)
  const third = await client.get(second.photos.nextCursor)
  expect([first, second, third].map(({ photos }) => photos.items.length)).toEqual([60, 60, 10])
  expect(third.photos.nextCursor).toBeUndefined()
  await expect(client.get(`x${first.photos.nextCursor}`)).rejects.toMatchObject({ code: 'invalid_cursor' })
})

test('the first decision puts a session in review, a mind can be changed, the last decision completes it', async () => {
  const market = await setup()
  const { client } = market
  expect(await client.decide(1, 'approved', 'Lovely')).toMatchObject({
    status: 'in_review',
    counts: { pending: 2, approved: 1, rejected: 0, maybe: 0 },
    photos: [{ photoId: photoIdOf(1), status: 'approved', clientFeedback: 'Lovely' }],
  })
  expect(await client.decide(1, 'rejected')).toMatchObject({
    counts: { pending: 2, approved: 0, rejected: 1, maybe: 0 },
    photos: [{ status: 'rejected', clientFeedback: 'Lovely' }],
  })
  await client.decide(2, 'maybe')
  expect(await client.decide(3, 'approved')).toMatchObject({
    status: 'completed',
    counts: { pending: 0, approved: 1, rejected: 1, maybe: 1 },
  })
  await expectTrueCounts(market)
})

test('completion is told to the photographer once, and not to one who wants no mail', async () => {
  const loud = await setup({ photos: 1 })
  await loud.client.decide(1, 'approved')
  await loud.client.decide(1, 'approved')
  expect(loud.mails().filter(({ template }) => template === 'proof-completed')).toMatchObject([
    { to: 'iris@example.com', data: { approved: 1, rejected: 0, maybe: 0, selectionTarget: null } },
  ])
  const choice = await setup({ photos: 2, session: { selectionTarget: 1 } })
  await choice.client.decide(1, 'approved')
  await choice.client.decide(2, 'rejected')
  expect(choice.mails().filter(({ template }) => template === 'proof-completed')).toMatchObject([
    {
      data: {
        approved: 1,
        rejected: 1,
        selectionTarget: 1,
        dashboardUrl: expect.stringMatching(/\/dashboard\?tab=proofing&session=prf_\w+$/),
      },
    },
  ])
  const quiet = await setup({ photos: 1, profile: { emailNotifications: false } })
  await quiet.client.decide(1, 'approved')
  expect(quiet.mails().filter(({ template }) => template === 'proof-completed')).toEqual([])
})

test('40 decisions at once leave exact counts and one completion', async () => {
  const market = await setup({ photos: 40 })
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => market.client.decide(n + 1, n % 2 === 0 ? 'approved' : 'rejected')),
  )
  expect(await market.stored()).toMatchObject({ status: 'completed', approvedCount: 20, rejectedCount: 20 })
  await expectTrueCounts(market)
  expect(market.mails().filter(({ template }) => template === 'proof-completed')).toHaveLength(1)
})

test('one decision for several photos is one change', async () => {
  const market = await setup({ photos: 5 })
  await market.client.decide(1, 'rejected')
  expect(await market.client.decideMany([1, 2, 3, 3], 'approved')).toMatchObject({
    status: 'in_review',
    counts: { pending: 2, approved: 3, rejected: 0, maybe: 0 },
  })
  await expectTrueCounts(market)
})

const hourMs = 3_600_000
test('several decisions that slept for hours take effect where nobody has decided since', async () => {
  const market = await setup({ photos: 4 })
  await market.client.decide(1, 'maybe', 'As we said')
  market.setTime('2030-01-01T13:00:00.000Z')
  await market.client.decide(2, 'maybe')
  const { choiceVersion = 0 } = (await market.stored()) ?? {}
  const ages = [2, 1, 2].map((hours) => hours * hourMs)
  expect(await market.client.decideMany([1, 2, 3], 'approved', false, ages)).toMatchObject({
    counts: { pending: 1, approved: 2, maybe: 1 },
    photos: [
      { photoId: photoIdOf(1), status: 'approved', clientFeedback: 'As we said' },
      { photoId: photoIdOf(2), status: 'maybe' },
      { photoId: photoIdOf(3), status: 'approved' },
    ],
  })
  await expectTrueCounts(market)
  expect(await market.stored()).toMatchObject({ choiceVersion: choiceVersion + 1 })
  expect(await market.client.decide(2, 'rejected', 'Old', hourMs)).toMatchObject({ photos: [{ status: 'maybe' }] })
  expect(await market.stored()).toMatchObject({ choiceVersion: choiceVersion + 1 })
})

test('what was made later and arrived earlier stands', async () => {
  const market = await setup()
  market.setTime('2030-01-01T15:00:00.000Z')
  await market.client.decide(1, 'rejected', 'From the second phone', hourMs)
  market.setTime('2030-01-01T15:05:00.000Z')
  await market.client.decide(1, 'approved', 'From the first phone', 2 * hourMs)
  expect((await market.client.get()).photos.items[0]).toMatchObject({
    status: 'rejected',
    clientFeedback: 'From the second phone',
  })
  await market.client.decide(1, 'maybe', undefined, hourMs / 2)
  expect(await market.stored()).toMatchObject({ maybeCount: 1, rejectedCount: 0 })
})

test('an approval that was overtaken needs no room in a full choice', async () => {
  const market = await setup({ session: { selectionTarget: 1 } })
  market.setTime('2030-01-01T13:00:00.000Z')
  await market.client.decide(1, 'approved')
  await market.client.decide(2, 'rejected')
  expect(await market.client.decide(2, 'approved', undefined, hourMs)).toMatchObject({
    counts: { approved: 1, rejected: 1 },
    photos: [{ status: 'rejected' }],
  })
  await expect(market.client.decide(3, 'approved', undefined, hourMs)).rejects.toMatchObject({ code: 'selection_full' })
})

test('what was overtaken is answered past the deadline with what stands; what was made before it comes too late', async () => {
  const market = await setup({ session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  market.setTime('2030-01-05T09:00:00.000Z')
  await market.client.decide(1, 'rejected')
  market.setTime('2030-01-05T11:00:00.000Z')
  expect(await market.client.decide(1, 'approved', undefined, 3 * hourMs)).toMatchObject({
    status: 'expired',
    photos: [{ status: 'rejected' }],
  })
  await expect(market.client.decide(1, 'approved', undefined, 1.5 * hourMs)).rejects.toMatchObject(closed)
  await expect(market.client.decide(2, 'approved', undefined, 3 * hourMs)).rejects.toMatchObject(closed)
})

test('what was overtaken tells nobody again, also in a review that is reopened', async () => {
  const market = await setup({ photos: 1 })
  market.setTime('2030-01-01T13:00:00.000Z')
  await market.client.decide(1, 'approved')
  await market.reopen()
  expect(await market.client.decide(1, 'rejected', undefined, hourMs)).toMatchObject({
    status: 'in_review',
    counts: { approved: 1 },
  })
  expect(market.mails().filter(({ template }) => template === 'proof-completed')).toHaveLength(1)
})

test('what was let go hours ago stays where somebody went on since, and is let go where nobody did', async () => {
  const market = await setup({ photos: 3 })
  await market.client.decide(1, 'approved')
  market.setTime('2030-01-01T13:00:00.000Z')
  await market.client.decide(2, 'maybe')
  await market.client.decide(1, 'rejected', undefined, 2 * hourMs)
  const before = await market.stored()
  expect(before).toMatchObject({ decidedAt: '2030-01-01T13:00:00.000Z' })
  expect(await market.client.decideMany([2, 3], 'rejected', true, [hourMs, hourMs])).toMatchObject({
    status: 'in_review',
    counts: { pending: 1, maybe: 1, rejected: 1 },
  })
  expect(await market.stored()).toEqual(before)

  market.setTime('2030-01-01T16:00:00.000Z')
  expect(await market.client.decideMany([2, 3], 'rejected', true, [hourMs, hourMs])).toMatchObject({
    status: 'completed',
    counts: { pending: 0, maybe: 1, rejected: 2 },
  })
})

test('what was let go gives way to what was decided deliberately before, and arrives after it', async () => {
  const market = await setup({ photos: 3, session: { selectionTarget: 2 } })
  market.setTime('2030-01-01T15:00:00.000Z')
  await market.client.decide(1, 'approved')
  await market.client.decideMany([2, 3], 'rejected', true)
  market.setTime('2030-01-01T16:00:00.000Z')
  expect(await market.client.decide(2, 'approved', undefined, 3 * hourMs)).toMatchObject({
    photos: [{ status: 'approved' }],
  })
  await expect(market.client.decide(3, 'approved', undefined, 3 * hourMs)).rejects.toMatchObject({
    code: 'selection_full',
  })
  await expectTrueCounts(market)
})

test('a decision that is said again counts from then, and is no news', async () => {
  const market = await setup()
  await market.client.decide(1, 'approved')
  market.setTime('2030-01-01T15:00:00.000Z')
  const before = await market.stored()
  expect(await market.client.decide(1, 'approved')).toMatchObject({ counts: { approved: 1, pending: 2 } })
  expect(await market.stored()).toEqual({ ...before, decidedAt: '2030-01-01T15:00:00.000Z' })

  market.setTime('2030-01-01T16:00:00.000Z')
  expect(await market.client.decide(1, 'rejected', undefined, 2 * hourMs)).toMatchObject({
    photos: [{ status: 'approved' }],
  })
  await expectTrueCounts(market)
})

test('there is an age for each photo, or for none', () => {
  const { body } = api.proofing.endpoints.decideMany
  const asked = { photoIds: [photoIdOf(1), photoIdOf(2)], status: 'approved' }
  expect(body.safeParse({ ...asked, agesMs: [0, 86_400_000] }).success).toBe(true)
  expect(body.safeParse({ ...asked, agesMs: [0] }).success).toBe(false)
})

test('a selection of two stops at two, also for several at once and for two at the same time', async () => {
  const market = await setup({ photos: 5, session: { selectionTarget: 2 } })
  const full = { code: 'selection_full' }
  await expect(market.client.decideMany([1, 2, 3], 'approved')).rejects.toMatchObject(full)
  await market.client.decide(1, 'approved')
  const both = await Promise.allSettled([market.client.decide(2, 'approved'), market.client.decide(3, 'approved')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await market.stored()).toMatchObject({ approvedCount: 2 })
  await market.client.decide(1, 'rejected')
  expect(await market.client.decide(4, 'approved')).toMatchObject({ counts: { approved: 2 } })
})

test('feedback is refused where the gallery forbids it, a decision is not', async () => {
  const { client } = await setup({ gallery: { clientCanComment: false } })
  await expect(client.decide(1, 'approved', 'Lovely')).rejects.toMatchObject({ code: 'comments_not_allowed' })
  expect(await client.decide(1, 'approved')).toMatchObject({ status: 'in_review' })
})

test.each([
  ['another status', { status: 'published' }],
  ['a photo taken back to pending', { status: 'pending' }],
  ['another field', { status: 'approved', photoId: photoIdOf(2) }],
  ['a count', { status: 'approved', approvedCount: 99 }],
  ['feedback of 3,000 letters', { status: 'approved', feedback: 'x'.repeat(3_000) }],
  ['a time to come', { status: 'approved', ageMs: -1 }],
  ['an age of more than a day', { status: 'approved', ageMs: 86_400_001 }],
])('a decision with %s is refused', (_, body) => {
  expect(api.proofing.endpoints.decide.body.safeParse(body).success).toBe(false)
})

test('a link that never was, a photo of another session and a deleted session answer alike', async () => {
  const market = await setup({ photos: 1 })
  await expect(market.as('A'.repeat(43)).get()).rejects.toMatchObject(notFound)
  await expect(market.as('__proto__').get()).rejects.toMatchObject(notFound)
  await expect(market.client.decide(7, 'approved')).rejects.toMatchObject(notFound)
  await market.remove()
  await expect(market.client.get()).rejects.toMatchObject(notFound)
  await expect(market.client.decide(1, 'approved')).rejects.toMatchObject(notFound)
})

test.each([
  ['deleted', (market: Awaited<ReturnType<typeof setup>>) => market.galleries.remove(aGallery(), [])],
  [
    'expired',
    async (market: Awaited<ReturnType<typeof setup>>) => {
      const owner = profileUnchanged(aProfile())
      await market.galleries.save(aGallery(), { expiresAt: '2030-01-01T09:59:00.000Z' }, { at: market.now(), owner })
    },
  ],
  [
    'of a closed account',
    async (market: Awaited<ReturnType<typeof setup>>) => {
      const deletionRequestedAt = '2030-01-01T09:00:00.000Z'
      await market.profiles.save(userIdOf(1), { deletionRequestedAt }, { version: 0 })
      await market.steps['carry-profile'](userIdOf(1))
    },
  ],
])('with its gallery %s a session is not found', async (_, end) => {
  const market = await setup()
  await end(market)
  await expect(market.client.get()).rejects.toMatchObject(notFound)
  await expect(market.client.decide(1, 'approved')).rejects.toMatchObject(notFound)
})

test('wrong links are limited to ten an hour from one address; right ones still open', async () => {
  const market = await setup()
  const guess = () =>
    market
      .as('B'.repeat(43), '203.0.113.5')
      .get()
      .catch(({ code }) => code)
  for (let n = 0; n < 10; n++) expect(await guess()).toBe('proof_session_not_found')
  expect(await guess()).toBe('too_many_requests')
  expect(await market.as(market.token, '203.0.113.5').get()).toBeDefined()
})

test('a session takes 60 changes a minute', async () => {
  const { client } = await setup()
  for (let n = 0; n < 60; n++) await client.decide(1, n % 2 === 0 ? 'approved' : 'rejected')
  await expect(client.decide(1, 'maybe')).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('past its deadline a session is expired: seen, not changed; extended, it goes on', async () => {
  const market = await setup({ session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  await market.client.decide(1, 'approved')
  market.setTime('2030-01-05T10:00:00.000Z')
  expect((await market.client.get()).session).toMatchObject({ status: 'expired', isReadOnly: true })
  await expect(market.client.decide(2, 'approved')).rejects.toMatchObject(closed)
  await expect(market.client.finish()).rejects.toMatchObject(closed)
  // The last answer before it may have been lost.
  expect(await market.client.decide(1, 'approved')).toMatchObject({ status: 'expired', counts: { approved: 1 } })
  expect(await market.list()).toMatchObject([{ status: 'expired' }])
  expect(await market.change({ version: 0, deadlineAt: '2030-01-06T10:00:00.000Z' })).toMatchObject({
    status: 'in_review',
    version: 1,
  })
  expect(await market.client.decide(2, 'approved')).toMatchObject({ counts: { approved: 2 } })
})

test('a letting go whose answer was lost is answered past the deadline too, whatever somebody else had decided', async () => {
  const market = await setup({ photos: 3, session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  await market.client.decide(1, 'approved')
  await market.client.decide(2, 'rejected')
  market.setTime('2030-01-05T10:00:00.000Z')
  expect(await market.client.decideMany([1, 2], 'rejected', true)).toMatchObject({
    counts: { approved: 1, rejected: 1 },
  })
  await expect(market.client.decideMany([1, 2, 3], 'rejected', true)).rejects.toMatchObject(closed)
})

test('a reopened session can be changed any number of times and is completed by its client', async () => {
  const market = await setup({ photos: 2 })
  await market.client.decideMany([1, 2], 'approved')
  expect(await market.reopen()).toMatchObject({ status: 'in_review', completedAt: null })
  await market.client.decide(1, 'rejected')
  expect(await market.client.decide(2, 'rejected')).toMatchObject({ status: 'in_review' })
  expect(await market.client.finish()).toEqual({
    status: 'completed',
    counts: { pending: 0, approved: 0, rejected: 2, maybe: 0 },
  })
  expect(await market.client.decide(1, 'approved')).toMatchObject({ status: 'completed', counts: { approved: 1 } })
})

test('a client changes a decision after the last one: the review stays complete, and nobody is told again', async () => {
  const market = await setup({ photos: 2, session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  await market.client.decideMany([1, 2], 'approved')
  const { completedAt } = (await market.stored()) ?? {}
  expect((await market.client.get()).session).toMatchObject({ status: 'completed', isReadOnly: false })
  market.setTime('2030-01-02T10:00:00.000Z')
  expect(await market.client.decide(1, 'rejected', 'Eyes shut')).toMatchObject({
    status: 'completed',
    counts: { pending: 0, approved: 1, rejected: 1 },
    photos: [{ status: 'rejected', clientFeedback: 'Eyes shut' }],
  })
  expect(await market.stored()).toMatchObject({ status: 'completed', completedAt })
  await expectTrueCounts(market)
  expect(market.mails().filter(({ template }) => template === 'proof-completed')).toHaveLength(1)
  market.setTime('2030-01-05T10:00:00.000Z')
  expect((await market.client.get()).session).toMatchObject({ status: 'completed', isReadOnly: true })
  await expect(market.client.decide(1, 'approved')).rejects.toMatchObject(closed)
})

test('a selection of two stops at two in a review that is complete, too', async () => {
  const market = await setup({ session: { selectionTarget: 2 } })
  await market.client.decideMany([1, 2], 'approved')
  await market.client.decide(3, 'rejected')
  await expect(market.client.decide(3, 'approved')).rejects.toMatchObject({ code: 'selection_full' })
})

test('a decision that meets the reopening of its review counts once, in the review as it is then', async () => {
  const market = await setup({ photos: 2 })
  await market.client.decideMany([1, 2], 'approved')
  await Promise.all([market.client.decide(1, 'maybe'), market.reopen()])
  expect(await market.stored()).toMatchObject({ status: 'in_review', approvedCount: 1, maybeCount: 1 })
  await expectTrueCounts(market)
})

test('a reopened review that its client finishes is told to the photographer, with how it stands then', async () => {
  const market = await setup({ photos: 2 })
  await market.client.decideMany([1, 2], 'approved')
  await market.reopen()
  await market.client.decide(2, 'rejected')
  await market.client.finish()
  await market.client.finish()
  const told = market.mails().filter(({ template }) => template === 'proof-completed')
  expect(told.map(({ to, data }) => [to, data])).toEqual([
    ['iris@example.com', expect.objectContaining({ approved: 2, rejected: 0 })],
    ['iris@example.com', expect.objectContaining({ approved: 1, rejected: 1, title: 'The wedding' })],
  ])
})

test('a review finished on two devices at once is finished for both, and told once', async () => {
  const market = await setup({ photos: 1 })
  await market.client.decide(1, 'approved')
  await market.reopen()
  const both = await Promise.all([market.client.finish(), market.client.finish()])
  expect(both.map(({ status }) => status)).toEqual(['completed', 'completed'])
  expect(market.mails().filter(({ template }) => template === 'proof-completed')).toHaveLength(2)
})

test('a photographer who wants no mail is not told of a reopened review either', async () => {
  const market = await setup({ photos: 1, profile: { emailNotifications: false } })
  await market.client.decide(1, 'approved')
  await market.reopen()
  expect(await market.client.finish()).toMatchObject({ status: 'completed' })
  expect(market.mails().filter(({ template }) => template === 'proof-completed')).toEqual([])
})

test('a session in which something is pending cannot be finished', async () => {
  const { client } = await setup()
  await client.decide(1, 'approved')
  await expect(client.finish()).rejects.toMatchObject({ code: 'proof_session_pending' })
})

test('an expired session is reopened without deadline, or with the one that is given', async () => {
  const market = await setup({ session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  market.setTime('2030-01-06T10:00:00.000Z')
  expect(await market.reopen()).toMatchObject({ status: 'pending', deadlineAt: null })
  expect(await market.reopen('2030-02-01T10:00:00.000Z')).toMatchObject({ deadlineAt: '2030-02-01T10:00:00.000Z' })
})

test('a deadline is moved to the future only', async () => {
  const { change, reopen } = await setup()
  const refused = { code: 'invalid_request' }
  await expect(change({ version: 0, deadlineAt: '2030-01-01T09:59:59.000Z' })).rejects.toMatchObject(refused)
  await expect(reopen('2030-01-01T09:59:59.000Z')).rejects.toMatchObject(refused)
})

/** Changes when the gallery of the sessions ends, as its settings do. */
const endGallery = ({ galleries, now }: Awaited<ReturnType<typeof setup>>, expiresAt: string) =>
  galleries.save(aGallery(), { expiresAt }, { at: now(), owner: profileUnchanged(aProfile()) })

test.each([
  ['has expired', '2030-01-01T09:59:00.000Z', {}, 'gallery_expired'],
  [
    'expires before the deadline',
    '2030-01-05T09:59:00.000Z',
    { deadlineAt: '2030-01-05T10:00:00.000Z' },
    'gallery_expires_first',
  ],
])('no review is asked for of a gallery that %s, and no mail is sent', async (_, expiresAt, session, code) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  await parts.galleries.create(aGallery({ expiresAt }), { at: new Date(0), owner: profileUnchanged(aProfile()) })
  const body = CreateProofSession.parse({
    galleryId: galleryIdOf(1),
    title: 'Choose',
    clientEmail: 'c@example.com',
    ...session,
  })
  const create = createProofSession(parts)(request(api.proofing.endpoints.create, { body, caller }))
  await expect(create).rejects.toMatchObject({ code })
  expect(parts.table.all().filter(({ PK }) => /^(PROOF|OUTBOX)/.test(String(PK)))).toEqual([])
})

test('a review may last as long as its gallery, or have no deadline', async () => {
  const deadlineAt = '2030-01-05T10:00:00.000Z'
  expect((await setup({ gallery: { expiresAt: deadlineAt }, session: { deadlineAt } })).created.session.status).toBe(
    'pending',
  )
  expect((await setup({ gallery: { expiresAt: deadlineAt } })).created.session.status).toBe('pending')
})

test('a review is neither reopened nor extended, and gets no new link, once its gallery has expired', async () => {
  const market = await setup({ session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  await endGallery(market, '2030-01-04T10:00:00.000Z')
  market.setTime('2030-01-06T10:00:00.000Z')
  const refused = { code: 'gallery_expired' }
  await expect(market.reopen()).rejects.toMatchObject(refused)
  await expect(market.reopen('2030-02-01T10:00:00.000Z')).rejects.toMatchObject(refused)
  await expect(market.change({ version: 0, deadlineAt: null })).rejects.toMatchObject(refused)
  await expect(market.link()).rejects.toMatchObject(refused)
  expect(await market.change({ version: 0, title: 'Another name' })).toMatchObject({ title: 'Another name' })
})

test('a deadline is not moved to after the end of the gallery', async () => {
  const market = await setup()
  await endGallery(market, '2030-01-04T10:00:00.000Z')
  const refused = { code: 'gallery_expires_first' }
  await expect(market.change({ version: 0, deadlineAt: '2030-01-04T10:00:01.000Z' })).rejects.toMatchObject(refused)
  await expect(market.reopen('2030-01-04T10:00:01.000Z')).rejects.toMatchObject(refused)
  const deadlineAt = '2030-01-04T10:00:00.000Z'
  expect(await market.change({ version: 0, deadlineAt })).toMatchObject({ deadlineAt })
})

test('a photographer asks for 60 reviews an hour at most', async () => {
  const { create, setTime } = await setup({ photos: 0 })
  for (let n = 1; n < 60; n++) await create()
  setTime('2030-01-01T10:59:59.000Z')
  await expect(create()).rejects.toMatchObject({ code: 'too_many_requests' })
  setTime('2030-01-01T11:00:00.000Z')
  await create()
})

test('a photographer changes and reopens reviews 120 times an hour at most', async () => {
  const market = await setup({ photos: 0 })
  const most = 120
  for (let n = 0; n < most - 1; n++) await market.change({ version: n, title: `Title ${n}` })
  await market.reopen()
  market.setTime('2030-01-01T10:59:59.000Z')
  const refused = { code: 'too_many_requests', details: { why: throttles.proofChangesPerUser.why } }
  await expect(market.change({ version: most - 1, title: 'One more' })).rejects.toMatchObject(refused)
  await expect(market.reopen('2030-01-09T10:00:00.000Z')).rejects.toMatchObject(refused)
  expect(await market.stored()).toMatchObject({ version: most - 1, deadlineAt: null })
  market.setTime('2030-01-01T11:00:00.000Z')
  await market.change({ version: most - 1, title: 'One more' })
})

test('of two edits of one version the second is told how the session looks now', async () => {
  const { change } = await setup()
  await change({ version: 0, title: 'First' })
  await expect(change({ version: 0, title: 'Second' })).rejects.toMatchObject({
    code: 'changed_meanwhile',
    details: { current: { title: 'First' } },
  })
})

test('a client who is slow is reminded a day before the deadline, once, with a link that works', async () => {
  const market = await setup({ session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  const remind = () => market.steps['remind-proof-client'](market.id)
  await remind()
  expect(market.mails()).toHaveLength(1)
  market.setTime('2030-01-04T10:00:00.000Z')
  await remind()
  await remind()
  const reminders = market.mails().filter(({ template }) => template === 'proof-reminder')
  expect(reminders).toMatchObject([{ to: 'client@example.com', data: { pendingCount: 3 } }])
  const link = /proof\/([\w-]+)/.exec(JSON.stringify(reminders[0]))?.[1] ?? ''
  expect(await market.as(link).get()).toBeDefined()
})

test('a deadline that is moved again and again reminds once a day', async () => {
  const market = await setup({ session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  const reminders = () => market.mails().filter(({ template }) => template === 'proof-reminder')
  for (let minute = 0; minute < 30; minute++) {
    market.setTime(`2030-01-04T10:${String(minute).padStart(2, '0')}:00.000Z`)
    await market.steps['remind-proof-client'](market.id)
    const deadlineAt = `2030-01-05T10:${String(minute + 1).padStart(2, '0')}:00.000Z`
    await market.change({ version: minute, deadlineAt })
  }
  expect(reminders()).toHaveLength(1)
  expect(reminders()).toMatchObject([{ to: 'client@example.com', onBehalfOf: [caller] }])
  await market.change({ version: 30, deadlineAt: '2030-01-06T11:00:00.000Z' })
  market.setTime('2030-01-05T11:00:00.000Z')
  await market.steps['remind-proof-client'](market.id)
  expect(reminders()).toHaveLength(2)
})

test('a client who may not be written to is not reminded either, and reminders are within the bounds of a day', async () => {
  const market = await setup({ session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  const reminders = () => market.mails().filter(({ template }) => template === 'proof-reminder')
  const client = { photographerId: caller, address: addressHash('client@example.com') }
  market.setTime('2030-01-04T10:00:00.000Z')
  await market.contacts.unsubscribe(client, market.now().toISOString())
  await market.steps['remind-proof-client'](market.id)
  await market.contacts.resubscribe(client)
  for (let n = 0; n < throttles.mailsPerMailbox.limit; n++)
    await market.throttle.count('mailsPerMailbox', 'client@example.com')
  await expect(market.steps['remind-proof-client'](market.id)).rejects.toBeInstanceOf(DueLater)
  expect(reminders()).toEqual([])
  await market.senders.complain(client, market.now())
  await market.senders.stop(caller, market.now(), [])
  market.setTime('2030-01-05T00:00:00.000Z')
  await market.steps['remind-proof-client'](market.id)
  expect(reminders()).toEqual([])
})

const full = async (market: Awaited<ReturnType<typeof setup>>) => {
  for (let n = 0; n < throttles.mailsPerMailbox.limit; n++)
    await market.throttle.count('mailsPerMailbox', 'client@example.com')
}

test('a client whose mailbox is full is reminded on the next day, once, before the deadline', async () => {
  const market = await setup({ session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  const reminders = () => market.mails().filter(({ template }) => template === 'proof-reminder')
  const run = finishChores(market)
  market.setTime('2030-01-04T10:00:00.000Z')
  await full(market)
  expect(await run()).toMatchObject({ done: 0, unfinished: 1, left: 0 })
  expect(reminders()).toEqual([])
  market.setTime('2030-01-05T00:00:00.000Z')
  expect(await run()).toMatchObject({ done: 1, unfinished: 0 })
  market.setTime('2030-01-06T00:00:00.000Z')
  await run()
  expect(reminders()).toHaveLength(1)
})

test('a reminder that waited is not sent of what was decided meanwhile, nor after the deadline', async () => {
  const market = await setup({ photos: 1, session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  const reminders = () => market.mails().filter(({ template }) => template === 'proof-reminder')
  const run = finishChores(market)
  market.setTime('2030-01-04T10:00:00.000Z')
  await full(market)
  await run()
  await market.client.decide(1, 'approved')
  market.setTime('2030-01-05T00:00:00.000Z')
  expect(await run()).toMatchObject({ done: 1, unfinished: 0 })
  expect(reminders()).toEqual([])
  const late = await setup({ session: { deadlineAt: '2030-01-05T00:00:00.000Z' } })
  late.setTime('2030-01-04T10:00:00.000Z')
  await full(late)
  await finishChores(late)()
  late.setTime('2030-01-05T00:00:00.000Z')
  expect(await finishChores(late)()).toMatchObject({ done: 1 })
  expect(late.mails().filter(({ template }) => template === 'proof-reminder')).toEqual([])
})

test('nobody is reminded of a session that is completed', async () => {
  const market = await setup({ photos: 1, session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  await market.client.decide(1, 'approved')
  market.setTime('2030-01-04T10:00:00.000Z')
  await market.steps['remind-proof-client'](market.id)
  expect(market.mails().map(({ template }) => template)).not.toContain('proof-reminder')
})

test('nobody is reminded by a link that a gallery that has expired makes dead', async () => {
  const market = await setup({ session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  await endGallery(market, '2030-01-04T09:59:00.000Z')
  market.setTime('2030-01-04T10:00:00.000Z')
  await market.steps['remind-proof-client'](market.id)
  expect(market.mails().map(({ template }) => template)).not.toContain('proof-reminder')
})

test('nobody is reminded by a link that a photographer who is leaving makes dead', async () => {
  const market = await setup({ session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  const deletionRequestedAt = '2030-01-04T09:00:00.000Z'
  await market.profiles.save(userIdOf(1), { deletionRequestedAt }, { version: 0 })
  market.setTime('2030-01-04T10:00:00.000Z')
  await market.steps['remind-proof-client'](market.id)
  expect(market.mails().map(({ template }) => template)).not.toContain('proof-reminder')
})

test('a session without photos asks nobody for anything', async () => {
  const market = await setup({ photos: 0, session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  market.setTime('2030-01-04T10:00:00.000Z')
  await market.steps['remind-proof-client'](market.id)
  expect(market.mails().map(({ template }) => template)).not.toContain('proof-reminder')
})

test('a new link opens the session beside the earlier one', async () => {
  const market = await setup()
  const { link } = await market.link()
  expect(link).not.toBe(market.created.link)
  expect(await market.as(link.split('/').at(-1) ?? '').get()).toBeDefined()
  expect(await market.client.get()).toBeDefined()
})

test('the export of very many photos comes in parts, each below what a function may answer', async () => {
  const { proofs, photos, id, cursors, now } = await setup()
  const [said] = (await proofs.listPhotos(id, { limit: 1 })).proofs
  if (!said) throw new Error('The session has no photo.')
  const all = 5_000
  const listPhotos: ProofStore['listPhotos'] = async (_, { after, limit }) => {
    const from = Number(after?.n ?? 0)
    // As long as one request of the table: 1 MB of what a client may write.
    const count = Math.min(limit, 160, all - from)
    const clientFeedback = '…'.repeat(limits.proofing.feedbackLength)
    return {
      proofs: Array.from({ length: count }, (_, n) => ({ ...said, photoId: photoIdOf(from + n), clientFeedback })),
      next: from + count < all ? { n: from + count } : undefined,
    }
  }
  const part = async (cursor?: string) => {
    const asked = { params: { proofSessionId: id }, caller, query: cursor === undefined ? {} : { cursor } }
    const answer = await exportChoice({ proofs: { ...proofs, listPhotos }, photos, cursors, now })(
      request(api.proofing.endpoints.exportChoice, asked),
    )
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(6_000_000)
    return answer
  }
  const found: string[] = []
  let cursor: string | undefined
  do {
    const answer = await part(cursor)
    found.push(...answer.photos.map(({ photoId }) => photoId))
    cursor = answer.nextCursor
  } while (cursor !== undefined)
  expect(found).toEqual(Array.from({ length: all }, (_, n) => photoIdOf(n)))
  await expect(part('forged')).rejects.toMatchObject({ code: 'invalid_cursor' })
})

test('the export has every photo with file name, decision and feedback', async () => {
  const { client, exported } = await setup()
  await client.decide(2, 'maybe', 'Crop the left')
  const { photos } = api.proofing.endpoints.exportChoice.response.parse(await exported())
  expect(photos.map(({ fileName, status, clientFeedback }) => [fileName, status, clientFeedback])).toEqual([
    ['IMG_1.jpg', 'pending', ''],
    ['IMG_2.jpg', 'maybe', 'Crop the left'],
    ['IMG_3.jpg', 'pending', ''],
  ])
})

test('the export says of each photo whether it was taken out, where that is asked for', async () => {
  const market = await setup()
  const { photos, id } = market
  await photos.remove(await photos.getOwn(photoIdOf(2), caller), new Date(0))
  const marked = async (query: { marks?: 'taken-out' }) => {
    const asked = request(api.proofing.endpoints.exportChoice, { params: { proofSessionId: id }, caller, query })
    const answer = api.proofing.endpoints.exportChoice.response.parse(await exportChoice(market)(asked))
    return answer.photos.map(({ isTakenOut }) => isTakenOut)
  }
  expect(await marked({ marks: 'taken-out' })).toEqual([false, true, false])
  expect(await marked({})).toEqual([undefined, undefined, undefined])
})

test('every decision and every word raises what says that a photo has changed, and nothing else does', async () => {
  const { client, standing, reopen, link, change } = await setup()
  const version = async () => (await standing()).choiceVersion
  expect(await version()).toBe(0)
  await client.decide(2, 'maybe', 'Crop the left')
  expect(await version()).toBe(1)
  await client.decide(2, 'maybe', 'Crop the right')
  expect(await version()).toBe(2)
  await client.decide(2, 'maybe', 'Crop the right')
  expect(await version()).toBe(2)
  await client.decideMany([1, 3], 'approved')
  expect(await standing()).toMatchObject({ choiceVersion: 3, status: 'completed' })
  await client.decide(1, 'rejected')
  expect(await version()).toBe(4)
  await reopen()
  await link()
  await change({ version: (await standing()).version, title: 'Another' })
  expect(await standing()).toMatchObject({ choiceVersion: 4, title: 'Another' })
})

test('how far a review is takes one item, and is its photographer’s alone', async () => {
  const asked: string[] = []
  const { standing } = await setup({ hook: (name) => void asked.push(name) })
  asked.length = 0
  await standing()
  expect(asked).toHaveLength(1)
  await expect(standing(userIdOf(2))).rejects.toMatchObject(notFound)
})

test('a photo that is deleted keeps its decision and shows no picture', async () => {
  const { client, photos } = await setup({ gallery: { photoCount: 3 } })
  await photos.remove(aPhoto({ id: photoIdOf(1) }), new Date('2030-01-02T10:00:00.000Z'))
  const [gone, there] = (await client.get()).photos.items
  expect(gone).toMatchObject({ title: 'Photo 1', picture: null, isForSale: false, isTakenOut: true })
  expect(there?.isTakenOut).toBe(false)
})

test('a photo that is kept from earlier buyers of the whole gallery says since when, and one that was, until when', async () => {
  const sharedAt = '2030-02-01T09:00:00.000Z'
  const { client } = await setup({
    photo: (n) => (n === 2 ? { isExcepted: true } : { isExcepted: n === 3, isExceptedLate: true, sharedAt }),
  })
  const { items } = (await client.get()).photos
  const told = items.map(({ exceptedSince, sharedAt, createdAt }) => [exceptedSince, sharedAt, createdAt])
  expect(told).toEqual([
    [undefined, sharedAt, '2030-01-01T09:00:00.001Z'],
    ['2030-01-01T09:00:00.002Z', undefined, undefined],
    [undefined, sharedAt, '2030-01-01T09:00:00.003Z'],
  ])
})

test('a photo that is only being drawn anew was not taken out', async () => {
  const { client } = await setup({ gallery: { watermarkEnabled: true, watermarkText: 'New' } })
  expect((await client.get()).photos.items[0]).toMatchObject({ picture: null, isTakenOut: false })
})

test('what was taken out and let go leaves a review that its last decision completes', async () => {
  const { client, photos, getMine } = await setup({ gallery: { photoCount: 3 } })
  await photos.remove(aPhoto({ id: photoIdOf(1) }), new Date('2030-01-02T10:00:00.000Z'))
  await client.decide(2, 'approved')
  await client.decideMany([1], 'rejected', true)
  expect((await client.decide(3, 'maybe')).status).toBe('completed')
  expect((await getMine()).photos.items[0]).toMatchObject({ status: 'rejected', isTakenOut: true })
})

test('own sessions come newest first', async () => {
  const market = await setup()
  market.setTime('2030-01-02T10:00:00.000Z')
  const { session } = await market.create()
  expect((await market.list()).map(({ id }) => id)).toEqual([session.id, market.id])
})

test('sessions are their photographer’s alone', async () => {
  const market = await setup()
  const other = userIdOf(2)
  expect(await market.list(other)).toEqual([])
  await expect(market.getMine(other)).rejects.toMatchObject(notFound)
  await expect(market.link(other)).rejects.toMatchObject(notFound)
  await expect(market.withdraw(0, other)).rejects.toMatchObject(notFound)
  await expect(market.change({ version: 0, title: 'Mine' }, other)).rejects.toMatchObject(notFound)
  await expect(market.reopen(undefined, other)).rejects.toMatchObject(notFound)
  await expect(market.remove(other)).rejects.toMatchObject(notFound)
})

test('a deleted session leaves no photo, reminder or chore behind', async () => {
  const market = await setup({ photos: 120, session: { deadlineAt: '2030-01-05T10:00:00.000Z' } })
  await market.remove()
  const left = market.table.all().map(({ PK }) => String(PK).split('#')[0])
  expect(left.filter((kind) => kind === 'PROOF' || kind === 'CHORE')).toEqual([])
})

test('own reviews come a page at a time, each once', async () => {
  const parts = await setup()
  for (let n = 0; n < 4; n++) await parts.create()
  const titles = new Set<string>()
  let cursor: string | undefined
  let pages = 0
  do {
    const query = { limit: 2, ...(cursor !== undefined && { cursor }) }
    const page = await listMyProofSessions(parts)(request(api.proofing.endpoints.mine, { query, caller: userIdOf(1) }))
    for (const { id } of page.items) titles.add(id)
    cursor = page.nextCursor
    pages += 1
  } while (cursor !== undefined)
  expect([titles.size, pages]).toEqual([5, 3])
})

test('a client is sent no review who may not be written to; the photographer has the link and the reason', async () => {
  const { created, create, contacts, senders, table, now } = await setup()
  const invitations = () => table.all().filter(({ template }) => template === 'proof-invitation')
  expect(created.unsent).toBeNull()
  expect(invitations()).toMatchObject([{ onBehalfOf: [caller] }])
  const client = { photographerId: caller, address: addressHash('client@example.com') }
  await contacts.unsubscribe(client, now().toISOString())
  expect(await create()).toMatchObject({ unsent: 'unsubscribed', link: expect.stringContaining('/proof/') })
  await contacts.resubscribe(client)
  for (let n = 1; n < throttles.mailsToOneMailboxPerTrial.limit; n++) expect((await create()).unsent).toBeNull()
  expect((await create()).unsent).toBe('enough')
  await senders.complain(client, now())
  await senders.stop(caller, now(), [])
  expect((await create()).unsent).toBe('stopped')
  expect(invitations()).toHaveLength(throttles.mailsToOneMailboxPerTrial.limit)
})
