// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { between, layOut, lookedAt, rulesFor, type WallRules } from '#frontend/features/galleries/wall-layout.ts'

const rules = (override: Partial<WallRules> = {}): WallRules => ({
  layout: 'rows',
  width: 1_000,
  gap: 10,
  row: 200,
  columns: 3,
  least: 0,
  caption: 50,
  ...override,
})

describe('rows', () => {
  test('are filled to the width, each photo in its own shape, and of one height', () => {
    const { places, height } = layOut([1.5, 1.5, 1.5, 0.7, 1.5], rules())
    const first = places.slice(0, 3)
    expect(first.map(({ top }) => top)).toEqual([0, 0, 0])
    const last = first.at(-1)
    expect((last?.left ?? 0) + (last?.width ?? 0)).toBeCloseTo(1_000)
    for (const place of first) expect(place.width / (place.height - 50)).toBeCloseTo(1.5)
    // Not stretched, since nothing fills it.
    expect(places[4]?.height).toBe(250)
    expect(places[3]?.top).toBeCloseTo((first[0]?.height ?? 0) + 10)
    expect(height).toBeCloseTo((places[4]?.top ?? 0) + 250)
  })

  test('leave each photo of a phone the room that its price and its button need', () => {
    const phone = rulesFor({ layout: 'rows', spacing: 'small', withWords: false }, { width: 358, screen: 390, em: 16 })
    const upright = [0.69, 0.72, 0.72, 0.69, 0.72]
    const { places } = layOut(upright, phone)
    expect(places.filter(({ top }) => top === 0)).toHaveLength(3)
    for (const [index, { width, height }] of places.entries()) {
      expect(width).toBeGreaterThanOrEqual(6.5 * 16)
      expect(width / (height - phone.caption)).toBeCloseTo(upright[index] ?? 0)
    }
    // Two wide ones still stand beside each other.
    expect(layOut([1.5, 1.5], phone).places.map(({ top }) => top)).toEqual([0, 0])
  })

  test('hold a panorama on a phone within its width', () => {
    const [place] = layOut([3], rules({ width: 358, row: 200 })).places
    expect(place?.width).toBeCloseTo(358)
  })
})

test('columns are of one width and end about level: each photo goes where the wall is lowest', () => {
  const shapes = Array.from({ length: 30 }, (_, index) => [1.5, 0.67, 1, 0.8][index % 4] ?? 1)
  const { places, height } = layOut(shapes, rules({ layout: 'columns' }))
  expect(new Set(places.map(({ width }) => width)).size).toBe(1)
  const ends = [0, 1, 2].map((column) => {
    const own = places.filter(({ left }) => Math.round(left / (1_000 / 3)) === column)
    return Math.max(...own.map((place) => place.top + place.height))
  })
  expect(Math.max(...ends)).toBeCloseTo(height)
  expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(550)
})

test('single photos stand in the middle, an upright one no higher than a screen', () => {
  const { places } = layOut([1.5, 0.66], rules({ layout: 'single', row: 240 }))
  expect(places[0]).toMatchObject({ left: 50, width: 900, height: 650 })
  expect(places[1]?.left).toBeCloseTo((1_000 - 675) / 2)
})

test('nothing stands on anything else, in any layout', () => {
  const shapes = Array.from({ length: 120 }, (_, index) => 0.5 + ((index * 7) % 25) / 10)
  for (const layout of ['rows', 'columns', 'single'] as const) {
    const { places } = layOut(shapes, rules({ layout }))
    for (const [index, a] of places.entries()) {
      for (const b of places.slice(index + 1)) {
        const apart =
          a.left + a.width <= b.left + 0.01 ||
          b.left + b.width <= a.left + 0.01 ||
          a.top + a.height <= b.top + 0.01 ||
          b.top + b.height <= a.top + 0.01
        expect(apart, `${layout} ${String(index)}`).toBe(true)
      }
    }
  }
})

test('of ten thousand photos those near the window are drawn, a hundred at most, and it is known which is looked at', () => {
  const shapes = Array.from({ length: 10_000 }, (_, index) => (index % 3 === 0 ? 0.67 : 1.5))
  const wall = layOut(shapes, rules({ width: 358, row: 108, gap: 8 }))
  const middle = wall.height / 2
  const drawn = between(wall, middle - 1_266, middle + 844 + 1_266)
  expect(drawn.length).toBeGreaterThan(20)
  expect(drawn.length).toBeLessThan(100)
  const seen = lookedAt(wall, middle)
  expect(drawn).toContain(seen)
  expect(lookedAt(wall, -500)).toBe(0)
  expect(lookedAt(wall, wall.height * 2)).toBe(9_999)
})

test('a photo stood at is in the row that is looked at, also where its page begins within a row', () => {
  const wall = layOut([1.5, 1.5, 1.5, 1.5, 1.5, 1.5], rules())
  const top = wall.places[4]?.top ?? 0
  expect(lookedAt(wall, top)).toBeGreaterThanOrEqual(4)
})

test('a phone has low rows and two columns, a wide screen higher rows and four; wide spacing is wider', () => {
  const chosen = { layout: 'rows', spacing: 'small', withWords: false } as const
  const phone = rulesFor(chosen, { width: 358, screen: 390, em: 16 })
  const screen = rulesFor({ ...chosen, spacing: 'wide' }, { width: 1_184, screen: 1_280, em: 16 })
  expect(phone).toMatchObject({ row: 108, columns: 2, gap: 8 })
  expect(screen).toMatchObject({ row: 240, columns: 4, gap: 28 })
})

test.each(['rows', 'columns', 'single'] as const)('a wall of %s that goes on is the wall of all photos', (layout) => {
  const shapes = Array.from({ length: 100 }, (_, index) => 0.5 + ((index * 7) % 25) / 10)
  let wall = layOut(shapes.slice(0, 20), rules({ layout }))
  for (const count of [33, 34, 60, 60, 100]) {
    const [first] = wall.places
    wall = layOut(shapes.slice(wall.settled, count), rules({ layout }), wall)
    // The same place, not only an equal one: whoever stands there is not drawn anew.
    expect(wall.places[0]).toBe(first)
  }
  expect(wall).toEqual(layOut(shapes, rules({ layout })))
})

test('photos between two heights are found where a high one reaches down beside many low ones', () => {
  const shapes = [0.5, ...Array.from({ length: 40 }, () => 3)]
  const wall = layOut(shapes, rules({ layout: 'columns' }))
  const [tall] = wall.places
  const end = (tall?.top ?? 0) + (tall?.height ?? 0)
  const all = wall.places.flatMap(({ top, height }, index) =>
    top + height >= end - 1 && top <= end + 200 ? [index] : [],
  )
  expect(all[0]).toBe(0)
  expect(between(wall, end - 1, end + 200)).toEqual(all)
})
