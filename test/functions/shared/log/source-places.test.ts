import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { describeError } from '#functions/shared/log/logger.ts'
import { sourcePlaceOf } from '#functions/shared/log/source-places.ts'

const folder = mkdtempSync(join(tmpdir(), 'darkslide-places-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A minified file that throws on the third line of its source, and that file's address. */
const bundled = (name: string, hasMap: boolean): string => {
  const source = join(folder, `${name}.ts`)
  writeFileSync(source, 'export const fail = (): never => {\n  // says why\n  throw new RangeError("secret")\n}\n')
  const outfile = join(folder, `${name}.mjs`)
  buildSync({ entryPoints: [source], outfile, format: 'esm', minify: true, sourcemap: hasMap ? 'linked' : false })
  return pathToFileURL(outfile).href
}

test('an error in minified code is logged with its place in the source, and without its message', async () => {
  const { fail } = await import(/* @vite-ignore */ bundled('mapped', true))
  const caught = (() => {
    try {
      return fail()
    } catch (error) {
      return describeError(error)
    }
  })()

  expect(caught).toMatchObject({ error: 'RangeError', at: expect.stringContaining('mapped.ts:3:9') })
  expect(caught.at).not.toContain('secret')
})

test.each([
  'at async Promise.all (index 0)',
  'at node:internal/process/task_queues:95:5',
  'at run (/var/task/none.mjs:1:2)',
])('"%s" stays as it is', (line) => {
  expect(sourcePlaceOf(line)).toBe(line)
})

test('without a map the place is that of the minified file', () => {
  const address = bundled('bare', false)
  expect(sourcePlaceOf(`at fail (${address}:1:20)`)).toBe(`at fail (${address}:1:20)`)
})
