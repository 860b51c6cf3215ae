import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usePaced } from '#frontend/features/proofing/use-paced.ts'

test('a value is followed at once after a quiet time, and else when the wait is over, with its newest state', async () => {
  vi.useFakeTimers()
  const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const { result, rerender } = renderHook(({ value }) => usePaced(value, 10_000), { initialProps: { value: 1 } })
  expect(result.current).toBe(1)

  await later(10_000)
  rerender({ value: 2 })
  await later(0)
  expect(result.current).toBe(2)

  rerender({ value: 3 })
  await later(6_000)
  rerender({ value: 4 })
  await later(3_900)
  expect(result.current).toBe(2)
  await later(100)
  expect(result.current).toBe(4)
  vi.useRealTimers()
})
