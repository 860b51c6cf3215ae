import { describe, expect, test } from 'vitest'
import { allMutants } from '#test/mutants/all.ts'
import { filesBelow, importsOf, textOf } from '#test/support/tree/files.ts'

describe('the model that judges the money', () => {
  test('shares nothing with what it judges: it imports itself alone', () => {
    const model = filesBelow('test/support/model')
    expect(model.length).toBeGreaterThan(0)
    const others = model.flatMap((path) => importsOf(path).filter((name) => !name.startsWith('test/support/model/')))
    expect(others).toEqual([])
  })
})

describe('each mutant', () => {
  test.each(allMutants)('"$name" finds its text once, and its test', ({ file, find, replace, killedBy }) => {
    expect(
      textOf(file).split(find).length - 1,
      `"${find}" in ${file}: put the text as it is now into test/mutants`,
    ).toBe(1)
    expect(replace).not.toBe(find)
    expect(textOf(killedBy.file).length).toBeGreaterThan(0)
  })

  test('has a name of its own', () => {
    const names = allMutants.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})
