import { expect, onTestFinished, test, vi } from 'vitest'
import { layoutPlaceStore } from '#functions/galleries/layout-place-store.ts'
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
  expect(await run({})).toBe('2 photographers and 8 galleries are left. Complete them with --apply.')
  expect(await run({ apply: true })).toMatch(/^Completed \d+\. 0 photographers and 0 galleries are left\.$/)
  expect(await run({})).toBe('0 photographers and 0 galleries are left.')
})

test('a walk that broke off goes on behind the page where it stood, and from the front when it is told to', async () => {
  const { table, run } = await setup()
  await writeFirstRelease(table)
  const places = layoutPlaceStore(table)
  await places.keep({ PK: 'USER#00000000-0000-4000-8000-000000000002', SK: 'PROFILE' })
  expect(await places.find()).toEqual({ PK: 'USER#00000000-0000-4000-8000-000000000002', SK: 'PROFILE' })
  await run({ apply: true })
  expect(await places.find()).toBeUndefined()
  expect(await run({ apply: true, again: true })).toContain('0 photographers and 0 galleries are left.')
})
