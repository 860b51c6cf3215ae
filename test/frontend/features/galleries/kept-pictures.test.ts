// @vitest-environment node
import { expect, test } from 'vitest'
import { sameWhereEqual, withKeptPictures } from '#frontend/features/galleries/kept-pictures.ts'
import type { Picture } from '#schema/api/views.ts'

const signature = '?Policy=abc&Key-Pair-Id=K1&Signature=s-1_2'
const picture = (folder: string, end = signature): Picture => ({
  imageUrl: `/media/${folder}/h-x-display.jpg${end}`,
  thumbnailUrl: `/media/${folder}/h-x-thumbnail.jpg${end}`,
  sources: [
    { kind: 'display', format: 'jpeg', url: `/media/${folder}/h-x-display.jpg${end}`, width: 2048, height: 1365 },
    { kind: 'medium', format: 'avif', url: `/media/${folder}/h-x-medium.avif${end}`, width: 1024, height: 683 },
    { kind: 'thumbnail', format: 'webp', url: `https://elsewhere.example/other-one.webp`, width: 480, height: 320 },
  ],
  width: 4000,
  height: 2667,
  thumbhash: 'abc',
})
const page = (...pictures: (Picture | null)[]) => ({
  items: pictures.map((each, index) => ({ id: index, picture: each })),
  nextCursor: 'next',
})
/** What can be read of a picture. */
const readOf = (kept: Picture | null | undefined) =>
  kept && {
    imageUrl: kept.imageUrl,
    thumbnailUrl: kept.thumbnailUrl,
    sources: kept.sources.map(({ kind, format, url, width, height }) => ({ kind, format, url, width, height })),
    width: kept.width,
    height: kept.height,
    thumbhash: kept.thumbhash,
  }

test('a kept picture says all that was answered, whatever its addresses look like', () => {
  const answered = [picture('one'), picture('two', ''), picture('three', '?Policy=other'), null]
  const kept = withKeptPictures(page(...answered))
  expect(kept.items.map((photo) => readOf(photo.picture))).toEqual(answered)
  expect(kept.nextCursor).toBe('next')
})

test('an equal answer is the same object, and of one that changed only the parts that did are others', () => {
  const before = { pages: [withKeptPictures(page(picture('one'), picture('two')))] }
  expect(sameWhereEqual(before, { pages: [withKeptPictures(page(picture('one'), picture('two')))] })).toBe(before)

  const changed = { pages: [withKeptPictures(page(picture('one'), picture('two', '?Signature=new'), null))] }
  const after = sameWhereEqual(before, changed)
  expect(after).toMatchObject({ pages: [{ items: [{ id: 0 }, { id: 1 }, { id: 2, picture: null }] }] })
  const items = (all: unknown) => (all as typeof before).pages[0]?.items ?? []
  expect(items(after)[0]).toBe(before.pages[0]?.items[0])
  expect(readOf(items(after)[1]?.picture)).toEqual(picture('two', '?Signature=new'))
})
