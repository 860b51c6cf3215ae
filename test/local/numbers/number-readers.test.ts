import { RekognitionClient } from '@aws-sdk/client-rekognition'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { racePhoto } from '#bench/numbers/race-photos.ts'
import { type FoundNumber, type ReadNumbers, UnreadablePicture } from '#functions/media/numbers/read-numbers.ts'
import { rekognitionReader } from '#functions/media/numbers/rekognition-reader.ts'
import { localNumberReader } from '#local/numbers/local-number-reader.ts'
import { rekognitionApi } from '#local/numbers/rekognition-api.ts'
import { credentials, region, serving } from '#test/local/support.ts'

const picture = (texts: readonly string[], seed: number) =>
  racePhoto({ difficulty: 'easy', seed, texts, longestSide: 720 })
let race: Awaited<ReturnType<typeof picture>>
let other: Awaited<ReturnType<typeof picture>>
let neighbours: Buffer
let empty: Buffer
let tiny: Buffer
beforeAll(async () => {
  race = await picture(['214', 'A77', 'MAITE', '5180'], 3)
  other = await picture(['3096'], 8)
  // Two runners at exactly the same height.
  const beside = await picture(['214'], 8)
  neighbours = await sharp([other.jpeg, beside.jpeg], { join: { across: 2 } })
    .jpeg()
    .toBuffer()
  empty = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer()
  tiny = await sharp({ create: { width: 400, height: 79, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer()
})

const local = localNumberReader({ picturesPerThread: 5 })
afterAll(local.close)
/** As a function of the market on this machine asks it. */
const cloud: ReadNumbers = async (jpeg) =>
  rekognitionReader(
    new RekognitionClient({
      endpoint: await serving(rekognitionApi({ wordsOf: local.readWords })),
      region,
      credentials,
    }),
  )(jpeg)

const textsOf = (numbers: readonly FoundNumber[]) => numbers.map(({ text }) => text).toSorted()

describe.each([
  ['of this machine', local.readNumbers],
  ['in the cloud', cloud],
])('the engine %s', (_, readNumbers) => {
  test('reads the numbers of a photo, and no words', async () => {
    expect(textsOf(await readNumbers(race.jpeg))).toEqual(['214', '5180', 'A77'])
  })

  test('says how sure it is, and where each stands', async () => {
    const numbers = await readNumbers(race.jpeg)
    expect(numbers).toHaveLength(3)
    for (const { text, confidence, box } of numbers) {
      const bib = race.bibs.find((each) => each.text === text)?.box
      if (bib === undefined) throw new Error(`${text} is not there`)
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      expect([x > bib.left, x < bib.left + bib.width, y > bib.top, y < bib.top + bib.height]).toEqual([
        true,
        true,
        true,
        true,
      ])
      expect(confidence).toBeGreaterThan(0.5)
      expect(confidence).toBeLessThanOrEqual(1)
    }
  })

  test('keeps apart two runners side by side', async () => {
    const numbers = await readNumbers(neighbours)
    expect(textsOf(numbers)).toEqual(['214', '3096'])
    const middleOf = (sought: string) =>
      numbers.filter(({ text }) => text === sought).map(({ box }) => box.left + box.width / 2)
    expect(middleOf('3096')[0]).toBeLessThan(0.5)
    expect(middleOf('214')[0]).toBeGreaterThan(0.5)
  })

  test('keeps apart what is asked at the same time', async () => {
    const [first, second] = await Promise.all([readNumbers(other.jpeg), readNumbers(empty)])
    expect([textsOf(first), second]).toEqual([['3096'], []])
  })

  test('refuses what is no picture, a cut one, and a stripe, and reads on', async () => {
    const bad = [Buffer.from('not a picture at all'), other.jpeg.subarray(0, other.jpeg.length / 2), tiny]
    const refused = await Promise.allSettled(bad.map(readNumbers))
    expect(refused.map((each) => each.status === 'rejected' && each.reason instanceof UnreadablePicture)).toEqual([
      true,
      true,
      true,
    ])
    expect(textsOf(await readNumbers(other.jpeg))).toEqual(['3096'])
  })
})

describe('the thread of this machine’s engine', () => {
  test('leaves the market time to answer while it reads', async () => {
    const reading = local.readNumbers(race.jpeg)
    let turns = 0
    const counting = setInterval(() => (turns += 1), 5)
    await reading
    clearInterval(counting)
    expect(turns).toBeGreaterThan(20)
  })

  test('ends with a picture that takes too long, and another one reads the next', async () => {
    const hurried = localNumberReader({ timeoutMs: 1 })
    await expect(hurried.readNumbers(race.jpeg)).rejects.toBeInstanceOf(UnreadablePicture)
    await hurried.close()
    expect(textsOf(await local.readNumbers(other.jpeg))).toEqual(['3096'])
  })

  test('fails what it reads when it is ended, so that it can be tried again', async () => {
    const ended = localNumberReader()
    const reading = ended.readNumbers(race.jpeg).catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await ended.close()
    const error = await reading
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(UnreadablePicture)
  })
})
