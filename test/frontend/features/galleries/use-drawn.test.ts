// @vitest-environment node
import { expect, test } from 'vitest'
import { nextDrawn } from '#frontend/features/galleries/use-drawn.ts'

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

test('the tiles nearest to the middle of the window come first, the farthest go first, a few of each', () => {
  expect(nextDrawn(range(0, 8), range(20, 30), { middle: 25, few: 3 })).toEqual([...range(3, 8), 24, 25, 26])
})

test('step by step those that are wanted are drawn, in order, and no others', () => {
  let drawn: readonly number[] = range(0, 40)
  const wanted = range(30, 90)
  for (let step = 0; step < 20; step++) {
    const next = nextDrawn(drawn, wanted, { middle: 60, few: 4 })
    expect(next.filter((index) => !drawn.includes(index)).length).toBeLessThanOrEqual(4)
    expect(drawn.filter((index) => !next.includes(index)).length).toBeLessThanOrEqual(4)
    drawn = next
  }
  expect(drawn).toEqual(wanted)
})

test('where all that are wanted are drawn nothing changes', () => {
  const drawn = range(0, 40)
  expect(nextDrawn(drawn, range(0, 40), { middle: 3, few: 4 })).toBe(drawn)
})
