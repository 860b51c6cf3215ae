import { expect, test } from 'vitest'
import { callBack } from '#functions/shared/edge/call-back.ts'
import { keptTogether, tagHeaderOf } from '#functions/shared/edge/edge-tags.ts'
import { recallBy } from '#functions/shared/edge/recall.ts'
import { EdgeEvent } from '#schema/events/edge.ts'

test('what changed within a few seconds is called back together, each tag once', async () => {
  const asked: (readonly string[])[] = []
  const failed = await callBack(async (items) => void asked.push(items))([
    { tags: ['gallery:a', 'owner:o'] },
    { tags: ['gallery:a'] },
    { tags: ['pictures:a'] },
  ])
  expect([asked, failed.size]).toEqual([[['#gallery:a', '#owner:o', '#pictures:a']], 0])
})

test('more than CloudFront takes at once goes in turns', async () => {
  const sizes: number[] = []
  const events = Array.from({ length: 1_201 }, (_, n) => ({ tags: [`gallery:${n}`] }))
  await callBack(async (items) => void sizes.push(items.length))(events)
  expect(sizes).toEqual([500, 500, 201])
})

test('where CloudFront refuses, the messages come again', async () => {
  const refused = async () => Promise.reject(new Error('TooManyInvalidationsInProgress'))
  await expect(callBack(refused)([{ tags: ['gallery:a'] }])).rejects.toThrow('TooMany')
})

test('an edit that is saved does not fail because the edge cannot be told; the log says so', async () => {
  const said: unknown[] = []
  const log = { info: () => {}, warn: () => {}, error: (...line: unknown[]) => void said.push(line[0]) }
  await recallBy(async () => Promise.reject(new Error('503')), log)(['gallery:a'])
  expect(said).toEqual(['edge not told'])
})

test('a message names each tag once, and only what CloudFront takes as one', async () => {
  const sent: unknown[] = []
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  await recallBy(async (_, messages) => void sent.push(...messages), silent)(['gallery:a', 'gallery:a'])
  expect(sent).toEqual([{ tags: ['gallery:a'] }])
  for (const tag of ['', 'a,b', 'with a blank', 'x'.repeat(257)]) {
    expect(EdgeEvent.safeParse({ tags: [tag] }).success).toBe(false)
  }
})

test('a page of several answers has the tags of all, ends with the first, and is not kept where one is not', () => {
  const [a, b] = [{ tags: ['gallery:a'] }, { tags: ['owner:o'], until: '2030-01-01T10:00:00.000Z' }]
  expect(keptTogether([a, b])).toEqual({ tags: ['gallery:a', 'owner:o'], until: '2030-01-01T10:00:00.000Z' })
  expect(keptTogether([a, undefined])).toBeUndefined()
})

test('of more tags than CloudFront reads the first fifty are named', () => {
  const tags = Array.from({ length: 60 }, (_, n) => `gallery:${n}`)
  expect(tagHeaderOf({ tags }).split(',')).toEqual(tags.slice(0, 50))
})
