import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cleanCopy } from '#functions/media/cleaning/clean-copy.ts'
import { renderPhoto } from '#functions/media/render.ts'
import {
  tiffOfOverlaps,
  webpOfChunks,
  withCommentsBehind,
  withEmptyChunks,
  withFillBefore,
  withFillBehind,
  withSegmentsBefore,
  withSegmentsBehind,
  withStrayBytes,
} from '#test/support/media/hostile-files.ts'
import { photograph } from '#test/support/media/photo-files.ts'

const photo = () => sharp(photograph('paint-brushes')).extract({ left: 100, top: 100, width: 320, height: 200 })
const jpeg = await photo().jpeg({ quality: 92 }).toBuffer()
const progressive = await photo().jpeg({ progressive: true }).toBuffer()
const png = await photo().png().toBuffer()
const webp = await photo().webp().toBuffer()

const cleaned = (file: Buffer): Buffer => {
  const copy = cleanCopy(file)
  if (copy.kind === 'refused') throw new Error(copy.sentence)
  return copy.bytes
}

/** Processor time and the growth of memory outside of the heap, where buffers lie, of one call. */
const costOf = <Result>(call: () => Result) => {
  const before = { ...process.memoryUsage(), cpu: process.cpuUsage() }
  const result = call()
  const spent = process.cpuUsage(before.cpu)
  const { heapUsed, external } = process.memoryUsage()
  return {
    result,
    seconds: (spent.user + spent.system) / 1_000_000,
    grownMb: (heapUsed + external - before.heapUsed - before.external) / 1_000_000,
  }
}

describe('what is written about nothing is refused, at once and in little memory', () => {
  test.each([
    ['11.8 million empty segments behind the pixels of a JPEG', withSegmentsBehind(jpeg, 11_800_000)],
    ['the same between the scans of a progressive one', withSegmentsBehind(progressive, 3_000_000)],
    ['20 MB of comments behind the pixels, few and long', withCommentsBehind(jpeg, 320, 65_000)],
    ['5,000 empty segments before the pixels', withSegmentsBefore(jpeg, 5_000)],
    ['40 MB of fill bytes before the first marker', withFillBefore(jpeg, 40_000_000)],
    ['20 MB of stray bytes between two segments', withStrayBytes(jpeg, Buffer.alloc(20_000_000, 0x20))],
    ['lone markers by the million', withStrayBytes(jpeg, Buffer.alloc(40_000_000, Buffer.from([0xff, 0x01])))],
    ['3 million empty chunks of a PNG', withEmptyChunks(png, 3_000_000)],
  ])('%s', (_, file) => {
    const { result, seconds, grownMb } = costOf(() => cleanCopy(file))
    expect(result).toMatchObject({ kind: 'refused', reason: 'too_much_metadata' })
    expect(seconds).toBeLessThan(10)
    expect(grownMb).toBeLessThan(60)
  })
})

test('15 MB of comments behind the pixels are left out', () => {
  const { result } = costOf(() => cleanCopy(withCommentsBehind(jpeg, 230, 65_000)))
  expect(result.kind === 'clean' && result.bytes.equals(cleaned(jpeg))).toBe(true)
})

test('40 MB of fill bytes behind the pixels are left out', () => {
  const { result, seconds } = costOf(() => cleanCopy(withFillBehind(jpeg, 40_000_000)))
  expect(result.kind === 'clean' && result.bytes.length).toBeLessThan(jpeg.length + 100)
  expect(seconds).toBeLessThan(10)
})

test('a stretch that a TIFF names a hundred thousand times is refused at once, and one that it names twice copied once', () => {
  const { result, seconds } = costOf(() => cleanCopy(tiffOfOverlaps(100_000, 20_000_000)))
  expect(result.kind).toBe('refused')
  expect(seconds).toBeLessThan(10)
  const twice = cleanCopy(tiffOfOverlaps(2, 400_000))
  expect(twice.kind === 'clean' && twice.bytes.length).toBeLessThan(400_500)
})

test('a WebP of a hundred thousand chunks is walked no further than any photo needs', () => {
  const { result, seconds } = costOf(() => cleanCopy(webpOfChunks(webp, 100_000)))
  expect(result.kind === 'clean' && result.bytes.length).toBeLessThan(webp.length + 100)
  expect(seconds).toBeLessThan(4)
})

test('what was refused here cannot be on sale: it is never drawn', async () => {
  expect(await renderPhoto(withSegmentsBehind(jpeg, 100_000))).toMatchObject({
    kind: 'refused',
    reason: 'too_much_metadata',
    sentence: expect.stringContaining('export it again without it'),
  })
})
