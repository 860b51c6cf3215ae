import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLocalClock } from '#local/clock/local-clock.ts'
import { startTimeline } from '#local/schedules/timeline.ts'
import type { SchedulePlan } from '#local/template/plan.ts'
import { temporaryFolder } from '#test/local/support.ts'

const start = '2030-01-01T10:00:00.000Z'
const hourMs = 3_600_000
const job = (name: string, expression: string, timezone = 'UTC'): SchedulePlan => ({
  name,
  expression,
  timezone,
  entry: name,
  input: {},
})
const often = job('often', 'rate(5 minutes)')
const weekly = job('weekly', 'cron(0 6 ? * MON *)')

const setup = (
  schedules: SchedulePlan[],
  {
    fails = false,
    folder = temporaryFolder(),
    otherDueMs,
    isPassedOver,
  }: {
    fails?: boolean
    folder?: string
    otherDueMs?: (nowMs: number) => number | undefined
    isPassedOver?: (name: string) => boolean
  } = {},
) => {
  const clock = openLocalClock({ path: `${folder}/clock.json`, machineNow: () => Date.parse(start) })
  const done: string[] = []
  const stamp = () => new Date(clock.now()).toISOString().slice(5, 16)
  const timeline = startTimeline({
    path: `${folder}/timeline.json`,
    schedules,
    clock,
    invoke: async (entry) => {
      done.push(`${entry} ${stamp()}`)
      if (fails) throw new Error('down')
    },
    drain: async () => {},
    onMoved: () => {
      if (otherDueMs) done.push(`looked ${stamp()}`)
    },
    ...(otherDueMs && { otherDueMs: () => otherDueMs(clock.now()) }),
    ...(isPassedOver && { isPassedOver }),
  })
  onTestFinished(() => timeline.close())
  return { clock, timeline, done, folder, jump: (ms: number) => timeline.moveTo(clock.now() + ms) }
}

test('a jump runs what became due on the way, each rare job at its own time and frequent ones before it', async () => {
  const { jump, done } = setup([weekly, often])

  await jump(10 * 24 * hourMs)

  // Monday is 7 January 2030.
  expect(done).toEqual(['often 01-07T06:00', 'weekly 01-07T06:00', 'often 01-11T10:00'])
})

test('after a jump the job that tells of what is overdue comes after those that do it', async () => {
  const entry = 'functions/books/check-overdue.lambda.ts'
  expect(existsSync(entry)).toBe(true)
  const watching = job(basename(entry, '.lambda.ts'), 'rate(5 minutes)')
  const { jump, done } = setup([watching, job('reconcile', 'rate(5 minutes)'), job('release-holds', 'rate(5 minutes)')])

  await jump(hourMs)

  expect(done).toEqual(['reconcile 01-01T11:00', 'release-holds 01-01T11:00', 'check-overdue 01-01T11:00'])
})

test('a weekly job runs for each week that has passed', async () => {
  const { jump, done } = setup([weekly])

  await jump(22 * 24 * hourMs)

  expect(done).toEqual(['weekly 01-07T06:00', 'weekly 01-14T06:00', 'weekly 01-21T06:00'])
})

test('a job that is passed over stays due, and is done once when it no longer is', async () => {
  let isTelling = true
  const watch = job('watch', 'cron(0 3 * * ? *)')
  const { jump, done } = setup([weekly, often, watch], { isPassedOver: (name) => isTelling && name === 'watch' })

  await jump(10 * 24 * hourMs)
  expect(done).toEqual(['often 01-07T06:00', 'weekly 01-07T06:00', 'often 01-11T10:00'])

  isTelling = false
  await jump(hourMs)
  expect(done.slice(3).toSorted()).toEqual(['often 01-11T11:00', 'watch 01-11T11:00'])
})

test('nothing runs before it is due', async () => {
  const { jump, done } = setup([often, weekly])

  await jump(4 * 60_000)

  expect(done).toEqual([])
})

test('small steps run a frequent job once per due time', async () => {
  const { jump, done } = setup([often])

  for (let step = 0; step < 4; step += 1) await jump(150_000)

  expect(done).toEqual(['often 01-01T10:05', 'often 01-01T10:10'])
})

test('a jump stops where a queue’s hidden message can be delivered again', async () => {
  const retryAt = Date.parse(start) + hourMs
  const { jump, done } = setup([], { otherDueMs: (nowMs) => (nowMs < retryAt ? retryAt : undefined) })

  await jump(3 * hourMs)

  expect(done).toEqual(['looked 01-01T11:00', 'looked 01-01T13:00'])
})

test('a job that fails is not in the way of time', async () => {
  const { jump, done } = setup([often], { fails: true })

  await jump(5 * 60_000)
  await jump(5 * 60_000)

  expect(done).toHaveLength(2)
})

test('a job runs now when asked, and its failure is told', async () => {
  const { timeline, done } = setup([weekly])
  await timeline.run('weekly')
  const failing = setup([weekly], { fails: true })

  expect(done).toEqual(['weekly 01-01T10:00'])
  await expect(failing.timeline.run('weekly')).rejects.toThrow('down')
  await expect(timeline.run('other')).rejects.toThrow('No job')
})

test('the time and the last runs survive a restart, and what fell due meanwhile is not made up for', async () => {
  const first = setup([weekly])
  await first.jump(8 * 24 * hourMs)
  await first.timeline.close()

  const second = setup([weekly], { folder: first.folder })
  await second.jump(hourMs)

  expect([second.done, new Date(second.clock.now()).toISOString(), second.timeline.jobs()]).toMatchObject([
    [],
    '2030-01-09T11:00:00.000Z',
    [{ name: 'weekly', lastRunMs: Date.parse('2030-01-07T06:00:00Z'), nextDueMs: Date.parse('2030-01-14T06:00:00Z') }],
  ])
})
