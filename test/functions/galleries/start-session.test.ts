import { expect, test } from 'vitest'
import { guessNoticeKeys } from '#functions/galleries/guess-notice-store.ts'
import { startSession } from '#functions/galleries/start-session.ts'
import { api } from '#schema/api/all.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const ask = (parts: ReturnType<typeof marketParts>, earlier?: string, address = '198.51.100.7') =>
  startSession(parts)(request(api.galleries.endpoints.startSession, { body: { earlier }, address }))

test('a session costs one count and no item of its own', async () => {
  const parts = marketParts()
  const { session } = await ask(parts)
  expect(session).toMatch(/^anon_/)
  expect(parts.table.all()).toHaveLength(1)
  expect(await parts.sessions.idOf(session)).toBe(session.split('.')[0])
})

test('one address makes 2,000 an hour, and is told how long to wait for the next', async () => {
  const parts = marketParts()
  for (let n = 0; n < 2_000; n++) await parts.throttle.count('sessionsPerAddress', '198.51.100.7')
  await expect(ask(parts)).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'Very many people on your network are visiting. Please try again in 60 minutes.',
  })
  expect(await ask(parts, undefined, '198.51.100.8')).toHaveProperty('session')
})

test('what is far too long for a session is no reason to refuse one', async () => {
  expect(api.galleries.endpoints.startSession.body.parse({ earlier: 'x'.repeat(5_000) })).toEqual({})
})

test('a notice of guessing is kept by gallery and UTC day', () => {
  const id = galleryIdOf(1)
  expect(guessNoticeKeys.told(id, '2030-01-01')).toEqual({ PK: `GUESSED#${id}`, SK: '2030-01-01' })
})
