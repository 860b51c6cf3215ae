import { expect, test } from 'vitest'
import { createPresentFiles } from '#frontend/features/photos/present-files.ts'
import { galleryId } from '#test/support/frontend/builders.ts'
import { anOwnPhoto } from '#test/support/frontend/own-builders.ts'

const named = (n: number) => ({ name: `${String(n)}.jpg`, type: 'image/jpeg', size: n })

const listed = anOwnPhoto(1)

/** A gallery of 3,000 photos, a hundred a page. */
const setup = () => {
  let nowMs = 0
  const asked: (string | undefined)[] = []
  const files = createPresentFiles({
    page: async (_galleryId, cursor) => {
      asked.push(cursor)
      const from = Number(cursor ?? 0)
      const items = Array.from({ length: 100 }, (_, n) => ({
        ...listed,
        fileName: `${String(from + n)}.jpg`,
        bytes: from + n,
      }))
      return { items, ...(from + 100 < 3_000 && { nextCursor: String(from + 100) }) }
    },
    now: () => nowMs,
  })
  return { files, asked, pass: (ms: number) => (nowMs += ms) }
}

test('the list is read no further than until all are found', async () => {
  const { files, asked } = setup()

  expect((await files.find(galleryId(1), [named(3), named(150)])).size).toBe(2)
  expect(asked).toEqual([undefined, '100'])
})

test('for what is new it is read to its end, once', async () => {
  const { files, asked } = setup()
  const fresh = { name: 'new.jpg', type: 'image/jpeg', size: 1 }

  expect((await files.find(galleryId(1), [fresh, named(2_999)])).has(fresh)).toBe(false)
  expect(asked).toHaveLength(30)
  await files.find(galleryId(1), [fresh])
  expect(asked).toHaveLength(30)
})

test('it is read again after a minute, when something has changed, and for another gallery', async () => {
  const { files, asked, pass } = setup()
  await files.find(galleryId(1), [named(1)])
  await files.find(galleryId(2), [named(1)])
  expect(asked).toHaveLength(2)

  pass(60_000)
  await files.find(galleryId(1), [named(1)])
  expect(asked).toHaveLength(3)
  files.forget()
  await files.find(galleryId(1), [named(1)])
  expect(asked).toHaveLength(4)
})

test('nothing to ask about asks nothing, and a list that cannot be read says so', async () => {
  const { files, asked } = setup()
  await files.find(galleryId(1), [])
  expect(asked).toEqual([])

  const failing = createPresentFiles({ page: () => Promise.reject(new Error('away')), now: () => 0 })
  await expect(failing.find(galleryId(1), [named(1)])).rejects.toThrow('away')
})

test('a name is compared as the server keeps it: one accent, no path, no hidden sign', async () => {
  const items = ['Zoé.jpg', 'a.jpg', 'noext.jpg'].map((fileName) => anOwnPhoto(1, { fileName, bytes: 7 }))
  const files = createPresentFiles({ page: async () => ({ items }), now: () => 0 })
  const chosen = ['Zoe\u0301.jpg', '\u202ea.jpg', 'noext', 'b.jpg'].map((name) => ({
    name,
    type: 'image/jpeg',
    size: 7,
  }))

  const present = await files.find(galleryId(1), chosen)

  expect(chosen.map((file) => present.has(file))).toEqual([true, true, true, false])
})
