import { expect, test } from 'vitest'
import { listGalleryPhotos } from '#functions/galleries/list-gallery-photos.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const { listPhotos } = api.galleries.endpoints
const galleryId = galleryIdOf(1)

/** One photo for each reading; `?214` is one that is not sure. */
const setup = async (readings: readonly string[], gallery: Partial<Gallery> = {}) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  await parts.galleries.create(aGallery({ numbers: true, ...gallery }), {
    at: parts.now(),
    owner: profileUnchanged(aProfile()),
  })
  for (const [index, text] of readings.entries()) {
    const photo = aPhoto({ id: photoIdOf(index + 1) })
    await parts.photos.create(photo)
    const confidence = text.startsWith('?') ? 0.8 : 0.99
    await parts.photos.saveNumbers(photo, [{ text: text.replace('?', ''), confidence }])
  }
  parts.requests.length = 0
  const find = async (number: string, more: { q?: string; cursor?: string } = {}) =>
    listPhotos.response.parse(
      await listGalleryPhotos(parts)(
        request(listPhotos, { params: { galleryId }, headers: {}, query: { number, ...more } }),
      ),
    )
  return { ...parts, find }
}
const idsOf = ({ items }: Awaited<ReturnType<Awaited<ReturnType<typeof setup>>['find']>>) => items.map(({ id }) => id)

test('the photos of a number come first, then those that may show it, and it is said how many those are', async () => {
  const { find, requests } = await setup(['214', '?274', '215', '214'])
  const page = await find(' 214 ')
  expect([idsOf(page), page.doubtful]).toEqual([[photoIdOf(4), photoIdOf(1), photoIdOf(2)], 1])
  expect(requests.toSorted()).toEqual(['get', 'getMany', 'query', 'query', 'query'])
  expect(await find('7777')).toEqual({ items: [] })
})

test('a number is typed in any case, with hyphens or signs around it, and words do not count beside it', async () => {
  const { find } = await setup(['A77'])
  for (const typed of ['a77', 'A-77', '#A77', 'Ａ７７'])
    expect(idsOf(await find(typed, { q: 'sunset' }))).toHaveLength(1)
})

test.each(['', 'Anna', '1234567', '10:45', '3.50', '<b>'])(
  '“%s” is refused as no number, with a sentence',
  async (number) => {
    const { find } = await setup(['214'])
    await expect(find(number)).rejects.toMatchObject({ code: 'invalid_request', fields: [{ path: 'number' }] })
  },
)

test('a crowd’s number comes a page at a time, and a place of another number or gallery is refused', async () => {
  const { find } = await setup(Array.from({ length: 70 }, () => '2026'))
  const first = await find('2026')
  expect(first.items).toHaveLength(60)
  const cursor = first.nextCursor ?? ''
  expect((await find('2026', { cursor })).items).toHaveLength(10)
  await expect(find('2027', { cursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
})

test('where numbers are switched off none are found, and a locked gallery tells of none', async () => {
  const off = await setup(['214'], { numbers: false })
  expect(await off.find('214')).toEqual({ items: [] })
  const locked = await setup(['214'], { isPublic: false, accessCode: 'ABCD1234' })
  await expect(locked.find('214')).rejects.toMatchObject({ code: 'gallery_locked' })
})

test('in a locked gallery strangers read the gallery and nothing else', async () => {
  const { find, requests } = await setup(['214'], { accessCode: 'OPENSESAME' })
  await expect(find('214')).rejects.toMatchObject({ code: 'gallery_locked' })
  expect(requests).toEqual(['get'])
})
