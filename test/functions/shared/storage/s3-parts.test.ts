import { createHash } from 'node:crypto'
import { S3Client } from '@aws-sdk/client-s3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { s3Storage } from '#functions/shared/storage/s3-storage.ts'
import { openQueues } from '#local/queues/queues.ts'
import { startObjectStore } from '#local/storage/object-store.ts'
import { aStillClock, credentials, region, temporaryFolder } from '#test/local/support.ts'

const key = 'files/zips/zip_1/1.zip'

/** Storage over an S3 on this machine, which may be told to refuse one part. */
const setup = async ({ refuses }: { refuses?: string } = {}) => {
  const folder = temporaryFolder()
  const clock = aStillClock()
  const queues = openQueues([], { folder: `${folder}/queues`, now: clock.now })
  const buckets = [{ name: 'zips', isVersioned: false, corsRules: [], notifications: [] }]
  const store = await startObjectStore({ folder: `${folder}/o`, queues, credentials, now: clock.date, buckets })
  onTestFinished(async () => {
    queues.close()
    await store.close()
  })
  const client = new S3Client({
    endpoint: store.url,
    region,
    credentials,
    forcePathStyle: true,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  const asked: string[] = []
  client.middlewareStack.add(
    (next, context) => async (args) => {
      asked.push(String(context.commandName))
      if (JSON.stringify(args.input).includes(`"PartNumber":${refuses}`)) throw new Error('SlowDown')
      return next(args)
    },
    { step: 'initialize' },
  )
  const bucket = () => 'zips'
  const storage = s3Storage(client, {
    originals: bucket,
    renditions: bucket,
    deliveries: bucket,
    zips: bucket,
    pages: bucket,
  })
  const put = (chunks: AsyncIterable<Uint8Array>) =>
    storage.putStream('zips', { key, contentType: 'application/zip' }, chunks)
  return { storage, put, asked }
}

/** So many bytes, in pieces of odd lengths, none of them alike; breaks off where it is told. */
async function* pieces(bytes: number, { until = bytes } = {}): AsyncGenerator<Uint8Array, void> {
  for (let sent = 0, n = 0; sent < bytes; n += 1) {
    const piece = Buffer.alloc(Math.min(bytes - sent, 700_001 + n), `${n} light `)
    sent += piece.length
    if (sent > until) throw new Error('The source ended early.')
    yield piece
  }
}
const hashOf = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

describe('a stream', () => {
  test.each([
    ['nothing', 0],
    ['a byte', 1],
    ['exactly one part', 16 * 1_024 ** 2],
    ['several parts', 40_000_000],
  ])('of %s comes back as it came', async (_, bytes) => {
    const { storage, put } = await setup()
    expect(await put(pieces(bytes))).toBe(bytes)
    const found = await storage.open('zips', { key })
    expect(found?.bytes).toBe(bytes)
    expect(found && (await hashOf(found.body))).toBe(await hashOf(pieces(bytes)))
  })

  test('that breaks off leaves nothing, and is taken back', async () => {
    const { storage, put, asked } = await setup()
    await expect(put(pieces(40_000_000, { until: 20_000_000 }))).rejects.toThrow('The source ended early.')
    expect(await storage.open('zips', { key })).toBeUndefined()
    expect(asked.filter((name) => name.includes('Multipart'))).toEqual([
      'CreateMultipartUploadCommand',
      'AbortMultipartUploadCommand',
    ])
  })

  test.each(['1', '2'])('whose part %s storage does not take leaves nothing either', async (refuses) => {
    const { storage, put, asked } = await setup({ refuses })
    await expect(put(pieces(20_000_000))).rejects.toThrow('SlowDown')
    expect(await storage.open('zips', { key })).toBeUndefined()
    expect(asked.at(-2)).not.toBe('CompleteMultipartUploadCommand')
    expect(asked).toContain('AbortMultipartUploadCommand')
  })
})

test('what is not there cannot be opened', async () => {
  const { storage } = await setup()
  expect(await storage.open('zips', { key })).toBeUndefined()
})
