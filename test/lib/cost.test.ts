import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listAt, ofType, property, text } from '#test/support/infra/templates.ts'

const cost = readFileSync(join(import.meta.dirname, '../../docs/cost.md'), 'utf8')

/** An alarm on a sum watches each of its metrics, and each is paid for. */
const watchedMetrics = ofType('AWS::CloudWatch::Alarm').reduce((sum, { Properties }) => {
  const stats = listAt(Properties, 'Metrics').filter((metric) => JSON.stringify(metric).includes('"MetricStat"'))
  return sum + Math.max(1, stats.length)
}, 0)
/** Several filters may count into one metric, and the metric is paid for. */
const errorMetrics = new Set(
  ofType('AWS::Logs::MetricFilter').map((filter) => text(property(filter, 'MetricTransformations.0.MetricName'))),
)
const lists = ofType('AWS::WAFv2::WebACL')
const rules = lists.flatMap(({ Properties }) => listAt(Properties, 'Rules'))

const written = (form: RegExp): number[] => form.exec(cost)?.slice(1).map(Number) ?? []

test('the page of costs counts the firewalls and secrets that the templates have', () => {
  expect(written(/(\d+) lists × 5 \+ (\d+) rules × 1/)).toEqual([lists.length, rules.length])
  expect(written(/\| Secrets \| (\d+) × 0\.40/)).toEqual([ofType('AWS::SecretsManager::Secret').length])
})

test.each([
  ['alarms', /\| Alarms \| (\d+) watched metrics × 0\.10/, watchedMetrics],
  ['error metrics', / of (\d+) when nobody comes/, errorMetrics.size],
])('and is at most a tenth beside the number of %s', (_, form, counted) => {
  const [said = 0] = written(form)
  expect(Math.abs(said - counted)).toBeLessThanOrEqual(counted / 10)
})

test('and reckons timed jobs with the memory that they have', () => {
  const timed = ['release-holds', 'reconcile', 'send-outbox', 'finish-chores']
  for (const fn of ofType('AWS::Lambda::Function')) {
    if (timed.some((name) => String(fn.Metadata.entry).endsWith(`/${name}.lambda.ts`)))
      expect(property(fn, 'MemorySize')).toBe(512)
  }
  expect(cost).toContain('× 0.5 GB ×')
})
