import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#schema/api/all.ts'
import type { GalleryId } from '#schema/ids.ts'
import { Pence } from '#schema/money.ts'
import { type Answer, ask } from '#test/support/requests/send.ts'
import { type Account, galleryOnSale, type Running, runningSystem } from '#test/support/system/running.ts'

const { galleries, profiles } = { galleries: api.galleries.endpoints, profiles: api.profiles.endpoints }
const hit = 'Hit from cloudfront'

let running: Running
let owner: Account
beforeAll(async () => {
  running = await runningSystem({ isEdgeKeeping: true })
  owner = await running.signUp('Ada')
})
afterAll(() => running.close())

const get = (target: string): Promise<Answer> => ask(running.system.url, target)
const asked = (path: string): number =>
  running.system.invocations().filter(({ entry }) => entry.startsWith(`functions/${path}/`)).length
const aGallery = async (title: string) => {
  const { gallery } = await galleryOnSale(running, owner, title)
  // What was just filled is kept for seconds only.
  await running.system.clock.advance(16 * 60_000)
  return gallery
}
const change = async (galleryId: GalleryId, changes: object) => {
  const { version } = await owner.own.call(galleries.getMine, { params: { galleryId } })
  await owner.own.call(galleries.update, { params: { galleryId }, body: { version, ...changes } })
  await running.system.drainQueues()
}
const picturesOf = async (id: GalleryId): Promise<string[]> => {
  const page = await running.anyone.call(galleries.listPhotos, { params: { galleryId: id }, query: {} })
  return page.items.flatMap(({ picture }) => picture?.thumbnailUrl.slice(running.system.url.length) ?? [])
}

describe('the edge', () => {
  test('answers again without asking, shows no tags, and says 304 to who has it', async () => {
    const { id } = await aGallery('Kept')
    const first = await get(`/api/galleries/${id}`)
    const before = asked('galleries')
    const second = await get(`/api/galleries/${id}`)
    expect([first.status, second.status, second.headers['x-cache'], second.text]).toEqual([200, 200, hit, first.text])
    expect(asked('galleries')).toBe(before)
    expect(Object.keys({ ...first.headers, ...second.headers }).join()).not.toContain('cache-tag')
    const etag = String(first.headers.etag)
    expect(await ask(running.system.url, `/api/galleries/${id}`, { headers: { 'if-none-match': etag } })).toMatchObject(
      {
        status: 304,
      },
    )
    await running.system.clock.advance(300_000)
    expect((await get(`/api/galleries/${id}`)).headers['x-cache']).not.toBe(hit)
  })

  test('keeps nothing of what belongs to somebody', async () => {
    const headers = { authorization: `Bearer ${owner.token}` }
    for (let n = 0; n < 2; n++) {
      const mine = await ask(running.system.url, '/api/me', { headers })
      expect([mine.status, mine.headers['x-cache']]).toEqual([200, undefined])
    }
    expect((await get('/api/me')).status).toBe(401)
  })

  test('shows a new price, title and name at once, in lists, pages and previews', async () => {
    const { id } = await aGallery('Before')
    const places = [`/api/galleries/${id}`, '/api/galleries', `/gallery/${id}`]
    for (const place of places) await get(place)
    await change(id, { title: 'After', pricePence: Pence.parse(1_234) })
    expect((await get(places[0] ?? '')).text).toContain('After')
    expect((await get('/api/galleries')).text).toContain('After')
    const { version } = await owner.own.call(profiles.me, {})
    await owner.own.call(profiles.update, { body: { version, displayName: 'Ada L.' } })
    await running.system.drainQueues()
    expect((await get(`/api/galleries/${id}`)).text).toContain('Ada L.')
  })

  test('is dark within a minute where a gallery became private: answers, lists, pictures, kept copies of them too', async () => {
    const { id } = await aGallery('Private soon')
    const [picture = ''] = await picturesOf(id)
    expect((await get(picture)).status).toBe(200)
    expect((await get(picture)).headers['x-cache']).toBe(hit)
    for (const place of [`/api/galleries/${id}`, `/api/galleries/${id}/photos`, '/api/galleries']) await get(place)

    await change(id, { isPublic: false, accessCode: 'QUIETLY' })
    const at = running.system.clock.now().getTime()
    expect((await get(picture)).status).toBe(403)
    expect((await get(`/api/galleries/${id}`)).text).toContain('"locked"')
    expect((await get(`/api/galleries/${id}/photos`)).status).toBe(403)
    expect((await get('/api/galleries')).text).not.toContain(id)
    expect(running.system.clock.now().getTime() - at).toBeLessThan(60_000)
  })

  test('is dark where a gallery was deleted, and at the moment at which one expires', async () => {
    const [gone, expiring] = [await aGallery('Gone'), await aGallery('Expiring')]
    for (const { id } of [gone, expiring]) await get(`/api/galleries/${id}`)
    await owner.own.call(galleries.remove, { params: { galleryId: gone.id } })
    await running.system.drainQueues()
    expect((await get(`/api/galleries/${gone.id}`)).status).toBe(404)

    await change(expiring.id, { expiresAt: new Date(running.system.clock.now().getTime() + 100_000).toISOString() })
    expect((await get(`/api/galleries/${expiring.id}`)).headers['cache-control']).toMatch(
      /s-maxage=\d\d$|s-maxage=100$/,
    )
    await running.system.clock.advance(101_000)
    expect((await get(`/api/galleries/${expiring.id}`)).status).toBe(404)
  })
})
