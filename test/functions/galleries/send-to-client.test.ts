import { expect, test } from 'vitest'
import { sendToClient } from '#functions/galleries/send-to-client.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { remove } from '#functions/shared/table/writes.ts'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { IdempotencyKey } from '#schema/ids.ts'
import { aBrand, mailBrand } from '#test/support/builders/brand.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const setup = async (gallery: Partial<Gallery> = {}, profile: Partial<Profile> = {}) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile(profile))
  await parts.galleries.create(aGallery(gallery), { at: new Date(0), owner: profileUnchanged(aProfile(profile)) })
  const send = sendToClient(parts)
  let attempts = 0
  const nextKey = () => {
    attempts += 1
    return `attempt-${String(attempts).padStart(12, '0')}`
  }
  return {
    ...parts,
    send: (email = 'client@example.com', caller = userIdOf(1), key = nextKey()) =>
      send(
        request(api.galleries.endpoints.sendToClient, {
          params: { galleryId: galleryIdOf(1) },
          headers: { 'idempotency-key': IdempotencyKey.parse(key) },
          body: { email },
          caller,
        }),
      ),
    counted: () => parts.table.all().find(({ PK }) => String(PK).startsWith('THROTTLE#invitations'))?.count,
    mails: () => parts.table.all().filter(({ PK }) => String(PK).startsWith('OUTBOX#')),
  }
}
const locked = { isPublic: false, accessCode: 'MAITEJON' } as const

test('a client is sent the link and the code, and nothing that the photographer wrote but names', async () => {
  const { send, mails } = await setup({ ...locked, description: 'Buy cheap watches.' })
  await send()
  expect(mails()).toMatchObject([
    {
      template: 'gallery-invitation',
      to: 'client@example.com',
      regarding: userIdOf(1),
      data: {
        accent: null,
        photographerName: 'Iris Calloway',
        title: 'The Ridge',
        accessCode: 'MAITEJON',
        asksPassword: false,
        expiresAt: null,
        link: `https://darkslide.test/gallery/${galleryIdOf(1)}`,
      },
    },
  ])
  expect(JSON.stringify(mails())).not.toContain('watches')
})

test('the mail goes out in the photographer’s colour', async () => {
  const { send, mails } = await setup({}, { brand: { ...aBrand(), logo: null } })
  await send()
  expect(mails()).toMatchObject([{ data: { accent: '#1f6f5c', logo: null } }])
})

test('and with the logo, as a file of this site in the size in which it is shown', async () => {
  const { send, mails } = await setup({}, { brand: aBrand() })
  await send()
  expect(mails()).toMatchObject([{ data: mailBrand }])
})

test.each([
  ['that nobody but its owner can open', { isPublic: false }, 'gallery_closed_to_all'],
  ['that has expired', { ...locked, expiresAt: '2030-01-01T09:00:00.000Z' }, 'gallery_expired'],
  ['that was taken down', { takedown: { at: '2030-01-01T09:00:00.000Z', reason: 'No.' } }, 'gallery_taken_down'],
])('a gallery %s is not sent, and says why', async (_, gallery, code) => {
  const { send, mails } = await setup(gallery)
  await expect(send()).rejects.toMatchObject({ code })
  expect(mails()).toEqual([])
})

test('nobody sends another’s gallery', async () => {
  const { send, profiles } = await setup()
  await profiles.create(aProfile({ userId: userIdOf(2) }))
  await expect(send('client@example.com', userIdOf(2))).rejects.toMatchObject({ code: 'gallery_not_found' })
})

test.each([
  ['in the trial', {}, 30],
  ['with a subscription', { subscription: 'active', paidUntil: '2031-01-01T00:00:00.000Z' }, 300],
] as const)('%s so many are sent a day, and tomorrow again', async (_, profile, most) => {
  const { send, mails, setTime } = await setup({}, profile)
  for (let n = 0; n < most; n++) await send(`client${n}@example.com`)
  await expect(send()).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(mails()).toHaveLength(most)
  setTime('2030-01-02T10:00:00.000Z')
  await send()
  expect(mails()).toHaveLength(most + 1)
  expect([throttles.invitationsPerTrial.limit, throttles.invitationsPerSubscriber.limit]).toEqual([30, 300])
})

const attempt = 'the-same-attempt-1'
const [client, iris] = ['client@example.com', userIdOf(1)]

test('an attempt that is repeated after a lost answer is one mail, counted once, though the first has left by then', async () => {
  const { send, mails, table, counted } = await setup()
  await send(client, iris, attempt)
  const [mail] = mails()
  expect(mail).toBeDefined()
  // As the sender does with a mail that it has handed over.
  await table.write(remove({ PK: String(mail?.PK), SK: String(mail?.SK) }, 'always'))
  await send(client, iris, attempt)
  expect([mails(), counted()]).toEqual([[], 1])
  await send(client, iris, 'another-attempt-01')
  expect([mails().length, counted()]).toEqual([1, 2])
})

test('an attempt that comes many times at once is one mail and one count', async () => {
  const { send, mails, counted } = await setup()
  await Promise.all(Array.from({ length: 5 }, () => send(client, iris, attempt)))
  expect([mails().length, counted()]).toEqual([1, 1])
})

test('one attempt that comes at once with two addresses is one mail, and the other is told why', async () => {
  const { send, mails, counted } = await setup()
  const ends = await Promise.allSettled([send(client, iris, attempt), send('other@example.com', iris, attempt)])
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'idempotency_mismatch' } })
  expect([mails().length, counted()]).toEqual([1, 1])
})

test('an attempt that comes with another address is refused, and nobody else’s attempt is known', async () => {
  const { send, mails, profiles, table } = await setup()
  await send(client, iris, attempt)
  await expect(send('other@example.com', iris, attempt)).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  await profiles.create(aProfile({ userId: userIdOf(2) }))
  await expect(send(client, userIdOf(2), attempt)).rejects.toMatchObject({ code: 'gallery_not_found' })
  expect(mails()).toHaveLength(1)
  const notes = table.all().filter(({ PK }) => String(PK).startsWith('INVITED#'))
  expect(notes).toEqual([
    {
      PK: expect.stringMatching(/^INVITED#[\w-]{43}$/),
      SK: 'INVITED',
      content: expect.stringMatching(/^[\w-]{43}$/),
      ttl: new Date('2030-01-03T10:00:00.000Z').getTime() / 1_000,
    },
  ])
})
