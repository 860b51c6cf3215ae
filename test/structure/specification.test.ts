import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const table = readFileSync('docs/specification.md', 'utf8')
const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Asked'))
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

test('every row of the specification’s table names a test', () => {
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.filter((row) => shownBy(row).length === 0)).toEqual([])
})

test('every test that the table names is there', () => {
  const missing = shownBy(table).filter(({ path, words }) => !textOf(path).includes(words))
  expect(missing).toEqual([])
})
