import { expect, test } from 'vitest'
import { commands, runOps } from '../../../scripts/ops/run-ops.ts'

test('each command is what its name loads, and the overview has them all', async () => {
  const named = await Promise.all(Object.entries(commands).map(async ([name, load]) => [name, (await load()).name]))
  expect(named.filter(([name, own]) => name !== own)).toEqual([])

  const said: string[] = []
  expect(await runOps(['--help'], (line) => said.push(line))).toBe(0)

  const lines = said.join('\n').split('\n')
  expect(named.filter(([name]) => !lines.some((line) => line.startsWith(`  ${name} `)))).toEqual([])
})

test('what objects have by nature is no command', async () => {
  expect(await runOps(['toString', '--local'], () => {})).toBe(2)
})
