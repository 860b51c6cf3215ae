import { expect, test } from 'vitest'
import { requiredScope } from '#schema/sign-in-scopes.ts'
import { filesBelow } from '#test/support/tree/files.ts'
import { literalsIn } from '#test/support/tree/literals.ts'

const zones = ['schema', 'functions', 'frontend', 'lib', 'bin', 'local', 'scripts', 'bench']

test('the scope that opens the API stands in one place, for the site, the gate, the pool and its stand-in', () => {
  const writing = zones
    .flatMap((zone) => filesBelow(zone))
    .filter((path) => literalsIn(path).some((text) => text.includes(requiredScope)))
  expect(writing).toEqual(['schema/sign-in-scopes.ts'])
})
