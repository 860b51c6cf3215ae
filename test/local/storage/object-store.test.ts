import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openQueues } from '#local/queues/queues.ts'
import { startObjectStore } from '#local/storage/object-store.ts'
import { aQueue, aStillClock, credentials, region, temporaryFolder } from '#test/local/support.ts'

const site = 'http://localhost:4300'

const setup = async ({ secretAccessKey = credentials.secretAccessKey, machineNow = Date.now } = {}) => {
  const folder = temporaryFolder()
  const clock = aStillClock()
  const queue = aQueue({ name: 'arrivals' })
  const queues = openQueues([queue], { folder: `${folder}/queues`, now: clock.now })
  const store = await startObjectStore({
    folder: `${folder}/objects`,
    queues,
    credentials,
    now: clock.date,
    machineNow,
    buckets: [
      {
        name: 'originals',
        isVersioned: true,
        corsRules: [
          {
            AllowedMethods: ['PUT'],
            AllowedOrigins: [site],
            AllowedHeaders: ['content-type'],
            ExposedHeaders: ['etag'],
          },
        ],
        notifications: [{ events: ['s3:ObjectCreated:*'], prefix: 'uploads/', suffix: '', queueArn: queue.arn }],
      },
    ],
  })
  onTestFinished(async () => {
    queues.close()
    await store.close()
  })
  const client = new S3Client({
    endpoint: store.url,
    region,
    forcePathStyle: true,
    credentials: { ...credentials, secretAccessKey },
    maxAttempts: 1,
  })
  const put = (Key: string, Body: string | Readable, more: object = {}) =>
    client.send(new PutObjectCommand({ Bucket: 'originals', Key, Body, ...more }))
  const get = (Key: string, more: object = {}) =>
    client.send(new GetObjectCommand({ Bucket: 'originals', Key, ...more }))
  const messages = () => (queues.byName('arrivals')?.messages() ?? []).map(({ body }) => JSON.parse(body))
  const presigned = (file: { bytes: number; type: string; key?: string }) =>
    getSignedUrl(
      client,
      new PutObjectCommand({
        Bucket: 'originals',
        Key: file.key ?? 'uploads/a.jpg',
        ContentLength: file.bytes,
        ContentType: file.type,
      }),
      { expiresIn: 900, signableHeaders: new Set(['host', 'content-length', 'content-type']) },
    )
  return { store, client, put, get, messages, presigned, queues }
}

describe('an object', () => {
  test('comes back as it was put, with its type, its checksum and its length', async () => {
    const { put, get } = await setup()
    await put('uploads/ü b+c.jpg', 'light', { ContentType: 'image/jpeg', CacheControl: 'private' })

    const object = await get('uploads/ü b+c.jpg')

    expect(await object.Body?.transformToString()).toBe('light')
    expect(object).toMatchObject({
      ContentType: 'image/jpeg',
      CacheControl: 'private',
      ContentLength: 5,
      ETag: '"2ac43aa43bf473f9a9c09b4b608619d3"',
    })
  })

  test('may be put as a stream', async () => {
    const { put, get } = await setup()

    await put('a', Readable.from(['li', 'ght']), { ContentLength: 5 })

    expect(await (await get('a')).Body?.transformToString()).toBe('light')
  })

  test.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
  ])('is read in part by the range %s', async (Range, part, ContentRange) => {
    const { put, get } = await setup()
    await put('a', '0123456789')

    const object = await get('a', { Range })

    expect([await object.Body?.transformToString(), object.ContentRange]).toEqual([part, ContentRange])
  })

  test('keeps every version in a versioned bucket, and the last one is current', async () => {
    const { put, get } = await setup()
    const first = await put('a', 'first')
    await put('a', 'second')

    const [current, old] = await Promise.all([get('a'), get('a', { VersionId: first.VersionId })])

    expect(await current.Body?.transformToString()).toBe('second')
    expect(await old.Body?.transformToString()).toBe('first')
  })

  test('that was put only if there was none stays as it was', async () => {
    const { put, get } = await setup()
    await put('a', 'first', { IfNoneMatch: '*' })

    await expect(put('a', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject({ name: 'PreconditionFailed' })

    expect(await (await get('a')).Body?.transformToString()).toBe('first')
  })

  test('that does not exist, or no longer, is NoSuchKey', async () => {
    const { put, get, client } = await setup()
    await put('a', 'x')
    await client.send(new DeleteObjectsCommand({ Bucket: 'originals', Delete: { Objects: [{ Key: 'a' }] } }))

    await expect(get('a')).rejects.toMatchObject({ name: 'NoSuchKey' })
    await expect(client.send(new HeadObjectCommand({ Bucket: 'originals', Key: 'b' }))).rejects.toMatchObject({
      name: 'NotFound',
    })
  })

  test('is listed under its prefix', async () => {
    const { put, client } = await setup()
    await put('uploads/a', '1')
    await put('other/b', '2')

    const list = await client.send(new ListObjectsV2Command({ Bucket: 'originals', Prefix: 'uploads/' }))

    expect(list.Contents?.map(({ Key }) => Key)).toEqual(['uploads/a'])
  })

  test('whose key would lead out of its bucket is refused', async () => {
    const { put } = await setup()

    await expect(put('a/../../../b', 'x')).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } })
  })
})

describe('a request is refused', () => {
  test('without a signature', async () => {
    const { store, put } = await setup()
    await put('a', 'x')

    const answers = await Promise.all([
      fetch(`${store.url}/originals/a`),
      fetch(`${store.url}/originals`),
      fetch(`${store.url}/originals/b`, { method: 'PUT', body: 'x' }),
      fetch(`${store.url}/originals/a`, { method: 'DELETE' }),
      fetch(`${store.url}/`),
    ])

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })

  test('with a signature by another key', async () => {
    const { put } = await setup({ secretAccessKey: 'guessed' })

    await expect(put('a', 'x')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
  })

  test('signed at another time', async () => {
    const { put } = await setup({ machineNow: () => Date.now() + 16 * 60_000 })

    await expect(put('a', 'x')).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' })
  })
})

describe('a presigned upload', () => {
  const send = (url: string, body: string, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'PUT', body, headers: { 'content-type': 'image/jpeg', origin: site, ...headers } })

  test('takes the file it was signed for, and tells the queue in S3’s words', async () => {
    const { presigned, messages } = await setup()
    const url = await presigned({ bytes: 5, type: 'image/jpeg', key: 'uploads/u/a b.jpg' })

    const answer = await send(url, 'light')

    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, site])
    expect(messages()).toMatchObject([
      {
        Records: [
          {
            eventName: 'ObjectCreated:Put',
            eventSource: 'aws:s3',
            s3: {
              bucket: { name: 'originals' },
              object: {
                key: 'uploads/u/a+b.jpg',
                size: 5,
                eTag: '2ac43aa43bf473f9a9c09b4b608619d3',
                versionId: answer.headers.get('x-amz-version-id'),
              },
            },
          },
        ],
      },
    ])
  })

  test.each([
    ['a longer file', async (url: string) => send(url, 'light and more')],
    ['a shorter file', async (url: string) => send(url, 'dim')],
    ['another type', async (url: string) => send(url, 'light', { 'content-type': 'text/html' })],
    ['another key', async (url: string) => send(url.replace('a.jpg', 'b.jpg'), 'light')],
    ['another method', async (url: string) => fetch(url)],
    ['a longer life', async (url: string) => send(url.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000'), 'light')],
    ['a header that was not signed', async (url: string) => send(url, 'light', { 'x-amz-acl': 'public-read' })],
    ['an edited signature', async (url: string) => send(url.replace(/Signature=./, 'Signature=f0'), 'light')],
  ])('refuses %s, and tells nobody', async (_, attempt) => {
    const { presigned, messages } = await setup()

    const answer = await attempt(await presigned({ bytes: 5, type: 'image/jpeg' }))

    expect([answer.status, messages()]).toEqual([403, []])
  })

  test('ends with its time', async () => {
    let ahead = 0
    const { presigned } = await setup({ machineNow: () => Date.now() + ahead })
    const url = await presigned({ bytes: 5, type: 'image/jpeg' })
    ahead = 901_000

    expect((await send(url, 'light')).status).toBe(403)
  })

  test.each([
    ['the site', site, 'content-type', 200],
    ['another origin', 'http://evil.example', 'content-type', 403],
    ['a header that the rules do not name', site, 'x-surprise', 403],
  ])('is let in by CORS for the right origin and headers: %s', async (_, origin, headers, status) => {
    const { store } = await setup()

    const answer = await fetch(`${store.url}/originals/uploads/a.jpg`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': headers },
    })

    expect(answer.status).toBe(status)
  })
})

test('nothing is announced for a key outside the prefix', async () => {
  const { put, messages } = await setup()

  await put('elsewhere/a', 'x')

  expect(messages()).toEqual([])
})

test('every version below a prefix is listed, also of what is gone, until it is deleted for good', async () => {
  const { client, put } = await setup()
  const versions = async () => {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket: 'originals', Prefix: 'uploads/a/' }))
    return (page.Versions ?? []).map(({ Key, VersionId }) => ({ Key, VersionId }))
  }
  await put('uploads/a/1.jpg', 'first')
  await put('uploads/a/1.jpg', 'second')
  await put('uploads/a/2.jpg', 'gone')
  await put('uploads/b/3.jpg', 'elsewhere')
  await client.send(new DeleteObjectCommand({ Bucket: 'originals', Key: 'uploads/a/2.jpg' }))
  const found = await versions()
  expect(found.map(({ Key }) => Key).toSorted()).toEqual(['uploads/a/1.jpg', 'uploads/a/1.jpg', 'uploads/a/2.jpg'])

  for (const version of found) await client.send(new DeleteObjectCommand({ Bucket: 'originals', ...version }))

  expect(await versions()).toEqual([])
})
