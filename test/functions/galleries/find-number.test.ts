import { expect, test } from 'vitest'
import { findNumber } from '#functions/galleries/find-number.ts'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { put } from '#functions/shared/table/writes.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { PhotoId } from '#schema/ids.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const noon = new Date('2030-01-05T12:00:00.000Z')
const galleryId = galleryIdOf(1)

/** One photo for each list of readings; `?214` is one that is not sure. */
const setup = async (...readings: string[][]) => {
  const requests: string[] = []
  const table = fakeTable((name) => {
    requests.push(name)
  })
  const store = photoStore(table)
  await table.write(put({ ...galleryKeys.gallery(galleryId), ...aGallery() }, 'absent'))
  for (const [index, texts] of readings.entries()) {
    const photo = aPhoto({ id: photoIdOf(index + 1) })
    await store.create(photo)
    const found = texts.map((text) => ({ text: text.replace('?', ''), confidence: text.startsWith('?') ? 0.8 : 0.99 }))
    await store.saveNumbers(photo, found)
  }
  const find = async (number: string) => {
    const pages: { exact: PhotoId[]; near: PhotoId[] }[] = []
    let after: Parameters<typeof findNumber>[1]['after']
    do {
      const { exact, near, next } = await findNumber(store, { galleryId, number, after })
      pages.push({ exact: idsOf(exact), near: idsOf(near) })
      after = next
    } while (after !== undefined)
    return pages
  }
  requests.length = 0
  return { table, store, requests, find }
}
const idsOf = (photos: readonly Photo[]) => photos.map(({ id }) => id)

test('a number is found with three queries and one read of photos, its own photos first, then perhaps its own', async () => {
  const { find, requests } = await setup(['214'], ['?274'], ['215'], ['214', '?219'], ['?14'])
  expect(await find('214')).toEqual([{ exact: [photoIdOf(4), photoIdOf(1)], near: [photoIdOf(5), photoIdOf(2)] }])
  expect(requests.toSorted()).toEqual(['getMany', 'query', 'query', 'query'])
})

test('a number that nobody wears costs three queries', async () => {
  const { find, requests } = await setup(['214'], ['?219'])
  expect(await find('7777')).toEqual([{ exact: [], near: [] }])
  expect(requests).toEqual(['query', 'query', 'query'])
})

test('a number on every photo comes in pages of 60, near ones behind the last; no page asks more than three queries', async () => {
  const { find, requests } = await setup(...Array.from({ length: 130 }, () => ['2026']), ['?2028'])
  const pages = await find('2026')
  expect(pages.map(({ exact, near }) => [exact.length, near])).toEqual([
    [60, []],
    [60, []],
    [10, [photoIdOf(131)]],
  ])
  expect(new Set(pages.flatMap(({ exact }) => exact)).size).toBe(130)
  expect(requests.filter((name) => name === 'query')).toHaveLength(3 + 1 + 3)
})

test('what went, or is read otherwise by now, is not found; what comes back is', async () => {
  const { store, find } = await setup(['214'], ['214'], ['214'], ['?219'])
  await store.remove((await store.find(photoIdOf(1))) ?? aPhoto(), noon)
  await store.saveNumbers((await store.find(photoIdOf(2))) ?? aPhoto(), [{ text: '99', confidence: 0.99 }])
  await store.withdraw((await store.find(photoIdOf(4))) ?? aPhoto(), 'It cannot be shown.')
  expect(await find('214')).toEqual([{ exact: [photoIdOf(3)], near: [] }])
})

test('a place that a crash left behind leads nowhere', async () => {
  const { table, find } = await setup(['215'])
  const SK = 'IS#214#ZZZZZZZZZZZZZZZZZZZZZZZZZY'
  await table.write(put({ PK: `PHOTONUMBERS#${galleryId}`, SK, photoId: photoIdOf(1), text: '214' }, 'always'))
  expect(await find('214')).toEqual([{ exact: [], near: [] }])
})
