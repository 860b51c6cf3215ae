import { S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { s3Storage } from '#functions/shared/storage/s3-storage.ts'
import { checkSignature } from '#local/storage/signature.ts'

const credentials = { accessKeyId: 'darkslide-test', secretAccessKey: 'a-secret-of-nobody' }
const region = 'eu-west-2'

const anUpload = async () => {
  const client = new S3Client({
    endpoint: 'http://127.0.0.1:1',
    region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  const bucket = () => 'originals'
  const storage = s3Storage(client, {
    originals: bucket,
    renditions: bucket,
    deliveries: bucket,
    zips: bucket,
    pages: bucket,
  })
  const key = 'uploads/u/g/p/1'
  const { url, headers } = await storage.allowUpload(key, { bytes: 5, contentType: 'image/jpeg', lifeSeconds: 900 })
  const { host, pathname, search } = new URL(url)
  const put = (sent: Record<string, string>) =>
    checkSignature(
      { method: 'PUT', target: pathname + search, headers: { host, 'content-length': '5', ...sent } },
      { credentials, region, nowMs: Date.now() },
    )
  return { headers, search, put }
}

test('an original is stored by how often it is used from its first day, and the signature says so', async () => {
  const { headers, search, put } = await anUpload()
  expect(headers['x-amz-storage-class']).toBe('INTELLIGENT_TIERING')
  expect(decodeURIComponent(search)).toMatch(/X-Amz-SignedHeaders=[^&]*x-amz-storage-class/)
  expect(put(headers)).toBeUndefined()
})

test('an address of an upload is one of that file alone, for 15 minutes', async () => {
  const { headers, search, put } = await anUpload()
  const asked = new URLSearchParams(search)
  expect(asked.get('X-Amz-Expires')).toBe('900')
  expect(put(headers)).toBeUndefined()
  expect(put({ ...headers, 'content-length': '6' })?.code).toBe('SignatureDoesNotMatch')
  expect(put({ ...headers, 'content-type': 'text/html' })?.code).toBe('SignatureDoesNotMatch')
})

test.each([
  ['without its class', { 'x-amz-storage-class': undefined }],
  ['in a class that costs more', { 'x-amz-storage-class': 'STANDARD' }],
  ['with a header that is not signed', { 'x-amz-acl': 'public-read' }],
])('storage refuses an upload %s', async (_, changed) => {
  const { headers, put } = await anUpload()
  const sent = Object.entries({ ...headers, ...changed }).filter(
    (each): each is [string, string] => each[1] !== undefined,
  )
  expect(put(Object.fromEntries(sent))?.code).toMatch(/SignatureDoesNotMatch|AccessDenied/)
})
