import { expect, test } from 'vitest'
import { filesBelow, textOf } from '#test/support/tree/files.ts'

/** Decision 205 says why. */
const allowed = ['test/frontend/shared/lazy/missing-helpers.test.tsx']

test('modules are mocked by the tests that decision 205 names, and no others', () => {
  const mocking = filesBelow('test').filter((file) => /\bvi\s*\.\s*(?:doMock|mock)\s*\(/.test(textOf(file)))
  expect(mocking).toEqual(allowed)
  const decision = textOf('docs/decisions/0205-one-test-mocks-modules.md')
  expect(allowed.filter((file) => !decision.includes(file))).toEqual([])
})
