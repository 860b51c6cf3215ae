import { generateKeyPairSync } from 'node:crypto'
import { Readable } from 'node:stream'
import { getSignedUrl } from '@aws-sdk/cloudfront-signer'
import { expect, test } from 'vitest'
import { mediaServer } from '#local/front/media.ts'
import { openObjectFiles } from '#local/storage/object-files.ts'
import { aStillClock, serving, temporaryFolder } from '#test/local/support.ts'

const siteUrl = 'http://localhost:4300'
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const other = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const setup = async () => {
  const clock = aStillClock()
  const files = await openObjectFiles(temporaryFolder(), [
    { name: 'renditions', isVersioned: false },
    { name: 'deliveries', isVersioned: true },
  ])
  const put = async (bucket: string, key: string, text: string) =>
    files.commit(bucket, key, {
      spooled: await files.spool(Readable.from([Buffer.from(text)])),
      headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' },
    })
  await put('renditions', 'media/gal_1/pho_1/a.jpg', '0123456789')
  await put('renditions', 'media/gal_2/pho_1/a.jpg', 'other')
  await put('deliveries', 'files/ord_1/1.jpg', 'a photo')
  const url = await serving(
    mediaServer({
      files,
      bucketOf: (path) => (path.startsWith('/files/') ? 'deliveries' : 'renditions'),
      siteUrl,
      keyPairId: 'K1',
      publicKeyPem: keys.publicKey,
      nowMs: clock.now,
    }),
  )
  const ask = (address: string, init?: RequestInit) => fetch(address.replace(siteUrl, url), init)
  return { clock, ask }
}

const until = (seconds: number) => new Date(Date.parse('2030-01-01T10:00:00Z') + seconds * 1_000)

const canned = (path: string, { privateKey = keys.privateKey, keyPairId = 'K1', seconds = 900 } = {}) =>
  getSignedUrl({ url: siteUrl + path, keyPairId, privateKey, dateLessThan: until(seconds) })

const ofGallery = (gallery: string, condition: object = {}) => {
  const policy = JSON.stringify({
    Statement: [
      {
        Resource: `${siteUrl}/media/${gallery}/*`,
        Condition: { DateLessThan: { 'AWS:EpochTime': until(900).getTime() / 1_000 }, ...condition },
      },
    ],
  })
  const signed = getSignedUrl({
    url: `${siteUrl}/media/${gallery}/*`,
    keyPairId: 'K1',
    privateKey: keys.privateKey,
    policy,
  })
  return (path: string) => siteUrl + path + signed.slice(signed.indexOf('?'))
}

test('one signature opens every picture of its gallery, and none of another', async () => {
  const { ask } = await setup()
  const sign = ofGallery('gal_1')

  const [own, foreign] = await Promise.all([
    ask(sign('/media/gal_1/pho_1/a.jpg')),
    ask(sign('/media/gal_2/pho_1/a.jpg')),
  ])

  expect([own.status, await own.text(), own.headers.get('cache-control'), foreign.status]).toEqual([
    200,
    '0123456789',
    'public, max-age=31536000, immutable',
    403,
  ])
})

test('a buyer’s file is saved under the name that was signed', async () => {
  const { ask } = await setup()
  const disposition = `attachment; filename="Wine & drum.jpg"; filename*=UTF-8''Wine%20%26%20drum.jpg`
  const query = new URLSearchParams({ 'response-content-disposition': disposition })
  const address = canned(`/files/ord_1/1.jpg?${query}`)

  const answer = await ask(address)
  const renamed = await ask(address.replace('drum', 'dram'))

  expect([answer.status, answer.headers.get('content-disposition'), await answer.text()]).toEqual([
    200,
    disposition,
    'a photo',
  ])
  expect(renamed.status).toBe(403)
})

test('parts and unchanged pictures are answered with less', async () => {
  const { ask } = await setup()
  const address = ofGallery('gal_1')('/media/gal_1/pho_1/a.jpg')
  const whole = await ask(address)

  const part = await ask(address, { headers: { range: 'bytes=2-4' } })
  const same = await ask(address, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
  const beyond = await ask(address, { headers: { range: 'bytes=10-' } })

  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
  expect([same.status, beyond.status]).toEqual([304, 416])
})

test('a signature ends with its time, by the local clock', async () => {
  const { ask, clock } = await setup()
  const address = canned('/media/gal_1/pho_1/a.jpg')
  clock.advance(899_000)
  const before = await ask(address)
  clock.advance(1_000)

  expect([before.status, (await ask(address)).status]).toEqual([200, 403])
})

const path = '/media/gal_1/pho_1/a.jpg'
test.each([
  ['no signature', () => siteUrl + path],
  ['another key', () => canned(path, { privateKey: other.privateKey })],
  ['another key pair', () => canned(path, { keyPairId: 'K2' })],
  ['another path', () => canned('/media/gal_1/pho_1/b.jpg').replace('b.jpg', 'a.jpg')],
  ['a longer life', () => canned(path).replace(/Expires=(\d+)/, (_, seconds) => `Expires=${Number(seconds) + 60}`)],
  ['a query that was not signed', () => `${canned(path)}&x=1`],
  [
    'a time that has not come',
    () => ofGallery('gal_1', { DateGreaterThan: { 'AWS:EpochTime': until(60).getTime() / 1_000 } })(path),
  ],
  ['an edited policy', () => ofGallery('gal_1')(path).replace(/Policy=./, 'Policy=f')],
  ['a picture that is not there', () => canned('/media/gal_1/pho_1/z.jpg')],
  ['a way out of the bucket', () => ofGallery('gal_1')('/media/gal_1/..%2f..%2f..%2fetc/passwd')],
])('%s is refused', async (_, address) => {
  const { ask } = await setup()

  expect((await ask(address())).status).toBe(403)
})
