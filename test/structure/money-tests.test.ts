import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const table = readFileSync('docs/money-tests.md', 'utf8')
const rows = table.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Row|Point|Fault) \|/.test(line))
const shownBy = (text: string) =>
  [...text.matchAll(/`([\w./-]+\.tsx?)` “([^”]+)”/g)].map(([, path = '', words = '']) => ({ path, words }))

/** The test file's text; a file that is gone holds no words. */
const textOf = (path: string) => {
  try {
    return readFileSync(`test/${path}`, 'utf8')
  } catch {
    return ''
  }
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const numbersOf = (cell = '') => [...(/^[\d, ]+/.exec(cell)?.[0] ?? '').matchAll(/\d+/g)].map(Number)

test('every row of the money’s table names a test', () => {
  expect(rows.filter((row) => shownBy(row).length === 0)).toEqual([])
})

test('every test that the money’s table names is there', () => {
  expect(shownBy(table).filter(({ path, words }) => !textOf(path).includes(words))).toEqual([])
})

test.each([
  ['M', 23],
  ['A', 27],
  ['B', 32],
] as const)('the rows %s1 to %i are all there, once', (letter, count) => {
  const found = rows.flatMap((row) => new RegExp(`^\\| ${letter}(\\d+) `).exec(row)?.[1] ?? [])
  expect(found.map(Number)).toEqual(upTo(count))
})

test('each of the 25 points at which everything may stop has its row', () => {
  const [, points = ''] = table.split('## Crash points')
  const [own = ''] = points.split('\n## ')
  const numbers = own.split('\n').flatMap((row) => (row.startsWith('| ') ? numbersOf(row.slice(2)) : []))
  expect(numbers.toSorted((a, b) => a - b)).toEqual(upTo(25))
})

test('no row has fewer cases than it aims at', () => {
  const short = rows.filter((row) => {
    const [, asked, cases] = /^\| [AB]\d+ [^|]*\| (\d+) \| (\d+) \|/.exec(row) ?? []
    return /^\| [AB]\d+ /.test(row) && !(Number(cases) >= Number(asked))
  })
  expect(short).toEqual([])
})
