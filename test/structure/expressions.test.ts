import { beforeAll, expect, test } from 'vitest'
import { type Expression, expressionsIn, patternsIn } from '#test/support/tree/expressions.ts'
import { filesBelow } from '#test/support/tree/files.ts'
import { openApi } from '../../scripts/openapi/document.ts'

// In this process and in JavaScript, wherever the tests run: the checker would look for Java and binaries otherwise.
process.env.RECHECK_BACKEND = 'pure'
let checkSync: typeof import('recheck').checkSync
beforeAll(async () => {
  ;({ checkSync } = await import('recheck'))
})

/**
 * What the checker has against it: nothing, or how its time grows with the text. By automata alone: its other way is to
 * try texts and look at the clock, whose answer depends on what else the machine does. So no expression looks ahead.
 */
const faultOf = ({ source, flags }: Pick<Expression, 'source' | 'flags'>): string | undefined => {
  const found = checkSync(source, flags, { checker: 'automaton', timeout: 60_000 })
  if (found.status === 'safe') return undefined
  return found.status === 'vulnerable' ? found.complexity.summary : `not known: ${found.error.kind}`
}

/** The only expressions that are put together: an id's prefix and a fixed number of characters, all in the contract. */
const assembled = ['schema/ids.ts']

test('no expression of the contract or of a function takes more than linear time, whatever the text', () => {
  const written = ['schema', 'functions'].flatMap(filesBelow).flatMap(expressionsIn)
  expect([...new Set(written.filter(({ source }) => source === 'RegExp').map(({ place }) => place))]).toEqual(assembled)
  const all = [...written.filter(({ source }) => source !== 'RegExp'), ...patternsIn(openApi(), 'docs/openapi.json')]
  const different = new Map(all.map((each) => [`/${each.source}/${each.flags}`, each]))
  expect(different.size).toBeGreaterThan(50)
  const slow = [...different].flatMap(([expression, each]) => {
    const fault = faultOf(each)
    return fault === undefined ? [] : [`${each.place}: ${expression} (${fault})`]
  })
  expect(slow).toEqual([])
}, 300_000)

test.each([
  ['lines joined into one', /\s*\n\s*/g],
  ['an email address whose dots can be matched in many ways', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['hyphens at the end', /^-+|-+$/g],
  ['comments before a page', /^(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<html/s],
])('the checker knows a slow one: %s', (_, { source, flags }) => {
  expect(faultOf({ source, flags })).toMatch(/polynomial|exponential/)
})
