import { expect, test } from 'vitest'
import { recordView } from '#functions/galleries/record-view.ts'
import { toggleLike } from '#functions/galleries/toggle-like.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { api } from '#schema/api/all.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { sessionOf } from '#test/support/http/session.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const setup = async () => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  await parts.galleries.create(aGallery(), { at: new Date(0), owner: profileUnchanged(aProfile()) })
  const asked = (session: string) => ({
    params: { galleryId: galleryIdOf(1) },
    headers: { 'x-gallery-session': session },
  })
  const counted = (name: string) =>
    parts.table
      .all()
      .filter(({ PK }) => String(PK).startsWith(`THROTTLE#${name}#`))
      .map(({ count }) => count)
  return {
    ...parts,
    counted,
    late: () => parts.sessions.make({ isLate: true }),
    like: (session: string) => toggleLike(parts)(request(api.galleries.endpoints.toggleLike, asked(session))),
    view: (session: string) => recordView(parts)(request(api.galleries.endpoints.recordView, asked(session))),
  }
}
const statusOf = (answer: Promise<object>) => answer.then(() => 'done').catch(({ code }) => String(code))

test('what one browser is refused is not counted against the visitors beside it', async () => {
  const { like, counted } = await setup()
  const own = sessionOf('ada')
  for (let n = 0; n < 100; n++) await statusOf(like(own))
  expect(counted('likesPerAddress')).toEqual([30])
})

test('late sessions see and like, 2,000 times an hour together, and those of before like on', async () => {
  const { like, view, late, throttle } = await setup()
  for (let n = 0; n < 300; n++) {
    const session = await late()
    expect([await statusOf(view(session)), await statusOf(like(session))]).toEqual(['done', 'done'])
  }
  for (let n = 0; n < 1_700; n++) await throttle.count('likesOfLateSessions', '198.51.100.7')
  expect([await statusOf(like(await late())), await statusOf(like(sessionOf('ada')))]).toEqual([
    'too_many_requests',
    'done',
  ])
})
