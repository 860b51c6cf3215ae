import { expect, test } from 'vitest'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'

/** A step that is overtaken so often, and then answers. */
const overtaken = (times: number) => {
  const attempts: number[] = []
  const step = async (attempt: number) => {
    attempts.push(attempt)
    return attempts.length > times ? 'written' : tryAgain
  }
  return { step, attempts }
}

test('a step that met another write is taken again', async () => {
  const { step, attempts } = overtaken(2)
  expect(await retried(3, 'unavailable', step)).toBe('written')
  expect(attempts).toEqual([0, 1, 2])
})

test('it is taken at most so often, and then the caller is told why', async () => {
  const { step, attempts } = overtaken(3)
  await expect(retried(3, 'changed_meanwhile', step)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(attempts).toHaveLength(3)
})

test('where being overtaken is no error, the caller gets the answer for it', async () => {
  expect(await retried<string>(2, { answer: 'busy' }, overtaken(2).step)).toBe('busy')
})

test('an answer may be nothing at all', async () => {
  expect(await retried(2, 'unavailable', async () => undefined)).toBeUndefined()
})

test('an error of the step is the caller’s at once', async () => {
  let count = 0
  const failing = async () => {
    count += 1
    throw new Error('no answer')
  }
  await expect(retried(3, 'unavailable', failing)).rejects.toThrow('no answer')
  expect(count).toBe(1)
})
