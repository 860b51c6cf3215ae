import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueries } from '#frontend/app/providers.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hourMs = 3_600_000

test.each([
  [10, 1],
  [12, 2],
])(
  'a tab that is looked at again after %d hours has asked %d times: addresses of pictures do not live for ever',
  async (hours, asked) => {
    const ask = vi.fn(async () => 'answer')
    const queries = makeQueries()
    queries.mount()
    const leave = new QueryObserver(queries, { queryKey: ['any'], queryFn: ask, staleTime: 24 * hourMs }).subscribe(
      () => {},
    )
    await vi.advanceTimersByTimeAsync(100)
    await vi.advanceTimersByTimeAsync(hours * hourMs)
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(100)
    expect(ask).toHaveBeenCalledTimes(asked)
    leave()
    queries.unmount()
  },
)
