import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sessionLines } from '#functions/checkout/session-lines.ts'
import { pence } from '#schema/money.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'

const lines = (count: number, galleries = 1, netPence = 100) =>
  Array.from({ length: count }, (_, at) => ({
    size: 'original' as const,
    upgradeOf: null,
    title: `Photo ${at + 1}`,
    netPence: pence(netPence),
    fileCount: 1,
    galleryId: galleryIdOf(1 + (at % galleries)),
    galleryTitle: `Gallery ${1 + (at % galleries)}`,
  }))

test('up to 100 photos have a line each, but those that cost nothing', () => {
  expect(sessionLines([...lines(100), ...lines(20, 1, 0)])).toEqual(
    lines(100).map(({ title }) => ({ name: title, amountPence: 100 })),
  )
})

test('more have a line for each gallery', () => {
  expect(sessionLines(lines(101, 2))).toEqual([
    { name: 'Gallery 1: 51 photos', amountPence: 5_100 },
    { name: 'Gallery 2: 50 photos', amountPence: 5_000 },
  ])
})

test('of more than 100 galleries there is one line', () => {
  expect(sessionLines(lines(202, 101))).toEqual([{ name: '202 photos', amountPence: 20_200 }])
})

test('a whole gallery counts by its photos', () => {
  const smith = { galleryId: galleryIdOf(900), galleryTitle: 'Smith wedding', fileCount: 240 }
  const wedding = lines(1, 1, 9_000).map((line) => ({ ...line, ...smith }))
  expect(sessionLines([...lines(101), ...wedding])).toEqual([
    { name: 'Gallery 1: 101 photos', amountPence: 10_100 },
    { name: 'Smith wedding: 240 photos', amountPence: 9_000 },
  ])
  expect(sessionLines([...lines(202, 101), ...wedding])).toEqual([{ name: '442 photos', amountPence: 29_200 }])
})

test('a name is cut to 250 characters, between characters', () => {
  const long = lines(1).map((line) => ({ ...line, title: '\u{1F4F7}'.repeat(400) }))
  expect(sessionLines(long)).toEqual([{ name: '\u{1F4F7}'.repeat(250), amountPence: 100 }])
})

test('whatever is bought, the lines are at most 100 and sum to the total', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ net: fc.integer({ min: 0, max: 5_000 }), gallery: fc.integer({ min: 1, max: 150 }) }), {
        maxLength: 500,
      }),
      (bought) => {
        const items = bought.map(({ net, gallery }) => ({
          title: '',
          size: 'original' as const,
          upgradeOf: null,
          netPence: pence(net),
          fileCount: 1,
          galleryId: galleryIdOf(gallery),
          galleryTitle: 'A gallery',
        }))
        const shown = sessionLines(items)
        expect(shown.length).toBeLessThanOrEqual(100)
        for (const { name, amountPence } of shown) expect([name !== '', amountPence > 0]).toEqual([true, true])
        expect(shown.reduce((sum, { amountPence }) => sum + amountPence, 0)).toBe(
          bought.reduce((sum, { net }) => sum + net, 0),
        )
      },
    ),
  )
})
