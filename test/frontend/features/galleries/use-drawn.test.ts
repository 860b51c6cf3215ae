// @vitest-environment node
import { expect, test } from 'vitest'
import { type DrawnTiles, nextTiles } from '#frontend/features/galleries/use-drawn.ts'

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
const whole = (drawn: readonly number[]): DrawnTiles => ({ drawn, bare: new Set() })
/** A window over 25 to 34 of a long wall, with five more on either side. */
const at30 = {
  seen: range(25, 35),
  wanted: range(20, 40),
  focused: [] as number[],
  middle: 30,
  few: 3,
  isMoving: false,
  isHurried: false,
}

/** Steps until nothing changes, each with what is not the same afterwards. */
const follow = (first: DrawnTiles, window: typeof at30) => {
  const steps: DrawnTiles[] = []
  for (let tiles = first; steps.length < 100; ) {
    const next = nextTiles(tiles, window)
    if (next === tiles) break
    steps.push(next)
    tiles = next
  }
  return steps
}

test('the tiles nearest to the middle of the window come first, a few at once, in their order', () => {
  expect(nextTiles(whole(range(0, 8)), at30).drawn).toEqual([...range(0, 8), 29, 30, 31])
})

test('those in the window come before those around it, and none leaves for them', () => {
  const [last] = follow(whole(range(0, 8)), at30)
    .filter(({ drawn }) => range(25, 35).some((index) => !drawn.includes(index)))
    .slice(-1)
  expect(last?.drawn.filter((index) => index > 8)).toEqual(range(26, 35))
  expect(last?.drawn.slice(0, 8)).toEqual(range(0, 8))
})

test('step by step all that are wanted are drawn, whole, and no others', () => {
  const steps = follow(whole(range(0, 40)), { ...at30, seen: range(60, 70), wanted: range(50, 90), middle: 65 })
  let before = range(0, 40)
  for (const { drawn } of steps) {
    expect(drawn.filter((index) => !before.includes(index)).length).toBeLessThanOrEqual(3)
    expect(before.filter((index) => !drawn.includes(index)).length).toBeLessThanOrEqual(12)
    expect(drawn).toEqual([...drawn].sort((a, b) => a - b))
    before = [...drawn]
  }
  expect(before).toEqual(range(50, 90))
  expect(steps.at(-1)?.bare.size).toBe(0)
})

test('of those that are left behind as many stay as are wanted, and no more', () => {
  const steps = follow(whole(range(100, 180)), at30)
  const most = Math.max(...steps.slice(10).map(({ drawn }) => drawn.filter((index) => index >= 40).length))
  expect(most).toBeLessThanOrEqual(20)
  expect(steps.at(-1)?.drawn).toHaveLength(40)
  expect(steps.at(-1)?.drawn).toEqual(expect.arrayContaining(range(20, 40)))
})

test('none of the first tiles of a page is taken away before others come', () => {
  const tiles = whole(range(0, 20))
  expect(nextTiles(tiles, { ...at30, seen: range(0, 5), wanted: range(0, 12), middle: 2 })).toBe(tiles)
  // One photo a row below a cover: hardly any is wanted.
  expect(nextTiles(tiles, { ...at30, seen: range(0, 1), wanted: range(0, 3), middle: 0 })).toBe(tiles)
})

test('tiles that come in a hurry are bare; once the window rests those in it are drawn whole first', () => {
  const moved: DrawnTiles = { drawn: range(20, 40), bare: new Set(range(20, 40)) }
  expect(nextTiles(whole([]), { ...at30, isMoving: true, isHurried: true }).bare).toEqual(new Set([29, 30, 31]))
  expect(nextTiles(whole([]), { ...at30, isMoving: true }).bare.size).toBe(0)
  const rested = follow(moved, at30)
  expect(rested[0]?.drawn).toBe(moved.drawn)
  expect(range(20, 40).filter((index) => !rested[0]?.bare.has(index))).toEqual([29, 30, 31])
  const inWindow = rested.find(({ bare }) => range(25, 35).every((index) => !bare.has(index)))
  expect(inWindow?.bare.has(39)).toBe(true)
  expect(rested.at(-1)?.bare.size).toBe(0)
})

test('while somebody scrolls on, what comes next is drawn before all of what is there, and that before what lies around', () => {
  const steps = follow({ drawn: range(20, 38), bare: new Set(range(20, 38)) }, { ...at30, isMoving: true })
  expect(steps[0]?.drawn).toEqual(range(20, 40))
  expect([...(steps.at(-1)?.bare ?? [])]).toEqual([...range(20, 25), ...range(35, 38)])
})

test('what is bare and left behind is forgotten', () => {
  const steps = follow({ drawn: range(100, 110), bare: new Set(range(100, 110)) }, at30)
  expect(steps.at(-1)).toEqual(whole(range(20, 40)))
})

test('where all that are wanted are drawn nothing changes', () => {
  const tiles = whole(range(20, 40))
  expect(nextTiles(tiles, at30)).toBe(tiles)
})

test('the tile that has the focus becomes whole before others come: the next Tab would pass by what it lacks', () => {
  const step = { ...at30, focused: [38], isMoving: true, isHurried: true }
  const tiles = { drawn: range(20, 39), bare: new Set(range(20, 39)) }
  expect(nextTiles(tiles, step)).toEqual({ ...tiles, bare: new Set(range(20, 39).filter((index) => index !== 38)) })
})
