import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { limits } from '#schema/limits.ts'
import { listAt, ofType, only, property, text } from '#test/support/infra/templates.ts'

const page = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')
const cost = page('cost.md')

/** Those of a stage that chose nothing dear: the search engine has a section of its own. */
const usual = (type: string) => ofType(type).filter(({ stack }) => stack !== 'darkslide-prod-search')

/** An alarm on a sum watches each of its metrics, and each is paid for. */
const watchedMetrics = usual('AWS::CloudWatch::Alarm').reduce((sum, { Properties }) => {
  const stats = listAt(Properties, 'Metrics').filter((metric) => JSON.stringify(metric).includes('"MetricStat"'))
  return sum + Math.max(1, stats.length)
}, 0)
/** Several filters may count into one metric, and the metric is paid for. */
const errorMetrics = new Set(
  usual('AWS::Logs::MetricFilter').map((filter) => text(property(filter, 'MetricTransformations.0.MetricName'))),
)
/** Lambda asks a queue by five connections as long as it is there; a stream is not charged for being asked. */
const queuesAsked = usual('AWS::Lambda::EventSourceMapping').filter((each) => !property(each, 'StartingPosition'))
const lists = ofType('AWS::WAFv2::WebACL')
const rules = lists.flatMap(({ Properties }) => listAt(Properties, 'Rules'))

const written = (form: RegExp): number[] => form.exec(cost)?.slice(1).map(Number) ?? []
const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)
const section = (from: string, to: string) => cost.slice(cost.indexOf(from), cost.indexOf(to))
/** "nobody comes", "1,000 visits", "1 million visits". */
const together = () => written(/\*\*together, about\*\* \| \*\*(\d+)\*\* \| \*\*(\d+)\*\* \| \*\*(\d+)\*\*/)

test('the page of costs counts the firewalls and secrets that the templates have', () => {
  expect(written(/(\d+) lists × 5 \+ (\d+) rules × 1/)).toEqual([lists.length, rules.length])
  expect(written(/\| Secrets \| (\d+) × 0\.40/)).toEqual([ofType('AWS::SecretsManager::Secret').length])
})

test.each([
  ['alarms', /\| Alarms \| (\d+) watched metrics × 0\.10/, watchedMetrics],
  ['error metrics', / of (\d+) when nobody comes/, errorMetrics.size],
  ['queues that are asked', /\| Queues being asked \| (\d+) × 5 connections/, queuesAsked.length],
])('and is at most a tenth beside the number of %s', (_, form, counted) => {
  const [said = 0] = written(form)
  expect(Math.abs(said - counted)).toBeLessThanOrEqual(counted / 10)
})

test('and reckons timed jobs with the memory that they have', () => {
  const timed = { 'release-holds': 512, reconcile: 512, 'sweep-outbox': 512, 'finish-chores': 1_769 }
  for (const [name, memoryMb] of Object.entries(timed)) {
    const found = ofType('AWS::Lambda::Function').filter((fn) =>
      String(fn.Metadata.entry).endsWith(`/${name}.lambda.ts`),
    )
    expect(found.map((fn) => property(fn, 'MemorySize'))).toEqual([memoryMb])
  }
  expect(cost).toContain('× 0.5 GB ×')
  expect(cost).toContain('× 1.73 GB ×')
})

test('the room of a photographer is priced at what the plans hold', () => {
  const [, perGb] = /0\.024 × 2\.2 = (0\.\d+) a month/.exec(cost) ?? []
  expect(Number(perGb)).toBeCloseTo(0.024 * 2.2, 6)
  const { trial, subscribed } = limits.upload.plans
  const row = (name: string): number[] =>
    written(new RegExp(`\\| ${name} \\| ([\\d,]+) \\| ([\\d.]+) \\| ([\\d.]+) \\|`))
  for (const [name, bytes] of [
    ['trial', trial.maxBytes],
    ['subscription', subscribed.maxBytes],
  ] as const) {
    const [gb = 0, dollars = 0, pounds = 0] = row(name)
    expect(gb).toBe(bytes / 1e9)
    expect(dollars).toBeCloseTo(gb * Number(perGb), 2)
    expect(pounds).toBeCloseTo(dollars / 1.3, 2)
  }
  // What is asked for 100 GB covers their storage and Stripe's part of it.
  const [asked = 0] = written(/at £(\d+) a month for each 100 GB/)
  const [, , pounds = 0] = row('each 100 GB that an operator gives')
  expect(asked - asked * 0.015 - 0.2).toBeGreaterThan(pounds)
})

test('the fixed part and the months add up', () => {
  const fixed = [...section('## There all the time', '## A visit').matchAll(/\| ([\d.]+) \|\n/g)].map(([, each]) =>
    Number(each),
  )
  const months = [...section('# What it costs', '## There all the time').matchAll(/^\| (?!\*)(.*) \|$/gm)]
    .map(([, row = '']) =>
      row
        .split('|')
        .slice(1)
        .map((cell) => Number(cell.trim()) || 0),
    )
    .filter((row) => row.some((cell) => cell > 0))
  expect(Math.abs((months[0]?.[0] ?? 0) - sum(fixed))).toBeLessThanOrEqual(0.5)
  const told = together()
  expect(told).toHaveLength(3)
  for (const [index, total] of told.entries()) {
    expect(Math.abs(total - sum(months.map((row) => row[index] ?? 0)))).toBeLessThanOrEqual(1)
  }
})

test('the page of deploying says the same months', () => {
  const said = /About (\d+) dollars a month when nobody comes, (\d+) with a thousand visits, (\d+) with a million/.exec(
    page('deploying.md'),
  )
  expect(said?.slice(1).map(Number)).toEqual(together())
})

test('photographs cost what their parts add up to', () => {
  const rows = [...section('## Photographs', '### Room for a photographer').matchAll(/^\| (?!-).* \|$/gm)].map(
    ([row]) =>
      row
        .split('|')
        .slice(-3, -1)
        .map((cell) => Number(/([\d.]+)\s*$/.exec(cell)?.[1] ?? 0)),
  )
  expect(rows.length).toBeGreaterThan(5)
  const parts = rows.slice(1)
  const [nobody = 0, thousand = 0, million = 0] = written(
    /\| photographs kept \(.*?\) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|/,
  )
  expect([nobody, thousand]).toEqual(Array(2).fill(Math.round(sum(parts.map(([few = 0]) => few)))))
  expect(million).toBe(Math.round(sum(parts.map(([, many = 0]) => many))))
})

test('metrics by route are bounded by six of each route, of about as many as there are', () => {
  const routes = ofType('AWS::ApiGatewayV2::Route').length
  const [said = 0, most = 0] = written(/\(all (\d+) routes together at most (\d+)\)/)
  expect(Math.abs(said - routes)).toBeLessThanOrEqual(routes / 10)
  expect(most).toBe(Math.round(said * 6 * 0.3))
})

test('the search engine costs what the smallest collection has, with a second zone in production alone', () => {
  const [units = 0, price = 0, hours = 0, dollars = 0] = written(
    /\| `prod` \| ([\d.]+) units × ([\d.]+) × (\d+) hours \| ([\d.]+) \|/,
  )
  expect(dollars).toBeCloseTo(units * price * hours, 2)
  const [one = 0, , , single = 0] = written(/\| `dev` \| ([\d.]+) unit × ([\d.]+) × (\d+) hours \| ([\d.]+) \|/)
  expect([one * 2, single * 2]).toEqual([units, dollars])
  expect(property(only('AWS::OpenSearchServerless::Collection', 'prod'), 'StandbyReplicas')).toBe('ENABLED')
  expect(property(only('AWS::OpenSearchServerless::Collection', 'dev'), 'StandbyReplicas')).toBe('DISABLED')
})
