import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Batch, batchLimits, nextBatch } from '#frontend/features/orders/phone-batches.ts'

const megabyte = 1_024 ** 2
/** Of so many megabytes, which nothing in memory stands for. */
const aFile = (name: string, megabytes: number): File => {
  const file = new File([], name, { type: 'image/jpeg' })
  Object.defineProperty(file, 'size', { value: megabytes * megabyte })
  return file
}
const begun = (items: readonly number[]): Batch<number> => ({
  ready: [],
  carried: undefined,
  waiting: items,
  failed: [],
  apart: [],
})
type Device = { sizes: readonly number[]; fails?: readonly number[]; refuses?: readonly number[]; signal?: AbortSignal }

/** A phone that fetches item n as a file of `sizes[n]` megabytes. */
const prepare = (rest: Batch<number>, { sizes, fails = [], refuses = [], signal }: Device) =>
  nextBatch({
    rest,
    fetchFile: async (item) => {
      if (fails.includes(item)) throw new Error('offline')
      return aFile(String(item), sizes[item] ?? 0)
    },
    canShare: (files) => files.every(({ name }) => !refuses.includes(Number(name))),
    signal: signal ?? new AbortController().signal,
    onFetched: () => undefined,
  })
const itemsOf = ({ ready }: Batch<number>) => ready.map(({ item }) => item)

describe('a batch', () => {
  test('is at most ten photos', async () => {
    const batch = await prepare(begun([...Array(12).keys()]), { sizes: Array(12).fill(1) })
    expect(itemsOf(batch)).toHaveLength(10)
    expect(batch.waiting).toEqual([10, 11])
  })

  test('is at most 50 MB, and what was fetched beyond that begins the next', async () => {
    const device = { sizes: [20, 20, 20, 1] }
    const first = await prepare(begun([0, 1, 2, 3]), device)
    expect([itemsOf(first), first.carried?.item, first.waiting]).toEqual([[0, 1], 2, [3]])
    const second = await prepare(first, device)
    expect([itemsOf(second), second.carried, second.waiting]).toEqual([[2, 3], undefined, []])
  })

  test('leaves out what could not be fetched, and what no library takes, and goes on', async () => {
    const batch = await prepare(begun([0, 1, 2, 3]), { sizes: [1, 1, 60, 1], fails: [0], refuses: [3] })
    expect(itemsOf(batch)).toEqual([1])
    expect([batch.failed, batch.apart]).toEqual([[0], [2, 3]])
  })

  test('that is cancelled is none', async () => {
    const controller = new AbortController()
    controller.abort()
    await expect(prepare(begun([0]), { sizes: [1], signal: controller.signal })).rejects.toThrow()
  })

  test('never loses a photo, nor has one twice, until all are through', async () => {
    const devices = fc.array(
      fc.record({ size: fc.integer({ min: 0, max: 70 }), fails: fc.boolean(), refused: fc.boolean() }),
      { maxLength: 60 },
    )
    await fc.assert(
      fc.asyncProperty(devices, async (files) => {
        const where = (is: (file: { fails: boolean; refused: boolean }) => boolean) =>
          files.flatMap((file, index) => (is(file) ? [index] : []))
        const device = {
          sizes: files.map(({ size }) => size),
          fails: where(({ fails }) => fails),
          refuses: where(({ refused }) => refused),
        }
        const saved: number[] = []
        let batch = begun([...files.keys()])
        do {
          batch = await prepare(batch, device)
          const bytes = batch.ready.reduce((sum, { file }) => sum + file.size, 0)
          expect(batch.ready.length).toBeLessThanOrEqual(batchLimits.files)
          expect(bytes).toBeLessThanOrEqual(batchLimits.bytes)
          saved.push(...itemsOf(batch))
        } while (batch.waiting.length > 0 || batch.carried !== undefined)
        const all = [...saved, ...batch.failed, ...batch.apart].toSorted((one, other) => one - other)
        expect(all).toEqual([...files.keys()])
        expect(saved).toEqual(saved.toSorted((one, other) => one - other))
      }),
      { numRuns: 200 },
    )
  })
})
