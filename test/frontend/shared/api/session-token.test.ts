import { beforeEach, expect, test, vi } from 'vitest'
import { fillStorage } from '#test/support/frontend/full-storage.ts'

/** As on a fresh load of the page, which knows nothing but what the browser kept. */
const freshPage = async () => {
  vi.resetModules()
  return import('#frontend/shared/api/session-token.ts')
}

const signed = 'anon_1893492000000_abcdefgh.1893492000.c2lnbmF0dXJl'
const other = 'anon_1893492000000_ijklmnop.1893492001.b3RoZXI'
const old = 'anon_1893492000000_abcdefgh'

beforeEach(() => localStorage.clear())

test('the session that the server makes is kept in local storage, so that likes last', async () => {
  const page = await freshPage()
  expect(page.keptSession()).toBeUndefined()
  const asked = vi.fn(async () => signed)
  expect(await page.makeSession(asked)).toBe(signed)
  expect(asked).toHaveBeenCalledWith(undefined)
  expect(localStorage.getItem('gallery_session')).toBe(signed)
  expect((await freshPage()).keptSession()).toBe(signed)
})

test('an id of before signatures is exchanged, so that its likes go on', async () => {
  localStorage.setItem('gallery_session', old)
  const page = await freshPage()
  expect(page.keptSession()).toBeUndefined()
  const asked = vi.fn(async () => signed)
  await page.makeSession(asked)
  expect(asked).toHaveBeenCalledWith(old)
  expect(page.keptSession()).toBe(signed)
})

test('a session that was refused is exchanged; one that nobody refused is not', async () => {
  localStorage.setItem('gallery_session', signed)
  const page = await freshPage()
  const asked = vi.fn(async () => other)
  expect(await page.makeSession(asked)).toBe(signed)
  expect(asked).not.toHaveBeenCalled()
  expect(await page.makeSession(asked, signed)).toBe(other)
  expect(asked).toHaveBeenCalledWith(signed)
  expect(page.keptSession()).toBe(other)
})

test('several questions at once make one session, and one that another tab has made meanwhile is taken', async () => {
  const page = await freshPage()
  const asked = vi.fn(async () => {
    localStorage.setItem('gallery_session', other)
    return signed
  })
  expect(await Promise.all([page.makeSession(asked), page.makeSession(asked)])).toEqual([other, other])
  expect(asked).toHaveBeenCalledTimes(1)
})

test('a failure is told, and the next question asks again', async () => {
  const page = await freshPage()
  await expect(page.makeSession(() => Promise.reject(new Error('429')))).rejects.toThrow('429')
  expect(await page.makeSession(async () => signed)).toBe(signed)
})

test('a browser that keeps nothing has a session for as long as the page lasts', async () => {
  const empty = fillStorage()
  const page = await freshPage()
  await page.makeSession(async () => signed)
  expect(page.keptSession()).toBe(signed)
  empty()
  expect(localStorage.getItem('gallery_session')).toBeNull()
})

test('a refused session that storage will not let go of is not sent again', async () => {
  const setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => signed, setItem, clear: () => {} })
  const page = await freshPage()
  expect(page.keptSession()).toBe(signed)
  expect(await page.makeSession(async () => other, signed)).toBe(other)
  expect(page.keptSession()).toBe(other)
  vi.unstubAllGlobals()
})
