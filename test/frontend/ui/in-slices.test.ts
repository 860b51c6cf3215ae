import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { inSlices } from '#frontend/ui/in-slices.ts'

test('small works are done soon, in their order, and not before whoever asks has ended', async () => {
  const done: number[] = []
  for (const number of [1, 2, 3]) inSlices(() => done.push(number))
  expect(done).toEqual([])
  await waitFor(() => expect(done).toEqual([1, 2, 3]))
})

test('works that take long are parted by tasks, in which a touch is answered', async () => {
  const clock = vi.spyOn(performance, 'now')
  let now = 0
  clock.mockImplementation(() => now)
  const done: (number | 'touch')[] = []
  for (const number of [1, 2, 3]) {
    inSlices(() => {
      now += 4
      done.push(number)
      if (number === 1) setTimeout(() => done.push('touch'))
    })
  }
  await waitFor(() => expect(done).toEqual([1, 2, 'touch', 3]))
  clock.mockRestore()
})

test('what is asked for by a work itself is done as well', async () => {
  const done: string[] = []
  inSlices(() => {
    done.push('first')
    inSlices(() => done.push('second'))
  })
  await waitFor(() => expect(done).toEqual(['first', 'second']))
})

test('a work that throws is told of, and holds up none of the others', async () => {
  const told = vi.fn()
  vi.stubGlobal('reportError', told)
  const done: string[] = []
  inSlices(() => {
    throw new Error('not this one')
  })
  inSlices(() => done.push('next'))
  await waitFor(() => expect(done).toEqual(['next']))
  expect(told).toHaveBeenCalledWith(new Error('not this one'))
  vi.unstubAllGlobals()
})
