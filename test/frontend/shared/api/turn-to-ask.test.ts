import { expect, test } from 'vitest'
import { askInTurn, turnToAsk } from '#frontend/shared/api/turn-to-ask.ts'

/** Keeps the processor for longer than a slice. */
const beBusy = () => {
  const end = performance.now() + 10
  while (performance.now() < end);
}

test('a question is asked at once, and on a page that is taken over behind whatever else is to be done', async () => {
  const done: string[] = []
  const ask = async (name: string) => {
    await turnToAsk()
    done.push(name)
    beBusy()
  }
  const touch = () => setTimeout(() => done.push('a touch'))

  touch()
  await Promise.all([ask('first'), ask('second')])
  expect(done).toEqual(['first', 'second'])
  await new Promise((resolve) => setTimeout(resolve, 20))

  done.length = 0
  askInTurn()
  const asked = Promise.all([ask('first'), ask('second')])
  touch()
  await asked
  expect(done.indexOf('a touch')).toBeLessThan(done.indexOf('second'))
  expect(done).toHaveLength(3)
})
