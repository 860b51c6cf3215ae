import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesBelow, textOf as sourceOf } from '#test/support/tree/files.ts'
import { screenWords } from '#test/support/tree/screen-words.ts'

const table = readFileSync('docs/specification.md', 'utf8')
const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Asked'))
/** A file and the tests of it, one or several: `a.test.ts` “first”, “second”. */
const named = /`([\w./-]+\.tsx?)`((?:,? “[^”]+”)+)/g
const shownBy = (text: string) =>
  [...text.matchAll(named)].flatMap(([, path = '', all = '']) =>
    [...all.matchAll(/“([^”]+)”/g)].map(([, words = '']) => ({ path, words })),
  )
/** What is left of the last cell of a row without its files and their tests: a file without one, a test without its file. */
const restOf = (row: string) => row.split(' | ').at(-1)?.replaceAll(named, '') ?? ''

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
  expect(rows.filter((row) => shownBy(row).length === 0 || /\.tsx?\b|“/.test(restOf(row)))).toEqual([])
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

/** As the specification writes them, and so word for word on the screens. */
const specified = ["What's", "We've", "don't"]

test('apostrophes of screens and mails are typographic, but for words that the specification gives', () => {
  const straight = ['frontend/src', 'schema', 'functions/mail'].flatMap(filesBelow).flatMap((file) => {
    const words = sourceOf(file).replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')
    return [...words.matchAll(/[A-Za-z]+'(?:s|t|re|ve|ll|d|m)\b/g)].map(([word]) => `${file}: ${word}`)
  })
  expect(straight.filter((each) => !specified.some((words) => each.endsWith(`: ${words}`)))).toEqual([])
})
