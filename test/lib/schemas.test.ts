import { describe, expect, test } from 'vitest'
import { schemaProblems } from '#test/support/infra/resource-schemas.ts'
import { named, resourcesOf } from '#test/support/infra/templates.ts'

test.each(['dev', 'prod'] as const)('every resource of %s is as CloudFormation describes its type', (stage) => {
  expect(resourcesOf(stage).flatMap(schemaProblems)).toEqual([])
})

describe('the check itself finds', () => {
  const fn = named('AWS::Lambda::Function', 'Payments')
  const problemsOf = (Properties: Record<string, unknown>) =>
    schemaProblems({ ...fn, stack: 'it', id: 'fn', Properties: { ...fn.Properties, ...Properties } })

  test('nothing in what is right', () => {
    expect(problemsOf({})).toEqual([])
  })

  test.each([
    ['a misspelt property', { MemorySise: 512 }, 'it fn.MemorySise is not known'],
    ['a number that is none', { Timeout: 'ten' }, 'it fn.Timeout is "ten", not a whole number'],
    ['a value that the type does not have', { TracingConfig: { Mode: 'On' } }, 'it fn.TracingConfig.Mode is "On", not'],
    ['a text in place of an object', { TracingConfig: 'Active' }, 'it fn.TracingConfig is not an object'],
  ])('%s', (_, properties, problem) => {
    expect(problemsOf(properties)).toEqual([expect.stringContaining(problem)])
  })

  test('a required property that is missing', () => {
    const { Role: _, ...rest } = fn.Properties
    expect(schemaProblems({ ...fn, stack: 'it', id: 'fn', Properties: rest })).toEqual(['it fn.Role is missing'])
  })
})
