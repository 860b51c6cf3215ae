import { expect, test } from 'vitest'
import { readTime, spanOf, wordsOf, writeTime } from '#frontend/features/galleries/photo-times.ts'

test('a time goes into an address and comes back', () => {
  const about = { day: '2026-05-10', at: 635, within: 15 }
  expect(writeTime(about)).toBe('2026-05-10.1035-15')
  expect(readTime('2026-05-10.1035-15')).toEqual(about)
  expect(encodeURIComponent(writeTime(about))).toBe(writeTime(about))
})

test.each(['', '2026-05-10', '2026-05-10.2460-5', '2026-05-10.2400-5', '2026-99-10.1035-5', 'x', '2026-05-10.1035-'])(
  '%j is none',
  (text) => {
    expect(readTime(text)).toBeUndefined()
  },
)

test.each([
  ['2026-05-10.1035-15', '10:20 to 10:50', { from: '2026-05-10T10:20', to: '2026-05-10T10:50' }],
  ['2026-05-10.0003-60', '00:00 to 01:03', { from: '2026-05-10T00:00', to: '2026-05-10T01:03' }],
  ['2026-12-31.2355-15', '23:40 to 24:00', { from: '2026-12-31T23:40', to: '2027-01-01T00:00' }],
])('%s is %s', (text, words, span) => {
  const about = readTime(text)
  expect(about && [wordsOf(about), spanOf(about)]).toEqual([words, span])
})
