import { expect, test } from 'vitest'
import { mostCards, StartList } from '#frontend/features/galleries/start-list.ts'

test.each([
  ['214', ['214']],
  ['1-3, 7;A-17\n\n#9.\t12', ['1', '2', '3', '7', 'A17', '9', '12']],
  ['8–10', ['8', '9', '10']],
  ['98 to 101', ['98', '99', '100', '101']],
  ['008-011', ['008', '009', '010', '011']],
  // Each once, in the order in which it came first.
  ['5, 3-6, 5', ['5', '3', '4', '6']],
  ['a17 \r\n b2\r\n', ['A17', 'B2']],
])('a start list of %j', (text, expected) => {
  expect(StartList.parse(text)).toEqual(expected)
})

test.each([
  ['', 'Please enter the numbers of your race.'],
  [' ,\n', 'Please enter the numbers of your race.'],
  ['12:40', '“12:40” is no number: up to six letters and digits, a digit among them.'],
  ['214, Anna', '“Anna” is no number: up to six letters and digits, a digit among them.'],
  [
    'a line of a table with 214',
    '“a line of a table wi…” is no number: up to six letters and digits, a digit among them.',
  ],
  ['250-1', '“250-1” ends before it begins.'],
  [`1-${String(mostCards + 1)}`, 'One file takes 6,000 numbers; please make the others apart.'],
  ['1-999999', 'One file takes 6,000 numbers; please make the others apart.'],
  ['1-4000, 5000-9000', 'One file takes 6,000 numbers; please make the others apart.'],
])('a start list of %j says what is wrong', (text, sentence) => {
  expect(StartList.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([sentence])
})

test('a race of as many as one file takes is taken', () => {
  expect(StartList.parse(`1-${String(mostCards)}`)).toHaveLength(mostCards)
})
