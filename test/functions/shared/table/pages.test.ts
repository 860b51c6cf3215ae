import { expect, test } from 'vitest'
import { allOf, eachPage } from '#functions/shared/table/pages.ts'

/** A list of 1 to 7 in pages of three, which says after which number each of its reads began. */
const numbers = () => {
  const reads: (number | undefined)[] = []
  const read = async (after: number | undefined) => {
    reads.push(after)
    const from = (after ?? 0) + 1
    const found = [from, from + 1, from + 2].filter((each) => each <= 7)
    return { found, next: from + 2 < 7 ? from + 2 : undefined }
  }
  return { read, reads }
}

test('a list is read to its end, each page after the one before', async () => {
  const { read, reads } = numbers()
  const pages: number[][] = []
  for await (const { found } of eachPage(read)) pages.push(found)
  expect(pages).toEqual([[1, 2, 3], [4, 5, 6], [7]])
  expect(reads).toEqual([undefined, 3, 6])
})

test('a list is read on from a place', async () => {
  const { read, reads } = numbers()
  const pages: number[][] = []
  for await (const { found } of eachPage<Awaited<ReturnType<typeof read>>, number>(read, 3)) pages.push(found)
  expect([pages, reads]).toEqual([
    [[4, 5, 6], [7]],
    [3, 6],
  ])
})

test('nothing is read that the caller does not take', async () => {
  const { read, reads } = numbers()
  for await (const { found } of eachPage(read)) if (found.includes(2)) break
  expect(reads).toEqual([undefined])
})

test('an empty page in the middle of a list ends nothing', async () => {
  const places = [{ PK: 'a' }, { PK: 'b' }, undefined]
  const entries = [[1], [], [2]]
  const read = async (after: Record<string, unknown> | undefined) => {
    const at = after === undefined ? 0 : places.indexOf(places.find((place) => place?.PK === after.PK)) + 1
    return { entries: entries[at] ?? [], next: places[at] }
  }
  expect(await allOf(read, (page) => page.entries)).toEqual([1, 2])
})

test('a page that cannot be read is an error, never a shorter list', async () => {
  const read = async (after: Record<string, unknown> | undefined) => {
    if (after) throw new Error('no answer')
    return { entries: [1], next: { PK: 'a' } }
  }
  await expect(allOf(read, (page) => page.entries)).rejects.toThrow('no answer')
})
