import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askOutside } from '../../../scripts/outside/ask-outside.ts'
import { type Found, Missing, type Part } from '../../../scripts/outside/part.ts'
import { run } from '../../../scripts/outside/tools.ts'

const agreeing: Found = { judge: 'A judge 1.0', looked: { files: 3 }, objections: [] }
const part = (name: string, ask: Part['ask']): Part => ({ name, asks: `Is ${name} right?`, ask })

const setup = (...parts: Part[]) => {
  const results = mkdtempSync(join(tmpdir(), 'darkslide-outside-test-'))
  const said: string[] = []
  return {
    ask: (...names: string[]) => askOutside(names, (line) => said.push(line), { parts, results }),
    said,
    kept: () => readdirSync(results).map((name) => readFileSync(join(results, name), 'utf8')),
  }
}

test('judges that agree are green, and what each looked at is kept', async () => {
  const { ask, kept } = setup(
    part('one', async () => agreeing),
    part('two', async () => agreeing),
  )
  expect(await ask()).toBe(0)
  expect(kept()).toHaveLength(2)
  expect(kept()[0]).toContain('Judge: A judge 1.0\n- Looked at: 3 files\n- **agrees**')
})

test('an objection is not green, and is kept with the rest', async () => {
  const { ask, said, kept } = setup(part('one', async () => ({ ...agreeing, objections: ['file 2: too wide'] })))
  expect(await ask()).toBe(1)
  expect(said).toContain('  objects: file 2: too wide')
  expect(kept()[0]).toContain('file 2: too wide')
})

test.each([
  ['nothing', {}],
  ['no file', { files: 3, mails: 0 }],
])('a judge that was shown %s has agreed to nothing', async (_, looked) => {
  const { ask } = setup(part('one', async () => ({ ...agreeing, looked })))
  expect(await ask()).toBe(1)
})

test('a missing tool is named with what gets it, is not green, and keeps nobody else from being asked', async () => {
  const { ask, said, kept } = setup(
    part('one', async () => {
      throw new Missing('java is not on this machine: apt-get install default-jre-headless')
    }),
    part('two', async () => agreeing),
  )
  expect(await ask()).toBe(1)
  expect(said.join('\n')).toContain('was not asked: java is not on this machine: apt-get install')
  expect(kept()).toHaveLength(1)
})

test('parts can be asked alone, and one that is not there is refused with those that are', async () => {
  const asked: string[] = []
  const noting = (name: string) =>
    part(name, async () => {
      asked.push(name)
      return agreeing
    })
  const { ask, said } = setup(noting('one'), noting('two'))
  expect(await ask('two')).toBe(0)
  expect(asked).toEqual(['two'])
  expect(await ask('three')).toBe(2)
  expect(said.at(-1)).toBe('No part "three": there are one, two.')
})

test('a program that is not there is missing, one that fails says with what', async () => {
  await expect(run(['no-such-judge'], { cure: 'fetch it' })).rejects.toThrow(
    'no-such-judge is not on this machine: fetch it',
  )
  expect(await run(['node', '-e', 'console.log(1); process.exit(3)'], { cure: '' })).toMatchObject({
    code: 3,
    stdout: '1\n',
  })
})
