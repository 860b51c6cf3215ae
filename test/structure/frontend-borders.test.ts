import { expect, test } from 'vitest'
import { textOf } from '#test/support/tree/files.ts'
import { circlesIn, importGraph, importsIn, named } from '#test/support/tree/import-graph.ts'

const site = 'frontend/src/'
const graph = importGraph('frontend/src')
const imports = importsIn(graph)

/** What each top folder may import besides itself. Only `pages` and `app` know the features. */
const floors: Readonly<Record<string, readonly string[]>> = {
  ui: [],
  shared: ['ui'],
  features: ['ui', 'shared'],
  pages: ['ui', 'shared', 'features'],
  app: ['ui', 'shared', 'features', 'pages'],
}
const floorOf = (path: string) => path.slice(site.length).split('/')[0] ?? ''
const featureOf = (path: string) => /^frontend\/src\/features\/([^/]+)\//.exec(path)?.[1]
const pageOf = (path: string) => /^frontend\/src\/pages\/([^/]+)\//.exec(path)?.[1]
/** The imports between two of a floor: `own` and `other` say whose, of the files that stand there at all. */
const between = (ownerOf: (path: string) => string | undefined) =>
  imports.filter(({ from, to }) => {
    const [own, other] = [ownerOf(from), ownerOf(to)]
    return own !== undefined && other !== undefined && own !== other
  })

test('the site has the floors that the law names, and each file stands on one', () => {
  expect(imports.length).toBeGreaterThan(500)
  expect([...new Set([...graph.keys()].map(floorOf))].toSorted()).toEqual(Object.keys(floors).toSorted())
})

test('ui knows nothing else, shared knows ui, features know both, and pages and app alone import features', () => {
  const upwards = imports.filter(({ from, to }) => {
    const [own, other] = [floorOf(from), floorOf(to)]
    return own !== other && !floors[own]?.includes(other)
  })
  expect(named(upwards)).toEqual([])
})

test('no feature imports another one: what is joined, a page joins', () => {
  expect(new Set([...graph.keys()].map(featureOf)).size).toBeGreaterThan(10)
  expect(named(between(featureOf))).toEqual([])
})

test('no page imports another one', () => {
  expect(new Set([...graph.keys()].map(pageOf)).size).toBeGreaterThan(5)
  expect(named(between(pageOf))).toEqual([])
})

test('a page enters a feature by its public.ts alone', () => {
  const entries = imports.filter(({ from, to }) => floorOf(from) === 'pages' && floorOf(to) === 'features')
  expect(entries.length).toBeGreaterThan(10)
  expect(named(entries.filter(({ to }) => !/^[^/]+\/public\.ts$/.test(to.replace(`${site}features/`, ''))))).toEqual([])
})

test('each page of this floor shows a part of a feature: one that shows none is a feature of its own', () => {
  const joined = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [page, feature] = [pageOf(from), featureOf(to)]
    if (page !== undefined && feature !== undefined) joined.set(page, (joined.get(page) ?? new Set()).add(feature))
  }
  const pages = new Set([...graph.keys()].flatMap((path) => pageOf(path) ?? []))
  expect([...pages].filter((page) => !joined.has(page))).toEqual([])
})

test('a public.ts offers only what some page uses, and its own feature does without it', () => {
  const doors = [...graph.keys()].filter((path) => path.endsWith('/public.ts'))
  const offered = doors.flatMap((door) =>
    [...textOf(door).matchAll(/^export (?:type )?\{ (.*) \} from/gm)]
      .flatMap(([, names = '']) => names.split(', '))
      .map((name) => `${door} offers ${name}`),
  )
  const taken = new Set(
    [...graph.keys()]
      .filter((path) => floorOf(path) === 'pages')
      .flatMap((path) =>
        [
          ...textOf(path).matchAll(/import (?:type )?\{([^}]*)\} from '#frontend\/(features\/[^/]+\/public\.ts)'/g),
        ].flatMap(([, names = '', door = '']) =>
          names.split(',').map((name) => `${site}${door} offers ${name.trim().replace(/^type /, '')}`),
        ),
      ),
  )
  expect(offered.length).toBeGreaterThan(20)
  expect(offered.filter((each) => !taken.has(each))).toEqual([])
  const fromInside = imports.filter(({ from, to }) => doors.includes(to) && featureOf(from) === featureOf(to))
  expect(named(fromInside)).toEqual([])
})

test('no file imports itself by way of others', () => {
  expect(circlesIn(graph)).toEqual([])
})

test('Chakra’s components are wrapped in ui alone; elsewhere its factory styles a part of one page', () => {
  const wrapped = (path: string) => floorOf(path) === 'ui'
  const taken = [...graph.keys()]
    .filter((path) => !wrapped(path))
    .flatMap((path) =>
      [...textOf(path).matchAll(/import (?:type )?\{([^}]*)\} from '@chakra-ui\/react'/g)]
        .flatMap(([, names = '']) => names.split(','))
        .map((name) => `${path} imports ${name.trim()}`),
    )
  expect(taken.length).toBeGreaterThan(20)
  expect(taken.filter((each) => !each.endsWith(' imports chakra'))).toEqual([
    'frontend/src/app/providers.tsx imports ChakraProvider',
  ])
})
