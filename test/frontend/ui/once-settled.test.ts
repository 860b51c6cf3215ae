import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onceSettled } from '#frontend/ui/once-settled.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('what may come after all else waits until a page has settled', async () => {
  const done: string[] = []
  onceSettled(() => done.push('late'))
  const withdraw = onceSettled(() => done.push('of a page that was left'))
  await vi.advanceTimersByTimeAsync(400)
  expect(done).toEqual([])
  withdraw()

  await vi.advanceTimersByTimeAsync(600)
  expect(done).toEqual(['late'])
})

test('and for a thumb to rest, while which it may be withdrawn as well', async () => {
  const done: string[] = []
  // Whoever has waited once is told of scrolls from then on.
  onceSettled(() => done.push('first'))
  await vi.advanceTimersByTimeAsync(1_600)
  const withdraw = onceSettled(() => done.push('second'))
  for (let frame = 0; frame < 100; frame++) {
    await vi.advanceTimersByTimeAsync(16)
    document.dispatchEvent(new Event('scroll'))
  }
  expect(done).toEqual(['first'])
  withdraw()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(done).toEqual(['first'])
})
