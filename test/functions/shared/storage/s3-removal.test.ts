import { DeleteObjectsCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { s3Storage } from '#functions/shared/storage/s3-storage.ts'
import { openQueues } from '#local/queues/queues.ts'
import { startObjectStore } from '#local/storage/object-store.ts'
import { aStillClock, credentials, region, temporaryFolder } from '#test/local/support.ts'

/** Storage by the real client over an S3 on this machine, which fails to delete single objects as a test says. */
const setup = async (refusal: (key: string, asked: number) => string | undefined = () => undefined) => {
  const folder = temporaryFolder()
  const queues = openQueues([], { folder: `${folder}/queues`, now: aStillClock().now })
  const asked = new Map<string, number>()
  const store = await startObjectStore({
    folder: `${folder}/objects`,
    queues,
    credentials,
    now: aStillClock().date,
    buckets: [{ name: 'renditions', isVersioned: false, corsRules: [], notifications: [] }],
    refusesDelete: (_, key) => {
      asked.set(key, (asked.get(key) ?? 0) + 1)
      return refusal(key, asked.get(key) ?? 0)
    },
  })
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
  const bucket = () => 'renditions'
  const buckets = { originals: bucket, renditions: bucket, deliveries: bucket, zips: bucket, pages: bucket }
  const waits: number[] = []
  const storage = s3Storage(client, buckets, async (attempt) => void waits.push(attempt))
  const keys = ['media/a & b.jpg', 'media/<ü>.jpg', 'media/c.jpg']
  for (const key of keys) await storage.put('renditions', { key, bytes: Buffer.from('x'), contentType: 'image/jpeg' })
  const left = async () => {
    const found = await Promise.all(keys.map((key) => storage.head('renditions', { key })))
    return keys.filter((_, index) => found[index] !== undefined)
  }
  return { client, storage, keys, asked, waits, left }
}

describe('objects that S3 fails to delete in an answer of 200', () => {
  test('are asked for again, alone, until they are gone', async () => {
    const { storage, keys, asked, waits, left } = await setup((key, times) =>
      key !== 'media/c.jpg' && times < 3 ? 'SlowDown' : undefined,
    )
    await storage.remove('renditions', keys)
    expect(await left()).toEqual([])
    expect([asked.get('media/c.jpg'), asked.get('media/a & b.jpg'), waits]).toEqual([1, 3, [1, 2]])
  })

  test('are an error that can be tried again while they are still there', async () => {
    const { storage, keys, asked, left } = await setup((key) => (key === 'media/c.jpg' ? 'InternalError' : undefined))
    await expect(storage.remove('renditions', keys)).rejects.toMatchObject({ code: 'unavailable' })
    expect([await left(), asked.get('media/c.jpg')]).toEqual([['media/c.jpg'], 5])
  })

  test('are an error at once where it is denied', async () => {
    const { storage, keys, asked, waits } = await setup((key) => (key === 'media/c.jpg' ? 'AccessDenied' : 'SlowDown'))
    await expect(storage.remove('renditions', keys)).rejects.toThrow('S3 denies the removal of 3 of 3 objects')
    expect([asked.get('media/c.jpg'), waits]).toEqual([1, []])
  })
})

test('objects are removed, and those that are not there are no error', async () => {
  const { storage, keys, left } = await setup()
  await storage.remove('renditions', [...keys, 'media/none/at/all.jpg'])
  await storage.remove('renditions', [])
  expect(await left()).toEqual([])
})

describe('the local S3', () => {
  test('names what it deleted, unless it is asked to be quiet, and what it did not', async () => {
    const { client } = await setup((key) => (key === 'media/c.jpg' ? 'InternalError' : undefined))
    const remove = (Quiet: boolean) =>
      client.send(
        new DeleteObjectsCommand({
          Bucket: 'renditions',
          Delete: { Objects: [{ Key: 'media/a & b.jpg' }, { Key: 'media/c.jpg' }], Quiet },
        }),
      )
    const Errors = [{ Key: 'media/c.jpg', Code: 'InternalError' }]
    expect(await remove(false)).toMatchObject({ Deleted: [{ Key: 'media/a & b.jpg' }], Errors })
    const quiet = await remove(true)
    expect([quiet.Deleted, quiet.Errors]).toMatchObject([undefined, Errors])
  })

  test.each([
    ['no object', 0],
    ['more than a thousand', 1_001],
  ])('refuses to delete %s in one request', async (_, count) => {
    const { client } = await setup()
    const Objects = Array.from({ length: count }, (_, n) => ({ Key: `media/${n}` }))
    const removal = client.send(new DeleteObjectsCommand({ Bucket: 'renditions', Delete: { Objects } }))
    await expect(removal).rejects.toMatchObject({ name: 'MalformedXML' })
  })
})
