import { expect, test } from 'vitest'
import { busiestOf, daysOf } from '#frontend/features/galleries/busy-days.ts'

test('hours make days, from the first to the end of the last, as far as an address can name it', () => {
  expect(daysOf(['2026-05-10T09', '2026-05-10T11', '2026-05-11T23'])).toEqual([
    { day: '2026-05-10', first: 540, last: 720, hours: 2 },
    { day: '2026-05-11', first: 1380, last: 1435, hours: 1 },
  ])
})

test.each([
  ['of most hours, not that of a clock that was never set', ['2015-01-01T00', '2026-05-10T09', '2026-05-10T10']],
  ['latest of those with as many', ['2015-01-01T00', '2015-01-01T01', '2026-05-10T09', '2026-05-10T10']],
  ['of most hours, also between others', ['2026-05-09T18', '2026-05-10T09', '2026-05-10T10', '2026-05-11T09']],
])('the busiest day is the one %s', (_which, hours) => {
  expect(busiestOf(daysOf(hours))?.day).toBe('2026-05-10')
})

test('where no hour is known no day is the busiest', () => {
  expect(busiestOf([])).toBeUndefined()
})
