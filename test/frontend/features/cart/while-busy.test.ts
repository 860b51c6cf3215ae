import { expect, test } from 'vitest'
import { whileBusy } from '#frontend/features/cart/while-busy.ts'
import { ApiError, notReached } from '#frontend/shared/api/api-error.ts'

const setup = (answers: readonly (string | Error)[]) => {
  const left = [...answers]
  const waits: number[] = []
  let nowMs = 0
  const run = whileBusy(
    async () => {
      const answer = left.length > 1 ? left.shift() : left[0]
      if (typeof answer === 'string') return answer
      throw answer
    },
    {
      onBusy: () => undefined,
      wait: async (ms) => {
        waits.push(ms)
        nowMs += ms
      },
      nowMs: () => nowMs,
      random: () => 0.5,
    },
  )
  return { run, waits }
}
const refusal = (code: ApiError['code'], details: Record<string, unknown> = {}, requestId?: string) =>
  new ApiError({ code, details, ...(requestId !== undefined && { requestId }) })

const full: [string, ApiError, number][] = [
  ['a server that is too busy', refusal('unavailable', { retryAfterSeconds: 2, why: 'Many.' }, 'req_1'), 2_500],
  ['no copy of a function left', refusal('unavailable'), 2_500],
  ['a gateway’s limit', refusal('too_many_requests', { retryAfterSeconds: 4 }), 5_000],
  ['a wait of nothing', refusal('unavailable', { retryAfterSeconds: 0 }, 'req_1'), 625],
]
test.each(full)('%s is asked again after a while, spread by chance', async (_, busy, waitMs) => {
  const { run, waits } = setup([busy, busy, 'done'])
  expect(await run).toBe('done')
  expect(waits).toEqual([waitMs, waitMs])
})

test('after half a minute the last answer is the buyer’s', async () => {
  const busy = refusal('unavailable', { retryAfterSeconds: 2 }, 'req_1')
  const { run, waits } = setup([busy])
  await expect(run).rejects.toBe(busy)
  expect(waits).toHaveLength(12)
})

const told: [string, Error][] = [
  ['what was counted against this browser', refusal('too_many_requests', { retryAfterSeconds: 2, why: 'You.' }, 'r')],
  ['a breakdown', refusal('unavailable', {}, 'req_1')],
  ['a definite no', refusal('invalid_discount_code', {}, 'req_1')],
  ['no connection', notReached()],
  ['a firewall’s minute', refusal('too_many_requests', { retryAfterSeconds: 60 })],
  ['what nobody knows', new Error('x')],
]
test.each(told)('%s is told at once', async (_, thrown) => {
  const { run, waits } = setup([thrown, 'done'])
  await expect(run).rejects.toBe(thrown)
  expect(waits).toEqual([])
})
