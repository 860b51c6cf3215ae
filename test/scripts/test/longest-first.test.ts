import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longest } from '../../../scripts/test/longest-first.ts'

test.each(longest)('%s, which is started first, is a test', (name) => {
  expect(existsSync(join('test/integration', name))).toBe(true)
})
