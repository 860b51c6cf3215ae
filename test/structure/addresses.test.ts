import { expect, test } from 'vitest'
import { firstSegment, paths } from '#schema/paths.ts'
import { filesBelow } from '#test/support/tree/files.ts'
import { literalsIn } from '#test/support/tree/literals.ts'

const segments = Object.values(paths)
  .map(firstSegment)
  .filter((segment) => segment !== '')
const begins = new RegExp(`^(?:https?://[^/]+)?/(?:${segments.join('|')})(?=$|[/?#])`)

/** Where such a text is no page of the site. */
const isElsewhere = (path: string) =>
  // The list itself, and the addresses of the API, which stand below /api.
  path === 'schema/paths.ts' || path.startsWith('schema/api/')

test.each(['schema', 'functions', 'frontend', 'lib', 'bin', 'local', 'scripts', 'bench'])(
  'no file of %s writes an address of the site that schema/paths.ts has',
  (zone) => {
    const written = filesBelow(zone)
      .filter((path) => !isElsewhere(path))
      .flatMap((path) =>
        literalsIn(path)
          .filter((text) => begins.test(text))
          .map((text) => `${path}: ${text}`),
      )
    expect(written).toEqual([])
  },
)

test('such a text is found wherever it is written', () => {
  expect(segments).toContain('purchase-success')
  for (const text of ['/dashboard', '/dashboard?tab=balance', '/proof/', 'https://shop.example/cart', '/auth#top'])
    expect({ text, is: begins.test(text) }).toEqual({ text, is: true })
  for (const text of ['/dashboards', 'dashboard', '/me/cart', '/galleries/{galleryId}'])
    expect({ text, is: begins.test(text) }).toEqual({ text, is: false })
})
