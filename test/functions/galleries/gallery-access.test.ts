import { hashSync } from 'bcryptjs'
import { describe, expect, test } from 'vitest'
import { getGallery } from '#functions/galleries/get-gallery.ts'
import { getLikeState } from '#functions/galleries/get-like-state.ts'
import { grantOwnGallery } from '#functions/galleries/grant-own-gallery.ts'
import { listGalleryPhotos } from '#functions/galleries/list-gallery-photos.ts'
import { recordView } from '#functions/galleries/record-view.ts'
import { toggleLike } from '#functions/galleries/toggle-like.ts'
import { unlockGallery } from '#functions/galleries/unlock-gallery.ts'
import { updateGallery } from '#functions/galleries/update-gallery.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { api } from '#schema/api/all.ts'
import type { UpdateGallery } from '#schema/api/galleries.ts'
import { assumed } from '#schema/assumed.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { sessionOf } from '#test/support/http/session.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const params = { galleryId: galleryIdOf(1) }
const session = sessionOf('visitor')
const owner = userIdOf(1)
const passwordHash = hashSync('open sesame', 4)

const setup = async (overrides: Partial<Gallery> = {}) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  const at = new Date(0)
  await parts.galleries.create(aGallery(overrides), { at, owner: profileUnchanged(aProfile()) })
  await parts.photos.create(aPhoto())
  const headersOf = (grant?: string) => (grant === undefined ? {} : { 'x-gallery-grant': grant })
  const withSession = (grant?: string) => ({ ...headersOf(grant), 'x-gallery-session': session })
  return {
    ...parts,
    see: (grant?: string) =>
      getGallery(parts)(request(api.galleries.endpoints.get, { params, headers: headersOf(grant) })),
    photosOf: (grant?: string) =>
      listGalleryPhotos(parts)(
        request(api.galleries.endpoints.listPhotos, { params, query: {}, headers: headersOf(grant) }),
      ),
    like: (grant?: string) =>
      toggleLike(parts)(request(api.galleries.endpoints.toggleLike, { params, headers: withSession(grant) })),
    view: (grant?: string) =>
      recordView(parts)(request(api.galleries.endpoints.recordView, { params, headers: withSession(grant) })),
    likeState: (grant?: string) =>
      getLikeState(parts)(request(api.galleries.endpoints.likeState, { params, headers: withSession(grant) })),
    unlock: (
      body: { accessCode?: unknown; password?: unknown },
      { address = '198.51.100.7', session: from = session } = {},
    ) =>
      unlockGallery(parts)(
        request(api.galleries.endpoints.unlock, {
          params,
          headers: { 'x-gallery-session': from },
          body: assumed<Guess>(body, 'the endpoint parses it, whatever it is'),
          address,
        }),
      ),
    ownerGrant: (caller = owner) =>
      grantOwnGallery(parts)(request(api.galleries.endpoints.ownerGrant, { params, caller })),
    change: async (body: Omit<UpdateGallery, 'version'>) => {
      const { version = 0 } = (await parts.galleries.find(galleryIdOf(1))) ?? {}
      return updateGallery(parts)(
        request(api.galleries.endpoints.update, { params, body: { ...body, version }, caller: owner }),
      )
    },
  }
}
type Guess = { accessCode?: string; password?: string }
type Setup = Awaited<ReturnType<typeof setup>>

const everyDoor = ({ see, photosOf, like, view, likeState }: Setup, grant?: string) =>
  Promise.allSettled([see(grant), photosOf(grant), like(grant), view(grant), likeState(grant)])
const codesOf = (results: PromiseSettledResult<object>[]) =>
  results.map((result) => {
    if (result.status === 'rejected') return result.reason.code
    return 'state' in result.value ? result.value.state : 'answered'
  })

const open = ['open', 'answered', 'answered', 'answered', 'answered']
const locked = ['locked', 'gallery_locked', 'gallery_locked', 'gallery_locked', 'gallery_locked']
const absent = Array.from({ length: 5 }, () => 'gallery_not_found')

test.each([
  ['public', {}, open],
  ['public with a password', { passwordHash }, locked],
  ['private with a code', { isPublic: false, accessCode: 'ABCD1234' }, locked],
  ['private with neither code nor password', { isPublic: false }, absent],
  ['expired', { expiresAt: '2030-01-01T10:00:00.000Z' }, absent],
  ['of a hidden photographer', { ownerState: 'hidden' }, open],
  ['of a closed account', { ownerState: 'closed' }, absent],
  ['deleted', { deletedAt: '2030-01-01T09:00:00.000Z' }, absent],
] as const)('a stranger at a gallery that is %s', async (_, overrides, expected) => {
  expect(codesOf(await everyDoor(await setup(overrides)))).toEqual(expected)
})

test('a deleted gallery is absent for those whom it let in, and for its owner', async () => {
  const gallery = await setup({ isPublic: false, accessCode: 'ABCD1234' })
  const { grant } = await gallery.unlock({ accessCode: 'ABCD1234' })
  const own = await gallery.ownerGrant()
  const kept = await gallery.galleries.find(galleryIdOf(1))
  if (!kept) throw new Error('There is no gallery.')
  await gallery.galleries.setDeleted(
    kept,
    { deletedAt: '2030-01-01T09:00:00.000Z' },
    { at: new Date(0), owner: profileUnchanged(aProfile()) },
  )
  expect(codesOf(await everyDoor(gallery, grant))).toEqual(absent)
  expect(codesOf(await everyDoor(gallery, own.grant))).toEqual(absent)
})

test('a locked gallery answers what it asks for and nothing else', async () => {
  const { see } = await setup({ isPublic: false, accessCode: 'ABCD1234', passwordHash, clientEmail: 'c@example.com' })
  expect(await see()).toEqual({ state: 'locked', id: galleryIdOf(1), needs: ['access_code', 'password'] })
})

test('a public gallery without a password is open to everybody', async () => {
  expect(codesOf(await everyDoor(await setup({ isPublic: true, passwordHash: null })))).toEqual(open)
})

test('the right code opens every door of a private gallery', async () => {
  const market = await setup({ isPublic: false, accessCode: 'ABCD1234' })
  const { grant, expiresAt } = await market.unlock({ accessCode: 'ABCD1234' })
  expect(expiresAt).toBe('2030-01-01T22:00:00.000Z')
  expect(codesOf(await everyDoor(market, grant))).toEqual(open)
})

test.each([
  ['wrong', 'ABCD1235'],
  ['of look-alike letters', 'АBCD1234'],
  ['an array', ['ABCD1234']],
  ['empty', ''],
  ['null', null],
  ['of 10 kB', 'A'.repeat(10_000)],
  ['missing', undefined],
])('a code that is %s is an invalid access code', async (_, accessCode) => {
  const { unlock } = await setup({ isPublic: false, accessCode: 'ABCD1234' })
  await expect(unlock({ accessCode })).rejects.toMatchObject({ code: 'invalid_access_code' })
})

test('where code and password are set, both are asked', async () => {
  const { unlock } = await setup({ isPublic: false, accessCode: 'ABCD1234', passwordHash })
  const refused = { code: 'invalid_access_code' }
  await expect(unlock({ accessCode: 'ABCD1234' })).rejects.toMatchObject(refused)
  await expect(unlock({ password: 'open sesame' })).rejects.toMatchObject(refused)
  await expect(unlock({ accessCode: 'ABCD1234', password: 'open sesam' })).rejects.toMatchObject(refused)
  expect(await unlock({ accessCode: 'ABCD1234', password: 'open sesame' })).toHaveProperty('grant')
})

test('a password with more behind its 72 bytes is wrong, though the hash does not see it', async () => {
  const password = 'p'.repeat(72)
  const { unlock } = await setup({ passwordHash: hashSync(password, 4) })
  await expect(unlock({ password: `${password}x` })).rejects.toMatchObject({ code: 'invalid_access_code' })
  expect(await unlock({ password })).toHaveProperty('grant')
})

test('a grant ends with the gallery', async () => {
  const market = await setup({ passwordHash, expiresAt: '2030-01-01T11:00:00.000Z' })
  const { grant, expiresAt } = await market.unlock({ password: 'open sesame' })
  expect(expiresAt).toBe('2030-01-01T11:00:00.000Z')
  market.setTime('2030-01-01T11:00:00.000Z')
  expect(codesOf(await everyDoor(market, grant))).toEqual(absent)
})

test('a grant ends after 12 hours', async () => {
  const market = await setup({ passwordHash })
  const { grant } = await market.unlock({ password: 'open sesame' })
  market.setTime('2030-01-01T21:59:59.000Z')
  expect(codesOf(await everyDoor(market, grant))).toEqual(open)
  market.setTime('2030-01-01T22:00:00.000Z')
  expect(codesOf(await everyDoor(market, grant))).toEqual(locked)
})

test.each([
  ['the code', { accessCode: 'WXYZ9876' }],
  ['the password', { password: 'another' }],
  ['the expiry', { expiresAt: '2031-01-01T00:00:00.000Z' }],
  ['the privacy', { isPublic: true }],
])('a change of %s makes earlier grants worthless at once', async (_, change) => {
  const market = await setup({ isPublic: false, accessCode: 'ABCD1234' })
  const { grant } = await market.unlock({ accessCode: 'ABCD1234' })
  await market.change(change)
  expect(codesOf(await everyDoor(market, grant))).toEqual(locked)
})

test('a change of title leaves grants alone', async () => {
  const market = await setup({ isPublic: false, accessCode: 'ABCD1234' })
  const { grant } = await market.unlock({ accessCode: 'ABCD1234' })
  await market.change({ title: 'Other' })
  expect(codesOf(await everyDoor(market, grant))).toEqual(open)
})

test('a grant that is forged, of another gallery, or made for another purpose opens nothing', async () => {
  const market = await setup({ passwordHash })
  const fact = { gallery: galleryIdOf(1), access: 0, until: 2_000_000_000, owner: false }
  const of = (text: Promise<string>) => text.then((grant) => everyDoor(market, grant)).then(codesOf)
  expect(await of(market.signer.sign('gallery-grant', fact))).toEqual(open)
  expect(await of(market.signer.sign('gallery-grant', { ...fact, gallery: galleryIdOf(2) }))).toEqual(locked)
  expect(await of(market.signer.sign('cursor', fact))).toEqual(locked)
  expect(await of(Promise.resolve('eyJhIjoxfQ.AAAA'))).toEqual(locked)
  expect(await of(Promise.resolve('nonsense'))).toEqual(locked)
})

test('the owner sees an own gallery that is expired and private, through a grant that nobody else can ask for', async () => {
  const market = await setup({ isPublic: false, expiresAt: '2029-01-01T00:00:00.000Z' })
  const { grant } = await market.ownerGrant()
  expect(codesOf(await everyDoor(market, grant))).toEqual(open)
  await expect(market.ownerGrant(userIdOf(2))).rejects.toMatchObject({ code: 'gallery_not_found' })
})

test.each(['abcd1234', ' ABCD1234 ', 'Abcd 1234', 'ABCD\u00a01234'])(
  'the code written as %j is right',
  async (accessCode) => {
    const { unlock } = await setup({ isPublic: false, accessCode: 'ABCD1234' })
    expect(await unlock({ accessCode })).toHaveProperty('grant')
  },
)

test('a password is compared exactly', async () => {
  const { unlock } = await setup({ passwordHash })
  for (const password of ['Open Sesame', 'opensesame', ' open sesame']) {
    await expect(unlock({ password })).rejects.toMatchObject({ code: 'invalid_access_code' })
  }
})

const said = (answer: Promise<object>) => answer.then(() => 'in').catch(({ code }) => String(code))
const wrong = { accessCode: 'WRONG' }
const right = { accessCode: 'ABCD1234' }
const someone = (n: number) => ({ session: sessionOf(`guest${n}`) })

describe('guessing a code', () => {
  test('is five wrong tries a minute for a session; then it waits, for the right one too', async () => {
    const { unlock, setTime } = await setup({ isPublic: false, accessCode: 'ABCD1234' })
    for (let n = 0; n < 5; n++) expect(await said(unlock(wrong))).toBe('invalid_access_code')
    await expect(unlock(right)).rejects.toMatchObject({
      code: 'too_many_requests',
      message: 'That was wrong too many times. Please try again in 60 seconds.',
      details: { retryAfterSeconds: 60 },
    })
    setTime('2030-01-01T10:01:00.000Z')
    expect(await said(unlock(right))).toBe('in')
  })

  test('never counts a right one, however often a whole hall behind one address uses it', async () => {
    const { unlock } = await setup({ isPublic: false, accessCode: 'ABCD1234' })
    for (let n = 0; n < 300; n++) expect(await said(unlock(right, someone(n)))).toBe('in')
    for (let n = 0; n < 20; n++) expect(await said(unlock(right, someone(1)))).toBe('in')
  })

  test('of one guesser with many sessions leaves the others of the address a few mistakes and every right code', async () => {
    const { unlock } = await setup({ isPublic: false, accessCode: 'ABCD1234' })
    for (let n = 0; n < 60; n++) await said(unlock(wrong, someone(n)))
    const answers = []
    for (let n = 0; n < 4; n++) answers.push(await said(unlock(wrong, someone(1_000))))
    // Three mistakes of one's own, then the address' bound counts.
    expect(answers).toEqual([...Array.from({ length: 3 }, () => 'invalid_access_code'), 'too_many_requests'])
    expect(await said(unlock(right, someone(1_001)))).toBe('in')
    expect(await said(unlock(wrong, { session: sessionOf('elsewhere'), address: '203.0.113.9' }))).toBe(
      'invalid_access_code',
    )
  })

  test('a hundred times at the same moment is five answers, and the right one is not among the rest', async () => {
    const { unlock } = await setup({ isPublic: false, accessCode: 'ABCD1234' })
    const codes = Array.from({ length: 100 }, (_, n) => ({ accessCode: n === 60 ? 'ABCD1234' : `WRONG${n}` }))
    const answers = await Promise.all(codes.map((code) => said(unlock(code))))
    expect(answers.filter((each) => each === 'invalid_access_code')).toHaveLength(5)
    expect(answers.filter((each) => each === 'too_many_requests')).toHaveLength(95)
  })

  test('without a session is not looked at: the browser makes one', async () => {
    const { unlock } = await setup({ isPublic: false, accessCode: 'ABCD1234' })
    for (const session of ['', 'anon_1893492000000_abcdefgh', `${sessionOf('ada').slice(0, -3)}xyz`]) {
      expect(await said(unlock(right, { session }))).toBe('session_needed')
    }
  })
})

describe('late sessions of one address', () => {
  const hall = async () => {
    const market = await setup({ isPublic: false, accessCode: 'ABCD1234' })
    const late = async () => ({ session: await market.sessions.make({ isLate: true }) })
    const flood = async (tries: number) => {
      for (let n = 0; n < tries; n++) await said(market.unlock(wrong, await late()))
    }
    return { ...market, late, flood }
  }

  test('open for the right code, 300 guests and a guesser among them, each with three mistakes', async () => {
    const { unlock, late, flood } = await hall()
    await flood(150)
    for (let n = 0; n < 300; n++) expect(await said(unlock(right, await late()))).toBe('in')
    const guest = await late()
    for (let n = 0; n < 3; n++) expect(await said(unlock(wrong, guest))).toBe('invalid_access_code')
    expect(await said(unlock(wrong, guest))).toBe('too_many_requests')
  })

  test('are 600 wrong tries an hour together, of one gallery; an earlier session and another address go on', async () => {
    const { unlock, late, flood, setTime } = await hall()
    await flood(600)
    await expect(unlock(right, await late())).rejects.toMatchObject({
      code: 'too_many_requests',
      message: /such as mobile data, you can try at once\. Please try again in 60 minutes\.$/,
    })
    expect(await said(unlock(right, someone(1)))).toBe('in')
    expect(await said(unlock(right, { ...(await late()), address: '203.0.113.9' }))).toBe('in')
    setTime('2030-01-01T11:00:00.000Z')
    expect(await said(unlock(right, await late()))).toBe('in')
  })

  test('refused for their own mistakes count against nobody', async () => {
    const { unlock, late, table } = await hall()
    const guesser = await late()
    for (let n = 0; n < 20; n++) await said(unlock(wrong, guesser))
    expect(await said(unlock(right, await late()))).toBe('in')
    const together = table.all().filter(({ PK }) => String(PK).startsWith('THROTTLE#unlockWrongOfLateSessions'))
    expect(together).toMatchObject([{ count: 3 }])
  })

  test('a thousand at the same moment are 600 answers', async () => {
    const { unlock, late } = await hall()
    const answers = await Promise.all(Array.from({ length: 1_000 }, async () => said(unlock(wrong, await late()))))
    expect(answers.filter((each) => each === 'invalid_access_code')).toHaveLength(600)
  })
})

describe('a gallery that a thousand wrong tries were made at in an hour', () => {
  const guessedAt = async () => {
    const market = await setup({ isPublic: false, accessCode: 'ABCD1234' })
    for (let n = 0; n < 1_000; n++) await market.throttle.count('unlockWrongPerGallery', galleryIdOf(1))
    return market
  }

  test('opens for the right code of every session that is a minute old', async () => {
    const { unlock } = await guessedAt()
    expect(await said(unlock(right))).toBe('in')
    const young = { session: sessionOf('young', '2030-01-01T09:59:18.000Z') }
    await expect(unlock(right, young)).rejects.toMatchObject({
      code: 'too_many_requests',
      message: 'Somebody is guessing at this gallery. Please try again in 18 seconds.',
      details: { retryAfterSeconds: 18 },
    })
    expect(await said(unlock(right, { session: sessionOf('grown', '2030-01-01T09:59:00.000Z') }))).toBe('in')
  })

  test('is told to its photographer once a day, and the mail names the gallery', async () => {
    const { unlock, table, setTime } = await guessedAt()
    await Promise.all(Array.from({ length: 5 }, (_, n) => said(unlock(wrong, someone(n)))))
    const mails = () => table.all().filter(({ template }) => template === 'gallery-guessed')
    expect(mails()).toMatchObject([
      {
        to: 'iris@example.com',
        data: {
          title: 'The Ridge',
          dashboardUrl: expect.stringMatching(/\/dashboard\?tab=galleries&settings=gal_\w+$/),
        },
      },
    ])
    setTime('2030-01-01T10:30:00.000Z')
    await said(unlock(wrong, someone(6)))
    expect(mails()).toHaveLength(1)
  })

  test('says nothing before', async () => {
    const { unlock, table } = await setup({ isPublic: false, accessCode: 'ABCD1234' })
    await said(unlock(wrong))
    expect(table.all().filter(({ template }) => template !== undefined)).toEqual([])
  })
})

describe('a new code', () => {
  test.each(['A', 'ABCDE', 'a b c d e'])('%j is too short', async (accessCode) => {
    const { change } = await setup({ isPublic: false, accessCode: 'ABCD1234' })
    await expect(change({ accessCode })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: [{ path: 'accessCode', message: 'Please use at least 6 letters and numbers.' }],
    })
    const made = api.galleries.endpoints.create.body.safeParse({ title: 'New', isPublic: false, accessCode })
    expect(made.success).toBe(false)
  })

  test('of before that is short goes on, and may be saved again with other settings', async () => {
    const { unlock, change } = await setup({ isPublic: false, accessCode: 'ABC' })
    expect(await said(unlock({ accessCode: 'abc' }))).toBe('in')
    await change({ accessCode: 'ABC', title: 'Other' })
    expect(await said(unlock({ accessCode: 'ABC' }))).toBe('in')
    await change({ accessCode: null })
  })
})

test('an unknown gallery cannot be told from one that is its owner’s alone', async () => {
  const { unlock, galleries } = await setup({ isPublic: false })
  await expect(unlock({ accessCode: 'X' })).rejects.toMatchObject({ code: 'gallery_not_found' })
  await galleries.remove(aGallery({ isPublic: false }), [])
  await expect(unlock({ accessCode: 'X' })).rejects.toMatchObject({ code: 'gallery_not_found' })
})
