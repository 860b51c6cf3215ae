import { expect, test } from 'vitest'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { coverOf } from '#functions/galleries/photo-writes.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { Rerender } from '#schema/events/render.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { photoIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import {
  askAgain,
  lacksAvif,
  lacksOriginal,
  lacksSizes,
  photosThat,
  uncutCovers,
} from '../../../scripts/ops/older-photos.ts'

const stored = (photo: ReturnType<typeof aPhoto>): Item => ({ PK: `PHOTO#${photo.id}`, SK: 'PHOTO', ...photo })
async function* table(...items: Item[]) {
  yield* items
}

test('photos on sale without a clean original are asked for, each once, a hundred together; nothing else is', async () => {
  const older = Array.from({ length: 250 }, (_, index) => {
    const { fileFormat: _format, ...record } = stored(aPhoto({ id: photoIdOf(index + 1) }))
    return record
  })
  const others = [
    stored(aPhoto({ id: photoIdOf(900) })),
    stored(aPendingPhoto({ id: photoIdOf(901) })),
    stored(aPhoto({ id: photoIdOf(904), fileFormat: null, original: null })),
    stored(aPhoto({ id: photoIdOf(902), fileFormat: null, state: 'deleted' })),
    { ...stored(aPhoto({ id: photoIdOf(903), fileFormat: null })), PK: 'PROOF#x', SK: `PHOTO#${photoIdOf(903)}` },
    { PK: 'GALLERY#g', SK: 'GALLERY' },
  ]
  const sent: (readonly Rerender[])[] = []
  const count = await askAgain(table(...others, ...older), photosThat(lacksOriginal), async (messages) => {
    sent.push(messages)
  })
  expect(count).toBe(250)
  expect(sent.map(({ length }) => length)).toEqual([100, 100, 50])
  expect(new Set(sent.flat().map((each) => 'photoId' in each && each.photoId)).size).toBe(250)
})

const [first] = aPhoto().renditions
if (!first) throw new Error('a photo on sale has renditions')
const withMedium = (index: number, format: 'webp' | 'avif') =>
  aPhoto({ id: photoIdOf(index), renditions: [...aPhoto().renditions, { ...first, kind: 'medium', format }] })

test.each([
  ['without the picture for dense screens', lacksSizes, [1]],
  ['without AVIF, what lacks a size among them,', lacksAvif, [1, 2]],
])('photos on sale %s are asked for, the others are not', async (_, lacks, expected) => {
  const older = aPhoto({ id: photoIdOf(1) })
  const sent: Rerender[] = []
  const items = [older, withMedium(2, 'webp'), withMedium(3, 'avif')].map(stored)
  const count = await askAgain(table(...items), photosThat(lacks), async (messages) => {
    sent.push(...messages)
  })
  expect(count).toBe(expected.length)
  expect(sent).toEqual(expected.map((index) => ({ kind: 'rerender-photo', photoId: photoIdOf(index) })))
})

const piece = (kind: 'tall' | 'tall-medium' | 'card') => ({ ...first, kind, format: 'avif' as const })
const coverWith = (renditions: Photo['renditions'], shape: Partial<Photo> = {}) =>
  coverOf(aPhoto({ width: 3_000, height: 2_000, renditions, cutFor: { x: 0.5, y: 0.5 }, ...shape }))

test.each([
  ['is cut by an earlier release', { cover: coverWith([first, piece('tall'), piece('tall-medium')]) }, true],
  ['is cut as today', { cover: coverWith([first, piece('tall'), piece('card')]) }, false],
  ['is upright and was never cut', { cover: coverWith([first], { width: 2_000, height: 3_000, cutFor: null }) }, true],
  ['is upright and cut', { cover: coverWith([first, piece('card')], { width: 2_000, height: 3_000 }) }, false],
  [
    'is cut around another point',
    { cover: coverWith([first, piece('tall'), piece('card')]), coverFocus: { x: 0, y: 0 } },
    true,
  ],
  ['is missing', { cover: null }, false],
  ['is of a deleted one', { cover: coverWith([first]), deletedAt: '2030-01-01T10:00:00.000Z' }, false],
  [
    'is taken down',
    { cover: coverWith([first]), takedown: { reason: 'copyright', at: '2030-01-01T10:00:00.000Z' } },
    false,
  ],
] as const)('of a gallery whose cover %s the pieces are asked for where they are missing', async (_, made, isAsked) => {
  const gallery = aGallery(made)
  const sent: Rerender[] = []
  const count = await askAgain(
    table({ ...galleryKeys.gallery(gallery.id), ...gallery }),
    uncutCovers,
    async (messages) => {
      sent.push(...messages)
    },
  )
  expect([count, sent]).toEqual(isAsked ? [1, [{ kind: 'cut-cover', galleryId: gallery.id }]] : [0, []])
})
