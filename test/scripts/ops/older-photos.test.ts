import { expect, test } from 'vitest'
import type { Item } from '#functions/shared/table/writes.ts'
import type { Rerender } from '#schema/events/render.ts'
import { photoIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { askAgain, lacksOriginal, lacksSizes } from '../../../scripts/ops/older-photos.ts'

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
    stored(aPhoto({ id: photoIdOf(902), fileFormat: null, state: 'deleted' })),
    { ...stored(aPhoto({ id: photoIdOf(903), fileFormat: null })), PK: 'PROOF#x', SK: `PHOTO#${photoIdOf(903)}` },
    { PK: 'GALLERY#g', SK: 'GALLERY' },
  ]
  const sent: (readonly Rerender[])[] = []
  const count = await askAgain(table(...others, ...older), lacksOriginal, async (messages) => {
    sent.push(messages)
  })
  expect(count).toBe(250)
  expect(sent.map(({ length }) => length)).toEqual([100, 100, 50])
  expect(new Set(sent.flat().map((each) => 'photoId' in each && each.photoId)).size).toBe(250)
})

test('photos on sale without the picture for dense screens are asked for, those that have it are not', async () => {
  const older = aPhoto({ id: photoIdOf(1) })
  const [first] = older.renditions
  if (!first) throw new Error('a photo on sale has renditions')
  const drawn = aPhoto({ id: photoIdOf(2), renditions: [...older.renditions, { ...first, kind: 'medium' }] })
  const sent: Rerender[] = []
  const count = await askAgain(table(stored(older), stored(drawn)), lacksSizes, async (messages) => {
    sent.push(...messages)
  })
  expect(count).toBe(1)
  expect(sent).toEqual([{ kind: 'rerender-photo', photoId: older.id }])
})
