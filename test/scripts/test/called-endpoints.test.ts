import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { api } from '#schema/api/all.ts'
import { uncalledEndpoints } from '../../../scripts/test/called-endpoints.ts'

const folder = mkdtempSync(join(tmpdir(), 'darkslide-called-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const routes = Object.values(api).flatMap(({ endpoints }) =>
  Object.values(endpoints).map(({ method, path }) => `${method} ${path}`),
)

test('an endpoint whose route was noted is called, each other is named', async () => {
  const file = join(folder, 'all-but-one')
  const { method, path } = api.galleries.endpoints.unlock
  writeFileSync(file, routes.filter((route) => route !== `${method} ${path}`).join('\n'))
  expect(await uncalledEndpoints(file)).toEqual(['galleries.unlock'])
})

test('where nothing was noted, none is called', async () => {
  expect(await uncalledEndpoints(join(folder, 'nothing'))).toHaveLength(routes.length)
})
