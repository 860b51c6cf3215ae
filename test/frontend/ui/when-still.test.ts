import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenStill } from '#frontend/ui/when-still.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('what is not needed while somebody scrolls is done when the page stands still', async () => {
  const done: string[] = []
  whenStill(() => done.push('before'))
  await vi.advanceTimersByTimeAsync(10)
  expect(done).toEqual(['before'])

  dispatchEvent(new Event('scroll'))
  whenStill(() => done.push('while scrolling'))
  const withdraw = whenStill(() => done.push('passed'))
  for (let frame = 0; frame < 20; frame++) {
    await vi.advanceTimersByTimeAsync(16)
    document.dispatchEvent(new Event('scroll'))
  }
  withdraw()
  expect(done).toEqual(['before'])

  await vi.advanceTimersByTimeAsync(200)
  expect(done).toEqual(['before', 'while scrolling'])
})
