import { expect, test } from 'vitest'
import { ApiError } from '#frontend/shared/api/api-error.ts'
import { retryDelay } from '#frontend/shared/api/retries.ts'

test('the next try waits as long as the server asks, within what somebody before a page would wait', () => {
  const asking = (retryAfterSeconds: number) => new ApiError({ code: 'unavailable', details: { retryAfterSeconds } })

  expect([0, 1].map((failures) => retryDelay(failures, new ApiError({ code: 'unavailable' })))).toEqual([1_000, 2_000])
  expect([0.5, 8, 900].map((seconds) => retryDelay(0, asking(seconds)))).toEqual([1_000, 8_000, 30_000])
  expect(retryDelay(0, new TypeError('x'))).toBe(1_000)
})
