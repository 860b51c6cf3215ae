import { expect, test } from 'vitest'
import { afterMonths } from '#functions/shared/time/clock.ts'

test.each([
  ['keeps day and time', '2030-01-15T09:30:00.250Z', 2, '2030-03-15T09:30:00.250Z'],
  ['ends a long month at the end of a short one', '2030-12-31T09:00:00.000Z', 2, '2031-02-28T09:00:00.000Z'],
  ['knows leap years', '2031-12-31T23:59:59.999Z', 2, '2032-02-29T23:59:59.999Z'],
  ['goes back as well', '2030-03-31T10:00:00.000Z', -1, '2030-02-28T10:00:00.000Z'],
  ['goes back over a year', '2032-02-29T10:00:00.000Z', -12, '2031-02-28T10:00:00.000Z'],
])('a month later or earlier %s', (_, from, months, to) => {
  expect(afterMonths(new Date(from), months).toISOString()).toBe(to)
})
