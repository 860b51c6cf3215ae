import { RekognitionClient } from '@aws-sdk/client-rekognition'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { UnreadablePicture, type Word } from '#functions/media/numbers/read-numbers.ts'
import { rekognitionReader } from '#functions/media/numbers/rekognition-reader.ts'
import { rekognitionApi } from '#local/numbers/rekognition-api.ts'
import { credentials, region, serving } from '#test/local/support.ts'

const box = { left: 0.25, top: 0.5, width: 0.125, height: 0.0625 }
let jpeg: Buffer
beforeAll(async () => {
  jpeg = await sharp({ create: { width: 120, height: 90, channels: 3, background: '#789' } })
    .jpeg()
    .toBuffer()
})

type Seen = { words?: readonly Word[]; perSecond?: number; failures?: { status: number; name: string }[] }
const reading = async ({ words = [], ...said }: Seen = {}) => {
  const client = new RekognitionClient({
    endpoint: await serving(rekognitionApi({ wordsOf: async () => words, ...said })),
    region,
    credentials,
  })
  return rekognitionReader(client)
}

test('a word is a number with its confidence as a fraction and its box, and its line is not told again', async () => {
  const readNumbers = await reading({
    words: [
      { text: '#214', confidence: 0.75, box },
      { text: 'RUN', confidence: 0.99, box },
    ],
  })
  expect(await readNumbers(jpeg)).toEqual([{ text: '214', confidence: 0.75, box }])
})

test('a hundred words are a hundred numbers, though each is told twice', async () => {
  const words = Array.from({ length: 100 }, (_, index) => ({ text: String(index), confidence: 0.5 + index / 400, box }))
  expect(await (await reading({ words }))(jpeg)).toHaveLength(100)
})

test('words of half certainty are asked for, which the service would leave out by itself', async () => {
  const words = [
    { text: '51', confidence: 0.5, box },
    { text: '49', confidence: 0.499, box },
  ]
  expect(await (await reading({ words }))(jpeg)).toMatchObject([{ text: '51' }])
})

test.each([
  [400, 'ProvisionedThroughputExceededException'],
  [400, 'ThrottlingException'],
  [500, 'ThrottlingException'],
  [500, 'InternalServerError'],
])('%i %s is asked again', async (status, name) => {
  const readNumbers = await reading({ words: [{ text: '214', confidence: 0.99, box }], failures: [{ status, name }] })
  expect(await readNumbers(jpeg)).toMatchObject([{ text: '214' }])
})

test('what stays throttled is thrown for another time, not taken for a bad picture', async () => {
  const failures = Array.from({ length: 9 }, () => ({ status: 400, name: 'ProvisionedThroughputExceededException' }))
  const readNumbers = await reading({ failures })
  const error = await readNumbers(jpeg).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'ProvisionedThroughputExceededException' })
  expect(error).not.toBeInstanceOf(UnreadablePicture)
})

test('who may not ask is told so, and the picture is not blamed', async () => {
  const readNumbers = await reading({ failures: [{ status: 400, name: 'AccessDeniedException' }] })
  await expect(readNumbers(jpeg)).rejects.toMatchObject({ name: 'AccessDeniedException' })
})

test('a picture of more than 5 MB is not sent', async () => {
  const readNumbers = await reading({ failures: [{ status: 400, name: 'AccessDeniedException' }] })
  await expect(readNumbers(Buffer.alloc(5_242_881))).rejects.toBeInstanceOf(UnreadablePicture)
})

test('an answer of another shape is an error, not a picture without numbers', async () => {
  const words = [{ text: '214', confidence: 2.14, box }]
  await expect((await reading({ words }))(jpeg)).rejects.toMatchObject({ name: 'ZodError' })
})
