import { expect, test } from 'vitest'
import { bounded, type Pair, pinched, scaled, settled, whole } from '#frontend/ui/zoom-view.ts'

const middle = { x: 200, y: 300 }
const fingers = (x: number, y: number, apart: number): Pair => [
  { x: x - apart / 2, y },
  { x: x + apart / 2, y },
]

test('the photo grows as its fingers part, and what is between them stays there', () => {
  const view = pinched(whole, fingers(300, 300, 100), fingers(300, 300, 200), middle)
  expect(view).toEqual({ scale: 2, x: -100, y: 0 })
  // The point 100 pixels from the middle of the whole photo is still there.
  expect(view.x + 100 * view.scale).toBe(100)
})

test('two fingers that move together take the photo along', () => {
  const near = { scale: 2, x: -100, y: 0 }
  expect(pinched(near, fingers(300, 300, 100), fingers(260, 330, 100), middle)).toEqual({ scale: 2, x: -140, y: 30 })
})

test('a pinch ends at four times and at the whole photo, and keeps its point at both ends', () => {
  const near = pinched(whole, fingers(300, 300, 10), fingers(300, 300, 400), middle)
  expect(near).toEqual({ scale: 4, x: -300, y: 0 })
  expect(pinched(near, fingers(300, 300, 400), fingers(300, 300, 10), middle)).toEqual(whole)
})

test('two fingers in one place are no pixel apart, and nothing is divided by that', () => {
  const view = pinched(whole, fingers(200, 300, 0), fingers(200, 300, 3), middle)
  expect(view).toEqual({ scale: 3, x: 0, y: 0 })
})

test('a point that is given once stays where it is', () => {
  expect(scaled(whole, 2.5, { x: 100, y: 0 })).toEqual({ scale: 2.5, x: -150, y: 0 })
})

test('a photo is moved to its edge, and where it has room not at all', () => {
  const [photo, stage] = [
    { width: 400, height: 200 },
    { width: 400, height: 600 },
  ]
  expect(bounded({ scale: 2, x: 999, y: 999 }, photo, stage)).toEqual({ scale: 2, x: 200, y: 0 })
  expect(bounded({ scale: 2, x: -999, y: -999 }, photo, stage)).toMatchObject({ scale: 2, x: -200 })
})

test('what is nearly whole is whole', () => {
  expect(settled({ scale: 1.04, x: 3, y: 2 })).toEqual(whole)
  expect(settled({ scale: 1.06, x: 3, y: 2 })).toEqual({ scale: 1.06, x: 3, y: 2 })
})
