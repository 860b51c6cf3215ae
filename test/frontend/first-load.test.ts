// @vitest-environment node
import { beforeAll, expect, test, vi } from 'vitest'
import { type Load, loadReport } from '../../scripts/site/load-report.ts'

let loads: ReadonlyMap<string, Load>
const loadOf = (page: string): Load => {
  const load = loads.get(page)
  if (!load) throw new Error(`The build has no page "${page}".`)
  return load
}

beforeAll(async () => {
  // Otherwise the test's own environment would choose React's development build.
  vi.stubEnv('NODE_ENV', 'production')
  loads = new Map((await loadReport()).map((load) => [load.page, load]))
})

/** JavaScript until the page runs, gzip, in kB: what `npm run build:report` prints, with a little room. */
const budgets = {
  // What stands before the first paint of a page that is not drawn as HTML; of one that is, nothing.
  entry: 153.5,
  landing: 204.7,
  browse: 199.5,
  gallery: 216,
  portfolio: 199,
  'portfolio-gallery': 216.1,
  cart: 218.8,
  'purchase-success': 217.3,
  'not-found': 154,
  // With its forms, which came one after the other before the page was drawn as HTML.
  auth: 243.1,
  favourites: 218,
  proof: 224.6,
  dashboard: 259.8,
  codes: 211.9,
  activity: 211.5,
  'mail-choices': 205.8,
  'confirm-address': 205.1,
  'favourites-lists': 236.9,
  upload: 258.7,
  profile: 228.5,
  settings: 236.6,
  terms: 211.7,
  privacy: 211.7,
  contact: 210.2,
}

test.each(Object.entries(budgets))('%s loads at most %s kB of JavaScript', (page, kB) => {
  expect(loadOf(page).gzipBytes).toBeLessThan(kB * 1_000)
})

test('every page has a budget', () => {
  expect([...loads.keys()].toSorted()).toEqual(Object.keys(budgets).toSorted())
})

test('a public page is at most nine files', () => {
  for (const page of ['landing', 'browse', 'gallery', 'portfolio', 'portfolio-gallery'])
    expect(loadOf(page).files).toBeLessThanOrEqual(9)
})

test('the page to sign in is at most seventeen files', () => {
  expect(loadOf('auth').files).toBeLessThanOrEqual(17)
})

test.each([
  ['the identity library', /node_modules\/(?:@aws-amplify|aws-amplify)\//],
  ['dialogs, menus and tabs', /node_modules\/@zag-js\/(?:dialog|menu|tabs)\//],
  ['the form library', /node_modules\/react-hook-form\//],
  [
    'the dashboard',
    /pages\/(?:dashboard|settings|upload|profile)\/|features\/(?:galleries\/own|accounts|photos|profiles|proofing)\//,
  ],
])('no public page loads %s before it is asked for', (_name, unwanted) => {
  const pages = ['landing', 'browse', 'gallery', 'portfolio', 'portfolio-gallery', 'cart', 'purchase-success']
  const loaded = pages.flatMap((page) => loadOf(page).modules)

  expect(loaded.length).toBeGreaterThan(0)
  expect(loaded.filter((id) => unwanted.test(id))).toEqual([])
})
