import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Renditions, storedRenditions } from '#schema/entities/renditions.ts'
import { galleryIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { renditionsOf } from '#test/support/costs/catalogue.ts'

const drawn = renditionsOf(galleryIdOf(1), photoIdOf(1))

test('an item holds the folder of a photo’s renditions once', () => {
  expect(storedRenditions(drawn)).toEqual({
    folder: 'media/01/gal_00000000000000000000000001/pho_00000000000000000000000001/',
    files: [
      ['display', 'jpeg', 'kYp3s6v9y_B-E-H-McQfTg-display.jpg', 2048, 1365, 500_000],
      ['thumbnail', 'jpeg', 'kYp3s6v9y_B-E-H-McQfTg-thumbnail.jpg', 480, 320, 30_000],
      ['display', 'avif', 'kYp3s6v9y_B-E-H-McQfTg-display.avif', 2048, 1365, 190_000],
      ['medium', 'avif', 'kYp3s6v9y_B-E-H-McQfTg-medium.avif', 1024, 683, 49_000],
      ['thumbnail', 'avif', 'kYp3s6v9y_B-E-H-McQfTg-thumbnail.avif', 480, 320, 16_000],
    ],
  })
})

test('what an earlier release stored, a list, is read as it is', () => {
  expect(Renditions.parse(drawn)).toEqual(drawn)
  expect(Renditions.parse([])).toEqual([])
})

test('what a later release draws of a photo leaves its record readable', () => {
  const [display] = drawn
  const later = [{ ...display, kind: 'hologram' }, ...drawn, { ...display, format: 'jxl' }]
  expect(Renditions.parse(later)).toEqual(drawn)
})

test('whatever is stored is read as it was, wherever its files lie', () => {
  const size = fc.integer({ min: 1, max: 100_000 })
  const rendition = fc.record({
    kind: fc.constantFrom('display' as const, 'medium' as const, 'thumbnail' as const),
    format: fc.constantFrom('jpeg' as const, 'webp' as const, 'avif' as const),
    key: fc
      .tuple(fc.constantFrom('media/a/', 'media/a/b/', 'media/c/', ''), fc.string())
      .map((parts) => parts.join('')),
    width: size,
    height: size,
    bytes: size,
  })
  fc.assert(
    fc.property(fc.array(rendition, { maxLength: 6 }), (renditions) => {
      const stored: unknown = JSON.parse(JSON.stringify(storedRenditions(renditions)))
      expect(Renditions.parse(stored)).toEqual(renditions)
    }),
  )
})
