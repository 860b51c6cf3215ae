import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { screenWords, wordsBelow } from '#test/support/tree/screen-words.ts'
import { catalogue } from './message-catalogue.ts'

const table = readFileSync('docs/specification.md', 'utf8')
const tests = wordsBelow('test/frontend')
const sources = screenWords()

/** The kind in the literal of every toast of that title: "kind: 'success', title: ..."; without one it is destructive. */
const kindsGiven = (title: string) =>
  sources
    .split(`title: '${title}'`)
    .slice(0, -1)
    .map((before) => /kind: [^{}]*'(\w+)', $/.exec(before)?.[1] ?? 'destructive')

describe.each(Object.entries(catalogue))('every message of the catalogue: %s', (_, messages) => {
  test.each(messages)('$title: $description', ({ title, description = title, kind }) => {
    const words = [title, description]
    expect(words.filter((each) => !sources.includes(each))).toEqual([])
    expect(words.filter((each) => !tests.includes(each))).toEqual([])
    expect(words.some((each) => table.includes(each))).toBe(true)
    if (kind === 'success' || kind === 'info') expect(kindsGiven(title)).toContain(kind)
    if (kind === 'destructive') expect(kindsGiven(title).filter((each) => each !== 'destructive')).toEqual([])
  })
})
