import { expect, test } from 'vitest'
import { scheduleExpression } from '#local/schedules/expression.ts'

const dueTimes = (
  text: string,
  { timezone = 'UTC', after, count = 2 }: { timezone?: string; after: string; count?: number },
) => {
  const expression = scheduleExpression(text, timezone)
  const times: string[] = []
  let at = Date.parse(after)
  for (let turn = 0; turn < count; turn += 1) {
    const next = expression.nextAfter(at, Date.parse(after))
    if (next === undefined) break
    times.push(new Date(next).toISOString())
    at = next
  }
  return times
}

test.each([
  ['rate(5 minutes)', '2030-01-01T10:00:00Z', ['2030-01-01T10:05:00.000Z', '2030-01-01T10:10:00.000Z']],
  ['rate(1 day)', '2030-01-01T10:00:00Z', ['2030-01-02T10:00:00.000Z', '2030-01-03T10:00:00.000Z']],
  ['cron(30 3 * * ? *)', '2030-01-01T10:00:00Z', ['2030-01-02T03:30:00.000Z', '2030-01-03T03:30:00.000Z']],
  ['cron(0/20 9-10 ? * MON-FRI *)', '2030-01-04T10:20:00Z', ['2030-01-04T10:40:00.000Z', '2030-01-07T09:00:00.000Z']],
  ['cron(0 0 29 2 ? *)', '2030-01-01T00:00:00Z', ['2032-02-29T00:00:00.000Z', '2036-02-29T00:00:00.000Z']],
  ['at(2030-01-01T12:00:00)', '2030-01-01T10:00:00Z', ['2030-01-01T12:00:00.000Z']],
])('%s falls due when EventBridge says', (text, after, times) => {
  expect(dueTimes(text, { after })).toEqual(times)
})

test('six on Monday in London is an hour earlier for the world in summer', () => {
  const times = dueTimes('cron(0 6 ? * MON *)', { timezone: 'Europe/London', after: '2030-03-24T12:00:00Z' })

  expect(times).toEqual(['2030-03-25T06:00:00.000Z', '2030-04-01T05:00:00.000Z'])
})

test('a time that the clocks skip does not come that day', () => {
  const times = dueTimes('cron(30 1 * * ? *)', { timezone: 'Europe/London', after: '2030-03-30T12:00:00Z', count: 1 })

  expect(times).toEqual(['2030-04-01T00:30:00.000Z'])
})

test.each(['rate(0 minutes)', 'cron(0 6 ? * FUNDAY *)', 'every monday', 'cron(0 6 L * ? *)'])(
  '%s is refused',
  (text) => {
    expect(() => scheduleExpression(text)).toThrow('is not a schedule')
  },
)
