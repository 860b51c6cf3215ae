import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repository, textOf } from '#test/support/tree/files.ts'
import {
  circlesIn,
  type Import,
  importGraph,
  importsIn,
  named,
  valuesImportedBy,
} from '#test/support/tree/import-graph.ts'
import { subjects } from './subjects.ts'

const order = subjects.map(({ name }) => name)
const isOfFunctions = (path: string) => path.startsWith('functions/')
const whole = importGraph()
const imports = importsIn(whole).filter(({ from, to }) => isOfFunctions(from) && isOfFunctions(to))

const subjectOf = (path: string) => path.split('/')[1] ?? ''
const isEntry = (path: string) => path.endsWith('.lambda.ts')
const isLive = (path: string) => /^live(-[a-z-]+)?\.ts$/.test(basename(path))

/** `lib/functions/bundle.ts` leaves out nothing of these two: the image library is set up when it is imported. */
const maySpeak = (path: string) => ['media', 'shared'].includes(subjectOf(path))
/** A statement at the top of a file that does something: formatted code has no other that begins like this. */
const actsAtOnce = /^(?!import\b|export\b|const\b|let\b|type\b|function\b|async function\b|class\b)[A-Za-z_$]/m

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
    expect(named(imports.filter((each) => !isEntry(each.from) && runsUp(each)))).toEqual([])
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

/**
 * Pages are drawn from the same operations that the API answers with, of parts that count nothing and know no grants
 * (decision 20): the only ones that are made twice.
 */
const drawnFrom = ['browseGalleries', 'getGallery', 'listGalleryPhotos', 'getPortfolio', 'getPortfolioGallery']

describe('a part is built in one place', () => {
  /** What it takes of a subject's rules and stores by value: what only composition may call. */
  const takenBy = (path: string): string[] =>
    valuesImportedBy(path)
      .filter(({ from }) => isOfFunctions(from) && subjectOf(from) !== 'shared' && !isLive(from))
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('live') && !drawnFrom.includes(name))
  const builders = [...whole.keys()].filter((path) => isOfFunctions(path) && (isEntry(path) || isLive(path)))

  test('no two entries or live files make the same one', () => {
    const made = builders.flatMap((path) => takenBy(path).map((name) => ({ name, path })))
    expect(made.length).toBeGreaterThan(100)
    const twice = made.filter(({ name, path }) => made.some((each) => each.name === name && each.path !== path))
    expect(twice.map(({ name, path }) => `${name} in ${path}`).toSorted()).toEqual([])
  })

  test('the commands of the operator take each store from its subject, and make what nobody else needs', () => {
    const commands = [...whole.keys()].filter((path) => path.startsWith('scripts/ops/'))
    const taken = commands.flatMap((path) => takenBy(path).map((name) => ({ name, path })))
    const stores = taken.filter(({ name }) => name.endsWith('Store'))
    const elsewhere = new Set(builders.flatMap(takenBy))
    expect(taken.length).toBeGreaterThan(20)
    const again = stores.filter(({ name, path }) => {
      const others = stores.filter((each) => each.name === name && each.path !== path)
      return elsewhere.has(name) || others.length > 0
    })
    expect(named(again.map(({ name, path }) => ({ from: path, to: name })))).toEqual([])
  })

  test('nothing but composition makes a store of the live table', () => {
    const makers = [...whole.keys()].filter((path) => isOfFunctions(path) && !isEntry(path) && !isLive(path))
    expect(makers.filter((path) => /\b\w+Store\(liveTable\(\)/.test(textOf(path)))).toEqual([])
  })
})

describe('files of subjects do nothing by being imported, for bundles leave out those of which nothing is taken', () => {
  const silent = [...whole.keys()].filter((path) => isOfFunctions(path) && !isEntry(path) && !maySpeak(path))

  test('none is imported for that alone', () => {
    expect(silent.length).toBeGreaterThan(150)
    expect(silent.filter((path) => /^import ['"]/m.test(textOf(path)))).toEqual([])
  })

  test('none calls or sets anything while it is read', () => {
    expect(silent.filter((path) => actsAtOnce.test(textOf(path)))).toEqual([])
  })

  test.each([
    ['sharp.cache(false)', true],
    ['process.env.TZ = "UTC"', true],
    ['await start()', true],
    ['if (isFirst) begin()', true],
    ['const keys = z.object({})', false],
    ['  sharp.cache(false)', false],
    ['export const a = () => b()', false],
  ])('%s: %s', (line, expected) => {
    expect(actsAtOnce.test(`import { a } from './a.ts'\n${line}\n`)).toBe(expected)
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
