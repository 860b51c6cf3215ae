import { expect, onTestFinished, test, vi } from 'vitest'
import { traceLayoutStore } from '#functions/accounts/trace-layout-store.ts'
import { layoutPlaceStore } from '#functions/galleries/layout-place-store.ts'
import { put } from '#functions/shared/table/writes.ts'
import { writeFirstRelease } from '#test/support/first-release/first-release.ts'
import { localTable } from '#test/support/table/local-table.ts'
import type { Target } from '../../../scripts/ops/target.ts'

const setup = async () => {
  const { table, client, close } = await localTable()
  const { hostname, port } = (await client.config.endpoint?.()) ?? { hostname: '', port: 0 }
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    vi.resetModules()
    await close()
  })
  const said: string[] = []
  const target: Pick<Target, 'actAs'> = {
    async actAs() {
      vi.stubEnv('TABLE_NAME', 'market')
      vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://${hostname}:${port}`)
      vi.stubEnv('AWS_REGION', 'eu-west-2')
      vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local')
    },
  }
  // The process of a command builds its table once.
  const { migrate } = await import('../../../scripts/ops/migrate.ts')
  return {
    table,
    run: async (values: Record<string, boolean>) => {
      said.length = 0
      const nothing = async () => {
        throw new Error('The command asks for nothing else.')
      }
      const whole: Target = {
        name: 'test',
        isLocal: true,
        ...target,
        output: nothing,
        callBack: nothing,
        deadLetters: nothing,
        redrive: nothing,
      }
      await migrate.run({ positionals: [], values }, { target: whole, say: (line) => said.push(line) })
      return said.join(' ')
    },
  }
}

test('what an earlier release stored is counted, completed, and then nothing is left', async () => {
  const { table, run } = await setup()
  await writeFirstRelease(table)
  expect(await run({})).toBe('2 photographers, 8 galleries and 2 other items are left. Complete them with --apply.')
  expect(await run({ apply: true })).toMatch(
    /^Completed \d+\. 0 photographers, 0 galleries and 0 other items are left\.$/,
  )
  expect(await run({})).toBe('0 photographers, 0 galleries and 0 other items are left.')
})

test('until then erasing reads the whole table, and afterwards the index', async () => {
  const { table, run } = await setup()
  await writeFirstRelease(table)
  const layout = traceLayoutStore(table, () => new Date())
  await run({})
  expect(await layout.isComplete()).toBe(false)
  await run({ apply: true })
  expect(await layout.isComplete()).toBe(true)
})

test('what was written behind a walk is said to be left, and erasing reads the whole table until it is completed', async () => {
  const { table, run } = await setup()
  await writeFirstRelease(table)
  const layout = traceLayoutStore(table, () => new Date())
  // As if a function of the earlier release had written all of it where the walk had been already.
  await layoutPlaceStore(table).keep({ PK: 'USER#ffffffff-ffff-4fff-8fff-ffffffffffff', SK: 'PROFILE' })
  expect(await run({ apply: true })).toMatch(/ [1-9] other items are left\. Complete them with --apply\.$/)
  expect(await layout.isComplete()).toBe(false)
  expect(await run({ apply: true })).toMatch(/ 0 other items are left\.$/)
  expect(await layout.isComplete()).toBe(true)
})

test('the place where a walk of an earlier release broke off says nothing of what stands before it', async () => {
  const { table, run } = await setup()
  await writeFirstRelease(table)
  const after = { PK: 'USER#ffffffff-ffff-4fff-8fff-ffffffffffff', SK: 'PROFILE' }
  await table.write(put({ PK: 'INSTALLATION#LAYOUT', SK: 'PLACE', after }, 'always'))
  expect(await run({ apply: true })).toMatch(/^Completed [1-9]\d*\. 0 photographers, 0 galleries and 0 other/)
})

test('a walk that broke off goes on behind the page where it stood, and from the front when it is told to', async () => {
  const { table, run } = await setup()
  await writeFirstRelease(table)
  const places = layoutPlaceStore(table)
  await places.keep({ PK: 'USER#00000000-0000-4000-8000-000000000002', SK: 'PROFILE' })
  expect(await places.find()).toEqual({ PK: 'USER#00000000-0000-4000-8000-000000000002', SK: 'PROFILE' })
  await run({ apply: true })
  expect(await places.find()).toBeUndefined()
  expect(await run({ apply: true, again: true })).toContain('0 photographers, 0 galleries and 0 other items are left.')
})
