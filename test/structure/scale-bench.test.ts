import { describe, expect, test } from 'vitest'
import { delays, type Limit, partitionLimits, quotas } from '#bench/scale/limits.ts'
import { loadPoints } from '#bench/scale/load-points.ts'
import { rows } from '#bench/scale/rows.ts'
import { scenarios } from '#bench/scale/scenarios/all.ts'
import { textOf } from '#test/support/tree/files.ts'

const limits: [string, Limit][] = [...Object.entries(partitionLimits), ...Object.entries(quotas)]

describe('the bench of crowds and years', () => {
  test.each(limits)('%s has its source, and says who raises it and how long before', (_, { most, source, raised }) => {
    expect(most).toBeGreaterThan(0)
    expect(source).toMatch(/^https:\/\/(docs\.aws\.amazon\.com|docs\.stripe\.com)\/./)
    if (raised === 'never') return
    expect(raised.to).toBeGreaterThan(most)
    expect(raised.before).toMatch(/week/)
  })

  test('each delay says whose it is', () => {
    for (const { source } of Object.values(delays))
      expect(source).toMatch(/^https:\/\/|^assumed: |^functions\/|^bench\//)
  })

  test('each row of the goals is tried by a scenario, and nothing is tried that is no row', () => {
    expect(Object.keys(scenarios).toSorted()).toEqual(Object.keys(rows).toSorted())
    for (const scenario of Object.values(scenarios)) expect(scenario).toBeTypeOf('function')
  })

  test('all 51 load points of the first release are tried again, or say what shows them', () => {
    expect(loadPoints).toHaveLength(51)
    expect(new Set(loadPoints.map(({ what }) => what)).size).toBe(51)
    for (const point of loadPoints) {
      if ('row' in point) expect(rows).toHaveProperty(point.row)
      else expect(point.shownBy).not.toBe('')
    }
  })

  test('what raises a quota is asked for in decision 77', () => {
    const decision = textOf('docs/decisions/0077-what-to-ask-for-before-a-crowd.md')
    for (const [name, { raised }] of Object.entries(quotas)) {
      if (raised !== 'never') expect(decision, name).toContain(raised.to.toLocaleString('en-GB'))
    }
  })
})
