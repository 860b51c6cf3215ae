import { beforeEach, expect, test, vi } from 'vitest'

/** As on a fresh load of the page, which knows nothing but what the browser kept. */
const freshPage = async () => {
  vi.resetModules()
  return import('#frontend/shared/api/session-id.ts')
}

beforeEach(() => localStorage.clear())

test('the anonymous session is “anon”, a time and a random text, kept in local storage so that likes last', async () => {
  const { sessionId } = await freshPage()
  const id = sessionId()

  expect(id).toMatch(/^anon_\d{13}_[a-z0-9]{16}$/)
  expect(localStorage.getItem('gallery_session')).toBe(id)
  expect(sessionId()).toBe(id)
  expect((await freshPage()).sessionId()).toBe(id)
})

test('two browsers have two sessions', async () => {
  const first = (await freshPage()).sessionId()
  localStorage.clear()

  expect((await freshPage()).sessionId()).not.toBe(first)
})

test.each(['', 'anon', 'anon_1_x', 'USER#1', `anon_1893492000000_${'x'.repeat(300)}`])(
  'a kept text that is no session (%j) is replaced',
  async (text) => {
    localStorage.setItem('gallery_session', text)
    const { sessionId } = await freshPage()

    expect(sessionId()).toMatch(/^anon_\d{13}_[a-z0-9]{16}$/)
  },
)

test('a browser that keeps nothing has a session for as long as the page lasts', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  const { sessionId } = await freshPage()

  expect(sessionId()).toBe(sessionId())
})
