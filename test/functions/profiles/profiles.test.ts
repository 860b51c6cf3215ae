import { describe, expect, test } from 'vitest'
import { getMyProfile } from '#functions/profiles/get-my-profile.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { profileKeys } from '#functions/profiles/profile-store.ts'
import { updateMyProfile } from '#functions/profiles/update-my-profile.ts'
import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import { put } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import { OwnProfile, UpdateProfile } from '#schema/api/profiles.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const me = api.profiles.endpoints.me
const update = api.profiles.endpoints.update
const caller = userIdOf(1)

const setup = async (overrides: Partial<Profile> = {}) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile(overrides))
  const recalled: string[] = []
  const recall = async (tags: readonly string[]) => void recalled.push(...tags)
  return {
    ...parts,
    recalled,
    me: () => getMyProfile(parts)(request(me, { caller })),
    change: (body: unknown) =>
      updateMyProfile({ ...parts, recall })(request(update, { body: UpdateProfile.parse(body), caller })),
    stored: () => parts.profiles.find(caller),
  }
}

test('a profile is kept under its user', async () => {
  const { table } = await setup()
  expect(table.stored('USER#00000000-0000-4000-8000-000000000001', 'PROFILE')).toEqual({
    PK: 'USER#00000000-0000-4000-8000-000000000001',
    SK: 'PROFILE',
    ...aProfile(),
  })
})

test('the own profile says how the trial stands and keeps what is only for us', async () => {
  const profile = OwnProfile.parse(await (await setup({ stripeCustomerId: 'cus_1' })).me())
  expect(profile.trial).toEqual({
    isExpired: false,
    daysRemaining: 59,
    expiresAt: '2030-03-01T09:00:00.000Z',
    isSubscribed: false,
    isPastDue: false,
  })
  expect(Object.keys(profile).toSorted()).toEqual([
    'bio',
    'brand',
    'displayName',
    'email',
    'emailNotifications',
    'isPhotographer',
    'isPublic',
    'pageTakedown',
    'salesByDay',
    'subdomain',
    'trial',
    'userId',
    'version',
    'websiteUrl',
  ])
})

test('the own profile says that the last payment of a subscription failed', async () => {
  const { me } = await setup({ subscription: 'past_due', paidUntil: '2030-01-01T09:00:00.000Z' })
  expect(OwnProfile.parse(await me()).trial).toMatchObject({ isSubscribed: false, isPastDue: true })
})

test('what is sent is saved, what is not stays', async () => {
  const { change, stored } = await setup()
  await change({ version: 0, bio: 'Landscapes.', websiteUrl: 'example.com/me', emailNotifications: false })
  expect(await stored()).toEqual(
    aProfile({ bio: 'Landscapes.', websiteUrl: 'https://example.com/me', emailNotifications: false, version: 1 }),
  )
})

test.each(['', '   '])(
  'who empties the name to %j is called by the part of the email before the @',
  async (displayName) => {
    const { change, stored } = await setup({ displayName: 'Vera Lund', email: 'vera.lund@example.com' })
    await change({ version: 0, displayName })
    expect(await stored()).toMatchObject({ displayName: 'vera.lund' })
  },
)

test('fields that nobody may set never change a profile', async () => {
  const { change, stored } = await setup()
  await change({
    version: 0,
    userId: userIdOf(2),
    email: 'other@example.com',
    subdomain: 'stolen',
    trialExpiresAt: '2099-01-01T00:00:00.000Z',
    subscription: 'active',
    paidUntil: '2099-01-01T00:00:00.000Z',
    stripeCustomerId: 'cus_x',
    deletionRequestedAt: '2029-01-01T00:00:00.000Z',
    createdAt: '2000-01-01T00:00:00.000Z',
  })
  expect(await stored()).toEqual(aProfile({ version: 1 }))
})

test('whoever edits an older version learns how the profile looks now', async () => {
  const { change } = await setup()
  await change({ version: 0, bio: 'First' })
  await expect(change({ version: 0, bio: 'Second' })).rejects.toMatchObject({
    code: 'changed_meanwhile',
    details: { current: { bio: 'First', version: 1 } },
  })
})

test('of two saves of one version at once one is refused', async () => {
  const { profiles } = await setup()
  const save = (bio: string) => profiles.save(caller, { bio }, { version: 0 })
  const results = await Promise.allSettled([save('One'), save('Two')])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test.each([
  ['example.com', 'https://example.com/'],
  ['http://example.com', 'http://example.com/'],
  ['HTTPS://Example.COM/Path', 'https://example.com/Path'],
  ['//example.com', 'https://example.com/'],
  ['example.com:8080/x?y=1', 'https://example.com:8080/x?y=1'],
  ['bücher.example', 'https://xn--bcher-kva.example/'],
  ['', null],
  ['  ', null],
])('the website %j becomes %j', (text, url) => {
  expect(UpdateProfile.parse({ version: 0, websiteUrl: text }).websiteUrl).toBe(url)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'https://javascript:alert(1)',
  'ftp://example.com',
  'file:///etc/passwd',
  'https://user@example.com',
  'user:secret@example.com',
  'localhost',
  'http://169.254.169.254/latest/',
  '0xffffffff',
  '192.168.1',
  '127.1',
  '2130706433',
  '0177.0.0.1',
  '１９２.168.0.1',
  '192.168.0.1.',
  '[::1]',
  'http://[::ffff:10.0.0.1]/',
  'printer.local',
  'ROUTER.LAN',
  'nas.home.arpa',
  'wiki.internal',
  'app.localhost:3000',
  'site.test',
  'https://',
  '<script>',
  `example.com/${'x'.repeat(3_000)}`,
])('the website %j is refused', (websiteUrl) => {
  expect(UpdateProfile.safeParse({ version: 0, websiteUrl }).success).toBe(false)
})

test('a new name is on every gallery when the answer comes, and no chore is left', async () => {
  const { change, galleries, table } = await setup()
  await galleries.create(aGallery(), { at: new Date(0), owner: profileUnchanged(aProfile()) })
  await change({ version: 0, displayName: 'Ivy Marlowe' })
  expect(await galleries.find(aGallery().id)).toMatchObject({ photographerName: 'Ivy Marlowe' })
  expect(table.all().filter(({ SK }) => SK === 'CHORE')).toEqual([])
})

describe('a brand', () => {
  const brand = { accent: '#FFEE00', ground: 'dark', typePair: 'warm' } as const
  const kept = { accent: '#ffee00', ground: 'dark', typePair: 'warm' }
  const withGallery = async () => {
    const market = await setup()
    await market.galleries.create(aGallery(), { at: new Date(0), owner: profileUnchanged(aProfile()) })
    return market
  }

  test('is on the profile and every gallery when the answer comes, and is taken back', async () => {
    const { change, galleries, recalled, table } = await withGallery()
    expect(OwnProfile.parse(await change({ version: 0, brand }))).toMatchObject({ brand: kept })
    expect(await galleries.find(aGallery().id)).toMatchObject({ brand: kept, version: aGallery().version })
    expect(recalled).toContain(edgeTags.owner(caller))
    await change({ version: 1, bio: 'Weddings.' })
    expect(await galleries.find(aGallery().id)).toMatchObject({ brand: kept })
    await change({ version: 2, brand: null })
    expect(await galleries.find(aGallery().id)).toMatchObject({ brand: null })
    expect(table.all().filter(({ SK }) => SK === 'CHORE')).toEqual([])
  })

  test('that has not changed is carried to no gallery', async () => {
    const { change, table } = await withGallery()
    await change({ version: 0, brand })
    const before = table.all().find(({ PK }) => PK === `GALLERY#${aGallery().id}`)
    await change({ version: 1, brand })
    expect(table.all().find(({ PK }) => PK === `GALLERY#${aGallery().id}`)).toEqual(before)
  })

  test('that was changed meanwhile keeps a gallery from being saved with the old one', async () => {
    const { change, galleries } = await withGallery()
    await change({ version: 0, brand })
    const gallery = await galleries.getOwn(aGallery().id, caller)
    const saving = { at: new Date(0), owner: profileUnchanged(aProfile()) }
    expect((await galleries.save(gallery, { title: 'Late' }, saving)).kind).toBe('owner-changed')
    const owner = (typePair: 'house' | 'warm') =>
      profileUnchanged(aProfile({ brand: { accent: '#ffee00', ground: 'dark', typePair, logo: null } }))
    const late = (typePair: 'house' | 'warm') =>
      galleries.save(gallery, { title: 'Late' }, { ...saving, owner: owner(typePair) })
    expect((await late('house')).kind).toBe('owner-changed')
    expect((await late('warm')).kind).toBe('saved')
  })

  test('from before typefaces could be chosen has the site’s own, and its galleries can be saved', async () => {
    const { table, galleries, profiles } = await withGallery()
    const old = { accent: null, ground: 'dark' } as const
    await table.write(put({ ...profileKeys.profile(caller), ...aProfile(), brand: old }, 'present'))
    const profile = await profiles.get(caller)
    expect(profile.brand).toEqual({ ...old, typePair: 'house', logo: null })
    const gallery = await galleries.getOwn(aGallery().id, caller)
    const saving = { at: new Date(0), owner: profileUnchanged(profile) }
    expect((await galleries.save(gallery, { title: 'Late' }, saving)).kind).toBe('saved')
  })

  test('with other typefaces alone is carried too', async () => {
    const { change, galleries } = await withGallery()
    await change({ version: 0, brand })
    await change({ version: 1, brand: { ...brand, typePair: 'bold' } })
    expect(await galleries.find(aGallery().id)).toMatchObject({ brand: { typePair: 'bold' } })
  })

  test.each([
    { accent: 'red', ground: 'light' },
    { accent: '#112233;}*{display:none', ground: 'light' },
    { accent: '#112233', ground: 'url(x)' },
    { accent: '#112233' },
    { accent: null, ground: 'light', typePair: 'comic' },
    { accent: null, ground: 'light', typePair: 'constructor' },
    'light',
  ])('%j is refused', (wrong) => {
    expect(UpdateProfile.safeParse({ version: 0, brand: wrong }).success).toBe(false)
  })
})

test('whether somebody sells photos is their own switch, and nobody else’s profile changes with it', async () => {
  const { change, stored } = await setup()
  expect(await change({ version: 0, isPhotographer: false })).toMatchObject({ isPhotographer: false })
  expect(await stored()).toMatchObject({ isPhotographer: false, isPublic: true, emailNotifications: true })
  expect(UpdateProfile.safeParse({ version: 1, isPhotographer: true, userId: userIdOf(2) }).data).not.toHaveProperty(
    'userId',
  )
})

test('hiding the profile takes the galleries off the lists and the page address off them', async () => {
  const { change, galleries } = await setup()
  await galleries.create(aGallery(), { at: new Date(0), owner: profileUnchanged(aProfile()) })
  await change({ version: 0, isPublic: false })
  expect((await galleries.listPublic('newest', { limit: 10 })).galleries).toEqual([])
  expect(await galleries.find(aGallery().id)).toMatchObject({ ownerState: 'hidden', photographerSubdomain: null })
})

test('a bio and a name are text, at most as long as allowed', () => {
  const parse = (body: object) => UpdateProfile.safeParse({ version: 0, ...body })
  expect(parse({ displayName: '<img src=x onerror=alert(1)>' }).data?.displayName).toBe('<img src=x onerror=alert(1)>')
  expect(parse({ displayName: 'Ada\r\nBcc: x@example.com' }).data?.displayName).toBe('Ada Bcc: x@example.com')
  expect(parse({ displayName: 'x'.repeat(81) }).success).toBe(false)
  expect(parse({ bio: 'x'.repeat(1_001) }).success).toBe(false)
})
