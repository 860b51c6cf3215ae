import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planParts } from '#functions/zips/plan-parts.ts'
import type { ZipFile } from '#functions/zips/zip-file.ts'
import { limits } from '#schema/limits.ts'

/** Files of these sizes, whose bytes are nowhere. */
async function* filesOf(sizes: readonly number[]): AsyncGenerator<ZipFile, void> {
  for (const [index, bytes] of sizes.entries()) {
    const place = `ITEM#${String(index + 1).padStart(6, '0')}`
    yield {
      place,
      plannedBytes: async () => bytes,
      findName: async () => place,
      find: async () => undefined,
      about: {},
    }
  }
}

describe('parts', () => {
  test('of an order of 3 GB are two, none above 2 GB', async () => {
    const parts = await planParts(filesOf(Array.from({ length: 120 }, () => 25_000_000)))
    expect(parts.map(({ files }) => files)).toEqual([79, 41])
    for (const { bytes } of parts) expect(bytes).toBeLessThanOrEqual(2_000_000_000)
  })

  test('of a whole gallery of 5,000 small photos end at 2,000 files', async () => {
    const parts = await planParts(filesOf(Array.from({ length: 5_000 }, () => 100_000)))
    expect(parts.map(({ files }) => files)).toEqual([2_000, 2_000, 1_000])
  })

  test('of one photo are one, and of none there are none', async () => {
    expect(await planParts(filesOf([7]))).toEqual([
      { through: 'ITEM#000001', files: 1, bytes: 7 + limits.zip.entryBytes },
    ])
    expect(await planParts(filesOf([]))).toEqual([])
  })

  test('hold every file once, in order, each part as full as it can be', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 900_000_000 }), { maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(sizes, async (all) => {
        const parts = await planParts(filesOf(all))
        expect(parts.reduce((sum, { files }) => sum + files, 0)).toBe(all.length)
        let from = 0
        for (const [index, { files, bytes, through }] of parts.entries()) {
          const mine = all.slice(from, from + files)
          expect(bytes).toBe(mine.reduce((sum, each) => sum + each + limits.zip.entryBytes, 0))
          expect(bytes).toBeLessThanOrEqual(limits.zip.partBytes)
          expect(through).toBe(`ITEM#${String(from + files).padStart(6, '0')}`)
          from += files
          const next = all[from]
          if (index < parts.length - 1)
            expect(bytes + (next ?? 0) + limits.zip.entryBytes).toBeGreaterThan(limits.zip.partBytes)
        }
      }),
      { numRuns: 100 },
    )
  })
})
