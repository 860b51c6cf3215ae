import { expect, test } from 'vitest'
import { formatDay, formatMinute, formatMonth } from '#frontend/shared/format/dates.ts'
import { endOfDay, fromMinute, minuteOf } from '#frontend/shared/format/form-dates.ts'
import { Timestamp } from '#schema/text.ts'

/** Half past eight in the morning, wherever the viewer is; kept and sent in UTC. */
const here = new Date(2031, 4, 1, 8, 30)

test('times are shown in the viewer’s own zone', () => {
  expect(formatMinute(here.toISOString())).toBe('1 May 2031, 08:30')
  expect(formatDay(here.toISOString())).toBe('1 May 2031')
})

test('a minute that is typed in the viewer’s zone is sent in UTC, and shown again as it was typed', () => {
  expect(fromMinute('2031-05-01T08:30')).toBe(here.toISOString())
  expect(minuteOf(here.toISOString())).toBe('2031-05-01T08:30')
})

test('what is no date of the contract stays as it was typed, for the contract to refuse', () => {
  expect(endOfDay('120300-01-01')).toBe('120300-01-01')
  expect(fromMinute('120300-01-01T10:00')).toBe('120300-01-01T10:00')
  expect(Timestamp.safeParse(endOfDay('12030-01-01')).success).toBe(false)
})

test.each([
  ['2026-01-01T00:00:00.000Z', 'January 2026'],
  ['2030-11-30T23:59:59.999Z', 'November 2030'],
])('the month of %s is %s in every zone', (timestamp, month) => {
  expect(formatMonth(timestamp)).toBe(month)
})
