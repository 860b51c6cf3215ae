// @vitest-environment node
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'

/** What a public page may load before it paints: JavaScript, gzip, in bytes. */
const budgetBytes = 150_000

let chunks: ReadonlyMap<string, Rolldown.OutputChunk>

/** A chunk and everything it imports at once. */
const loadedWith = (start: Rolldown.OutputChunk): Rolldown.OutputChunk[] => {
  const loaded = new Map([[start.fileName, start]])
  for (const chunk of loaded.values()) {
    for (const name of chunk.imports) {
      const next = chunks.get(name)
      if (next) loaded.set(name, next)
    }
  }
  return [...loaded.values()]
}
const entry = () => {
  const found = [...chunks.values()].find((chunk) => chunk.isEntry)
  if (!found) throw new Error('The build has no entry.')
  return found
}
const modulesOf = (loaded: readonly Rolldown.OutputChunk[]) => loaded.flatMap((chunk) => Object.keys(chunk.modules))

beforeAll(async () => {
  // Otherwise the test's own environment would choose React's development build.
  vi.stubEnv('NODE_ENV', 'production')
  const configFile = fileURLToPath(new URL('../../frontend/vite.config.ts', import.meta.url))
  const built = await build({ configFile, logLevel: 'error', build: { write: false } })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []))
  chunks = new Map(outputs.filter((each) => each.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
}, 120_000)

test('what every page loads before it paints stays within its budget', () => {
  const bytes = loadedWith(entry()).reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)

  expect(bytes).toBeLessThan(budgetBytes)
})

test.each([
  ['the identity library', /node_modules\/(?:@aws-amplify|aws-amplify)\//],
  ['dialogs, menus and tabs', /node_modules\/@zag-js\/(?:dialog|menu|tabs)\//],
  ['the dashboard', /features\/(?:dashboard|accounts|photos|profiles|proofing)\//],
])('no public page loads %s before it is asked for', (_name, unwanted) => {
  const pages = ['landing', 'browse', 'gallery', 'portfolio', 'portfolio-gallery', 'cart', 'purchase-success']
  const loaded = [...chunks.values()].filter((chunk) => pages.some((page) => chunk.name === `${page}-page`))

  expect(loaded).toHaveLength(pages.length)
  expect(modulesOf(loaded.flatMap(loadedWith)).filter((id) => unwanted.test(id))).toEqual([])
})
