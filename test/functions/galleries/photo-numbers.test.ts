import { describe, expect, test } from 'vitest'
import { closeness } from '#functions/galleries/photo-numbers.ts'

describe('what is read is what is looked for', () => {
  test.each([
    ['214', '214', 'exact'],
    // Read wrongly: letters for digits, any number of them.
    ['10', 'IO', 'near'],
    ['B85', '885', 'near'],
    ['A214', 'AZI4', 'near'],
    ['A214', 'AZI7', undefined],
    ['2051', '2OS1', 'near'],
    // One character off.
    ['214', '274', 'near'],
    ['214', '213', 'near'],
    ['214', '374', undefined],
    ['214', '241', undefined],
    ['21', '27', undefined],
    ['7', '1', undefined],
    // The first or last hidden.
    ['214', '14', 'near'],
    ['214', '21', 'near'],
    ['214', '24', undefined],
    ['2I45', '145', 'near'],
    ['21', '1', undefined],
    ['2145', '14', undefined],
    // Never more than was looked for: 2140 is another runner.
    ['214', '2140', undefined],
  ])('%s, read as %s: %s', (sought, read, expected) => {
    expect(closeness(sought, read)).toBe(expected)
  })
})
