import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { decisionOutbox } from '#frontend/features/proofing/decision-outbox.ts'
import { agesMsOf, type KeptRequest, unsentDecisions } from '#frontend/features/proofing/unsent-decisions.ts'
import { ApiError } from '#frontend/shared/api/api-error.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import { fillStorage } from '#test/support/frontend/full-storage.ts'
import '#test/support/frontend/render-page.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const approved = { status: 'approved' } as const
const of = (...numbers: number[]) => ({ photoIds: numbers.map((n) => photoId(n)), decision: approved })
const hourMs = 60 * 60_000
/** The device sleeps: no timer ends, and the time goes on. */
const sleep = (hours: number) => void vi.setSystemTime(Date.now() + hours * hourMs)

/** @param answer What each try meets: how many photos of it others have decided since. */
const setup = (answer: (asked: KeptRequest) => Promise<number>) => {
  const sent: (number[] | undefined)[] = []
  const onRest = vi.fn()
  const outbox = decisionOutbox({
    unsent: unsentDecisions('secret'),
    send: async (asked) => {
      sent.push(agesMsOf(asked, Date.now()))
      return asked.photoIds.slice(0, await answer(asked))
    },
    onAnswer: async (overtaken) => overtaken,
    onRefusal: () => undefined,
    onWaiting: () => undefined,
    onRest,
  })
  return { outbox, sent, onRest }
}
const noAnswer = new ApiError({ code: 'unavailable' })

test('each try says how old a decision is by then, however long the device slept since the last', async () => {
  const tries = vi.fn(async () => 0).mockRejectedValueOnce(noAnswer)
  const { outbox, sent } = setup(tries)
  outbox.add(of(1))
  await vi.advanceTimersByTimeAsync(500)
  sleep(3)
  dispatchEvent(new Event('online'))
  expect(await outbox.flush()).toBe(true)
  expect(sent).toEqual([undefined, [3 * hourMs + 500]])
  expect(outbox.standing().kept).toEqual([])
})

test('what waited for more than a day is not sent any more, also where it is kept in memory alone', async () => {
  fillStorage()
  const tries = vi.fn(async () => 0).mockRejectedValueOnce(noAnswer)
  const { outbox, sent } = setup(tries)
  outbox.add(of(1))
  await vi.advanceTimersByTimeAsync(500)
  sleep(24)
  dispatchEvent(new Event('online'))
  await outbox.flush()
  expect(sent).toEqual([undefined])
})

test('what was decided again while it was overtaken on its way is sent as well, and stands', async () => {
  unsentDecisions('secret').keep(of(1))
  sleep(2)
  const tries = vi
    .fn(async () => 0)
    .mockImplementationOnce(async () => {
      await Promise.resolve()
      outbox.add(of(1))
      return 1
    })
  const { outbox, sent, onRest } = setup(tries)
  expect(await outbox.flush()).toBe(true)
  expect(sent).toEqual([[2 * hourMs], undefined])
  expect(onRest).toHaveBeenCalledExactlyOnceWith(new Set())
})

test('how many photos others have decided since is told once, when everything was sent', async () => {
  const { keep } = unsentDecisions('secret')
  keep(of(1, 2))
  keep({ photoIds: [photoId(3)], decision: { status: 'maybe' } })
  keep(of(4))
  sleep(2)
  const { outbox, sent, onRest } = setup(vi.fn(async () => 1).mockImplementationOnce(async () => 2))
  expect(await outbox.flush()).toBe(false)
  expect(sent).toHaveLength(3)
  expect(onRest).toHaveBeenCalledExactlyOnceWith(new Set([1, 2, 3, 4].map((n) => photoId(n))))
  expect(outbox.standing().kept).toEqual([])
})

/** Approves a photo; while that is on its way the client rejects it, and lets the other one go. */
const setupSlow = async (wait: () => Promise<unknown>) => {
  const tries = vi
    .fn(async () => 0)
    .mockImplementationOnce(async () => {
      await wait()
      return 0
    })
  const { outbox, sent } = setup(tries)
  outbox.add(of(1))
  await vi.advanceTimersByTimeAsync(5_000)
  outbox.add({ photoIds: [photoId(1)], decision: { status: 'rejected' } })
  outbox.add({ photoIds: [photoId(2)], decision: { status: 'rejected', onlyPending: true } })
  return { outbox, sent }
}

test('on a slow line what was said after a decision is no older than that counts', async () => {
  const { outbox, sent } = await setupSlow(() => new Promise((resolve) => setTimeout(resolve, 90_000)))
  await vi.advanceTimersByTimeAsync(85_000)
  expect(await outbox.flush()).toBe(true)
  expect(sent).toEqual([undefined, undefined, undefined])
})

test('a line that was slow for hours makes nothing younger by more than five minutes', async () => {
  const arrival = Promise.withResolvers<unknown>()
  const { outbox, sent } = await setupSlow(() => arrival.promise)
  sleep(2)
  arrival.resolve(undefined)
  expect(await outbox.flush()).toBe(true)
  const age = 2 * hourMs - 295_000
  expect(sent).toEqual([undefined, [age], [age]])
})

test('a try whose answer was lost may have arrived late: what was said after it is no older than that', async () => {
  const tries = vi
    .fn(async () => 0)
    .mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 90_000))
      throw noAnswer
    })
  const { outbox, sent } = setup(tries)
  outbox.add(of(1))
  await vi.advanceTimersByTimeAsync(5_000)
  outbox.add({ photoIds: [photoId(1)], decision: { status: 'rejected' } })
  await vi.advanceTimersByTimeAsync(85_000)
  dispatchEvent(new Event('online'))
  expect(await outbox.flush()).toBe(true)
  expect(sent).toEqual([undefined, [90_000], undefined])
})

test('a try that failed at once arrived nowhere: what was said after it stays as old', async () => {
  const tries = vi.fn(async () => 0).mockRejectedValueOnce(noAnswer)
  const { outbox, sent } = setup(tries)
  outbox.add(of(1))
  await vi.advanceTimersByTimeAsync(500)
  outbox.add({ photoIds: [photoId(1)], decision: { status: 'rejected' } })
  sleep(1)
  dispatchEvent(new Event('online'))
  expect(await outbox.flush()).toBe(true)
  expect(sent).toEqual([undefined, [hourMs + 500], [hourMs]])
})

test('of photos that went together each that stands makes what was said after it younger', async () => {
  const tries = vi
    .fn(async () => 0)
    .mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 90_000))
      return 1
    })
  const { outbox, sent } = setup(tries)
  outbox.add(of(1, 2))
  await vi.advanceTimersByTimeAsync(5_000)
  outbox.add({ photoIds: [photoId(1)], decision: { status: 'rejected' } })
  outbox.add({ photoIds: [photoId(2)], decision: { status: 'maybe' } })
  // Others went on: what is let go is as old as it is.
  outbox.add({ photoIds: [photoId(3)], decision: { status: 'rejected', onlyPending: true } })
  await vi.advanceTimersByTimeAsync(85_000)
  await outbox.flush()
  expect(sent).toEqual([undefined, [85_000], undefined, [85_000]])
})

test('a try whose answer was lost is made again as it was, whatever was typed on one of its photos since', async () => {
  const asked: KeptRequest[] = []
  const tries = vi
    .fn(async (each: KeptRequest) => {
      asked.push(each)
      return 0
    })
    .mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 90_000))
      throw noAnswer
    })
  const { outbox, sent } = setup(tries)
  outbox.add(of(1, 2, 3))
  await vi.advanceTimersByTimeAsync(4_000)
  outbox.add({ photoIds: [photoId(1)], decision: { ...approved, feedback: 'Crop it' } })
  outbox.add({ photoIds: [photoId(2)], decision: { status: 'rejected' } })
  await vi.advanceTimersByTimeAsync(86_000)
  dispatchEvent(new Event('online'))
  expect(await outbox.flush()).toBe(true)
  expect(asked.map(({ photoIds, decision }) => [photoIds.length, decision.feedback ?? decision.status])).toEqual([
    [3, 'approved'],
    [1, 'Crop it'],
    [1, 'rejected'],
  ])
  // They count from when the first try may have arrived.
  expect(sent).toEqual([undefined, [90_000, 90_000, 90_000], undefined, undefined])
  expect(outbox.standing().kept).toEqual([])
})
