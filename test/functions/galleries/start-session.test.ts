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

test('one address makes 2,000 an hour, and is given late ones beyond, so that nobody is refused', async () => {
  const parts = marketParts()
  const isLate = async (address?: string) => {
    const { session } = await ask(parts, undefined, address)
    return (await parts.sessions.visitorOf({ caller: undefined, headers: { 'x-gallery-session': session } })).isLate
  }
  for (let n = 0; n < 1_999; n++) await parts.throttle.count('sessionsPerAddress', '198.51.100.7')
  expect([await isLate(), await isLate(), await isLate('198.51.100.8')]).toEqual([false, true, false])
})

test('a table that fails is no reason to make late sessions', async () => {
  const { sessions } = marketParts()
  const throttle = { count: () => Promise.reject(new Error('no table')) }
  const asking = request(api.galleries.endpoints.startSession, { body: {} })
  await expect(startSession({ sessions, throttle })(asking)).rejects.toThrow('no table')
})

test('what is far too long for a session is no reason to refuse one', async () => {
  expect(api.galleries.endpoints.startSession.body.parse({ earlier: 'x'.repeat(5_000) })).toEqual({})
})

test('a notice of guessing is kept by gallery and UTC day', () => {
  const id = galleryIdOf(1)
  expect(guessNoticeKeys.told(id, '2030-01-01')).toEqual({ PK: `GUESSED#${id}`, SK: '2030-01-01' })
})
