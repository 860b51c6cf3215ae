import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { screenWords } from '#test/support/tree/screen-words.ts'

const table = readFileSync('docs/specification.md', 'utf8')
const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Asked'))
const shownBy = (text: string) =>
  [...text.matchAll(/`([\w./-]+\.tsx?)` “([^”]+)”/g)].map(([, path = '', words = '']) => ({ path, words }))
/** What names a test in the last cell of a row, written as it should be or not. */
const namesOf = (row: string) =>
  row
    .split(' | ')
    .at(-1)
    ?.match(/\.tsx?\b/g) ?? []

/** The test file's text; a file that is gone holds no words. */
const textOf = (path: string) => {
  try {
    return readFileSync(`test/${path}`, 'utf8')
  } catch {
    return ''
  }
}

test('every row of the specification’s table names a test, each as file and words', () => {
  expect(rows.length).toBeGreaterThan(350)
  expect(rows.filter((row) => shownBy(row).length === 0 || shownBy(row).length !== namesOf(row).length)).toEqual([])
})

test('every test that the table names is there', () => {
  const missing = shownBy(table).filter(({ path, words }) => !textOf(path).includes(words))
  expect(missing).toEqual([])
})

/** What a row quotes of the screens: 'Browse Galleries', 'What's Next', '{title} has been added to your cart.' */
const quotesOf = (row: string) =>
  [...(row.split(' | ')[0] ?? '').matchAll(/(?<![a-z])'((?:[^']|(?<=[a-z])'(?=[a-z]{1,2}\b))+)'/g)].map(
    ([, words = '']) => words,
  )
/** The parts that always stand: a name, a number or dots take the place of what differs. */
const partsOf = (quote: string) =>
  quote
    .split(/\{\w+\}|\b[NM]\b|\.\.\.|\(s\)/)
    .map((part) => part.trim())
    .filter((part) => part.length > 2)

test('what the table quotes of the screens stands in their sources, word for word', () => {
  const sources = screenWords()
  const quotes = rows.flatMap(quotesOf)
  expect(quotes.length).toBeGreaterThan(120)
  expect(quotes.filter((quote) => !partsOf(quote).every((part) => sources.includes(part)))).toEqual([])
})
