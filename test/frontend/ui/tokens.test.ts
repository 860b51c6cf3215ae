// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tokens } from '#frontend/ui/tokens.ts'

const folder = 'frontend/src'
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))

test('each rounding that is asked for is one of ours: another name would be no rounding at all', () => {
  const asked = files.flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8')
    return [...source.matchAll(/\w*Radius(?:: |=\{?)['"]([\w.]+)['"]/g)].map(([, name = '']) => ({ file, name }))
  })
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter(({ name }) => !Object.hasOwn(tokens.radii, name))).toEqual([])
})

test('no style names a token in braces: for one, the built site makes its whole dictionary of tokens', () => {
  const inBraces = new RegExp(String.raw`['"\`][^'"\`\n]*(?:(?<!\$)\{(?:${Object.keys(tokens).join('|')})\.|\btoken\()`)
  const ours = files.filter((file) => file !== 'ui/plain-tokens.ts')
  expect(inBraces.test("color: '{colors.ink}'")).toBe(true)
  expect(ours.filter((file) => inBraces.test(readFileSync(join(folder, file), 'utf8')))).toEqual([])
})
