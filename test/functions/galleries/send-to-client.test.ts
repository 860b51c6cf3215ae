import { expect, test } from 'vitest'
import { sendToClient } from '#functions/galleries/send-to-client.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Profile } from '#schema/entities/profile.ts'
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
  return {
    ...parts,
    send: (email = 'client@example.com', caller = userIdOf(1)) =>
      send(
        request(api.galleries.endpoints.sendToClient, {
          params: { galleryId: galleryIdOf(1) },
          body: { email },
          caller,
        }),
      ),
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
