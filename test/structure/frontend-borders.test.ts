import { expect, test } from 'vitest'
import { textOf } from '#test/support/tree/files.ts'
import { circlesIn, importGraph, importsIn, named } from '#test/support/tree/import-graph.ts'

const site = 'frontend/src/'
const graph = importGraph('frontend/src')
const imports = importsIn(graph)

/** What each top folder may import besides itself. Only `app` knows the features. */
const floors: Readonly<Record<string, readonly string[]>> = {
  ui: [],
  shared: ['ui'],
  features: ['ui', 'shared'],
  app: ['ui', 'shared', 'features'],
}
const floorOf = (path: string) => path.slice(site.length).split('/')[0] ?? ''
const featureOf = (path: string) => /^frontend\/src\/features\/([^/]+)\//.exec(path)?.[1]

test('the site has the floors that the law names, and each file stands on one', () => {
  expect(imports.length).toBeGreaterThan(500)
  expect([...new Set([...graph.keys()].map(floorOf))].toSorted()).toEqual(Object.keys(floors).toSorted())
})

test('ui knows nothing else, shared knows ui, features know both, and app alone imports features', () => {
  const upwards = imports.filter(({ from, to }) => {
    const [own, other] = [floorOf(from), floorOf(to)]
    return own !== other && !floors[own]?.includes(other)
  })
  expect(named(upwards)).toEqual([])
})

test('a feature enters another one by its public.ts alone', () => {
  const byTheWindow = imports.filter(({ from, to }) => {
    const [own, other] = [featureOf(from), featureOf(to)]
    return own !== undefined && other !== undefined && own !== other && !to.endsWith(`/${other}/public.ts`)
  })
  expect(named(byTheWindow)).toEqual([])
})

test('a public.ts offers only what some other feature uses, and its own feature does without it', () => {
  const doors = [...graph.keys()].filter((path) => path.endsWith('/public.ts'))
  const useless = doors.filter((door) => !imports.some(({ to }) => to === door))
  const fromInside = imports.filter(({ from, to }) => doors.includes(to) && featureOf(from) === featureOf(to))
  expect([...useless, ...named(fromInside)]).toEqual([])
})

/**
 * Which feature shows a part of which others on its pages. An arrow that is gone goes from here; a new one is a part or a rule
 * that belongs in `shared`, or a page that `app` should put together (decision 116).
 */
const shown: Readonly<Record<string, readonly string[]>> = {
  accounts: ['subscriptions'],
  dashboard: ['accounts', 'galleries', 'payouts', 'photos', 'profiles', 'proofing', 'subscriptions'],
  landing: ['galleries'],
  photos: ['galleries', 'subscriptions'],
  portfolio: ['galleries'],
  profiles: ['analytics'],
  proofing: ['subscriptions'],
}

test('no feature shows a part of another one that it did not show before', () => {
  const arrows = imports.flatMap(({ from, to }) => {
    const [own, other] = [featureOf(from), featureOf(to)]
    return own !== undefined && other !== undefined && own !== other ? [`${own} shows ${other}`] : []
  })
  const listed = Object.entries(shown).flatMap(([own, others]) => others.map((other) => `${own} shows ${other}`))
  expect([...new Set(arrows)].toSorted()).toEqual(listed)
})

test('no two features know each other, by however many others', () => {
  const features = new Map<string, string[]>()
  for (const { from, to } of imports) {
    const [own, other] = [featureOf(from), featureOf(to)]
    if (own !== undefined && other !== undefined && own !== other)
      features.set(own, [...(features.get(own) ?? []), other])
  }
  expect(features.size).toBeGreaterThan(5)
  expect(circlesIn(features)).toEqual([])
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
