import { expect, test } from 'vitest'
import { type Pace, paceStore } from '#functions/shared/pace/pace-store.ts'
import { turnsOf } from '#functions/shared/pace/turns.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'
import { virtualTime } from '#test/support/virtual-time.ts'

const setup = (pace: Pace = { name: 'stripe', perSecond: 17.5 }) => {
  const time = virtualTime('2030-01-07T06:00:00.000Z')
  let writes = 0
  const table = fakeTable((request) => {
    if (request === 'write') writes++
  })
  const worker = () => turnsOf({ paces: paceStore(table, time.now), pace: () => pace, now: time.now, wait: time.wait })
  return { time, table, worker, writes: () => writes }
}

/** The most moments within any one second. */
const peak = (moments: readonly number[]): number =>
  Math.max(...moments.map((from) => moments.filter((at) => at >= from && at < from + 1_000).length))

/** Workers that call as often as they may for a minute; each call takes `callMs`. */
const minuteOf = async ({ time, worker }: ReturnType<typeof setup>, workers: number, callMs: number) => {
  const calls: number[] = []
  const end = time.now().getTime() + 60_000
  const work = async () => {
    const turn = worker()
    while (time.now().getTime() < end) {
      await turn()
      calls.push(time.now().getTime())
      await time.wait(callMs)
    }
  }
  await time.run(Array.from({ length: workers }, work))
  return calls.filter((at) => at < end)
}

test.each([
  { perSecond: 17.5, workers: 10 },
  { perSecond: 17.5, workers: 30 },
  { perSecond: 70, workers: 40 },
  // Hundreds of slow workers: what one leases and does not use, another lacks.
  { perSecond: 280, workers: 160 },
])('$workers workers keep to $perSecond calls a second together, and use them', async ({ perSecond, workers }) => {
  const calls = await minuteOf(setup({ name: 'stripe', perSecond }), workers, 400)
  expect(calls.length).toBeLessThanOrEqual(60 * perSecond + workers)
  expect(calls.length).toBeGreaterThan(60 * perSecond * 0.9)
  expect(peak(calls)).toBeLessThanOrEqual((perSecond / 0.7) * 1)
})

test('the item is written a few times a second, however fast the pace', async () => {
  const world = setup({ name: 'mail', perSecond: 1_200 })
  await minuteOf(world, 20, 8)
  expect(world.writes()).toBeLessThan(60 * 30)
})

test('what nobody used for an hour is not made good by a rush', async () => {
  const world = setup()
  const before = await minuteOf(world, 10, 400)
  await world.time.run([world.time.wait(3_600_000)])
  const after = await minuteOf(world, 10, 400)
  expect(after.length).toBeLessThanOrEqual(before.length + 10)
  expect(peak(after)).toBeLessThanOrEqual(25)
})

test('a worker that slept with leased calls does not make them all at once', async () => {
  const { time, worker } = setup({ name: 'stripe', perSecond: 70 })
  const turn = worker()
  await time.run([turn()])
  await time.run([time.wait(10_000)])
  const calls: number[] = []
  await time.run(
    Array.from({ length: 6 }, async () => {
      await turn()
      calls.push(time.now().getTime())
    }),
  )
  expect(peak(calls)).toBe(6)
  expect((calls.at(-1) ?? 0) - (calls[0] ?? 0)).toBeGreaterThan(60)
})

test('whoever would wait longer than four seconds is told to come again, and takes nothing from the others', async () => {
  const { time, worker, table } = setup()
  const outcomes: string[] = []
  const moments: number[] = []
  await time.run(
    Array.from({ length: 600 }, async () => {
      try {
        await worker()()
        outcomes.push('called')
        moments.push(time.now().getTime())
      } catch (error) {
        expect(error).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 2 } })
        outcomes.push('refused')
      }
    }),
  )
  expect(outcomes.filter((each) => each === 'called').length).toBeGreaterThan(17.5 * 3.5)
  expect(outcomes).toContain('refused')
  expect(Math.max(...moments) - Math.min(...moments)).toBeLessThan(4_200)
  expect(table.stored('PACE#stripe', 'PACE')).toMatchObject({
    PK: 'PACE#stripe',
    SK: 'PACE',
    untilMs: expect.any(Number),
  })
})
