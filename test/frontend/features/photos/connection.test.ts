import { expect, test } from 'vitest'
import { createConnection } from '#frontend/features/photos/connection.ts'

test('who is told that the line is lost or back finds it so when asking at that moment', async () => {
  const asked: [told: boolean, found: boolean][] = []
  let answers = [false, true]
  const connection = createConnection({
    isOnline: () => true,
    probe: async () => {
      const [first = true, ...rest] = answers
      answers = rest
      return first
    },
    untilOnline: () => new Promise(() => undefined),
    pause: async () => undefined,
    onChange: (isLost) => asked.push([isLost, connection.isLost()]),
  })

  expect(await connection.wasLost()).toBe(true)

  expect(asked).toEqual([
    [true, true],
    [false, false],
  ])
  expect(await connection.wasLost()).toBe(false)
})
