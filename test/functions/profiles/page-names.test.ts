import { expect, test } from 'vitest'
import { checkPageName } from '#functions/profiles/check-page-name.ts'
import { generatePageName } from '#functions/profiles/generate-page-name.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { savePageName } from '#functions/profiles/save-page-name.ts'
import { busy } from '#functions/shared/http/outage.ts'
import { api } from '#schema/api/all.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { reservedSegments } from '#schema/paths.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const setup = async (...profiles: Partial<Profile>[]) => {
  const parts = marketParts()
  for (const overrides of profiles) await parts.profiles.create(aProfile({ subdomain: null, ...overrides }))
  return {
    ...parts,
    save: (name: string, caller = userIdOf(1)) =>
      savePageName(parts)(request(api.profiles.endpoints.savePageName, { body: { name }, caller })),
    isFree: async (name: string, caller = userIdOf(1)) =>
      (await checkPageName(parts)(request(api.profiles.endpoints.checkPageName, { params: { name }, caller })))
        .available,
    generate: async (caller = userIdOf(1)) =>
      (await generatePageName(parts)(request(api.profiles.endpoints.generatePageName, { caller }))).name,
    nameOf: async (n: number) => (await parts.profiles.find(userIdOf(n)))?.subdomain,
  }
}
const two = [{ userId: userIdOf(1) }, { userId: userIdOf(2), displayName: 'Noor' }]

test('a page name is one item that names its owner', async () => {
  const { save, table } = await setup(...two)
  expect(await save('Iris-Photos')).toMatchObject({ subdomain: 'iris-photos', version: 1 })
  expect(table.stored('SUBDOMAIN#iris-photos', 'OWNER')).toEqual({
    PK: 'SUBDOMAIN#iris-photos',
    SK: 'OWNER',
    name: 'iris-photos',
    userId: userIdOf(1),
    claimedAt: '2030-01-01T10:00:00.000Z',
    quarantinedUntil: null,
    ownerKey: `TRACES#${userIdOf(1)}`,
    ownerSort: 'SUBDOMAIN#iris-photos OWNER',
  })
})

test.each([
  ['ab', false],
  ['abc', true],
  ['a'.repeat(30), true],
  ['a'.repeat(31), false],
  ['ABC', true],
  [' abc ', true],
  ['-abc', false],
  ['abc-', false],
  ['a-c', true],
  ['a--c', true],
  ['a_c', false],
  ['a.c', false],
  ['a c', false],
  ['äbc', false],
  ['a\u200bbc', false],
  ['abc\u202e', false],
  ['a/b', false],
  ['', false],
  ...reservedSegments.map((name) => [name, false]),
  ['BROWSE', false],
  ['media', false],
] as [string, boolean][])('the name %j is free: %s', async (name, expected) => {
  const { isFree, save } = await setup(...two)
  expect(await isFree(name)).toBe(expected)
  const saved = await save(name).then(
    () => true,
    ({ code }) => code,
  )
  expect(saved === true).toBe(expected)
})

test('a name breaking the rules and a name that is taken are refused for what they are', async () => {
  const { save } = await setup(...two)
  await save('abc', userIdOf(2))
  await expect(save('a b')).rejects.toMatchObject({ code: 'page_name_invalid' })
  await expect(save('abc')).rejects.toMatchObject({ code: 'page_name_taken' })
  await expect(save('settings')).rejects.toMatchObject({ code: 'page_name_taken' })
})

test('of 20 photographers who claim a name at once one gets it, and the others are told', async () => {
  const people = Array.from({ length: 20 }, (_, n) => ({ userId: userIdOf(n + 1) }))
  const { save, nameOf } = await setup(...people)
  const results = await Promise.allSettled(people.map(({ userId }) => save('golden-hour', userId)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(refusals).toEqual(Array.from({ length: 19 }, () => 'page_name_taken'))
  const names = await Promise.all(people.map((_, n) => nameOf(n + 1)))
  expect(names.filter((name) => name === 'golden-hour')).toHaveLength(1)
})

test('a rename that breaks off leaves the old name or the new one, never both or none', async () => {
  for (const broken of ['get', 'write', 'transact', 'query']) {
    let isArmed = false
    const parts = marketParts({
      hook: (name) => {
        if (isArmed && name === broken) throw new Error('The machine stops.')
      },
    })
    await parts.profiles.create(aProfile({ subdomain: null }))
    const save = (name: string) =>
      savePageName(parts)(request(api.profiles.endpoints.savePageName, { body: { name }, caller: userIdOf(1) }))
    await save('old-name')
    isArmed = true
    await save('new-name').catch(() => {})
    isArmed = false
    const { subdomain } = (await parts.profiles.find(userIdOf(1))) ?? {}
    const claims = await parts.pageNames.findMany(['old-name', 'new-name'])
    expect(claims.filter(({ quarantinedUntil }) => quarantinedUntil === null).map(({ name }) => name)).toEqual([
      subdomain,
    ])
  }
})

test('a name that was given up stays closed to others for 90 days, and open to whom it belonged', async () => {
  const { save, isFree, setTime } = await setup(...two)
  await save('first')
  await save('second')
  expect([await isFree('first', userIdOf(1)), await isFree('first', userIdOf(2))]).toEqual([true, false])
  await expect(save('first', userIdOf(2))).rejects.toMatchObject({ code: 'page_name_taken' })
  setTime('2030-04-01T09:59:59.000Z')
  expect(await isFree('first', userIdOf(2))).toBe(false)
  setTime('2030-04-01T10:00:00.000Z')
  expect(await isFree('first', userIdOf(2))).toBe(true)
  await save('first', userIdOf(2))
  await expect(save('first', userIdOf(1))).rejects.toMatchObject({ code: 'page_name_taken' })
})

test('going back to an own earlier name ends its quarantine', async () => {
  const { save, nameOf, pageNames } = await setup(...two)
  await save('first')
  await save('second')
  await save('first')
  expect(await nameOf(1)).toBe('first')
  expect((await pageNames.find('first'))?.quarantinedUntil).toBeNull()
  expect((await pageNames.find('second'))?.quarantinedUntil).not.toBeNull()
})

test('of two names that one photographer claims at once one is taken and the other stays free', async () => {
  const { save, nameOf, pageNames } = await setup(...two)
  const results = await Promise.allSettled([save('morning'), save('evening')])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const claims = await pageNames.findMany(['morning', 'evening'])
  expect(claims.map(({ name }) => name)).toEqual([await nameOf(1)])
})

test('saving the own name again changes nothing', async () => {
  const { save } = await setup(...two)
  await save('same')
  expect(await save('same')).toMatchObject({ subdomain: 'same', version: 1 })
})

test('a new page name is on the galleries when the answer comes', async () => {
  const { save, galleries } = await setup(...two)
  const owner = profileUnchanged(aProfile({ subdomain: null }))
  await galleries.create(aGallery({ photographerSubdomain: null }), { at: new Date(0), owner })
  await save('iris-photos')
  expect(await galleries.find(aGallery().id)).toMatchObject({ photographerSubdomain: 'iris-photos' })
})

test('checks are limited to 20 a minute, and a claim tells no more than they do', async () => {
  const { isFree, save } = await setup(...two)
  await save('golden-hour', userIdOf(2))
  for (let n = 0; n < 19; n++) await isFree(`name-${n}`)
  await expect(save('golden-hour')).rejects.toMatchObject({ code: 'page_name_taken' })
  await expect(isFree('name-20')).rejects.toMatchObject({ code: 'too_many_requests' })
  await expect(save('golden-hour')).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('a photographer closes five names to others in a day, and no more', async () => {
  const { save, nameOf, setTime } = await setup(...two)
  await save('golden-hour', userIdOf(2))
  await save('name-0')
  for (let n = 1; n <= 5; n++) {
    // What is refused gives no name up.
    await expect(save('golden-hour')).rejects.toMatchObject({ code: 'page_name_taken' })
    await save(`name-${n}`)
  }
  await expect(save('name-6')).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'You have changed your page name 5 times today. Please try again in 14 hours.',
  })
  expect([await nameOf(1), await save('name-5')]).toMatchObject(['name-5', { subdomain: 'name-5' }])
  setTime('2030-01-02T00:00:00.000Z')
  expect(await save('name-6')).toMatchObject({ subdomain: 'name-6' })
})

test('a name that a busy table does not take gives none up, however often it is claimed', async () => {
  const { save, pageNames, ...parts } = await setup(...two)
  await save('name-0')
  const crowded: typeof pageNames = {
    ...pageNames,
    claim: async () => {
      throw busy('Very many people are here at this moment.')
    },
  }
  const claim = savePageName({ ...parts, pageNames: crowded })
  for (let n = 1; n <= 6; n++) {
    const asked = request(api.profiles.endpoints.savePageName, { body: { name: `name-${n}` }, caller: userIdOf(1) })
    await expect(claim(asked)).rejects.toMatchObject({ code: 'unavailable' })
  }
  for (let n = 1; n <= 5; n++) await save(`name-${n}`)
  await expect(save('name-6')).rejects.toMatchObject({ code: 'too_many_requests' })
})

test.each([
  ['Iris Calloway', 'iris-calloway'],
  ['Zoë & Søn', 'zoe-s-n'],
  ['Jo', 'jo-photo'],
  ['山田', 'photographer'],
  ['Browse', 'browse-photo'],
  ['A very long name that does not fit anywhere', 'a-very-long-name-that-does-not'],
])('the name suggested for %j is %j', async (displayName, expected) => {
  const { generate } = await setup({ displayName })
  expect(await generate()).toBe(expected)
})

test('a suggestion avoids what others have', async () => {
  const { generate, save } = await setup({ displayName: 'Noor' }, { userId: userIdOf(2) })
  for (const name of ['noor', 'noor-photo']) await save(name, userIdOf(2))
  expect(await generate()).toBe('noor-photography')
})

test('without a display name nothing is suggested', async () => {
  const { generate } = await setup({ displayName: '' })
  await expect(generate()).rejects.toMatchObject({ code: 'missing_display_name' })
})
