import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repository, textOf } from '#test/support/tree/files.ts'
import { circlesIn, type Import, importGraph, importsIn, named } from '#test/support/tree/import-graph.ts'
import { subjects } from './subjects.ts'

const order = subjects.map(({ name }) => name)
const isOfFunctions = (path: string) => path.startsWith('functions/')
const whole = importGraph()
const imports = importsIn(whole).filter(({ from, to }) => isOfFunctions(from) && isOfFunctions(to))

const subjectOf = (path: string) => path.split('/')[1] ?? ''
const isEntry = (path: string) => path.endsWith('.lambda.ts')
const isLive = (path: string) => /^live(-[a-z-]+)?\.ts$/.test(basename(path))

/** Whether it leads to a subject that stands later in the list. */
const runsUp = ({ from, to }: Import) => order.indexOf(subjectOf(to)) > order.indexOf(subjectOf(from))

describe('the order of subjects in functions', () => {
  test('names every folder there, once, and no other', () => {
    const folders = readdirSync(`${repository}functions`, { withFileTypes: true })
    expect(folders.filter((entry) => !entry.isDirectory())).toEqual([])
    expect(order.toSorted()).toEqual(folders.map(({ name }) => name).toSorted())
  })

  test('is the one that docs/architecture.md shows', () => {
    const [, shown = ''] = textOf('docs/architecture.md').split('## The subjects of `functions`')
    const rows = [...(shown.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)]
    expect(rows.map(([, name, holds]) => ({ name, holds }))).toEqual(subjects)
  })

  test('no import runs up', () => {
    expect(imports.length).toBeGreaterThan(1_000)
    expect(named(imports.filter((each) => !isEntry(each.from) && !isLive(each.from) && runsUp(each)))).toEqual([])
  })

  test('what joins subjects is known to entries and to its own kind alone', () => {
    const joined = imports.filter(({ from, to }) => isLive(to) && !isEntry(from) && !isLive(from))
    expect(named(joined)).toEqual([])
  })

  test.each([
    ['functions/galleries/a.ts', 'functions/photos/b.ts', true],
    ['functions/photos/b.ts', 'functions/galleries/a.ts', false],
    ['functions/orders/a.ts', 'functions/orders/b.ts', false],
  ])('an import from %s to %s runs up: %s', (from, to, expected) => {
    expect(runsUp({ from, to })).toBe(expected)
  })
})

describe('no file imports itself by way of others', () => {
  test('in the whole project', () => {
    expect(whole.size).toBeGreaterThan(1_000)
    expect(circlesIn(whole)).toEqual([])
  })

  test('a circle is found, however long', () => {
    const round = new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts', 'd.ts']],
      ['c.ts', []],
      ['d.ts', ['a.ts']],
    ])
    expect(circlesIn(round)).toEqual(['a.ts > b.ts > d.ts > a.ts'])
  })
})
