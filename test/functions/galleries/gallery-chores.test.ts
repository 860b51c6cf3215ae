import { expect, test } from 'vitest'
import { chorePut } from '#functions/chores/chore-writes.ts'
import { doChores } from '#functions/chores/do-chores.ts'
import { carryProfile } from '#functions/galleries/carry-profile.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const setup = async (...galleries: Gallery[]) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  for (const gallery of galleries) {
    await parts.galleries.create(gallery, { at: new Date(0), owner: profileUnchanged(aProfile()) })
  }
  return parts
}

const many = Array.from({ length: 25 }, (_, n) => aGallery({ id: galleryIdOf(n + 1), viewCount: n }))

test('a new name reaches every gallery, its search terms too, and no edit of the owner is lost by it', async () => {
  const { profiles, galleries, steps } = await setup(...many)
  await profiles.save(userIdOf(1), { displayName: 'Ivy Marlowe' }, { version: 0 })
  await steps['carry-profile'](userIdOf(1))
  const { galleries: all } = await galleries.listOwn(userIdOf(1), { limit: 100 })
  expect(all.map(({ photographerName, version }) => [photographerName, version])).toEqual(
    many.map(() => ['Ivy Marlowe', 0]),
  )
  expect(await galleries.listMatches('marlowe')).toHaveLength(25)
  expect(await galleries.listMatches('calloway')).toEqual([])
})

test('galleries of a photographer who hides leave the lists, and come back with them', async () => {
  const { profiles, galleries, steps } = await setup(...many)
  const listed = async () => (await galleries.listPublic('newest', { limit: 100 })).galleries.length
  await profiles.save(userIdOf(1), { isPublic: false }, { version: 0 })
  await steps['carry-profile'](userIdOf(1))
  expect([await listed(), (await galleries.listMatches('ridge')).length]).toEqual([0, 0])
  await profiles.save(userIdOf(1), { isPublic: true }, { version: 1 })
  await steps['carry-profile'](userIdOf(1))
  expect([await listed(), (await galleries.listMatches('ridge')).length]).toEqual([25, 25])
})

test('a carrying that stops in the middle is finished by doing it again', async () => {
  let stopsAfter = Number.POSITIVE_INFINITY
  const broken = marketParts({
    hook: (name) => {
      if (name !== 'transact') return
      stopsAfter -= 1
      if (stopsAfter === 0) throw new Error('The machine stops.')
    },
  })
  await broken.profiles.create(aProfile())
  for (const gallery of many) {
    await broken.galleries.create(gallery, { at: new Date(0), owner: profileUnchanged(aProfile()) })
  }
  await broken.profiles.save(userIdOf(1), { displayName: 'Ivy' }, { version: 0 })
  const chore = { kind: 'carry-profile', subject: userIdOf(1), dueAt: '2030-01-01T10:02:00.000Z' } as const
  stopsAfter = 15
  expect(await doChores(broken, broken.steps)([chore])).toEqual(['left'])
  expect(await doChores(broken, broken.steps)([chore])).toEqual(['done'])
  const { galleries } = await broken.galleries.listOwn(userIdOf(1), { limit: 100 })
  expect(new Set(galleries.map(({ photographerName }) => photographerName))).toEqual(new Set(['Ivy']))
})

test('a gallery that the index shows in an older version is carried over all the same', async () => {
  const parts = await setup(aGallery())
  const owner = profileUnchanged(aProfile())
  await parts.galleries.save(aGallery(), { title: 'Edited' }, { at: new Date(0), owner })
  await parts.profiles.save(userIdOf(1), { displayName: 'Ivy' }, { version: 0 })
  const behind = { ...parts.galleries, listOwn: async () => ({ galleries: [aGallery()], next: undefined }) }
  await carryProfile({ ...parts, galleries: behind })(userIdOf(1))
  expect(await parts.galleries.find(galleryIdOf(1))).toMatchObject({ title: 'Edited', photographerName: 'Ivy' })
})

test('a gallery whose time is over leaves index and search terms, and stays with its owner', async () => {
  const parts = await setup(aGallery({ expiresAt: '2030-01-02T00:00:00.000Z' }))
  parts.setTime('2030-01-02T00:00:01.000Z')
  await parts.steps['unlist-gallery'](galleryIdOf(1))
  const { table, galleries } = parts
  expect(table.stored(`GALLERY#${galleryIdOf(1)}`, 'GALLERY')).not.toHaveProperty('publicKey')
  expect(await galleries.listMatches('ridge')).toEqual([])
  expect((await galleries.listOwn(userIdOf(1), { limit: 10 })).galleries).toHaveLength(1)
})

const expiring = { expiresAt: '2030-01-20T00:00:00.000Z' }
const mailsOf = ({ table }: Awaited<ReturnType<typeof setup>>) =>
  table.all().filter(({ PK }) => String(PK).startsWith('OUTBOX#'))
const warning = { kind: 'warn-of-expiry', subject: galleryIdOf(1), dueAt: '2030-01-13T00:00:00.000Z' } as const

test('a photographer is told once, seven days before a gallery expires', async () => {
  const parts = await setup(aGallery(expiring))
  await parts.table.write(chorePut(warning))
  const warn = () => parts.steps['warn-of-expiry'](galleryIdOf(1))
  await warn()
  expect(mailsOf(parts)).toEqual([])
  parts.setTime('2030-01-13T00:00:00.000Z')
  await warn()
  await warn()
  expect(mailsOf(parts)).toMatchObject([
    {
      template: 'gallery-expiring',
      to: 'iris@example.com',
      data: {
        title: 'The Ridge',
        ...expiring,
        dashboardUrl: expect.stringMatching(new RegExp(`/dashboard\\?tab=galleries&settings=${galleryIdOf(1)}$`)),
      },
    },
  ])
})

test('nobody is told of an expiry that was taken back, or against their wish', async () => {
  const parts = await setup(aGallery(expiring))
  await parts.table.write(chorePut(warning))
  parts.setTime('2030-01-13T00:00:00.000Z')
  await parts.profiles.save(userIdOf(1), { emailNotifications: false }, { version: 0 })
  await parts.steps['warn-of-expiry'](galleryIdOf(1))
  await parts.profiles.save(userIdOf(1), { emailNotifications: true }, { version: 1 })
  await parts.galleries.save(
    aGallery(expiring),
    { expiresAt: null },
    { at: new Date(0), owner: profileUnchanged(aProfile()) },
  )
  await parts.steps['warn-of-expiry'](galleryIdOf(1))
  expect(mailsOf(parts)).toEqual([])
})

test('unlisting a gallery whose expiry was moved changes nothing', async () => {
  const { steps, galleries } = await setup(aGallery({ expiresAt: '2030-03-01T00:00:00.000Z' }))
  await steps['unlist-gallery'](galleryIdOf(1))
  expect((await galleries.listPublic('newest', { limit: 10 })).galleries).toHaveLength(1)
  expect(await galleries.listMatches('ridge')).toHaveLength(1)
})

test('a finished chore is forgotten, unless a newer one of its kind has taken its place', async () => {
  const { chores, table } = await setup()
  const chore = { kind: 'carry-profile', subject: userIdOf(1), dueAt: '2030-01-01T10:02:00.000Z' } as const
  await table.write(chorePut({ ...chore, dueAt: '2030-01-01T11:00:00.000Z' }))
  await chores.done(chore)
  expect(table.stored(`CHORE#carry-profile#${userIdOf(1)}`, 'CHORE')).toBeDefined()
  await chores.done({ ...chore, dueAt: '2030-01-01T11:00:00.000Z' })
  expect(table.stored(`CHORE#carry-profile#${userIdOf(1)}`, 'CHORE')).toBeUndefined()
})
