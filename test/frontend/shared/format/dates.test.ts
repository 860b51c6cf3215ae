import { beforeAll, expect, test } from 'vitest'
import { formatDay, formatMinute, formatMonth, formatTime } from '#frontend/shared/format/dates.ts'
import { dateOf, endOfDay, fromMinute, minuteOf, startOfDay } from '#frontend/shared/format/form-dates.ts'
import { Timestamp } from '#schema/text.ts'

// Five and a half hours ahead of UTC: there no time of the day is the same, and a late evening is the next day.
beforeAll(() => {
  process.env.TZ = 'Asia/Kolkata'
})

test('times are shown in the viewer’s own zone', () => {
  expect(formatMinute('2031-05-01T03:00:00.000Z')).toBe('1 May 2031, 08:30')
  expect(formatTime(Date.parse('2031-05-01T03:00:00.000Z'))).toBe('08:30')
  expect(formatDay('2031-04-30T20:00:00.000Z')).toBe('1 May 2031')
})

test('a minute that is typed in the viewer’s zone is sent in UTC, and shown again as it was typed', () => {
  expect(fromMinute('2031-05-01T01:30')).toBe('2031-04-30T20:00:00.000Z')
  expect(minuteOf('2031-04-30T20:00:00.000Z')).toBe('2031-05-01T01:30')
})

test('a day that is chosen begins and ends in the viewer’s zone', () => {
  expect(startOfDay('2031-05-01')).toBe('2031-04-30T18:30:00.000Z')
  expect(endOfDay('2031-05-01')).toBe('2031-05-01T18:29:59.999Z')
  expect(dateOf(endOfDay('2031-05-01'))).toBe('2031-05-01')
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
