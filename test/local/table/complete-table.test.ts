import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { completeTable } from '#local/table/complete-table.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { writeFirstRelease } from '#test/support/first-release/first-release.ts'
import { localTable } from '#test/support/table/local-table.ts'

const setup = async () => {
  const { table, client, close } = await localTable()
  const folder = mkdtempSync(join(tmpdir(), 'darkslide-layout-'))
  onTestFinished(async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { hostname, port } = (await client.config.endpoint?.()) ?? { hostname: '', port: 0 }
  const file = join(folder, 'layout.json')
  return {
    table,
    file,
    complete: ({ isNew = false } = {}) =>
      completeTable({
        table: { name: 'market', endpoint: `http://${hostname}:${port}`, region: 'eu-west-2' },
        file,
        isNew,
        now: () => new Date('2029-12-20T10:00:00.000Z'),
      }),
  }
}

test('the state of the first release is completed at the first start, and only then', async () => {
  const { table, complete } = await setup()
  await writeFirstRelease(table)
  // Two photographers, with whom their galleries are completed.
  expect(await complete()).toBeGreaterThanOrEqual(2)
  expect(await profileStore(table).get(userIdOf(1))).toMatchObject({ galleryLayout: 2 })
  expect((await galleryStore(table).listListed(userIdOf(1), { limit: 10 })).galleries.map(({ slug }) => slug)).toEqual([
    'puppies',
    'harbour-race',
    'smith-wedding-3',
    'smith-wedding-2',
    'smith-wedding',
  ])
  expect(await complete()).toBe(0)
})

test('a new folder is of this release, and one of a later release is refused in a sentence', async () => {
  const { file, complete } = await setup()
  expect(await complete({ isNew: true })).toBe(0)
  expect(existsSync(file)).toBe(true)
  writeFileSync(file, JSON.stringify({ layout: 1_000 }))
  await expect(complete()).rejects.toThrow(
    'The state folder is of a later release: "npm start -- --fresh" starts over.',
  )
})
